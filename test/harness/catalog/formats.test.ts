/** @jest-environment ./test/support/environment.ts */
/**
 * The exports of shop systems, one file each with the same products: `products.json` says what they are. The files have
 * the columns of the documented exports. Each goes through a whole sync, and what is stored then must be the products.
 */
import { keyBy, omitBy, pick } from 'lodash';
import { fixture, useCatalog, type Fields, type Summary } from './support';

const { stored, syncFile } = useCatalog();

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

const models = JSON.parse(fixture('products.json').toString()) as Model[];
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

/** A field that an export does not have. One that is missing without a reason is a defect of the format's table. */
class Absent {
	constructor(readonly reason: string) {}
}

const absent = (reason: string) => new Absent(reason);

interface System {
	file: string;
	/** How the report names the format. */
	format: string;
	currency?: string;
	defaults?: Fields;
	/** What the export says otherwise; what it does not say at all, with the reason. */
	differs?: (model: Model) => Record<string, string | number | undefined | Absent>;
	/** Rows that are no products to advertise, by their reasons. */
	leftOut?: Record<string, number>;
}

const NO_COMBINATIONS = 'combinations are a file of their own: the products do not say which they have';
const EUR = { currency: 'eur', condition: 'new' };
const period = (model: Model, value: string) => (model.sale === '' ? '' : value);
const groupOf = ({ group }: Model) => group && `GR-${group}`;

const systems: System[] = [
	{
		file: 'google.txt',
		format: 'Google / Merchant Feed',
		differs: ({ text }) => ({
			description: text.replace(/\n/g, ' '),
			inventory: absent('the feed of Google says whether there is any, not how many'),
		}),
	},
	{
		file: 'meta.csv',
		format: 'Meta Catalog',
		differs: () => ({
			product_type: absent('the template of Commerce Manager has two categories of its own instead'),
			gtin: absent('the template of Commerce Manager has no such column'),
		}),
	},
	{
		file: 'shopify.csv',
		format: 'Shopify Products Export',
		defaults: { ...EUR, linkPattern: 'https://shop.example/products/{Handle}' },
		differs: ({ handle, category }) => ({
			link: `https://shop.example/products/${handle}`,
			product_type: category.at(-1),
		}),
		leftOut: { 'Status is draft': 1 },
	},
	{
		file: 'wooCommerce.csv',
		format: 'WooCommerce Export',
		defaults: { ...EUR, linkPattern: 'https://shop.example/?p={Product ID}', timeZone: 'Europe/Berlin' },
		differs: (model) => ({
			link: `https://shop.example/?p=${model.group === '' ? model.number : firstOf(model).number + 500}`,
			title: model.group === '' ? model.title : `${model.title} - ${model.color}, ${model.size}`,
			item_group_id: groupOf(model),
			sale_price_effective_date: period(model, '2026-03-01T00:00:00+01:00/2026-03-31T23:59:59+02:00'),
		}),
		leftOut: { 'a variable product has no price of its own': 2, 'it is not published': 1 },
	},
	{
		file: 'magento.csv',
		format: 'Magento 2 Export',
		defaults: {
			...EUR,
			linkPattern: 'https://shop.example/{url_key}.html',
			imageBase: 'https://img.shop.example/',
		},
		differs: (model) => ({
			link: `https://shop.example/${model.handle}.html`,
			item_group_id: groupOf(model),
			product_type: ['Default Category', ...model.category].join(' > '),
		}),
		leftOut: {
			'a configurable product has no price of its own': 2,
			'it is the wording of a store view': 1,
			'it is not online': 1,
		},
	},
	{
		file: 'prestaShop.csv',
		format: 'PrestaShop Export',
		defaults: {
			currency: 'EUR',
			timeZone: 'Europe/Berlin',
			linkPattern: 'https://shop.example/{Product ID}-{URL rewritten}.html',
		},
		differs: (model) => ({
			link: `https://shop.example/${model.number}-${model.handle}.html`,
			item_group_id: absent(NO_COMBINATIONS),
			color: absent(NO_COMBINATIONS),
			size: absent(NO_COMBINATIONS),
			sale_price_effective_date: period(model, '2026-03-01T00:00:00+01:00/2099-12-31T23:59:59Z'),
		}),
		leftOut: { 'it is not active': 1 },
	},
	{
		file: 'bigCommerce.csv',
		format: 'BigCommerce Export',
		defaults: { ...EUR, linkPattern: 'https://shop.example{Product URL}' },
		differs: (model) => ({ link: `https://shop.example/${model.handle}/`, item_group_id: groupOf(model) }),
		leftOut: { 'it is not visible': 1 },
	},
	{
		file: 'wix.csv',
		format: 'Wix Export',
		defaults: { ...EUR, linkPattern: 'https://shop.example/product-page/{handleId}' },
		differs: (model) => ({
			link: `https://shop.example/product-page/${model.handle}`,
			gtin: absent('the export has no codes of products'),
			product_type: model.category[0],
			...(model.handle === 'tee' && {
				sale_price: absent('the discount is that of the product, here of the red shirt, which has none'),
			}),
			...(model.size === '41' && { price: '130.00 EUR' }),
		}),
		leftOut: { 'visible is false': 1 },
	},
	{
		file: 'shoptet.csv',
		format: 'Shoptet Export',
		currency: 'CZK',
		defaults: { condition: 'new', linkPattern: 'https://shop.example/{pairCode}{code}' },
		differs: ({ group, id }) => ({
			link:
				group === ''
					? absent('the export has no addresses, and the pattern needs a pairCode')
					: `https://shop.example/${group}${id}`,
		}),
		leftOut: { 'it is hidden': 1 },
	},
	{
		file: 'shoptet.xml',
		format: 'Shoptet Export',
		currency: 'CZK',
		defaults: { condition: 'new' },
		differs: (model) => ({
			link: `https://shop.example/${model.handle}?v=${firstOf(model).number}&ref=feed`,
			item_group_id: model.group && `guid-${model.handle}`,
		}),
	},
	{
		file: 'yml.xml',
		format: 'YML',
		currency: 'RUB',
		defaults: { condition: 'new' },
	},
	{
		file: 'ceneo.xml',
		format: 'Ceneo',
		currency: 'PLN',
		defaults: { condition: 'new' },
		differs: ({ title, group, color, size, stock }) => ({
			title: group === '' ? title : `${title} ${color} ${size}`,
			sale_price: absent('an offer has the price to pay, and no former one'),
			item_group_id: absent('every variant is an offer of its own name'),
			inventory: stock || absent('of what is sold out an offer says only that one may ask for it'),
		}),
	},
	{
		file: 'heureka.xml',
		format: 'Heureka',
		currency: 'CZK',
		defaults: { condition: 'new', currency: 'CZK' },
		differs: ({ stock }) => ({
			sale_price: absent('an item has the price to pay, and no former one'),
			inventory: absent('an item says in how many days it is sent, not how many there are'),
			availability: stock > 0 ? 'in stock' : 'available for order',
		}),
	},
	{
		file: 'googleRetail.jsonl',
		format: 'Google Retail JSON',
		defaults: { condition: 'new' },
		leftOut: { 'it is a collection': 1 },
	},
];

const firstOf = ({ handle }: Model) => models.find((each) => each.handle === handle) as Model;

const isMissing = (value: unknown) =>
	value === null || value === '' || value === undefined || value instanceof Absent;

/** A product of X without what it does not have. */
const filled = (product: object): Fields => omitBy(product, isMissing) as Fields;

function exported({ differs, currency }: System, model: Model) {
	const product = expected(model, currency);
	const otherwise = differs?.(model) ?? {};
	const lost = Object.keys(otherwise).filter(
		(name) => isMissing(otherwise[name]) && !(otherwise[name] instanceof Absent) && !isMissing(product[name]),
	);
	if (lost.length > 0) throw new Error(`Say with absent(…) why the export has no ${lost.join(', ')}`);
	return { ...product, ...otherwise };
}

/** Amounts of JSON lose their zeros. */
const sameAmount = (text: unknown) =>
	typeof text === 'string' ? text.replace(/^(\d+)\.(\d)0 /, '$1.$2 ').replace(/^(\d+)\.00? /, '$1 ') : text;

describe('the export of a shop system', () => {
	it.each(systems)('$file arrives as it is', async (system) => {
		const { file, format, defaults = {}, leftOut } = system;
		const { json, error } = await syncFile(fixture(file), file, { defaults });
		expect(error?.message).toBeUndefined();
		const [summary] = json as unknown as [Summary];
		expect(summary.sourceFormats).toEqual([{ format, because: expect.any(String) as string }]);
		const reasons = (summary.leftOut ?? []).map(({ why, count }) => [why, count]);
		expect(Object.fromEntries(reasons)).toEqual(leftOut ?? {});
		const isComplete = (model: Model) => !isMissing(exported(system, model).link);
		const wanted = good.filter(isComplete).map((model) => filled(exported(system, model)));
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
	});

	it('is not sent before it is known how prices are meant, and says what helps', async () => {
		const { error } = await syncFile(fixture('shopify.csv'), 'shopify.csv');
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
