/** Where products come from: input items by name, a mapping, the form, JSON, or files. Read as often as needed. */
import { mapValues } from 'lodash';
import { NodeOperationError } from 'n8n-workflow';
import { mappedColumn, moreProductFields, requiredProductFields } from '../fields/product';
import { fileSource, jsonSource, type Columns, type SourceValues } from '../fields/productSource';
import { FileProblem, type FileHead, type FileRow } from '../files/row';
import { fileRows, formatOf, type FileFormat } from '../files/rows';
import type { Product } from '../product/fields';
import { toProduct } from '../product/normalize';
import type { Problem } from '../product/violation';
import type { BatchCall } from '../../shared/operation/operation';
import { CancelledError } from '../../shared/util/wait';
import type { CatalogJob } from './catalogJobs';

/** One product of the input. */
export interface Row {
	/** Counted over the whole input, from 0. */
	readonly ordinal: number;
	readonly itemIndex: number;
	/** Line of the file, for products from files. */
	readonly line?: number;
	readonly product: Product;
	/** What is wrong with the row itself. */
	readonly problems: readonly Problem[];
	/** Whether it may be any product, whatever its ID seems to be: its line is broken, or its ID is. */
	readonly idUncertain: boolean;
}

/** Where a row stands in the input. */
export type Location = Pick<Row, 'ordinal' | 'itemIndex' | 'line'>;

export interface ProductSource {
	/** All products in order, some at a time. */
	rows(): AsyncIterable<readonly Row[]>;
	/** Columns seen so far that are no product field. */
	readonly unknownColumns: ReadonlySet<string>;
}

type RawRow = Pick<Row, 'itemIndex'> & Partial<FileRow> & Pick<FileRow, 'values'>;

/** The products of a job's input items, as the parameter `productsFrom` says. */
export function openSource(job: CatalogJob<SourceValues>): ProductSource {
	const unknownColumns = new Set<string>();
	return {
		unknownColumns,
		async *rows() {
			let ordinal = 0;
			for await (const some of rawRows(job)) {
				if (job.signal?.aborted) throw new CancelledError();
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
	const broken: Problem[] = problem === undefined ? [] : [{ rule: 'record', text: problem }];
	const idUncertain = !product.id || problem !== undefined || problems.some(({ field }) => field === 'id');
	return {
		ordinal,
		itemIndex,
		product,
		problems: [...problems, ...broken],
		idUncertain,
		...(line !== undefined && { line }),
	};
}

function rawRows(
	job: CatalogJob<SourceValues>,
): Iterable<readonly RawRow[]> | AsyncIterable<readonly RawRow[]> {
	const { batch, itemIndexes, values } = job;
	switch (values.productsFrom) {
		case 'file':
			return rowsOfFiles(job);
		case 'json':
			return rowsOfItems(itemIndexes, (index) => batch.read(jsonSource, index).productsJson ?? []);
		case 'mapping': {
			if (values.mapping === undefined)
				return rowsOfItems(itemIndexes, (index) => [batch.items[index]?.json ?? {}]);
			const columns = Object.fromEntries(values.mapping.map((name) => [name, mappedColumn(name)]));
			// A column whose expression gives nothing is one that is empty.
			return rowsOfItems(itemIndexes, (index) => [
				mapValues(batch.read(columns, index), (value) => value ?? ''),
			]);
		}
		case 'fields':
			return rowsOfItems(itemIndexes, (index) => {
				const { more, ...required } = batch.read(FORM, index);
				return [{ ...required, ...more }];
			});
	}
}

const FORM = { ...requiredProductFields, more: { ...moreProductFields, name: 'moreFields' } };

/** The rows that each input item holds. */
function* rowsOfItems(
	indexes: readonly number[],
	rowsOf: (index: number) => readonly Columns[],
): Generator<readonly RawRow[]> {
	for (const itemIndex of indexes) yield rowsOf(itemIndex).map((values) => ({ values, itemIndex }));
}

async function* rowsOfFiles(job: CatalogJob<unknown>): AsyncGenerator<readonly RawRow[]> {
	for (const itemIndex of job.itemIndexes) {
		const { bytes, format, name } = await openFile(job.batch, itemIndex);
		const head = { names: [] };
		let count = 0;
		try {
			for await (const rows of fileRows(bytes, format, head)) {
				count += rows.length;
				yield rows.map((row) => ({ ...row, itemIndex }));
			}
		} catch (error) {
			throw explain(job.batch, error, name, itemIndex);
		}
		if (count === 0) throw noProducts(job.batch, format, head, name, itemIndex);
	}
}

/** A file without products is no desired state, but an export that failed or something else altogether. */
function noProducts(
	{ context }: BatchCall<unknown>,
	format: FileFormat,
	{ names }: FileHead,
	name: string,
	itemIndex: number,
): NodeOperationError {
	const found = {
		csv: `It has only its header line: ${names.join(', ')}`,
		tsv: `It has only its header line: ${names.join(', ')}`,
		xml: `Its elements are ${names.join(', ')}; a product is an element named item, entry or product`,
		jsonl: 'It has no line with a product',
	};
	return new NodeOperationError(context.getNode(), `The file ${name} has no products`, {
		itemIndex,
		description: `Nothing was sent. ${found[format]}. Check that the export is complete, and that the address is that of the product file.`,
	});
}

function explain({ context }: BatchCall<unknown>, error: unknown, name: string, itemIndex: number): unknown {
	if (!(error instanceof FileProblem)) return error;
	return new NodeOperationError(context.getNode(), `The file ${name} cannot be read. ${error.message}`, {
		itemIndex,
		description: 'Nothing was sent. Mend the file, or choose another File Format, and run again.',
	});
}

async function openFile(
	batch: BatchCall<unknown>,
	itemIndex: number,
): Promise<{ bytes: AsyncIterable<Uint8Array>; format: FileFormat; name: string }> {
	const { binaryPropertyName: field = '', fileFormat: chosen = 'auto' } = batch.read(fileSource, itemIndex);
	const { context, items } = batch;
	const binary = context.helpers.assertBinaryData(itemIndex, items[itemIndex]?.binary?.[field] ?? field);
	const name = binary.fileName ?? field;
	const format = chosen === 'auto' ? formatOf(binary.fileName, binary.mimeType) : chosen;
	if (format === undefined)
		throw new NodeOperationError(context.getNode(), `The format of the file ${name} cannot be told`, {
			itemIndex,
			description: 'Set File Format to CSV, TSV, XML or JSON Lines. Excel files have to be exported first.',
		});
	if (binary.id === undefined) return { bytes: chunks(Buffer.from(binary.data, 'base64')), format, name };
	return { bytes: await context.helpers.getBinaryStream(binary.id), format, name };
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += 65_536)
		yield await Promise.resolve(bytes.subarray(at, at + 65_536));
}
