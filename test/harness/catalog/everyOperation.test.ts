/**
 * Every operation of the node once; the other files test each in detail.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { partition } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { spec } from '../../../nodes/XCatalog/spec';
import { operationOf } from '../../facts';
import { catalog, IDS, withCatalog } from '../../support/seeded/catalog';
import { runsEveryOperation } from '../ads/operations';
import { product, useCatalog } from './support';

const PRODUCTS = '/12/product_catalogs/{product_catalog_id}/products';
runsEveryOperation('xCatalog', {
	spec,
	seeded: catalog,
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
