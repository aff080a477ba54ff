/** @jest-environment ./test/support/environment.ts */
/** What the IDs of products are made of: a choice, compared with the catalog before anything is sent. */
import { pickBy } from 'lodash';
import { ownMapping, product, useCatalog, type Fields } from './support';

const { seed, sent, stored, syncFile, syncItems } = useCatalog();

const DEFAULTS = {
	condition: 'new',
	currency: 'EUR',
	brand: 'Acme',
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
