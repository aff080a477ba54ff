/** @jest-environment ./test/support/environment.ts */
/** Files of shops in which a value is wrong, unknown or lost: it is put right, or a person hears of it. */
import { csv, fixture, ownMapping, product, useCatalog, type Fields } from './support';

const { seed, sent, stored, syncFile, syncItems } = useCatalog();

const NEW = { currency: 'EUR', condition: 'new' };

const warnings = ({ hints }: { hints: readonly { message: string; type?: string }[] }) =>
	hints.filter(({ type }) => type === 'warning').map(({ message }) => message);

const count = (list: unknown, name: string, what: RegExp): unknown =>
	(list as Fields[] | undefined)?.find((each) => what.test(each[name] as string))?.count;

describe('Own Mapping', () => {
	const mapping = {
		id: 'Nr',
		title: 'Name',
		description: 'Text',
		price: 'Preis',
		image_link: 'Bild',
		color: 'Farbe',
		brand: 'Marke',
	};
	const defaults = { ...NEW, availability: 'in stock', linkPattern: 'https://i.example/{Nr}' };

	it('never writes the name of a column that the file has no more', async () => {
		const before = product('A1', { title: 'Tisch', color: 'rot' });
		await seed(before);
		const renamed =
			'Nr;Bezeichnung;Langtext;Preis;Bild;Farbton;Marke\nA1;Tisch;Schön;12,00;https://i.example/1.jpg;rot;Holz\n';
		const { error } = await syncFile(renamed, 'shop.csv', {
			defaults,
			...ownMapping(mapping),
		});
		expect(error?.message).toBe('Own Mapping names "Name", "Text", "Farbe", and shop.csv has no such column');
		expect(error?.description).toContain('Its columns are "Nr", "Bezeichnung"');
		expect(error?.description).toContain('in quotes');
		expect(sent('PUT')).toEqual([]);
		expect((await stored()).A1).toMatchObject({ title: 'Tisch', color: 'rot' });
	});

	it.each([
		[
			'products.jsonl',
			'{"sku":"B","name":"Cup","text":"d","cost":12,"url":"https://s.example/b","pic":"https://i.example/b.jpg"}\n' +
				'{"sku":"A","name":"Mug","text":"d","cost":12,"url":"https://s.example/a","pic":"https://i.example/a.jpg","colour":"red","maker":"Mugs"}\n',
		],
		[
			'products.xml',
			'<shop><product><sku>B</sku><name>Cup</name><text>d</text><cost>12</cost><url>https://s.example/b</url><pic>https://i.example/b.jpg</pic></product>' +
				'<product><sku>A</sku><name>Mug</name><text>d</text><cost>12</cost><url>https://s.example/a</url><pic>https://i.example/a.jpg</pic><colour>red</colour><maker>Mugs</maker></product></shop>',
		],
	])('takes what a product of %s lacks for empty', async (name, content) => {
		const value = {
			id: 'sku',
			title: 'name',
			description: 'text',
			price: 'cost',
			link: 'url',
			image_link: 'pic',
			color: 'colour',
			brand: 'maker',
		};
		const more = { defaults: { ...defaults, brand: 'None' } };
		expect((await syncFile(content, name, { ...more, ...ownMapping(value) })).error?.message).toBeUndefined();
		const { A, B } = await stored();
		expect([A?.color, A?.brand, B?.color ?? '', B?.brand]).toEqual(['red', 'Mugs', '', 'None']);
		const lost = await syncFile(content, name, { ...more, ...ownMapping({ ...value, size: 'groesse' }) });
		expect(lost.error?.message).toBe(`Own Mapping names "groesse", and ${name} has no such column`);
	});

	it('corrects what was found, and leaves the other fields as they were found', async () => {
		const file =
			'sku_id,title,description,availability,condition,price,link,image_link,brand\n' +
			'T1,Cup,A cup,in stock,new,12.00 EUR,https://s.example/t1,https://i.example/1.jpg,Mugs\n';
		const own = ownMapping({ id: 'sku_id' });
		const result = await syncFile(file, 'tiktok.csv', { ...own });
		expect(result.error?.message).toBeUndefined();
		expect((await stored()).T1).toMatchObject({ title: 'Cup', price: '12.00 EUR', brand: 'Mugs' });
	});
});

describe('repeated IDs', () => {
	it('are named with their lines and how they differ', async () => {
		const rows = [
			product('a'),
			product('b', { price: '10.00 EUR' }),
			product('b', { price: '180.00 EUR', title: 'Bag' }),
			product('c'),
			product('c'),
		];
		const parameters = { options: { report: 'preview' }, dryRun: true };
		const result = await syncFile(csv(rows), 'feed.csv', parameters);
		const said =
			'b is in lines 3 and 4, which differ in Title ("Shoe b", "Bag") and Price ("10.00 EUR", "180.00 EUR")';
		expect(warnings(result).join('\n')).toContain(said);
		expect(warnings(result).join('\n')).toContain('c is in lines 5 and 6, which are equal');
		const summary = result.json.at(-1) as { problems: Fields[]; text: string };
		expect(count(summary.problems, 'problem', /more than once/)).toBe(2);
		expect(JSON.stringify(summary.problems)).toContain('which differ in Title');
		expect(summary.text).toContain(said);
	});

	it('are named by their number where the file has no lines', async () => {
		const rows = ['Hat', 'Cap'].map((title) => product('a', { title }));
		const { hints } = await syncFile(JSON.stringify(rows), 'feed.json');
		expect(hints[0]?.message).toContain(
			'a is in 2 products of one line, which differ in Title ("Hat", "Cap")',
		);
	});
});

const SHOPIFY_HEAD =
	'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Status';
const SHOPIFY = {
	defaults: { ...NEW, linkPattern: 'https://shop.example/products/{Handle}' },
};

describe('a shop that uses one SKU for all sizes', () => {
	it('of Shopify has a product for each size', async () => {
		const file = [
			SHOPIFY_HEAD,
			'tee,Tee,Soft,Acme,Shirts,true,Size,S,STYLE-1,,,,10.00,,,https://i.example/1.jpg,active',
			'tee,,,,,,,M,STYLE-1,,,,10.00,,,,',
			'tee,,,,,,,L,STYLE-1,,,,12.00,,,,',
			'mug,Mug,Big,Acme,Cups,true,Title,Default Title,MUG-1,,,,5.00,,,https://i.example/2.jpg,active',
		].join('\n');
		const result = await syncFile(file, 'shopify.csv', { ...SHOPIFY });
		expect(result.json).toMatchObject([{ created: 4, skipped: 0 }]);
		const all = await stored();
		expect(Object.keys(all).sort()).toEqual(['MUG-1', 'tee-L', 'tee-M', 'tee-S']);
		expect(all['tee-L']).toMatchObject({ price: '12.00 EUR', size: 'L', item_group_id: 'tee' });
		expect(warnings(result).join('\n')).toContain('share a SKU');
	});

	const EXPORTS: Record<string, [linkPattern: string, ids: string[], ...lines: string[]]> = {
		Wix: [
			'{handleId}',
			['tee-M', 'tee-S'],
			'handleId,fieldType,name,description,productImageUrl,collection,sku,price,surcharge,visible,discountMode,discountValue,inventory,brand,productOptionName1,productOptionType1,productOptionDescription1',
			'tee,Product,Tee,Soft,https://i.example/1.jpg,Shirts,ST-1,10.00,,true,PERCENT,0,InStock,Acme,Size,DROP_DOWN,S;M',
			'tee,Variant,,,,,ST-1,,0,true,,,InStock,,,,S',
			'tee,Variant,,,,,ST-1,,2,true,,,InStock,,,,M',
		],
		BigCommerce: [
			'{Product URL}',
			['21', '22'],
			'Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Price,Brand Name,Description,Product URL,Is Visible,Image URL (Import)',
			'Product,11,Tee,physical,ST-2,,none,,10.00,Acme,Soft,/tee/,TRUE,',
			'Variant,21,,,ST-2,Type=Rectangles|Name=Size|Value=S,,,,,,,,',
			'Variant,22,,,ST-2,Type=Rectangles|Name=Size|Value=M,,,,,,,,',
			'Image,1,,,,,,,,,,,,https://i.example/1.jpg',
		],
		WooCommerce: [
			'{Product ID}',
			['6', '7'],
			'ID,Type,SKU,Name,Published,Description,In stock?,Stock,Regular price,Images,Parent,Attribute 1 name,Attribute 1 value(s)',
			'5,variable,TEE,Tee,1,Soft,1,,,https://i.example/1.jpg,,Size,"S, M"',
			'6,variation,TEE-V,Tee - S,1,,1,,10,,TEE,Size,S',
			'7,variation,TEE-V,Tee - M,1,,1,,12,,TEE,Size,M',
		],
	};
	it.each(Object.entries(EXPORTS))(
		'of %s has a product for each size',
		async (_system, [linkPattern, ids, ...lines]) => {
			const defaults = { ...NEW, brand: 'Acme', linkPattern: `https://shop.example/${linkPattern}` };
			await syncFile(lines.join('\n'), 'shop.csv', { defaults });
			expect(Object.keys(await stored()).sort()).toEqual(ids);
		},
	);
});

describe('Shopify', () => {
	it('loses the apostrophe that its export puts before numeric SKUs', async () => {
		const file = [
			SHOPIFY_HEAD,
			"mug,Mug,Big,Acme,Cups,true,Title,Default Title,'2564756,,,,5.00,,'4006381333931,https://i.example/2.jpg,active",
			"cap,Cap,Big,Acme,Cups,true,Title,Default Title,'tis-1,,,,5.00,,,https://i.example/2.jpg,active",
		].join('\n');
		const { json } = await syncFile(file, 'shopify.csv', { ...SHOPIFY });
		expect(Object.keys(await stored()).sort()).toEqual(["'tis-1", '2564756']);
		expect((await stored())['2564756']?.gtin).toBe('4006381333931');
		expect(count(json[0]?.cleanedUp, 'what', /^IDs lost the apostrophe/)).toBe(1);
	});

	const withoutStock = [
		SHOPIFY_HEAD.replace(',Variant Inventory Qty', ''),
		'mug,Mug,Big,Acme,Cups,true,Title,Default Title,M-1,shopify,deny,5.00,,,https://i.example/2.jpg,active',
		'cap,Cap,Big,Acme,Caps,true,Title,Default Title,C-1,,deny,5.00,,,https://i.example/3.jpg,active',
	].join('\n');

	it('says where the stock of a tracked product is not known, and takes the default availability for it', async () => {
		const result = await syncFile(withoutStock, 'shopify.csv', { ...SHOPIFY });
		expect((await stored())['M-1']?.availability).toBe('in stock');
		expect(warnings(result).join('\n')).toMatch(/Stock .*not known.* \(1\).*items of the Shopify node/);
		expect(count(result.json[0]?.cleanedUp, 'what', /^Stock is not known/)).toBe(1);
		const defaults = { ...SHOPIFY.defaults, availability: 'out of stock' };
		expect(warnings(await syncFile(withoutStock, 'shopify.csv', { defaults }))).toEqual([]);
		const all = await stored();
		expect([all['M-1']?.availability, all['C-1']?.availability]).toEqual(['out of stock', 'in stock']);
	});

	it('keeps a sale whose amounts have a decimal comma', async () => {
		const file = [
			SHOPIFY_HEAD,
			'mug,Mug,Big,Acme,Cups,true,Title,Default Title,M-1,,,,"1299,50","1499,00",,https://i.example/2.jpg,active',
			'cap,Cap,Big,Acme,Cups,true,Title,Default Title,C-1,,,,"9,50","9,00",,https://i.example/2.jpg,active',
		].join('\n');
		await syncFile(file, 'shopify.csv', { ...SHOPIFY });
		expect(await stored()).toMatchObject({
			'M-1': { price: '1499.00 EUR', sale_price: '1299.50 EUR' },
			'C-1': { price: '9.50 EUR', sale_price: null },
		});
	});
});

describe('other shop systems', () => {
	it('BigCommerce: a rule changes the price of its variant, and one that cannot be read is told', async () => {
		const file = [
			'Item Type,Product ID,Product Name,Product Type,Product Code/SKU,Price,Brand Name,Product Description,Product URL,Product Visible?,Product Image URL - 1,Sale Price',
			'Product,1,Tee,P,BC1,12.50,Acme,Soft,/tee/,Y,https://i.example/1.jpg,10.00',
			'  SKU,,[S]Size=L,,BC1-L,,,,,,',
			'  SKU,,[S]Size=M,,BC1-M,,,,,,',
			'  SKU,,[S]Size=S,,BC1-S,,,,,,',
			'  SKU,,[S]Size=XS,,BC1-XS,,,,,,',
			'  Rule,,,,BC1-L,[FIXED]20,,,,,',
			'  Rule,,,,BC1-M,[ADD]0.75,,,,,',
			'  Rule,,,,BC1-S,[REMOVE]10%,,,,,',
		].join('\n');
		const parameters = {
			defaults: { ...NEW, linkPattern: 'https://shop.example{Product URL}' },
		};
		const result = await syncFile(file, 'big.csv', parameters);
		const SALE = '10.00 EUR';
		// Whether the sale of the product holds beside a fixed price is not documented.
		expect(await stored()).toMatchObject({
			'BC1-L': { price: '20 EUR', sale_price: null },
			'BC1-M': { price: '13.25 EUR', sale_price: SALE },
			'BC1-S': { price: '11.25 EUR', sale_price: SALE },
			'BC1-XS': { price: '12.50 EUR', sale_price: SALE },
		});
		expect(warnings(result)).toEqual([]);
		const odd = await syncFile(`${file}\n  Rule,,,,,[LOWER]3,,,,,`, 'big.csv', parameters);
		expect(warnings(odd).join('\n')).toContain('price rule');
	});

	it('Wix: a hidden product is left out with its variants, and colors have their names', async () => {
		const file = [
			'handleId,fieldType,name,description,productImageUrl,collection,sku,price,surcharge,visible,inventory,brand,productOptionName1,productOptionType1,productOptionDescription1',
			'tee,Product,Tee,Soft,https://i.example/1.jpg,Shirts,,10.00,,false,InStock,Acme,Size,DROP_DOWN,S;M',
			'tee,Variant,,,,,V-S,,0,true,InStock,,,,S',
			'tee,Variant,,,,,V-M,,0,true,InStock,,,,M',
			'mug,Product,Mug,Big,https://i.example/2.jpg,Cups,,5.00,,true,InStock,Acme,Color,COLOR,"rgb(191,191,223):Blue;#000000:Black"',
			'mug,Variant,,,,,,,0,true,InStock,,,,"rgb(191,191,223):Blue"',
			'mug,Variant,,,,,,,0,true,InStock,,,,#000000:Black',
		].join('\n');
		await syncFile(file, 'wix.csv', {
			defaults: { ...NEW, linkPattern: 'https://shop.example/{handleId}' },
		});
		const colors = Object.entries(await stored()).map(([id, { color }]) => [id, color]);
		expect(colors).toEqual(['Blue', 'Black'].map((name) => [`mug-${name}`, name]));
	});
});

it('a price of 0 is sent with a warning', async () => {
	const result = await syncItems([product('gift', { price: '0.00 EUR' }), product('a')]);
	expect(warnings(result).join('\n')).toMatch(/^1 product has a value that looks wrong.*gift.*Price is 0/);
});

const textOf = (name: string) => fixture(name).toString().replace(/\r\n/g, '\n');

async function synced(content: string, slug = 'url_key') {
	const { json } = await syncFile(content, 'shop.csv', {
		defaults: {
			condition: 'new',
			currency: 'EUR',
			brand: 'Acme',
			imageBase: 'https://img.shop.example',
			linkPattern: `https://shop.example/{${slug}}.html`,
		},
	});
	const products = Object.fromEntries(
		Object.entries(await stored()).map(([id, { title, description, image_link, item_group_id }]) => [
			id,
			{ title, description, image_link, item_group_id },
		]),
	);
	return { summary: json[0], products };
}

/** What Magento writes in the languages of its users. */
const VISIBILITIES: readonly [string, string, string, string][] = [
	['Dutch', 'Catalogus, Zoeken', 'Catalogus', 'Niet individueel zichtbaar'],
	['German', 'Katalog, Suche', 'Katalog', 'Einzeln nicht sichtbar'],
	['Japanese', 'カタログ, 検索', 'カタログ', '個別に表示しない'],
];

/** The export with a product that is in the catalog only, and one that is shown nowhere. */
function magento(both: string, catalog: string, nowhere: string): string {
	const [header = '', first = '', ...rest] = textOf('magento.csv').split('\n');
	const only = first.replace('SC-101', 'SC-901').replace('"Catalog, Search"', 'Catalog');
	const hidden = first.replace('SC-101', 'SC-902').replace('"Catalog, Search"', 'Not Visible Individually');
	return [header, only, hidden, first, ...rest]
		.join('\n')
		.replaceAll('Not Visible Individually', `"${nowhere}"`)
		.replaceAll('"Catalog, Search"', `"${both}"`)
		.replaceAll(',,Catalog,', `,,${catalog},`);
}

it.each(VISIBILITIES)(
	'what is not shown is not advertised, of Magento in %s: the same products as in English',
	async (_, both, catalog, nowhere) => {
		const english = await synced(magento('Catalog, Search', 'Catalog', 'Not Visible Individually'));
		const translated = await synced(magento(both, catalog, nowhere));
		expect(Object.keys(english.products)).toContain('SC-901');
		expect(Object.keys(english.products)).not.toContain('SC-902');
		expect(english.products['SC-109']).toMatchObject({ item_group_id: 'GR-tee' });
		expect(translated.products).toEqual(english.products);
		expect(translated.summary?.leftOut).toEqual(english.summary?.leftOut);
	},
);

it('what is not shown is not advertised, of Magento, where no product of the file is in catalog and search: by the visibility of the parent', async () => {
	const { products } = await synced(magento('Katalog', 'Katalog', 'Einzeln nicht sichtbar'));
	expect(products['SC-109']).toMatchObject({
		title: 'Tee Classic',
		item_group_id: 'GR-tee',
		image_link: 'https://img.shop.example/p/tee-1.jpg',
	});
});

it('what is not shown is not advertised, of PrestaShop: visibility none', async () => {
	const { summary, products } = await synced(
		textOf('prestaShop.csv').replace(';12;1;both;', ';12;1;none;').replace(';3;1;both;', ';3;1;search;'),
		'URL rewritten',
	);
	expect(Object.keys(products)).not.toContain('SC-101');
	expect(Object.keys(products)).toContain('SC-102');
	expect(summary?.leftOut).toEqual(
		expect.arrayContaining([expect.objectContaining({ why: 'its visibility is none', count: 1 })]),
	);
});
