/**
 * Every operation of the node once with each kind of credential; the other files test each in detail.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { partition } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { spec } from '../../../nodes/XCatalog/spec';
import { operationOf } from '../../facts';
import { catalog } from '../../simulator/catalog/area';
import { Catalog, type CatalogState } from '../../simulator/catalog/state';
import { ME } from '../../simulator/identities';
import type { Simulator } from '../../support/simulator';
import { runsEveryOperation, type KnownValues } from '../ads/operations';
import { product, useCatalog } from './support';

const PRODUCTS = '/12/product_catalogs/{product_catalog_id}/products';
const IDS = {
	catalog: '1547080201384865792',
	product: '1547080787865939969',
	set: '1560456755976343552',
	feed: '1564821386714947589',
};

/** A catalog with a product, and a set of it. */
function withCatalog({ platform }: Simulator): Catalog {
	const state: CatalogState = catalog.state(platform);
	const made = new Catalog(IDS.catalog, ME.id, 'Acme', platform, state.habits);
	const stored = { key: IDS.product, fields: product('SKU-1001') };
	made.products.set('SKU-1001', stored);
	made.byKey.set(stored.key, stored);
	const manual = { type: 'MANUAL', filters: [], keys: [stored.key], readyAt: 0, fails: false } as const;
	made.sets.set(IDS.set, { ...manual, id: IDS.set, name: 'Mine', description: null, keys: [stored.key] });
	state.byUser.set(ME.id, made);
	return made;
}

/** The same with a feed; a user can have only one. */
function withFeed(sim: Simulator): void {
	const created_at = sim.platform.clock.iso();
	withCatalog(sim).feed = {
		id: IDS.feed,
		product_catalog_id: IDS.catalog,
		feed_url: 'https://shop.example/a.csv',
		feed_format: 'CSV',
		frequency: 'DAILY',
		repeat: null,
		start_time: '02:00',
		time_zone: 'UTC',
		created_at,
		updated_at: created_at,
	};
}

const known: KnownValues = {
	product_catalog_id: IDS.catalog,
	product_set_id: IDS.set,
	scheduled_feed_id: IDS.feed,
	product_keys: IDS.product,
	item_ids: 'SKU-1001',
	user_id: ME.id,
	start_time: '02:30',
	time_zone: 'Europe/Berlin',
	repeat_weekday: 'FRIDAY',
	repeat_hours: '4',
	id: '={{ "SKU-" + $json.marker }}',
	feed_url: 'https://shop.example/b.tsv',
};

const names = spec.resources.flatMap(({ value, operations }) =>
	Object.keys(operations).map((operation) => `${value}.${operation}`),
);
const NEEDS_FEED = ['scheduledFeed.delete', 'scheduledFeed.getMany', 'scheduledFeed.update'];

runsEveryOperation('xCatalog', {
	spec,
	known,
	items: [{ json: product('SKU-2002') as IDataObject }],
	together: {
		'scheduledFeed.create': [
			{ frequency: 'WEEKLY', repeat_weekday: 'FRIDAY' },
			{ frequency: 'HOURLY', repeat_hours: '4' },
		],
		'scheduledFeed.update': [{ updateFields: { frequency: 'WEEKLY', repeat_weekday: 'FRIDAY' } }],
	},
	unsent: {
		'productSet.createFiltered': { product_keys: 'of sets whose products are named' },
		'productSet.createManual': { filters: 'of sets whose products are found by them' },
	},
	before: {
		...Object.fromEntries(names.map((name) => [name, withCatalog])),
		...Object.fromEntries(NEEDS_FEED.map((name) => [name, withFeed])),
		'catalog.create': ({ platform }) => catalog.state(platform).byUser.clear(),
	},
	ownItems: ['product.delete', 'product.sync', 'product.upsert'],
});

describe('a product in the form', () => {
	const { sim, run } = useCatalog();
	const fields = operationOf(`PUT ${PRODUCTS}`).body?.fields[0]?.fields ?? [];
	/** Made by X. */
	const made = ['product_key', 'item_group_key'];
	const own = fields.filter(({ name }) => !made.includes(name));
	const texts: Readonly<Record<string, string | number>> = {
		...product('SKU-3003'),
		gtin: '4006381333931',
		mpn: 'M-1',
		inventory: 3,
		item_group_id: 'shoes',
		sale_price: '49.90 EUR',
		sale_price_effective_date: '2026-12-01T00:00Z/2026-12-24T00:00Z',
		mobile_link: 'https://m.shop.example/1',
		additional_image_link: 'https://shop.example/2.jpg',
	};

	it('sends every documented field', async () => {
		withCatalog(sim());
		const values = own.map(({ name, enum: choices }): [string, string | number] => [
			name,
			texts[name] ?? choices?.[0] ?? `A ${name}`,
		]);
		const top = fields.filter(({ required }) => required).map(({ name }) => name);
		const [required, others] = partition(values, ([name]) => top.includes(name));
		const form = {
			...Object.fromEntries(required),
			moreFields: Object.fromEntries(others),
		} as INodeParameters;
		const { error } = await run('product', 'upsert', { product_catalog_id: IDS.catalog, ...form });
		expect(error?.message).toBeUndefined();
		const [sent] = (sim().requests[0]?.body as { products: IDataObject[] }).products;
		expect(Object.keys(sent ?? {}).sort()).toEqual(own.map(({ name }) => name).sort());
	});
});
