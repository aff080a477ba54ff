/** @jest-environment ./test/support/environment.ts */
/** A file with columns that no system has is read by their words, in two clicks. What is guessed is right or absent. */
import { omit, zipObject } from 'lodash';
import type { ResourceMapperField } from 'n8n-workflow';
import { fileFields } from '../../../nodes/XCatalog/fields/product';
import { describeColumns, nearestColumns } from '../../../nodes/XCatalog/formats/ownMapping';
import { AUTO_MAP, brokenRules, csv, itemsOf, ownMapping, product, useCatalog, type Fields } from './support';

const { sim, run, stored, syncFile, syncItems } = useCatalog();

const ROW = {
	Artikelnr: 'A-1',
	Bezeichnung: 'Tisch',
	Langtext: 'Aus Holz',
	'VK Preis': '12.50 EUR',
	Purchase_Price: '5.00 EUR',
	Lager: '4',
	Verfügbarkeit: 'Auf Lager',
	Bild: 'https://i.example/1.jpg',
	youtube_video_url: 'https://v.example/1',
	Produktlink: 'https://s.example/1',
	Hersteller: 'Holz',
	Zustand: 'Gebraucht',
};
const NEW = { defaults: { condition: 'new' } };

it('is refused with the mapping as data, and read with one choice', async () => {
	const refused = await syncFile(csv([ROW]), 'tische.csv');
	expect(refused.error?.description).toContain('Set Source Format to Take the Nearest Fields');
	expect((refused.error as { context?: Fields }).context?.data).toMatchObject({
		mapping: { id: 'Artikelnr', price: 'VK Preis', link: 'Produktlink' },
	});
	expect(sim().requests).toEqual([]);
	const { error } = await syncItems([ROW]);
	const advice = 'The columns have other names, it seems: set Source Format to Take the Nearest Fields';
	expect(error?.description?.split(advice)).toHaveLength(2);
	const { json } = await syncItems([ROW], { sourceFormat: 'nearest', ...NEW });
	expect(json).toMatchObject([{ created: 1, sourceFormats: [{ format: 'Nearest Fields' }] }]);
});

it('is a table with samples in a dry run, and nothing is sent', async () => {
	const { json, hints } = await syncFile(csv([ROW]), 'tische.csv', {
		dryRun: true,
		options: { report: 'preview' },
		...NEW,
	});
	expect(json.slice(0, 5)).toMatchObject([
		{ action: 'column', column: 'Artikelnr', field: 'id', sample: 'A-1' },
		{ column: 'Bezeichnung', field: 'title' },
		{ column: 'Langtext', field: 'description' },
		{ column: 'VK Preis', field: 'price', sample: '12.50 EUR' },
		{ column: 'Purchase_Price', field: '' },
	]);
	expect(json.at(-1)).toMatchObject({ sourceFormats: [{ mapping: { id: 'Artikelnr' } }] });
	expect(hints.map(({ message }) => message).join('\n')).toContain('this dry run took the nearest fields');
	expect(await stored()).toEqual({});
});

const OWN = {
	'Product Code': 'A-1',
	'Product Name': 'Table',
	Text: 'Made of wood',
	Cost: '12.50 EUR',
	Stock: '0',
	Photo: 'https://i.example/1.jpg',
	Page: 'https://s.example/1',
	Maker: 'Oak',
};
const SAID = 'Condition was taken to be new, as the file does not say (1). Set Condition in Defaults';

/** A choice of a menu is two clicks; the recipe for any file has the rest. Extract from File gives items. */
it('is synced after one choice and without a typed word, from a file or from the items of a sheet', async () => {
	const oneChoice = { sourceFormat: 'nearest' };
	for (const { json, hints } of [
		await syncFile(csv([OWN]), 'own.csv', oneChoice),
		await syncItems([{ ...OWN, 'Product Code': 'A-2' }], oneChoice),
	]) {
		expect(json).toMatchObject([{ created: 1, failed: 0 }]);
		expect(hints.map(({ message }) => message).join('\n')).toContain(SAID);
	}
	expect(await stored()).toMatchObject({
		'A-1': { availability: 'out of stock', condition: 'new', price: '12.50 EUR', brand: 'Oak' },
		'A-2': { availability: 'out of stock', condition: 'new', link: 'https://s.example/1' },
	});
	const { json } = await syncFile(csv([OWN]), 'own.csv', { ...oneChoice, defaults: { condition: 'used' } });
	expect(json).toMatchObject([{ updated: 1 }]);
	expect((await stored())['A-1']?.condition).toBe('used');
});

it('is read where it lacks descriptions and condition, and where its stock is a word', async () => {
	const rows = ['Disponibile', 'Non disponibile', '7'].map((Stock, index) => ({
		Name: `Hat ${index}`,
		Brand: 'Acme',
		Price: '12.50 EUR',
		Code: `H-${index}`,
		Link: `https://s.example/${index}`,
		Stock,
		Image: 'https://i.example/1.jpg',
	}));
	const { json } = await syncFile(csv(rows), 'trovaprezzi.csv', { sourceFormat: 'nearest' });
	expect(json).toMatchObject([{ created: 3, failed: 0 }]);
	expect(json[0]?.text).toContain('Titles stand in for missing descriptions (3)');
	expect(await stored()).toMatchObject({
		'H-0': { description: 'Hat 0', availability: 'in stock', inventory: null },
		'H-1': { availability: 'out of stock', inventory: null },
		'H-2': { availability: 'in stock', inventory: 7 },
	});
	const broken = await syncFile(csv([{ ...rows[0], Stock: 'five' }]), 'trovaprezzi.csv', {
		sourceFormat: 'nearest',
	});
	expect(broken.error?.description).toContain('not "five"');
});

/** What is between the first and the last brace of a text. */
const jsonIn = (text = '') => text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
const own = (value: Fields) => ({ ...ownMapping(value), ...NEW });

it('is read by the JSON of the error and of the dry run, pasted into Columns of the File', async () => {
	const said = [
		(await syncFile(csv([ROW]), 'tische.csv')).error?.description ?? '',
		...(await syncFile(csv([ROW]), 'tische.csv', { dryRun: true, ...NEW })).hints.map(
			({ message }) => message,
		),
	].filter((text) => text.includes('All Fields (JSON)'));
	expect(said).toHaveLength(2);
	expect(jsonIn(said[1])).toBe(jsonIn(said[0]));
	const all = new Map<string, ResourceMapperField>(fileFields([]).map((field) => [field.id, field]));
	expect(all.get('json')).toMatchObject({
		displayName: 'All Fields (JSON)',
		type: 'object',
		required: false,
	});
	for (const pasted of [jsonIn(said[0]), JSON.parse(jsonIn(said[0])) as Fields]) {
		const { json } = await syncFile(
			csv([ROW]),
			'tische.csv',
			own({ json: pasted, title: '{Bezeichnung} neu' }),
		);
		expect(json).toMatchObject([{ failed: 0, sourceFormats: [{ format: 'Own Mapping' }] }]);
		expect((await stored())['A-1']).toMatchObject({ title: 'Tisch neu', price: '12.50 EUR', brand: 'Holz' });
	}
});

it.each([
	['{"id": "Artikelnr"', 'must have a column for each field'],
	['["Artikelnr"]', 'must have a column for each field'],
	['{"id": "Artikelnr", "prize": "VK Preis"}', '"prize" is no field with a column'],
	['{"id": {"column": "Artikelnr"}}', '"id" is no field with a column'],
])('refuses %s', async (pasted, what) => {
	const { error } = await syncFile(csv([ROW]), 'tische.csv', own({ json: pasted }));
	expect(error?.message).toContain('Columns of the File');
	expect(error?.message).toContain(what);
	expect(sim().requests).toEqual([]);
});

it.each([
	['sale_price_dates_from button_text body_zone body_style youtube_video_url purchase_price', {}],
	['unit_price price purchase_price', { price: 'price' }],
	['Cost SKU Price', { id: 'SKU', price: 'Price' }],
	['Code Cost', { id: 'Code', price: 'Cost' }],
	['availabilities/availability@storeid', {}],
	[
		'image_url_2 image_url_3 image_url_4',
		{ image_link: 'image_url_2', additional_image_link: '{image_url_3},{image_url_4}' },
	],
	['Photo Photo2', { image_link: 'Photo', additional_image_link: '{Photo2}' }],
	['constructor toString', {}],
])('reads the columns %s', (columns, mapping) => {
	expect(nearestColumns(columns.split(' '))).toEqual(mapping);
});

it.each([
	[
		'Odoo',
		'Internal Reference|Name|Sales Price|Cost|Barcode|Quantity On Hand',
		'id title price gtin inventory',
	],
	[
		'idealo',
		'Artikelnummer im Shop|EAN / Barcodenummer|Original Herstellerartikelnummer|Herstellername|Produktname|Produktgruppe im Shop (möglichst als Pfad)|Preis (Brutto)|Lieferzeit|ProduktURL|BildURL_1 (großes Bild)|Produktbeschreibung (max. 1000 Zeichen)',
		'id gtin mpn brand title product_type price link image_link description',
	],
	[
		'idealo in English',
		'Article Number in Shop|EAN / GTIN / Barcode|HAN / MPN|Manufacturer / Brand Name|Product Name|Price|Discount Price|Was Price|Delivery Time|Product Group in Shop|Product Description',
		'id gtin mpn brand title price sale_price product_type description',
	],
	[
		'Trovaprezzi as XML, whose names are in small letters',
		'name|brand|originalprice|price|code|eancode|partnumber|link|stock|categories|image|imageurl|shippingcost',
		'title brand price id gtin mpn link inventory product_type image_link additional_image_link',
	],
	[
		'Spanish',
		'Nombre del producto|Precio|URL del producto|Referencia|URL de la imagen',
		'title price link id image_link',
	],
	[
		'German',
		'Artikelnummer|Bezeichnung|Verkaufspreis|Strichcode|Lagerbestand',
		'id title price gtin inventory',
	],
	['Conditions', 'ID|Artikelzustand', 'id condition'],
	['French', 'Référence|Nom|Prix TTC|Marque|Code barres|Quantité', 'id title price brand gtin inventory'],
	['Italian', 'Codice|Nome|Prezzo|Marca|Disponibilità', 'id title price brand availability'],
	['Dutch', 'Artikelcode|Productnaam|Prijs|Voorraad|Merk', 'id title price inventory brand'],
	['Polish', 'Kod|Nazwa|Cena brutto|Stan magazynowy|Producent', 'id title price inventory brand'],
	['Czech', 'Kód|Název|Cena s DPH|Množství|Výrobce', 'id title price inventory brand'],
	['Portuguese', 'Código|Nome|Preço|Estoque|Imagem', 'id title price inventory image_link'],
	['Swedish', 'Artikelkod|Namn|Pris|Lagersaldo|Varumärke', 'id title price inventory brand'],
	['Turkish', 'Stok Kodu|Ürün Adı|Fiyat|Stok|Marka', 'id title price inventory brand'],
	['Russian', 'Артикул|Название|Цена|Остаток|Бренд', 'id title price inventory brand'],
	['Ukrainian', 'Код товару|Назва|Ціна|Залишок|Виробник', 'id title price inventory brand'],
])('knows the words of shops: %s', (_, columns, fields) => {
	expect(Object.keys(nearestColumns(columns.split('|'))).sort()).toEqual(fields.split(' ').sort());
});

it('says nothing of fields where it knows none', () => {
	expect(describeColumns(['Foo', 'Bar'])).toBe('no field for "Foo", "Bar"');
	expect(nearestColumns(['Preis (alt)', 'Price (net)', 'Preis (EUR)'])).toEqual({ price: 'Preis (EUR)' });
	expect(describeColumns(['Foo', 'SKU'])).toBe('{"id":"SKU"}; no field for "Foo"');
});

/** Names that every object of the language has are plain names of columns and elements, and words of cells. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
const PRODUCT = omit(product('a', { gtin: '4006381333931' }), 'brand');
/** What a literal of the language would take for a prototype. */
const ODD_ROW: Fields = Object.fromEntries([
	...Object.entries(PRODUCT),
	...NAMES.map((name) => [name, `of ${name}`] as const),
]);

const elements = (name: (plain: string) => string) =>
	Object.entries(ODD_ROW)
		.map(([plain, value]) => `<${name(plain)}>${String(value)}</${name(plain)}>`)
		.join('');
const nested = NAMES.map((name) => `<${name} ${name}="x"><${name}>y</${name}></${name}>`).join('');
const feedOf = (inner: string) => `<rss><channel><item ${NAMES[0]}="x">${inner}</item></channel></rss>`;
const table = (separator: string) =>
	[Object.keys(ODD_ROW), Object.values(ODD_ROW)].map((cells) => cells.join(separator)).join('\n');

const FILES: readonly (readonly [name: string, content: string])[] = [
	['feed.csv', table(',')],
	['feed.tsv', table('\t')],
	['feed.xml', feedOf(elements((name) => name))],
	['prefixed.xml', feedOf(elements((name) => `g:${name}`))],
	['nested.xml', feedOf(elements((name) => name) + nested + nested)],
	['feed.jsonl', JSON.stringify(ODD_ROW)],
	['feed.json', JSON.stringify({ data: { products: [ODD_ROW] } })],
];

it.each(FILES)('%s is read without a word about them, and gives their values', async (fileName, content) => {
	expect((await syncFile(content, fileName)).error).toBeUndefined();
	expect((await stored()).a).toMatchObject(PRODUCT);
	const fields = ['brand', 'color', 'size', 'mpn'];
	// Names in XML are compared in small letters.
	const columns = NAMES.map((name) => (fileName.endsWith('.xml') ? name.toLowerCase() : name));
	const { error } = await syncFile(content, fileName, ownMapping(zipObject(fields, columns)));
	expect(error).toBeUndefined();
	expect((await stored()).a).toMatchObject(
		zipObject(
			fields,
			NAMES.map((name) => `of ${name}`),
		),
	);
});

it.each(['availability', 'condition', 'price', 'gender', 'link'])(
	'refuses such a word as %s',
	async (field) => {
		for (const word of NAMES) {
			const rows = itemsOf([{ ...product('a'), [field]: field === 'price' ? `5 ${word}` : word }]);
			const { error } = await run('product', 'upsert', AUTO_MAP, { items: rows });
			expect(brokenRules(error)).toEqual([expect.stringContaining(field)]);
		}
	},
);

it('refuses such a name as an entity of XML, and as a column where the file has none', async () => {
	const own = ownMapping({ brand: 'constructor' });
	const lacking = await syncFile(JSON.stringify(PRODUCT), 'feed.jsonl', own);
	expect(lacking.error?.message).toBe('Own Mapping names "constructor", and feed.jsonl has no such column');
	const { error } = await syncFile(feedOf('<id>a</id><title>&constructor;</title>'), 'feed.xml');
	expect(error?.message).toContain('an & is no XML entity');
});

it('takes no mistake of the node for an answer of X', async () => {
	// Deeper than the calls of a program may be.
	const title = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
	const row = `{"id":"a","price":"1 EUR","link":"x","title":${title}}`;
	const { error } = await syncFile(row, 'feed.jsonl');
	expect(error?.message).toBe('The node failed at its own work: Maximum call stack size exceeded');
	expect(error?.description).toContain('not an answer of X');
	expect(sim().requests).toEqual([]);
});
