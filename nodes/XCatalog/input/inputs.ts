/** This file reads the inputs of a job: files, JSON, the form, and input items mapped by name or by hand. */
import { mapValues } from 'lodash';
import { NodeOperationError } from 'n8n-workflow';
import { mappedColumn, moreProductFields, requiredProductFields } from '../fields/product';
import { fileSource, jsonSource, type ColumnValues, type SourceValues } from '../fields/productSource';
import type { FileName } from '../files/container';
import { FileProblem, type FileHead, type FileRow } from '../files/row';
import { fileRows, formatOf } from '../files/rows';
import type { RawRow } from '../formats/sourceRow';
import type { BatchCall } from '../../shared/operation/operation';
import { inTurns } from '../../shared/util/turns';
import type { CatalogJob } from './catalogJobs';

/** Rows in one format: those of one file, or of all input items. */
export interface Input {
	readonly name: string;
	readonly itemIndex: number;
	/** Whether its columns may be those of another system. */
	readonly isForeign: boolean;
	readonly isFile: boolean;
	rows(): AsyncIterable<readonly RawRow[]>;
}

/** Returns the inputs that the parameter `productsFrom` asks for. */
export function inputsOf(job: CatalogJob<SourceValues>): readonly Input[] {
	const { batch, itemIndexes, values } = job;
	const ofItems = (isForeign: boolean, rowsOf: (index: number) => readonly ColumnValues[]): Input[] => [
		{
			name: 'the input',
			itemIndex: job.firstItem,
			isForeign,
			isFile: false,
			rows: () => rowsOfItems(batch, itemIndexes, rowsOf),
		},
	];
	switch (values.productsFrom) {
		case 'file':
			return itemIndexes.map((itemIndex) => ({
				name: fileName(batch, itemIndex),
				itemIndex,
				isForeign: true,
				isFile: true,
				rows: () => rowsOfFile(job, itemIndex),
			}));
		case 'json':
			return ofItems(true, (index) => batch.read(jsonSource, index).productsJson ?? []);
		case 'mapping': {
			if (values.mapping === undefined) return ofItems(true, (index) => [batch.items[index]?.json ?? {}]);
			const columns = Object.fromEntries(values.mapping.map((name) => [name, mappedColumn(name)]));
			// If the expression of a column gives nothing, the column exists but is empty.
			return ofItems(false, (index) => [mapValues(batch.read(columns, index), (value) => value ?? '')]);
		}
		case 'fields':
			return ofItems(false, (index) => {
				const { more, ...required } = batch.read(FORM, index);
				return [{ ...required, ...more }];
			});
	}
}

const FORM = { ...requiredProductFields, more: { ...moreProductFields, name: 'moreFields' } };

async function* rowsOfItems(
	batch: BatchCall<unknown>,
	indexes: readonly number[],
	rowsOf: (index: number) => readonly ColumnValues[],
): AsyncGenerator<readonly RawRow[]> {
	let count = 0;
	for (const itemIndex of indexes) {
		const rows = await Promise.resolve(rowsOf(itemIndex));
		count += rows.length;
		yield rows.map((values) => ({ values, itemIndex }));
	}
	if (count === 0)
		throw new NodeOperationError(batch.context.getNode(), 'The input has no products', {
			itemIndex: indexes[0] ?? 0,
			description:
				'Nothing was sent. The list is empty: check where it comes from. To empty a catalog on purpose, delete the catalog or its products by key.',
		});
}

const binaryField = (batch: BatchCall<unknown>, itemIndex: number) =>
	batch.read(fileSource, itemIndex).binaryPropertyName ?? '';

function fileName(batch: BatchCall<unknown>, itemIndex: number): string {
	const field = binaryField(batch, itemIndex);
	return batch.items[itemIndex]?.binary?.[field]?.fileName ?? field;
}

/** Notes the item that rows belong to. Copies of them would take longer than all else that is done here. */
function place(rows: readonly FileRow[], itemIndex: number): asserts rows is readonly (FileRow & RawRow)[] {
	for (const row of rows) row.itemIndex = itemIndex;
}

async function* rowsOfFile(
	{ batch, values: { encoding = 'auto' } }: CatalogJob<SourceValues>,
	itemIndex: number,
): AsyncGenerator<readonly RawRow[]> {
	const { bytes, ...file } = await openFile(batch, itemIndex);
	const head: FileHead = { names: [] };
	let count = 0;
	try {
		const format = formatOf(file.name, file.type);
		for await (const rows of fileRows(bytes, format, head, encoding === 'auto' ? '' : encoding, file)) {
			for (const row of rows) if (row.element === undefined) count++;
			place(rows, itemIndex);
			yield rows;
		}
	} catch (error) {
		if (error instanceof FileProblem && isPage(head)) throw noProducts(batch, head, file.name, itemIndex);
		throw explain(batch, error, file.name, itemIndex);
	}
	if (count === 0) throw noProducts(batch, head, file.name, itemIndex);
}

const isPage = ({ names, isXml }: FileHead): boolean => isXml === true && names[0] === 'html';

/** A file without products is an error, not an empty catalog: an export has failed, or it is another kind of file. */
function noProducts(
	{ context }: BatchCall<unknown>,
	head: FileHead,
	name: string,
	itemIndex: number,
): NodeOperationError {
	const { names, isXml = false } = head;
	const found = isPage(head)
		? `It is a web page, not a product file: the shop may be closed for maintenance, or the address asks for a login. Its elements are ${names.join(', ')}`
		: isXml
			? `Its elements are ${names.join(', ')}; a product is an element named item, entry, product, offer, o or SHOPITEM`
			: names.length > 0
				? `It has only its header line: ${names.join(', ')}`
				: 'It has no line with a product';
	return new NodeOperationError(context.getNode(), `The file ${name} has no products`, {
		itemIndex,
		description: `Nothing was sent. ${found}. Check that the export is complete, and that the address is that of the product file.`,
	});
}

function explain({ context }: BatchCall<unknown>, error: unknown, name: string, itemIndex: number): unknown {
	if (!(error instanceof FileProblem)) return error;
	return new NodeOperationError(context.getNode(), `The file ${name} cannot be read. ${error.message}`, {
		itemIndex,
		description:
			'Nothing was sent. Fix the file, and run again. What this node cannot read Extract from File may: set Products From to Input Items behind it.',
	});
}

async function openFile(
	batch: BatchCall<unknown>,
	itemIndex: number,
): Promise<FileName & { readonly bytes: AsyncIterable<Uint8Array> }> {
	const field = binaryField(batch, itemIndex);
	const { context, items } = batch;
	const binary = context.helpers.assertBinaryData(itemIndex, items[itemIndex]?.binary?.[field] ?? field);
	const { fileName = field, mimeType, id } = binary;
	const read = { name: fileName, type: mimeType };
	if (id === undefined) return { bytes: inTurns([Buffer.from(binary.data, 'base64')]), ...read };
	return { bytes: await context.helpers.getBinaryStream(id), ...read };
}
