import { spec } from '../../../nodes/XCatalog/spec';
import { catalog as area } from '../../simulator/catalog/area';
import { Catalog, type CatalogState } from '../../simulator/catalog/state';
import { ME } from '../../simulator/identities';
import type { Simulator } from '../../simulator/simulator';
import type { KnownValues, Seeded } from './types';

/** A product of a catalog. */
export const product = (
	id: string,
	more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({
	id,
	title: `Shoe ${id}`,
	description: 'A light shoe for wet paths',
	availability: 'in stock',
	condition: 'new',
	price: '59.90 EUR',
	link: `https://shop.example/${id}`,
	image_link: `https://shop.example/${id}.jpg`,
	brand: 'Acme',
	inventory: 3,
	...more,
});

export const IDS = {
	catalog: '1547080201384865792',
	product: '1547080787865939969',
	set: '1560456755976343552',
	feed: '1564821386714947589',
};

/** A catalog with a product, and a set of it. */
export function withCatalog({ platform }: Simulator): Catalog {
	const state: CatalogState = area.state(platform);
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

export const catalog: Seeded = {
	known,
	items: [{ json: { ...product('SKU-2002'), marker: '1111' } }],
	before: {
		...Object.fromEntries(names.map((name) => [name, withCatalog])),
		...Object.fromEntries(NEEDS_FEED.map((name) => [name, withFeed])),
		'catalog.create': ({ platform }) => area.state(platform).byUser.clear(),
	},
};
