/** Files in ZIP files and Excel workbooks: those of other programs (Info-ZIP, SheetJS), and hostile ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { fileRows } from '../../../nodes/XCatalog/files/rows';

const FOLDER = join(__dirname, '..', '..', 'fixtures', 'catalog', 'more');

async function read(file: Buffer, size = 1000): Promise<Record<string, unknown>[]> {
	const chunks = Array.from({ length: Math.ceil(file.length / size) }, (_, at) =>
		file.subarray(at * size, (at + 1) * size),
	);
	const rows: Record<string, unknown>[] = [];
	for await (const some of fileRows(Readable.from(chunks, { objectMode: true }), undefined))
		for (const { values } of some) rows.push({ ...values });
	return rows;
}

interface Entry {
	name: string;
	content: Buffer | string;
	method?: number;
	flags?: number;
	/** The packed bytes, where they are not those of the content. */
	packed?: Buffer;
}

/** A ZIP file, written by the specification (APPNOTE 4.3); check sums are left 0. */
function zipOf(entries: readonly Entry[]): Buffer {
	const files: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const { name, content, method = 8, flags = 0, packed } of entries) {
		const plain = Buffer.from(content);
		const data = packed ?? (method === 8 ? deflateRawSync(plain) : plain);
		const local = Buffer.alloc(30 + name.length);
		local.writeUInt32LE(0x04034b50, 0);
		local.writeUInt16LE(name.length, 26);
		local.write(name, 30);
		const central = Buffer.alloc(46 + name.length);
		central.writeUInt32LE(0x02014b50, 0);
		central.writeUInt16LE(flags, 8);
		central.writeUInt16LE(method, 10);
		central.writeUInt32LE(data.length, 20);
		central.writeUInt32LE(plain.length, 24);
		central.writeUInt16LE(name.length, 28);
		central.writeUInt32LE(offset, 42);
		central.write(name, 46);
		files.push(local, data);
		directory.push(central);
		offset += local.length + data.length;
	}
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(entries.length, 10);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...files, ...directory, end]);
}

const workbook = (sheet: string, texts = '<sst></sst>'): Buffer =>
	zipOf([
		{
			name: 'xl/workbook.xml',
			content: '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId7"/></sheets></workbook>',
		},
		{
			name: 'xl/_rels/workbook.xml.rels',
			content: '<Relationships><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>',
		},
		{ name: 'xl/sharedStrings.xml', content: texts },
		{ name: 'xl/worksheets/first.xml', content: sheet },
	]);

const PRODUCTS = [
	{
		id: 'x-1',
		title: 'Hat & "Cap" <A>',
		description: 'Line one\nLine two  ',
		availability: 'in stock',
		condition: 'new',
		price: '24.90 EUR',
		link: 'https://shop.example/hat',
		image_link: 'https://img.shop.example/hat.jpg',
		brand: 'Nordlicht',
		inventory: '12',
		gtin: '4006381333931',
	},
	{
		id: 'x-2',
		title: 'Tasse',
		description: 'Größe 0,3 l',
		availability: 'out of stock',
		condition: 'new',
		price: '18.50 EUR',
		link: 'https://shop.example/cup',
		image_link: 'https://img.shop.example/cup.jpg',
		brand: 'Sued',
		inventory: '0',
		gtin: '',
	},
];

describe('a container', () => {
	it.each(['products.xlsx', 'productsInline.xlsx', 'feed.zip'])(
		'%s of another program is read',
		async (name) => {
			const file = readFileSync(join(FOLDER, name));
			for (const size of [1, 37, 100_000]) expect(await read(file, size)).toEqual(PRODUCTS);
		},
	);

	it('may have what operating systems add, and a file that is stored as it is', async () => {
		const file = zipOf([
			{ name: '__MACOSX/._feed.csv', content: 'x' },
			{ name: 'export/feed.csv', content: 'id,title\n1,a\n', method: 0 },
			{ name: '.DS_Store', content: 'x' },
		]);
		expect(await read(file)).toEqual([{ id: '1', title: 'a' }]);
	});

	it('has its rows also where a sheet names no cells and texts have several runs', async () => {
		const texts =
			'<sst><si><t>id</t></si><si><r><t>ti</t></r><r><t xml:space="preserve">tle</t></r><rPh><t>no</t></rPh></si></sst>';
		const sheet =
			'<x:worksheet><x:sheetData><x:row r="3"><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row>' +
			'<x:row r="5"><x:c r="B5" t="str"><x:f>A1&amp;B1</x:f><x:v>a</x:v></x:c></x:row>' +
			'<x:row r="6"><x:c r="A6"><x:v>4.006381333931E12</x:v></x:c><x:c r="B6" t="e"><x:v>#REF!</x:v></x:c></x:row></x:sheetData></x:worksheet>';
		expect(await read(workbook(sheet, texts))).toEqual([
			{ id: '', title: 'a' },
			{ id: '4006381333931', title: '' },
		]);
	});
});

const CSV = { name: 'a.csv', content: 'id,title\n1,a\n' };
const HOSTILE: readonly [what: string, file: () => Buffer, said: RegExp][] = [
	['several files', () => zipOf([CSV, { ...CSV, name: 'b.csv' }]), /2 files \(a\.csv, b\.csv\).*Compression/],
	['no file', () => zipOf([]), /the ZIP file is empty/],
	['a password', () => zipOf([{ ...CSV, flags: 1 }]), /password/],
	['another packing', () => zipOf([{ ...CSV, method: 12 }]), /use gzip, or Deflate/],
	['a cut end', () => zipOf([CSV]).subarray(0, -5), /damaged or cut off/],
	['damaged data', () => zipOf([{ ...CSV, packed: Buffer.from('nonsense') }]), /damaged or cut off/],
	['thousands of entries', () => zipOf(Array.from({ length: 2001 }, () => CSV)), /more than 2000 entries/],
	[
		'a place outside of the file',
		() => {
			const file = zipOf([CSV]);
			file.writeUInt32LE(0xfffffff0, file.length - 22 + 16);
			return file;
		},
		/damaged or cut off/,
	],
	[
		'a text that unpacks to a thousand times its size',
		() =>
			zipOf([
				{
					name: 'a.csv',
					content: Buffer.concat([
						Buffer.from('id,title\n'),
						Buffer.alloc(60_000_000, `${'a'.repeat(99_999)}\n`),
					]),
				},
			]),
		/more than 300 times its size/,
	],
	[
		'a document type in a workbook',
		() => workbook('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'),
		/document type/,
	],
	[
		'a column beyond the last',
		() => workbook('<worksheet><row><c r="ZZZ1"><v>1</v></c></row></worksheet>'),
		/too many columns/,
	],
	['a text without an end', () => workbook(`<worksheet><row><c><v>${'1'.repeat(1_100_000)}`), /too long/],
	['a sheet that ends inside a tag', () => workbook('<worksheet><row><c'), /ends inside a tag/],
	['an old Excel file', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /older kind.*Extract From File/],
	['7-Zip', () => Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 1]), /ZIP or gzip/],
];

it.each(HOSTILE)('refuses %s, and says what to do', async (_what, file, said) => {
	await expect(read(file(), 65_536)).rejects.toThrow(said);
});
