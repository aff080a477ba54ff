/** @jest-environment ./test/support/environment.ts */
import { product, useCatalog, type Fields } from './support';

const { stored, syncItems } = useCatalog();

const DEFAULTS = {
	condition: 'new',
	currency: 'EUR',
	linkPattern: 'https://shop.example/products/{handle}',
};

describe('items as they come out of a node', () => {
	it('of Shopify: one product for every variant', async () => {
		const tee = {
			id: 632910392,
			title: 'Tee',
			body_html: '<p>Organic &amp; soft</p>',
			vendor: 'Nordlicht',
			product_type: 'Shirts',
			handle: 'tee',
			status: 'active',
			options: [
				{ name: 'Color', position: 1 },
				{ name: 'Size', position: 2 },
			],
			images: [
				{ id: 1, src: 'https://cdn.shop.example/1.jpg' },
				{ id: 2, src: 'https://cdn.shop.example/2.jpg' },
			],
			variants: [
				{
					id: 11,
					sku: 'T-R-S',
					price: '19.90',
					compare_at_price: '29.00',
					option1: 'red',
					option2: 'S',
					inventory_management: 'shopify',
					inventory_policy: 'deny',
					inventory_quantity: 5,
					barcode: '4006381333931',
					image_id: 2,
				},
				{
					id: 12,
					sku: '',
					price: '29.00',
					compare_at_price: null,
					option1: 'blue',
					option2: 'S',
					inventory_management: 'shopify',
					inventory_policy: 'continue',
					inventory_quantity: 0,
					barcode: null,
					image_id: null,
				},
			],
		};
		const draft = { ...tee, id: 2, status: 'draft' };
		const { json, hints } = await syncItems([tee, draft], { defaults: DEFAULTS });
		expect(json).toMatchObject([
			{ created: 2, failed: 0, skipped: 2, leftOut: [{ why: 'Status is draft', count: 2 }] },
		]);
		expect(await stored()).toMatchObject({
			'T-R-S': {
				title: 'Tee',
				description: 'Organic & soft',
				price: '29.00 EUR',
				sale_price: '19.90 EUR',
				availability: 'in stock',
				inventory: 5,
				color: 'red',
				size: 'S',
				gtin: '4006381333931',
				item_group_id: 'tee',
				image_link: 'https://cdn.shop.example/2.jpg',
				link: 'https://shop.example/products/tee',
			},
			'12': {
				price: '29.00 EUR',
				sale_price: null,
				availability: 'available for order',
				color: 'blue',
				image_link: 'https://cdn.shop.example/1.jpg',
			},
		});
		expect(hints[0]?.message).toMatch(/^Read as items of the Shopify node, because it has "variants"/);
	});
});

describe('items of other nodes', () => {
	it('of WooCommerce', async () => {
		const boot = {
			id: 44,
			name: 'Boot',
			permalink: 'https://shop.example/boot',
			type: 'simple',
			status: 'publish',
			description: '<p>Lined with felt</p>\n',
			sku: 'B-1',
			price: '99.00',
			regular_price: '119.95',
			sale_price: '99.00',
			date_on_sale_from: '2026-03-01T00:00:00',
			date_on_sale_to: null,
			stock_quantity: 3,
			stock_status: 'instock',
			parent_id: 0,
			brands: [{ name: 'Schuhwerk' }],
			categories: [{ name: 'Boots' }],
			images: [{ src: 'https://shop.example/1.jpg' }, { src: 'https://shop.example/2.jpg' }],
			attributes: [
				{ name: 'Color', options: ['black'] },
				{ name: 'Size', options: ['38', '39'] },
			],
		};
		const timeZone = 'Europe/Berlin';
		const instants = {
			date_on_sale_from_gmt: '2026-02-28T22:00:00',
			date_on_sale_to_gmt: '2026-03-31T21:59:59',
		};
		const late = { ...boot, id: 45, sku: '', stock_status: 'onbackorder', ...instants };
		const variable = { ...boot, id: 46, sku: 'V', type: 'variable', regular_price: '', variations: [11, 12] };
		const defaults = { ...DEFAULTS, timeZone };
		const { error, json } = await syncItems([boot, late, variable], { defaults });
		expect(error?.description).toBeUndefined();
		expect(json[0]?.leftOut).toEqual([
			expect.objectContaining({
				why: expect.stringMatching(/variable product.*\/variations/) as string,
				count: 1,
			}),
		]);
		expect(Object.keys(await stored()).sort()).toEqual(['45', 'B-1']);
		expect(await stored()).toMatchObject({
			'B-1': {
				description: 'Lined with felt',
				price: '119.95 EUR',
				sale_price: '99.00 EUR',
				sale_price_effective_date: '2026-03-01T00:00:00+01:00/2099-12-31T23:59:59Z',
				availability: 'in stock',
				inventory: 3,
				brand: 'Schuhwerk',
				product_type: 'Boots',
				color: 'black',
				size: null,
				image_link: 'https://shop.example/1.jpg',
				additional_image_link: 'https://shop.example/2.jpg',
			},
			'45': {
				availability: 'available for order',
				sale_price_effective_date: '2026-02-28T22:00:00Z/2026-03-31T21:59:59Z',
			},
		});
	});

	it('of a sheet and of a database', async () => {
		const sheet = {
			row_number: 2,
			...product('s'),
			price: 59.9,
			Availability: '',
			'Image Link': '',
			condition: 'New',
		};
		const { availability, image_link, ...rest } = sheet as Fields;
		expect([availability, image_link]).toHaveLength(2);
		const { error } = await syncItems([{ ...rest, 'Image Link': 'https://shop.example/s.jpg' }], {
			defaults: { currency: 'EUR', availability: 'in stock' },
		});
		expect(error?.message).toBeUndefined();
		const database = { ...product('d'), price: '59.90', condition: null, inventory: '100.0000', brand: null };
		await syncItems([database], { defaults: { ...DEFAULTS, brand: 'Acme' } });
		expect(await stored()).toMatchObject({
			s: { price: '59.9 EUR', availability: 'in stock', condition: 'new' },
			d: { price: '59.90 EUR', condition: 'new', inventory: 100, brand: 'Acme' },
		});
	});
});
