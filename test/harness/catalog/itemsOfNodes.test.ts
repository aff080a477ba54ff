/** @jest-environment ./test/support/environment.ts */
/** Items as nodes of shops give them, and what the IDs of products are made of. */
import { pickBy } from 'lodash';
import { ownMapping, product, useCatalog, type Fields } from './support';

const { seed, sent, stored, syncFile, syncItems } = useCatalog();

const DEFAULTS = {
	condition: 'new',
	currency: 'EUR',
	linkPattern: 'https://shop.example/products/{handle}',
};

/** A product of n8n's Shopify node with two sizes. */
const shopifyItem = (number: number): Fields => ({
	id: 7000 + number,
	title: `Tee ${number}`,
	body_html: 'A tee',
	vendor: 'Acme',
	handle: `tee-${number}`,
	status: 'active',
	options: [{ name: 'Size', position: 1 }],
	images: [{ id: 1, src: 'https://cdn.shop.example/1.jpg' }],
	variants: ['S', 'M'].map((size, at) => ({
		id: 90_000 + number * 10 + at,
		sku: `T${number}-${size}`,
		price: '19.90',
		option1: size,
		inventory_management: '',
	})),
});
const shop = Array.from({ length: 6 }, (_, number) => shopifyItem(number));

/** Puts the choice where the form has it. */
const chosen = ({ idsFrom, idCountry, options, ...others }: Fields): Fields => ({
	...others,
	options: { ...pickBy({ idsFrom, idCountry }, (value) => value !== undefined), ...(options as Fields) },
});
const syncShop = async (parameters: Fields = {}) =>
	await syncItems(shop, { defaults: DEFAULTS, ...chosen(parameters) });

const CHOICES: readonly [string, Fields, string][] = [
	['Automatic', {}, 'T0-S'],
	['SKU', { idsFrom: 'sku' }, 'T0-S'],
	['ID in the Shop', { idsFrom: 'shopId' }, '90000'],
	['Handle and Options', { idsFrom: 'handle' }, 'tee-0-S'],
	[
		'Google Channel of Shopify, with the country DE',
		{ idsFrom: 'google', idCountry: 'de' },
		'shopify_DE_7000_90000',
	],
];

it.each(CHOICES)('%s: makes IDs, and is named where the catalog has them', async (name, choice, first) => {
	const { json } = await syncShop({ ...choice });
	expect(json).toMatchObject([{ created: 12, failed: 0 }]);
	expect(Object.keys(await stored())).toContain(first);
	const before = sent('PUT').length;
	const other = choice.idsFrom === 'shopId' ? 'handle' : 'shopId';
	const { error } = await syncShop({ idsFrom: other });
	expect(error?.message).toMatch(/^None of the 12 products of the input is in the catalog/);
	// The SKU is also what Automatic takes first.
	const found = name === 'SKU' ? 'Automatic' : name;
	expect(error?.description).toContain(
		`The catalog has the IDs that the choice "${found}" makes: set Options → Product IDs From to it.`,
	);
	expect(sent('PUT')).toHaveLength(before);
});

it('sends other IDs once they are confirmed', async () => {
	await syncShop();
	const { json } = await syncShop({
		idsFrom: 'shopId',
		deleteMissing: true,
		options: { changeLimit: 100, deleteLimit: 100 },
	});
	expect(json).toMatchObject([{ created: 12, deleted: 12 }]);
});

const EXPORT =
	'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Status\n' +
	'tee,Tee,Soft,Acme,Size,S,STYLE,10.00,https://img.shop.example/1.jpg,active\n' +
	'tee,,,,,M,STYLE,10.00,,\n';

const syncExport = async (parameters: Fields) =>
	await syncFile(EXPORT, 'shop.csv', {
		defaults: { ...DEFAULTS, linkPattern: 'https://s.example/{Handle}' },
		...chosen(parameters),
	});

it('stops where a file has nothing to make the IDs of, and names what it has', async () => {
	const { error } = await syncExport({ idsFrom: 'google' });
	expect(error?.message).toBe(
		'shop.csv has nothing to make IDs of as "Google Channel of Shopify" does: it was read as Shopify Products Export',
	);
	expect(error?.description).toContain(
		'Set Options → Product IDs From to Automatic or Handle and Options or SKU. Items of the Shopify node have more',
	);
	expect(sent('PUT')).toEqual([]);
});

it.each([' ', 'Germany', '={{ "" }}'])(
	"refuses IDs of Shopify's Google channel with the country %p, and sends nothing",
	async (idCountry) => {
		const { error } = await syncShop({ idsFrom: 'google', idCountry });
		expect(error?.message).toMatch(/^"Country of the IDs" (is|must)/);
		expect(sent('PUT')).toEqual([]);
		expect(await stored()).toEqual({});
	},
);

it('takes the SKU alone where it was chosen, and says which rows share it', async () => {
	const held = await syncExport({ idsFrom: 'sku' });
	expect(held.json).toMatchObject([{ created: 0, skipped: 1, held: 1 }]);
	const options = { duplicates: 'last' };
	const { json, hints } = await syncExport({ idsFrom: 'sku', options });
	expect(json).toMatchObject([{ created: 1, skipped: 1 }]);
	expect(Object.keys(await stored())).toEqual(['STYLE']);
	expect(hints.map(({ message }) => message).join('\n')).toContain('STYLE');
	expect(JSON.stringify(json)).not.toContain('share a SKU got IDs');
});

it('leaves a feed and a mapped ID as they are', async () => {
	await seed(product('a1'));
	const feed = await syncItems([product('a1')], chosen({ idsFrom: 'sku' }));
	expect(feed.error?.description).toContain('Set Options → Product IDs From to Automatic.');
	const mapped = await syncExport({
		idsFrom: 'sku',
		...ownMapping({ id: '{Handle}/{Option1 Value}' }),
	});
	expect(mapped.json).toMatchObject([{ created: 2 }]);
	expect(Object.keys(await stored())).toEqual(expect.arrayContaining(['tee/S', 'tee/M']));
});

describe('items as they come out of a node', () => {
	it('of Shopify: one product for every variant', async () => {
		const item = shopifyItem(0);
		const [small, medium] = item.variants as Fields[];
		const tracked = { inventory_management: 'shopify', inventory_policy: 'deny', inventory_quantity: 5 };
		const red = { option1: 'red', option2: 'S', barcode: '4006381333931', image_id: 2 };
		const blue = { id: 12, sku: '', price: '29.00', option1: 'blue', option2: 'S' };
		const tee = {
			...item,
			body_html: '<p>Organic &amp; soft</p>',
			options: ['Color', 'Size'].map((name, at) => ({ name, position: at + 1 })),
			images: [1, 2].map((id) => ({ id, src: `https://cdn.shop.example/${id}.jpg` })),
			variants: [
				{ ...small, ...tracked, ...red, compare_at_price: '29.00' },
				{ ...medium, ...tracked, ...blue, inventory_policy: 'continue', inventory_quantity: 0 },
			],
		};
		const draft = { ...tee, id: 2, status: 'draft' };
		const { json, hints } = await syncItems([tee, draft], { defaults: DEFAULTS });
		expect(json).toMatchObject([
			{ created: 2, failed: 0, skipped: 2, leftOut: [{ why: 'Status is draft', count: 2 }] },
		]);
		expect(await stored()).toMatchObject({
			'T0-S': {
				title: 'Tee 0',
				description: 'Organic & soft',
				price: '29.00 EUR',
				sale_price: '19.90 EUR',
				availability: 'in stock',
				inventory: 5,
				color: 'red',
				size: 'S',
				gtin: '4006381333931',
				item_group_id: 'tee-0',
				image_link: 'https://cdn.shop.example/2.jpg',
				link: 'https://shop.example/products/tee-0',
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
