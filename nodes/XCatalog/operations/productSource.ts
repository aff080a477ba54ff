/** Where products come from: input items by name, a mapping, the form, JSON, or files. Read as often as needed. */
import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { FIELDS, type Product } from '../product/fields';
import { FileProblem } from '../files/row';
import { fileRows, formatOf, type FileFormat } from '../files/rows';
import { asText } from '../../shared/util/text';
import { CancelledError } from '../../shared/util/wait';
import { toProduct } from '../product/normalize';

/** One product of the input. */
export interface Row {
	/** Counted over the whole input, from 0. */
	readonly ordinal: number;
	readonly itemIndex: number;
	/** Line of the file, for products from files. */
	readonly line?: number;
	readonly product: Product;
	/** What is wrong with the row itself. */
	readonly problems: readonly string[];
	/** Whether it may be any product, whatever its ID seems to be: its line is broken, or its ID is. */
	readonly idInDoubt: boolean;
}

export interface ProductSource {
	/** All products in order, some at a time. */
	rows(): AsyncIterable<readonly Row[]>;
	/** Columns seen so far that are no product field. */
	readonly unknownColumns: ReadonlySet<string>;
}

type Raw = Readonly<Record<string, unknown>>;
interface RawRow {
	readonly values: Raw;
	readonly itemIndex: number;
	readonly line?: number;
	readonly problem?: string;
}

/**
 * The products of these input items, as the parameter `productsFrom` says.
 * @param itemIndexes the items, in order
 */
export function productSource(context: IExecuteFunctions, itemIndexes: readonly number[]): ProductSource {
	const unknownColumns = new Set<string>();
	const read = rawRows(context, itemIndexes);
	const signal = context.getExecutionCancelSignal();
	return {
		unknownColumns,
		async *rows() {
			let ordinal = 0;
			for await (const some of read()) {
				if (signal?.aborted) throw new CancelledError();
				yield some.map((raw) => toRow(raw, ordinal++, unknownColumns));
			}
		},
	};
}

function toRow(
	{ values, itemIndex, line, problem }: RawRow,
	ordinal: number,
	unknownColumns: Set<string>,
): Row {
	const { product, unknown, problems } = toProduct(values);
	for (const column of unknown) if (unknownColumns.size < 50) unknownColumns.add(column);
	const sentences = problems.map(({ message }) => message);
	if (problem !== undefined) sentences.push(problem);
	const idInDoubt = !product.id || problem !== undefined || problems.some(({ field }) => field === 'id');
	return { ordinal, itemIndex, product, problems: sentences, idInDoubt, ...(line !== undefined && { line }) };
}

function rawRows(
	context: IExecuteFunctions,
	indexes: readonly number[],
): () => AsyncIterable<readonly RawRow[]> {
	const items = context.getInputData();
	const first = indexes[0] ?? 0;
	switch (context.getNodeParameter('productsFrom', first) as string) {
		case 'file':
			return () => rowsOfFiles(context, items, indexes);
		case 'json':
			return () => each(indexes, (index) => rowsOfJson(context, index));
		case 'mapping': {
			const mode = context.getNodeParameter('mapping.mappingMode', first, 'autoMapInputData');
			if (mode === 'autoMapInputData') return () => each(indexes, (index) => [items[index]?.json ?? {}]);
			const columns = mappedColumns(context);
			return () => each(indexes, (index) => [mapped(context, columns, index)]);
		}
		default:
			return () => each(indexes, (index) => [rowOfForm(context, index)]);
	}
}

async function* each(
	indexes: readonly number[],
	rowsOf: (index: number) => readonly Raw[],
): AsyncGenerator<readonly RawRow[]> {
	for (const itemIndex of indexes) {
		yield await Promise.resolve(rowsOf(itemIndex).map((values) => ({ values, itemIndex })));
	}
}

/** Fields that the mapping shows but nobody filled in are null there, and not part of the product. */
function mappedColumns(context: IExecuteFunctions): string[] {
	const { value } = (context.getNode().parameters.mapping ?? {}) as { value?: Raw | null };
	return Object.keys(value ?? {}).filter((name) => value?.[name] !== null);
}

/**
 * A product mapped by hand. Its fields are read one by one: asked for all of them, n8n would check them itself, and
 * stop the whole run at the first one that is empty or spelled otherwise than the service does.
 */
const mapped = (context: IExecuteFunctions, columns: readonly string[], index: number): Raw =>
	Object.fromEntries(
		columns.map((name) => [name, context.getNodeParameter(`mapping.value.${name}`, index, null) ?? '']),
	);

function rowOfForm(context: IExecuteFunctions, index: number): Raw {
	const read = (name: string) => context.getNodeParameter(name, index, '') as unknown;
	const top: Raw = Object.fromEntries(
		FIELDS.filter(({ required }) => required).map(({ name }) => [name, read(name)]),
	);
	return { ...top, ...(context.getNodeParameter('moreFields', index, {}) as Raw) };
}

function rowsOfJson(context: IExecuteFunctions, itemIndex: number): readonly Raw[] {
	const given = context.getNodeParameter('productsJson', itemIndex) as unknown;
	const parsed = typeof given === 'string' ? parseJson(given) : given;
	const list = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
	if (
		list.every((entry): entry is Raw => typeof entry === 'object' && entry !== null && !Array.isArray(entry))
	) {
		return list;
	}
	throw new NodeOperationError(
		context.getNode(),
		'"Products (JSON)" must be an object or a list of objects',
		{
			itemIndex,
			description:
				'Nothing was sent. Give one product, like {"id": "SKU-1001", "title": "Trail Shoe"}, or a list of them.',
		},
	);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

async function* rowsOfFiles(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	indexes: readonly number[],
): AsyncGenerator<readonly RawRow[]> {
	for (const itemIndex of indexes) {
		const { bytes, format, name } = await openFile(context, items, itemIndex);
		try {
			for await (const rows of fileRows(bytes, format)) {
				yield rows.map(({ values, line, problem }) => ({
					values,
					itemIndex,
					line,
					...(problem !== undefined && { problem }),
				}));
			}
		} catch (error) {
			throw explain(context, error, name, itemIndex);
		}
	}
}

function explain(context: IExecuteFunctions, error: unknown, name: string, itemIndex: number): unknown {
	if (!(error instanceof FileProblem)) return error;
	return new NodeOperationError(context.getNode(), `The file ${name} cannot be read. ${error.message}`, {
		itemIndex,
		description: 'Nothing was sent. Mend the file, or choose another File Format, and run again.',
	});
}

async function openFile(
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
	itemIndex: number,
): Promise<{ bytes: AsyncIterable<Uint8Array>; format: FileFormat; name: string }> {
	const field = asText(context.getNodeParameter('binaryPropertyName', itemIndex));
	const binary = context.helpers.assertBinaryData(itemIndex, items[itemIndex]?.binary?.[field] ?? field);
	const name = binary.fileName ?? field;
	const chosen = context.getNodeParameter('fileFormat', itemIndex, 'auto') as FileFormat | 'auto';
	const format = chosen === 'auto' ? formatOf(binary.fileName, binary.mimeType) : chosen;
	if (format === undefined) {
		throw new NodeOperationError(context.getNode(), `The format of the file ${name} cannot be told`, {
			itemIndex,
			description: 'Set File Format to CSV, TSV, XML or JSON Lines. Excel files have to be exported first.',
		});
	}
	if (binary.id === undefined) return { bytes: chunks(Buffer.from(binary.data, 'base64')), format, name };
	return { bytes: await context.helpers.getBinaryStream(binary.id), format, name };
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += 65_536)
		yield await Promise.resolve(bytes.subarray(at, at + 65_536));
}
