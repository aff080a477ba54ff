/** CONTRIBUTING.md, "Add a shop system to X Catalog", walked once with one of its shop systems. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type * as Source from '../../../nodes/XCatalog/fields/productSource';
import { fileRows } from '../../../nodes/XCatalog/files/rows';
import { FORMATS } from '../../../nodes/XCatalog/formats';
import type * as Detection from '../../../nodes/XCatalog/formats/detect';
import { FormatReader } from '../../../nodes/XCatalog/formats/read';
import { ColumnNames, SourceRow, type RawRow } from '../../../nodes/XCatalog/formats/sourceRow';
import type { Format } from '../../../nodes/XCatalog/formats/vocabulary';
import { skroutz } from '../../../nodes/XCatalog/formats/skroutz';

const ROOT = join(__dirname, '../../..');
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const [, section = ''] = /## Add a shop system[^\n]*\n([^]+?)\n## /.exec(textOf('CONTRIBUTING.md')) ?? [];
const [, table = ''] = /```ts\n([^]+?)```/.exec(section) ?? [];

const FEED = `<?xml version="1.0" encoding="utf-8"?>
<mywebstore><created_at>2026-11-22 09:00</created_at><products>
<product>
<id>SC-101</id><name>Wool Hat</name><link>https://shop.example/wool-hat</link>
<image>https://img.shop.example/1.jpg</image><additionalimage>https://img.shop.example/2.jpg</additionalimage>
<additionalimage>https://img.shop.example/3.jpg</additionalimage><category>Outdoor &gt; Hats</category>
<price_with_vat>24.90</price_with_vat><manufacturer>Nordlicht</manufacturer><mpn>NL-7</mpn><ean>4000000070016</ean>
<quantity>12</quantity><color>red</color>
</product>
</products></mywebstore>`;

/** The menu and the detection of a package with these formats. */
function packageWith(formats: readonly Format[]) {
	let source: typeof Source | undefined;
	let detection: typeof Detection | undefined;
	jest.isolateModules(() => {
		jest.doMock('../../../nodes/XCatalog/formats', () => ({ FORMATS: formats }));
		source = jest.requireActual<typeof Source>('../../../nodes/XCatalog/fields/productSource');
		detection = jest.requireActual<typeof Detection>('../../../nodes/XCatalog/formats/detect');
		jest.dontMock('../../../nodes/XCatalog/formats');
	});
	const options = source?.productSource('mapping').sourceFormat.property?.options ?? [];
	return {
		menu: options.map(({ name }) => name),
		detect: (row: SourceRow) => detection?.detect(row)?.format.label,
	};
}

async function firstRow(): Promise<RawRow> {
	for await (const rows of fileRows(Readable.from([Buffer.from(FEED)]), 'xml'))
		for (const row of rows) if (row.element === undefined) return { ...row, itemIndex: 0 };
	throw new Error('The sample has no product');
}

async function sourceRow(): Promise<SourceRow> {
	const raw = await firstRow();
	const names = new ColumnNames();
	names.learn(raw);
	return new SourceRow(raw, names);
}

describe('adding the shop system of CONTRIBUTING.md', () => {
	it('takes the table that is printed there', () => {
		expect(table).toBe(textOf('nodes/XCatalog/formats/skroutz.ts'));
	});

	it('takes an import and an entry in the list of formats, as every other one', () => {
		const list = textOf('nodes/XCatalog/formats/index.ts');
		expect(section).toContain('`nodes/XCatalog/formats/index.ts`');
		const imported = [...list.matchAll(/^import \{ (.+) \} from/gm)].flatMap(
			([, names]) => names?.split(', ') ?? [],
		);
		const [, entries = ''] = /FORMATS = \[([^\]]+)\]/.exec(list) ?? [];
		expect(
			entries
				.split(',')
				.map((name) => name.trim())
				.filter(Boolean)
				.sort(),
		).toEqual(imported.sort());
	});

	it('makes an entry in the menu, and is detected', async () => {
		const row = await sourceRow();
		const others = FORMATS.filter((format: Format) => format.value !== skroutz.value);
		const before = packageWith(others);
		expect(before.menu).not.toContain('Skroutz');
		expect(before.detect(row)).not.toBe('Skroutz');
		const after = packageWith([...others, skroutz]);
		expect(after.menu).toEqual([...before.menu, 'Skroutz'].sort((a, b) => a.localeCompare(b, 'en')));
		expect(after.detect(row)).toBe('Skroutz');
	});

	it('reads its products', async () => {
		const [product] = new FormatReader(skroutz).push(await firstRow());
		expect(product).toMatchObject({
			given: {
				product: {
					id: 'SC-101',
					title: 'Wool Hat',
					availability: 'in stock',
					price: '24.90',
					link: 'https://shop.example/wool-hat',
					image_link: 'https://img.shop.example/1.jpg',
					additional_image_link: 'https://img.shop.example/2.jpg,https://img.shop.example/3.jpg',
					brand: 'Nordlicht',
					gtin: '4000000070016',
					mpn: 'NL-7',
					product_type: 'Outdoor > Hats',
					inventory: '12',
					color: 'red',
				},
			},
		});
	});
});

describe('a shop system of X Catalog', () => {
	const listed: readonly Format[] = FORMATS.filter((format: Format) => format.isUnlisted !== true);

	it('has one entry in the menu', () => {
		const values = listed.map(({ value }) => value);
		expect(values).toEqual([...new Set(values)]);
		expect(FORMATS.filter(({ value }) => !values.includes(value))).toEqual([]);
	});

	it('has a row in docs/catalog-sources.md and one in the test of its export', () => {
		const rows = textOf('docs/catalog-sources.md')
			.split('\n')
			.filter((line) => line.startsWith('|'));
		const test = ['formats', 'moreFormats']
			.map((name) => textOf(`test/harness/catalog/${name}.test.ts`))
			.join('\n');
		const missing = listed.flatMap(({ label }) => [
			...(rows.some((row) => row.includes(label)) ? [] : [`docs/catalog-sources.md: a row for ${label}`]),
			...(test.includes(`format: '${label}'`)
				? []
				: [
						`test/harness/catalog/formats.test.ts: a row with the format ${label}, and its file in test/fixtures/catalog`,
					]),
		]);
		expect(missing).toEqual([]);
	});
});
