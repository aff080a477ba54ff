/** @jest-environment ./test/support/environment.ts */
/**
 * The exports of shop systems, one file each with the same products: `products.json` says what they are. The files have
 * the columns of the documented exports. Each goes through a whole sync, and what is stored then must be the products.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { isEmpty, keyBy, omitBy, pick } from 'lodash';
import { SaxesParser } from 'saxes';
import { storeBinary } from '../../support';
import { useCatalog, type Fields } from './support';

const { run, seed, stored } = useCatalog();

interface Model {
	id: string;
	number: number;
	handle: string;
	title: string;
	html: string;
	text: string;
	price: string;
	sale: string;
	stock: number;
	brand: string;
	gtin: string;
	category: string[];
	images: string[];
	group: string;
	color: string;
	size: string;
	bad: string;
}

const folder = join(__dirname, '..', '..', 'fixtures', 'catalog');
const read = (file: string) => readFileSync(join(folder, file));
const models = JSON.parse(read('products.json').toString()) as Model[];
const good = models.filter(({ bad }) => bad === '');

/** What a product is on X. */
const expected = (model: Model, currency = 'EUR'): Fields => ({
	id: model.id,
	title: model.title,
	description: model.text,
	availability: model.stock > 0 ? 'in stock' : 'out of stock',
	condition: 'new',
	price: `${model.price} ${currency}`,
	sale_price: model.sale === '' ? null : `${model.sale} ${currency}`,
	link: `https://shop.example/${model.handle}?v=${model.number}&ref=feed`,
	image_link: model.images[0],
	additional_image_link: model.images.slice(1).join(','),
	brand: model.brand,
	gtin: model.gtin,
	product_type: model.category.join(' > '),
	inventory: model.stock,
	item_group_id: model.group,
	color: model.color,
	size: model.size,
});

interface Summary {
	sourceFormats: unknown;
	leftOut?: { why: string; count: number }[];
	failures: { id: string; errors: string[] }[];
}

interface System {
	file: string;
	/** How the report names the format. */
	format: string;
	currency?: string;
	defaults?: Fields;
	/** What the export says otherwise, or not at all. */
	differs?: (model: Model) => Fields;
	/** Rows that are no products to advertise, by their reasons. */
	leftOut?: Record<string, number>;
	/** Whether the texts of the file are as the products have them. */
	isPlain?: boolean;
}

const EUR = { currency: 'eur', condition: 'new' };
const period = (model: Model, value: string) => (model.sale === '' ? null : value);

const systems: System[] = [
	{
		file: 'google.txt',
		format: 'Google / Merchant feed',
		isPlain: true,
		differs: ({ text }) => ({ description: text.replace(/\n/g, ' '), inventory: null }),
	},
	{ file: 'meta.csv', format: 'Meta catalog', differs: () => ({ product_type: null, gtin: null }) },
	{
		file: 'shopify.csv',
		format: 'Shopify products export',
		defaults: { ...EUR, linkPattern: 'https://shop.example/products/{Handle}' },
		differs: ({ handle, category }) => ({
			link: `https://shop.example/products/${handle}`,
			product_type: category.at(-1),
		}),
		leftOut: { 'Status is draft': 1 },
	},
	{
		file: 'wooCommerce.csv',
		format: 'WooCommerce export',
		defaults: { ...EUR, linkPattern: 'https://shop.example/?p={Product ID}', timeZone: 'Europe/Berlin' },
		differs: (model) => ({
			link: `https://shop.example/?p=${model.group === '' ? model.number : firstOf(model).number + 500}`,
			title: model.group === '' ? model.title : `${model.title} - ${model.color}, ${model.size}`,
			item_group_id: model.group === '' ? null : `GR-${model.group}`,
			sale_price_effective_date: period(model, '2026-03-01T00:00:00+01:00/2026-03-31T23:59:59+02:00'),
		}),
		leftOut: { 'a variable product has no price of its own': 2, 'it is not published': 1 },
	},
	{
		file: 'magento.csv',
		format: 'Magento 2 export',
		defaults: {
			...EUR,
			linkPattern: 'https://shop.example/{url_key}.html',
			imageBase: 'https://img.shop.example/',
		},
		differs: ({ handle, group, category }) => ({
			link: `https://shop.example/${handle}.html`,
			item_group_id: group === '' ? null : `GR-${group}`,
			product_type: ['Default Category', ...category].join(' > '),
		}),
		leftOut: {
			'a configurable product has no price of its own': 2,
			'it is the wording of a store view': 1,
			'it is not online': 1,
		},
	},
	{
		file: 'prestaShop.csv',
		format: 'PrestaShop export',
		defaults: {
			currency: 'EUR',
			timeZone: 'Europe/Berlin',
			linkPattern: 'https://shop.example/{Product ID}-{URL rewritten}.html',
		},
		differs: (model) => ({
			link: `https://shop.example/${model.number}-${model.handle}.html`,
			...{ item_group_id: null, color: null, size: null },
			sale_price_effective_date: period(model, '2026-03-01T00:00:00+01:00/2099-12-31T23:59:59Z'),
		}),
		leftOut: { 'it is not active': 1 },
	},
	{
		file: 'bigCommerce.csv',
		format: 'BigCommerce export',
		defaults: { ...EUR, linkPattern: 'https://shop.example{Product URL}' },
		differs: ({ handle, group }) => ({
			link: `https://shop.example/${handle}/`,
			item_group_id: group === '' ? null : `GR-${group}`,
		}),
		leftOut: { 'it is not visible': 1 },
	},
	{
		file: 'wix.csv',
		format: 'Wix export',
		defaults: { ...EUR, linkPattern: 'https://shop.example/product-page/{handleId}' },
		differs: (model) => ({
			link: `https://shop.example/product-page/${model.handle}`,
			gtin: null,
			product_type: model.category[0],
			// The discount is that of the product: of the shirts only the blue ones have one, and the red one comes first.
			...(model.handle === 'tee' && { sale_price: null }),
			...(model.size === '41' && { price: '130.00 EUR' }),
		}),
		leftOut: { 'visible is false': 1 },
	},
	{
		file: 'shoptet.csv',
		format: 'Shoptet export',
		currency: 'CZK',
		defaults: { condition: 'new', linkPattern: 'https://shop.example/{pairCode}{code}' },
		differs: ({ group, id }) => ({ link: group === '' ? null : `https://shop.example/${group}${id}` }),
		leftOut: { 'it is hidden': 1 },
	},
	{
		file: 'shoptet.xml',
		format: 'Shoptet export',
		currency: 'CZK',
		defaults: { condition: 'new' },
		differs: (model) => ({
			link: `https://shop.example/${model.handle}?v=${firstOf(model).number}&ref=feed`,
			item_group_id: model.group === '' ? null : `guid-${model.handle}`,
		}),
	},
	{
		file: 'yml.xml',
		format: 'YML',
		currency: 'RUB',
		defaults: { condition: 'new' },
		differs: () => ({ inventory: null }),
	},
	{
		file: 'ceneo.xml',
		format: 'Ceneo',
		currency: 'PLN',
		defaults: { condition: 'new' },
		differs: ({ stock }) => ({
			sale_price: null,
			item_group_id: null,
			color: null,
			size: null,
			inventory: stock || null,
		}),
	},
	{
		file: 'heureka.xml',
		format: 'Heureka',
		currency: 'CZK',
		defaults: { condition: 'new', currency: 'CZK' },
		differs: ({ stock }) => ({
			sale_price: null,
			inventory: null,
			availability: stock > 0 ? 'in stock' : 'available for order',
		}),
	},
	{
		file: 'googleRetail.jsonl',
		format: 'Google Retail JSON',
		defaults: { condition: 'new' },
		isPlain: true,
		leftOut: { 'it is a collection': 1 },
	},
];

const firstOf = ({ handle }: Model) => models.find((each) => each.handle === handle) as Model;

/** A product of X without what it does not have. */
const filled = (product: Fields) =>
	omitBy(product, (value) => value === null || value === '' || value === undefined);

/** Amounts of JSON lose their zeros. */
const sameAmount = (text: unknown) =>
	typeof text === 'string' ? text.replace(/^(\d+)\.(\d)0 /, '$1.$2 ').replace(/^(\d+)\.00? /, '$1 ') : text;

async function sync(file: string, parameters: Fields) {
	const mimeType = 'application/octet-stream';
	const binary = { data: await storeBinary(read(file), { mimeType, fileName: file }) };
	return await run(
		'product',
		'sync',
		{ productsFrom: 'file', ...parameters },
		{ items: [{ json: {}, binary }] },
	);
}

describe('the export of a shop system', () => {
	it.each(systems)(
		'$file arrives as it is',
		async ({ file, format, currency, defaults = {}, differs, leftOut }) => {
			const product_catalog_id = await seed();
			const { json, error } = await sync(file, { product_catalog_id, defaults });
			expect(error?.message).toBeUndefined();
			const [summary] = json as unknown as [Summary];
			expect(summary.sourceFormats).toEqual([{ format, because: expect.any(String) as string }]);
			const reasons = (summary.leftOut ?? []).map(({ why, count }) => [why, count]);
			expect(Object.fromEntries(reasons)).toEqual(leftOut ?? {});
			const isComplete = (model: Model) => expectedOf(model).link !== null;
			const expectedOf = (model: Model) => ({ ...expected(model, currency), ...differs?.(model) });
			const wanted = good.filter(isComplete).map((model) => filled(expectedOf(model)));
			const names = Object.keys(expected(models[0] as Model)).concat('sale_price_effective_date');
			const found = Object.values(await stored()).map((each) => filled(pick(each, names)));
			const readable = (products: Fields[]) =>
				products.map((each) => ({
					...each,
					price: sameAmount(each.price),
					...(each.sale_price !== undefined && { sale_price: sameAmount(each.sale_price) }),
				}));
			expect(keyBy(readable(found), 'id')).toEqual(keyBy(readable(wanted), 'id'));
			const refused = summary.failures.map(({ id, errors }) => [id, errors]);
			expect(refused).toEqual(
				models
					.filter((model) => model.bad !== '' || !isComplete(model))
					.map(({ id, bad }) => [
						id,
						expect.arrayContaining([bad === '' ? 'Link is required' : 'Image Link is required']) as unknown,
					]),
			);
		},
	);

	it.each(systems.filter(({ file }) => !file.endsWith('.jsonl')))(
		'$file holds the products by a reading of others',
		({ file, isPlain = false, format }) => {
			const texts = textsOf(file).map((text) => text.replaceAll('\\n', '\n'));
			const has = (value: string) => texts.some((text) => text === value || text.includes(value));
			const lacking = models.flatMap((model) => {
				const values = [
					model.id,
					model.title,
					isPlain ? model.text.replace(/\n/g, ' ') : model.html,
					model.brand,
				];
				const images = model.images.map((address) => address.replace('https://img.shop.example', ''));
				const all = format === 'Wix export' || format === 'Meta catalog' ? values : [...values, model.gtin];
				return [...all, ...images, model.price.replace(/\.00$/, '')].filter(
					(value) => !isEmpty(value) && !has(value) && !has(value.replace('.', ',')),
				);
			});
			// The surcharge and the discount of Wix stand for prices.
			expect(lacking).toEqual([]);
		},
	);

	it('is not sent before it is known how prices are meant, and says what helps', async () => {
		const product_catalog_id = await seed();
		const { error } = await sync('shopify.csv', { product_catalog_id });
		expect(error?.message).toMatch(/^\d+ products break a rule, the first one: /);
		expect(error?.description).toMatch(
			/Condition is required \(\d+ products: Line 2 \(SC-101\), Line \d+ \(SC-\d+\), Line \d+ \(SC-\d+\)\)/,
		);
		expect(error?.description).toContain(
			'Set Link Pattern in Defaults, e.g. https://shop.example/products/{Handle}',
		);
		expect(error?.description).toContain('Set Currency in Defaults');
		expect((error?.description ?? '').length).toBeLessThan(2000);
	});
});

/** Every cell, text and attribute of a file, as csv-parse and saxes read it. */
function textsOf(file: string): string[] {
	const content = read(file)
		.toString('utf8')
		.replace(/^\ufeff/, '');
	if (!file.endsWith('.xml')) {
		const delimiter =
			file === 'google.txt'
				? '\t'
				: content.split('\n')[0]?.includes(';') && !file.startsWith('meta')
					? ';'
					: ',';
		const quote = file === 'google.txt' ? false : '"';
		return parse(content, { delimiter, quote, relax_column_count: true }).flat();
	}
	const texts: string[] = [];
	const parser = new SaxesParser();
	parser.on('opentag', ({ attributes }) => {
		texts.push('', ...Object.values(attributes as Record<string, string>), '');
	});
	const add = (text: string) => (texts[texts.length - 1] += text);
	parser.on('text', add);
	parser.on('cdata', add);
	parser.on('closetag', () => texts.push(''));
	parser.write(content).close();
	return texts.map((text) => text.trim());
}
