/** @jest-environment ./test/support/environment.ts */
/** Files in other languages, containers and encodings, and what the messages about them say. */
import { gzipSync } from 'node:zlib';
import { csv, product, products, rss, useCatalog, type Fields } from './support';

const { sim, seed, stored, syncFile } = useCatalog();

const WOO_DEFAULTS = {
	currency: 'EUR',
	condition: 'new',
	brand: 'Acme',
	linkPattern: 'https://shop.example/?p={Product ID}',
};

describe('the export of WooCommerce in another language', () => {
	const LEAD =
		'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,"Ist hervorgehoben?","Sichtbarkeit im Katalog",Kurzbeschreibung,Beschreibung,"Datum, an dem Angebotspreis beginnt","Datum, an dem Angebotspreis endet",Steuerstatus,Steuerklasse,"Auf Lager?",Bestand,"Geringe Lagermenge","Lieferrückstände erlaubt?","Nur einzeln verkaufen?","Gewicht (kg)","Länge (cm)","Breite (cm)","Höhe (cm)","Kundenrezensionen erlauben?","Hinweis zum Kauf",Angebotspreis,"Regulärer Preis",Kategorien,Schlagwörter,Versandklasse,Bilder,"Downloadlimit","Ablauftage des Downloads",Übergeordnet,"Gruppierte Produkte",Zusatzverkäufe,Cross-Sells,"Externe URL","Button-Text",Position';
	const ATTRIBUTES = '"Attribut 1 Name","Attribut 1 Wert(e)","Attribut 1 Sichtbar","Attribut 1 Global"';

	it('is read by the order of its columns', async () => {
		const file = [
			`${LEAD},${ATTRIBUTES}`,
			'5,variable,TEE,,Hemd,1,,,,Weich,,,,,1,,,,,,,,,,,,,Hemden,,,https://i.example/1.jpg,,,,,,,,,,Größe,"S, M",,',
			'6,variation,TEE-S,4006381333931,Hemd - S,1,,,,,,,,,1,4,,,,,,,,,,8,10,,,,,,,TEE,,,,,,,Größe,S,,',
			'8,simple,MUG,,Becher,1,,,,Groß,,,,,0,,,,,,,,,,,,12,Becher,,,https://i.example/2.jpg,,,,,,,,,,,,,',
		].join('\n');
		const result = await syncFile(file, 'wc.csv', { defaults: WOO_DEFAULTS });
		expect(result.error?.message).toBeUndefined();
		expect(result.json).toMatchObject([{ sourceFormats: [{ format: 'WooCommerce Export' }] }]);
		expect(await stored()).toMatchObject({
			'TEE-S': {
				title: 'Hemd - S',
				description: 'Weich',
				price: '10 EUR',
				sale_price: '8 EUR',
				size: 'S',
				gtin: '4006381333931',
				inventory: 4,
				item_group_id: 'TEE',
				image_link: 'https://i.example/1.jpg',
				product_type: 'Hemden',
			},
			MUG: { description: 'Groß', availability: 'out of stock', link: 'https://shop.example/?p=8' },
		});
	});

	it('never takes another column for that of brands, or for one before it', async () => {
		const row =
			'8,simple,MUG,,Becher,1,,,,Groß,,,,,1,,,,,,,,,,,,12,,,,https://i.example/2.jpg,,,,,,,,,,3.50,Holz';
		const extended = `${LEAD},Warenkosten,Marken\n${row}\n`;
		const defaults = WOO_DEFAULTS;
		await syncFile(extended, 'wc.csv', { defaults });
		expect((await stored()).MUG).toMatchObject({ brand: 'Holz', price: '12 EUR' });
		const without = LEAD.replace(',"GTIN, UPC, EAN oder ISBN"', '');
		const old = `${without},Warenkosten\n9,simple,CUP,Tasse${','.repeat(36)}\n`;
		const { error } = await syncFile(old, 'wc.csv', { defaults });
		expect(error?.message).toContain('seems to be an export of WooCommerce in another language');
	});

	it('is told where columns are missing, with the way to another export', async () => {
		const file = 'ID,Typ,Artikelnummer,Name,"Regulärer Preis"\n8,simple,MUG,Becher,12\n';
		const { error } = await syncFile(file, 'wc.csv', { defaults: WOO_DEFAULTS });
		expect(error?.message).toBe('wc.csv seems to be an export of WooCommerce in another language');
		expect(error?.description).toMatch(/language of your user .* English .* all columns/);
		expect(sim().requests).toEqual([]);
	});
});

describe('the format of a file', () => {
	it.each([
		['a database', 'id;parent_id;product_number;active;stock;name\n1;;SW1;1;3;Tisch\n'],
		['a list of prices', '<prices><item><id>1</id><netto>3</netto></item></prices>'],
	])('is not that of a feed because of an ID alone: %s', async (_what, content) => {
		const { error } = await syncFile(content, content.startsWith('<') ? 'a.xml' : 'a.csv');
		expect(error?.message).toMatch(/^The columns of the file a\.(?:xml|csv) are not known/);
		expect(error?.description).toContain('Own Mapping');
	});

	const offer = (id: string, more = '') =>
		`<offer id="${id}"><name>Cup</name><url>https://s.example/${id}</url><price>12.50</price>${more}<picture>https://i.example/1.jpg</picture><vendor>Acme</vendor></offer>`;

	it('is that of its root element, whatever the first offer lacks', async () => {
		const file = `<yml_catalog><shop><offers>${offer('1')}${offer('2', '<currencyId>RUR</currencyId>')}</offers></shop></yml_catalog>`;
		const defaults = { condition: 'new', currency: 'RUB' };
		const result = await syncFile(file, 'shop.yml', { defaults });
		expect(result.error?.message).toBeUndefined();
		expect(Object.keys(await stored())).toEqual(['1', '2']);
	});

	const lines = products(2).map((row) => JSON.stringify(row));
	const plain = (delimiter: string) =>
		[Object.keys(product('')), ...products(2).map((row) => Object.values(row))]
			.map((cells) => cells.map(String).join(delimiter))
			.join('\n');
	const FILES: Record<string, [string, Buffer | string]> = {
		'XML without an extension': ['export', rss(products(2))],
		'XML from a script': ['feed.php', rss(products(2))],
		'CSV from a script': ['feed.aspx', csv(products(2))],
		'JSON lines from a script': ['feed.php', lines.join('\n')],
		'a compressed CSV': ['feed.csv.gz', gzipSync(csv(products(2)))],
		'a compressed XML of another name': ['feed', gzipSync(rss(products(2)))],
		'TSV by the name of a text': ['products.txt', plain('\t')],
		'CSV with semicolons, as spreadsheets write it': ['products.csv', plain(';')],
		'a JSON list': ['feed.json', `[${lines.join(',\n')}]`],
		'a JSON list in an object': ['feed.json', `{"count": 2, "products": [${lines.join(',')}], "next": null}`],
		'a JSON list in three objects': [
			'api',
			`{"ok":true,"data":{"page":1,"shop":{"name":"S","products":[${lines.join(',')}]}}}`,
		],
		'a JSON list of GraphQL': [
			'api',
			`{"data":{"products":{"edges":[${lines.map((node) => `{"cursor":"x","node":${node}}`).join(',')}]}}}`,
		],
	};
	it.each(Object.entries(FILES))('is found by its content: %s', async (_what, [name, content]) => {
		const result = await syncFile(content, name);
		expect(result.error?.message).toBeUndefined();
		expect(result.json).toMatchObject([{ created: 2, failed: 0 }]);
	});

	it.each([
		['a JSON list', 'feed.json', `[${lines[0]},${lines[1]?.slice(0, 40)}`, /cut off/],
		['a JSON list between two products', 'feed.json', `[${lines[0]},`, /cut off/],
		['a compressed file', 'feed.csv.gz', gzipSync(csv(products(50))).subarray(0, 120), /cut off|damaged/],
	])('sends nothing of %s that is cut off', async (_what, name, content, said) => {
		const { error } = await syncFile(content, name);
		expect(error?.message).toMatch(said);
		expect(sim().requests).toEqual([]);
	});

	const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
	const ZIP = Buffer.from('504b030414000600', 'hex');
	it.each([
		['feed.ods', ZIP, undefined, /^The file feed\.ods .* spreadsheet: .* Extract from File,.* Input Items/],
		['export', ZIP, SHEET, /It is an Excel file: .* Extract from File/],
		[
			'export',
			Buffer.from('d0cf11e0a1b11ae1', 'hex'),
			undefined,
			/It is an Excel file: .* Extract from File/,
		],
		['feed.zip', ZIP, undefined, /It is a ZIP file: .* Compression.* file_0/],
		['feed.csv', ZIP, 'text/csv', /It is a ZIP file: .* Compression.* Excel file, .* Extract from File/],
	])('names the node that opens it, where this one cannot: %s', async (name, content, type, said) => {
		const { error } = await syncFile(content, name, {}, type);
		expect(error?.message).toMatch(said);
		expect(error?.description).toContain('Nothing was sent');
		expect(sim().requests).toEqual([]);
	});

	it('is read in spite of its name, if it is a table in fact', async () => {
		const rows = csv(products(1));
		const typed = await syncFile(rows, 'products.xls', {}, 'text/csv');
		const untyped = await syncFile(rows, 'products.xls');
		expect([typed.json, untyped.json]).toMatchObject([[{ created: 1 }], [{ unchanged: 1 }]]);
	});

	it('has an encoding of its own where it says so', async () => {
		const file = Buffer.from(
			csv([product('a', { title: 'Schöner Tisch – neu' })]).replace('–', '\u0096'),
			'latin1',
		);
		const wrong = await syncFile(file, 'feed.csv');
		expect(wrong.error?.message).toContain('set Options → Encoding');
		const right = await syncFile(file, 'feed.csv', { options: { encoding: 'windows-1252' } });
		expect(right.error?.message).toBeUndefined();
		expect((await stored()).a?.title).toBe('Schöner Tisch – neu');
	});
});

/** Words of shops in several languages, and those of https://schema.org/ItemAvailability. */
const WORDS: Record<string, [field: string, list: string]> = {
	new: [
		'condition',
		'Neu, Neuware, Neuf, Nuevo, Nuovo, Nieuw, Novo, Nowy, Nový, Nytt, Yeni, Новый, Новий, Brand new, NewCondition',
	],
	used: [
		'condition',
		"Gebraucht, D'occasion, Usado, Usato, Tweedehands, Używany, Použité, Begagnad, İkinci El, Б/у, Вживаний, used_like_new, used_good, used_fair, https://schema.org/UsedCondition",
	],
	refurbished: [
		'condition',
		'Generalüberholt, Reconditionné, Reacondicionado, Ricondizionato, Recondicionado, Odnowiony, Repasované, Renoverad, Yenilenmiş, Восстановленный, Відновлений, open_box_new, cpo',
	],
	'in stock': [
		'availability',
		'true, yes, 1, available, InStock, limited availability, OnlineOnly, Auf Lager, lieferbar, En stock, Disponibile, Op voorraad, Dostępny, Skladem, I lager, Stokta var, в наличии, В наявності',
	],
	'out of stock': [
		'availability',
		'false, no, 0, SoldOut, OutOfStock, Ausverkauft, Nicht lieferbar, Épuisé, Agotado, Esaurito, Uitverkocht, Niedostępny, Vyprodáno, Slutsåld, Tükendi, нет в наличии, Немає в наявності',
	],
	preorder: ['availability', 'PreOrder, https://schema.org/PreSale, Vorbestellbar'],
	'available for order': ['availability', 'https://schema.org/BackOrder, MadeToOrder, Под заказ'],
};

it.each(Object.entries(WORDS))('knows the words of shops for %s', async (value, [field, list]) => {
	const words = list.split(', ');
	const more = { inventory: field === 'condition' ? 3 : '' };
	await syncFile(
		csv(words.map((word, index) => product(`p${index}`, { ...more, [field]: word }))),
		'feed.csv',
	);
	const found = await stored();
	expect(words.map((word, index) => [word, found[`p${index}`]?.[field]])).toEqual(
		words.map((word) => [word, value]),
	);
});

describe('what helps', () => {
	const adviceFor = async (more: Fields, parameters: Fields = {}) => {
		const { error } = await syncFile(csv([product('a', more)]), 'feed.csv', parameters);
		return `${error?.description}`.split('What helps: ')[1] ?? '';
	};

	it('fits what is wrong', async () => {
		const blank = await adviceFor({ image_link: 'https://i.example/a b.jpg' }, { options: { cleanUp: [] } });
		expect(blank).toMatch(/Fix Blanks/);
		expect(blank).not.toMatch(/Image Address/);
		const thousands = await adviceFor({ price: '1,299 EUR' });
		expect(thousands).toMatch(/Set Decimals in Defaults/);
		expect(thousands).not.toMatch(/Set Currency/);
		const decimals = await adviceFor({ price: '19.9999 AUD' });
		expect(decimals).not.toMatch(/Set Decimals/);
		expect(decimals).toMatch(/round/i);
		for (const price of ['-5 EUR', '12.50 EURO']) {
			const form = await adviceFor({ price });
			expect(form).toMatch(/Correct these prices/);
			expect(form).not.toMatch(/Set (?:Currency|Decimals)/);
		}
		expect(await adviceFor({ id: '' })).toMatch(/SKUs in the shop.*Own Mapping/);
		const long = await adviceFor({ id: 'x'.repeat(101) });
		expect(long).toMatch(/SKUs in the shop, or set Options → Product IDs From to shorter ones/);
	});

	it('fits products that differ in their color alone', async () => {
		const rows = ['red', 'blue'].map((color) => product(color, { title: 'Mug', color }));
		const { error } = await syncFile(csv(rows), 'feed.csv');
		expect(error?.description).toContain('different titles in the shop, or map Item Group ID');
	});

	it('leads to the column that the source has under another name', async () => {
		const rows = products(2).map(({ link, image_link, ...row }) => ({
			...row,
			URL: link,
			Image: image_link,
		}));
		const { error } = await syncFile(csv(rows), 'feed.csv');
		expect(error?.description).toContain('The source has Link under another name, it seems (URL)');
		expect(error?.description).not.toContain('Set Link Pattern');
	});

	it('proposes the fields that columns have, and nothing where it cannot know', async () => {
		const columns =
			'CustomLabel,*Title,IMAGE1,PicURL,On Sale,VARIATION 1 TYPE,norma_shipping_cost,offer-id,imgurl,product';
		const { error } = await syncFile(`${columns}\n${columns.replace(/[^,]+/g, 'x')}\n`, 'a.csv');
		const said = `${error?.description}`;
		for (const [column, field] of [
			['*Title', 'title'],
			['{IMAGE1},{PicURL}', 'additional_image_link'],
			['offer-id', 'id'],
			['imgurl', 'image_link'],
		])
			expect(said).toContain(`"${field}":"${column}"`);
		expect(said).toMatch(/no field for "CustomLabel".*"On Sale".*"VARIATION 1 TYPE".*"norma_shipping_cost"/);
	});
});

it('reads the catalog anew, once, where X has forgotten the place in its list', async () => {
	await seed(...products(250));
	const forgotten = {
		kind: 'status' as const,
		status: 400,
		body: {
			errors: [{ code: 'INVALID_PARAMETER', message: '"abc" is not a valid cursor', parameter: 'cursor' }],
		},
	};
	sim().fail({ match: { method: 'GET' }, skip: 1, ...forgotten });
	const result = await syncFile(csv(products(250)), 'feed.csv');
	expect(result.error?.message).toBeUndefined();
	expect(result.json).toMatchObject([{ unchanged: 250, created: 0, catalogProducts: 250 }]);
	sim().fail({ match: { method: 'GET' }, skip: 1, times: 3, ...forgotten });
	const { error } = await syncFile(csv(products(250)), 'feed.csv');
	expect(error?.message).toContain('The place in the list was forgotten');
	expect(error?.description).toMatch(/^Nothing was changed by this request\. Run it again/);
});

it('decodes a description that was escaped twice', async () => {
	await syncFile(csv([product('a', { description: '&amp;lt;!--Start --&amp;gt; Nice' })]), 'feed.csv');
	expect((await stored()).a?.description).toBe('Nice');
});

it.each([
	['<price>1299,50</price><price_old>1499,00</price_old>', /^1499\.00 UAH$/, /^1299\.50 UAH$/],
	['<price>1999</price><old_price>3649</old_price>', /^3649(\.00)? UAH$/, /^1999(\.00)? UAH$/],
	['<price>1999</price><price_promo>1500</price_promo>', /^1999(\.00)? UAH$/, /^1500(\.00)? UAH$/],
])('reads the prices of Ukrainian marketplaces: %s', async (prices, price, sale) => {
	const offer = `<url>https://s.example/1</url>${prices}<currencyId>UAH</currencyId><picture>https://i.example/1.jpg</picture><name>Hat</name><vendor>Acme</vendor>`;
	const file = `<yml_catalog><shop><offers><offer id="1" available="true">${offer}</offer></offers></shop></yml_catalog>`;
	await syncFile(file, 'prices.xml', { defaults: { condition: 'new' } });
	const hat = (await stored())['1'];
	expect(hat?.price).toMatch(price);
	expect(hat?.sale_price).toMatch(sale);
});
