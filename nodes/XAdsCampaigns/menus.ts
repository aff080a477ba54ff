/** Menus that n8n loads from X, made of the searches behind From List. */
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { listSearch, type ListSpec } from '../shared/form/search';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { asText } from '../shared/util/text';
import { page } from '../shared/ads/lists';

const specs: Readonly<Record<string, ListSpec>> = {
	getIabCategories: {
		request: () => ({ method: 'GET', path: '/12/iab_categories', query: [['count', '1000']] }),
		label: ({ id, name }) => `${asText(id)} ${asText(name)}`,
		page,
	},
	getBusinessCategories: {
		request: () => ({ method: 'GET', path: '/12/advertiser_business_categories' }),
		label: ({ name }) => asText(name),
	},
};

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Returns the `loadOptions` methods of the node. Each reads all pages of a list. */
export function loadOptions(spec: NodeSpec): Record<string, LoadOptions> {
	const searches = listSearch(spec, specs);
	return Object.fromEntries(
		Object.entries(searches).map(([name, search]) => [
			name,
			async function (this: ILoadOptionsFunctions) {
				const options: INodePropertyOptions[] = [];
				let next: string | undefined;
				do {
					const { results, paginationToken } = await search.call(this, '', next);
					options.push(...results.map(({ name: label, value }) => ({ name: label, value })));
					next = asText(paginationToken) || undefined;
				} while (next !== undefined);
				return options;
			},
		]),
	);
}
