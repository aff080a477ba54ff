import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { get } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { runNode, storeBinary, type NodeRun, type NodeRunOptions } from '../../support';
import { product } from '../../support/seeded/catalog';
import { useSimulator } from '../../support/simulator';

export { product } from '../../support/seeded/catalog';

export type Fields = Record<string, unknown>;

export const products = (count: number, more: (index: number) => Fields = () => ({})): Fields[] =>
	Array.from({ length: count }, (_, index) => product(`p${index}`, more(index)));

export const itemsOf = (rows: readonly Fields[]): INodeExecutionData[] =>
	rows.map((json) => ({ json: json as INodeExecutionData['json'] }));

/** An item with a file. */
export const fileItems = async (
	content: string | Buffer,
	fileName: string,
	mimeType = 'application/octet-stream',
): Promise<INodeExecutionData[]> => [
	{ json: {}, binary: { data: await storeBinary(Buffer.from(content), { mimeType, fileName }) } },
];

/** A table as a shop writes it, without a line break at the end. */
export const csv = (rows: readonly Fields[], columns = Object.keys(rows[0] ?? {})): string =>
	[columns, ...rows.map((row) => columns.map((name) => row[name]))]
		.map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','))
		.join('\n');

/** The same as XML. The first product has more elements, if any are given. */
export const rss = (rows: readonly Fields[], inFirst = ''): string => {
	const item = (row: Fields, at: number) =>
		`<item>${Object.entries(row)
			.map(([name, value]) => `<g:${name}>${String(value)}</g:${name}>`)
			.join('')}${at === 0 ? inFirst : ''}</item>`;
	return `<rss><channel>${rows.map(item).join('')}</channel></rss>`;
};

/** What the tests of formats ask of the item of a sync. */
export interface Summary {
	sourceFormats: unknown;
	leftOut?: { why: string; count: number }[];
	failures: { id: string; errors: string[] }[];
}

/** A file of a shop. */
export const fixture = (...path: string[]): Buffer =>
	readFileSync(join(__dirname, '../../fixtures/catalog', ...path));

export const ownMapping = (value: Fields): Fields => ({
	sourceFormat: 'own',
	fileMapping: { mappingMode: 'defineBelow', value },
});

export const AUTO_MAP = {
	productsFrom: 'mapping',
	mapping: { mappingMode: 'autoMapInputData', value: null },
};

/** A seeded platform for the tests of a file, with X Catalog on it. */
export function useCatalog() {
	const sim = useSimulator({ followers: 0 });
	let catalogId: string | undefined;
	beforeEach(() => (catalogId = undefined));
	const seed = async (...rows: Fields[]): Promise<string> => {
		const made = (await sim().control('catalog', 'seed', { products: rows })) as { id: string };
		return (catalogId = made.id);
	};
	const run = async (
		resource: string,
		operation: string,
		parameters: Fields = {},
		more: Partial<NodeRunOptions> = {},
	): Promise<NodeRun> => {
		const isGiven = resource === 'catalog' || 'product_catalog_id' in parameters;
		const catalog = isGiven ? {} : { product_catalog_id: (catalogId ??= await seed()) };
		return await runNode({
			node: 'xCatalog',
			sim: sim(),
			parameters: { resource, operation, ...catalog, ...parameters },
			...more,
		});
	};
	return {
		sim,
		/** Runs an operation on the catalog, an empty one if none was made, with n8n's defaults for what is not given. */
		run,
		syncItems: async (rows: readonly Fields[], parameters: Fields = {}) =>
			await run('product', 'sync', { ...AUTO_MAP, ...parameters }, { items: itemsOf(rows) }),
		syncFile: async (
			content: string | Buffer,
			fileName: string,
			parameters: Fields = {},
			mimeType?: string,
		) =>
			await run(
				'product',
				'sync',
				{ productsFrom: 'file', ...parameters },
				{ items: await fileItems(content, fileName, mimeType) },
			),
		/** Makes the catalog of the user with these products and returns its identifier. */
		seed,
		/** Everything stored, by item identifier. */
		stored: async (): Promise<Record<string, Fields>> => {
			const rows = (await sim().control('catalog', 'products')) as Fields[];
			return Object.fromEntries(rows.map((row) => [row.id as string, row]));
		},
		sent: (method: string, ending = '/products') =>
			sim().requests.filter((request) => request.method === method && request.path.endsWith(ending)),
	};
}

/** Field and rule of everything that an error says is wrong. */
export const brokenRules = (error: object | undefined): string[] =>
	(get(error, 'context.data.invalid', []) as { field: string; rule: string }[]).map(
		({ field, rule }) => `${field} ${rule}`,
	);

/** The identifier of what a run made. */
export const idOf = ({ json }: { json: INodeExecutionData['json'][] }): string => json[0]?.id as string;
