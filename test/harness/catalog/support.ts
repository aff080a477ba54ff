import { get } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { runNode, type NodeRun, type NodeRunOptions } from '../../support';
import { product } from '../../support/seeded/catalog';
import { useSimulator } from '../../support/simulator';

export { product } from '../../support/seeded/catalog';

export type Fields = Record<string, unknown>;

export const products = (count: number, more: (index: number) => Fields = () => ({})): Fields[] =>
	Array.from({ length: count }, (_, index) => product(`p${index}`, more(index)));

export const itemsOf = (rows: readonly Fields[]): INodeExecutionData[] =>
	rows.map((json) => ({ json: json as INodeExecutionData['json'] }));

/** A seeded platform for the tests of a file, with X Catalog on it. */
export function useCatalog() {
	const sim = useSimulator({ followers: 0 });
	return {
		sim,
		/** Runs an operation with n8n's defaults for what is not given. */
		run: async (
			resource: string,
			operation: string,
			parameters: Fields,
			more: Partial<NodeRunOptions> = {},
		): Promise<NodeRun> =>
			await runNode({
				node: 'xCatalog',
				sim: sim(),
				parameters: { resource, operation, ...parameters },
				...more,
			}),
		/** Makes the catalog of the user with these products and returns its identifier. */
		seed: async (...rows: Fields[]): Promise<string> =>
			((await sim().control('catalog', 'seed', { products: rows })) as { id: string }).id,
		/** Everything stored, by item identifier. */
		stored: async (): Promise<Record<string, Fields>> => {
			const rows = (await sim().control('catalog', 'products')) as Fields[];
			return Object.fromEntries(rows.map((row) => [row.id as string, row]));
		},
		/** The requests of a method that came to the products, or to another end of a path. */
		sent: (method: string, ending = '/products') =>
			sim().requests.filter((request) => request.method === method && request.path.endsWith(ending)),
	};
}

export const AUTO_MAP = {
	productsFrom: 'mapping',
	mapping: { mappingMode: 'autoMapInputData', value: null },
};

/** Field and rule of everything that an error says is wrong. */
export const brokenRules = (error: object | undefined): string[] =>
	(get(error, 'context.data.invalid', []) as { field: string; rule: string }[]).map(
		({ field, rule }) => `${field} ${rule}`,
	);

/** The identifier of what a run made. */
export const idOf = ({ json }: { json: INodeExecutionData['json'][] }): string => json[0]?.id as string;
