/** This file has the scopes of all resources, the fields that identify a catalog, set or feed, and their lists in the form. */
import { encodeRfc3986, asText } from '../shared/util/text';
import { locator } from '../shared/fields';
import { user } from '../shared/operation/operation';
import type { ListContext, ListSpec } from '../shared/form/search';

/** With OAuth 2.0, the credential must request these scopes. */
export const reads = user('ads.read');
export const writes = user('ads.read', 'ads.write');

export const catalog = () =>
	locator(
		{ name: 'Catalog', search: 'searchCatalogs', example: '1547080201384865792' },
		{ description: 'The product catalog. A user owns at most one.' },
	);

export const productSet = () =>
	locator(
		{ name: 'Product Set', search: 'searchProductSets', example: '1560456755976343552' },
		{ description: 'The product set of the catalog' },
	);

export const scheduledFeed = () =>
	locator(
		{ name: 'Scheduled Feed', search: 'searchScheduledFeeds', example: '1564821386714947589' },
		{ description: 'The feed of the catalog. A user has at most one.' },
	);

const inCatalog =
	(collection: string) =>
	({ parameter }: ListContext) => {
		const id = parameter('product_catalog_id');
		if (id === '') return undefined;
		return { method: 'GET' as const, path: `/12/product_catalogs/${encodeRfc3986(id)}/${collection}` };
	};

/** The lists behind From List. None of the endpoints can filter, and none has pages. */
export const lists: Readonly<Record<string, ListSpec>> = {
	searchCatalogs: {
		request: () => ({ method: 'GET', path: '/12/product_catalogs' }),
		label: ({ name }) => asText(name),
		filterLocally: true,
	},
	searchProductSets: {
		request: inCatalog('product_sets'),
		label: ({ name, type }) => `${asText(name)} (${asText(type).toLowerCase()})`,
		filterLocally: true,
	},
	searchScheduledFeeds: {
		request: inCatalog('scheduled_feeds'),
		label: ({ feed_url: url, frequency }) => `${asText(url)} (${asText(frequency).toLowerCase()})`,
		filterLocally: true,
	},
};
