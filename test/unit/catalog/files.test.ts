/** The readers of files; that of CSV against one by others, csv-parse. That of XML is saxes itself. */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { isUndefined, omit, omitBy } from 'lodash';
import { FileProblem, type FileRow } from '../../../nodes/XCatalog/files/row';
import { fileRows, type FileFormat } from '../../../nodes/XCatalog/files/rows';
import { cases } from '../../support/cases';
import { effortOf } from '../../support/effort';
import { fc } from '../../support/properties';

/** The bytes cut into chunks of the given sizes, again and again. */
function cut(bytes: Uint8Array, sizes: readonly number[]): AsyncIterable<Uint8Array> {
	const chunks: Uint8Array[] = [];
	for (let at = 0, turn = 0; at < bytes.length; turn++) {
		const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
		chunks.push(bytes.subarray(at, at + size));
		at += size;
	}
	return Readable.from(chunks, { objectMode: true });
}

async function read(
	content: string | Uint8Array,
	format: FileFormat,
	sizes: readonly number[] = [7],
): Promise<FileRow[]> {
	const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
	const rows: FileRow[] = [];
	for await (const some of fileRows(cut(bytes, sizes), format)) rows.push(...some.map(shown));
	return rows;
}

/** What a row has, without how it is kept. */
const shown = (row: FileRow): FileRow => ({
	line: row.line,
	values: row.values,
	...omitBy(omit({ ...row }, ['header', 'cells', 'itemIndex', 'isCut', 'named']), isUndefined),
});

const values = async (content: string | Uint8Array, format: FileFormat, sizes?: readonly number[]) =>
	(await read(content, format, sizes)).map((row) => row.values);

describe('CSV', () => {
	const HEADER = ['id', 'title', 'brand'];

	/** What RFC 4180 makes of a text, or the code of the error. */
	function theirs(text: string): string[][] | string {
		try {
			return parse(text, { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true });
		} catch (error) {
			return (error as { code: string }).code;
		}
	}

	const named = (record: readonly string[]) =>
		Object.fromEntries(HEADER.slice(0, record.length).map((name, index) => [name, record[index]]));

	/** Pieces in which quotes, separators and line ends are often next to each other. */
	const pieces = fc.constantFrom(...[...'"",,\n\ra\u00e9'], '\r\n', ' b', '""', '"x"', '1,2,3\n');
	const soup = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));

	const cell = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.constantFrom('"', ',', '\r\n', ''));
	const written = fc.tuple(cell, fc.boolean()).map(([value, quoted]) => {
		return quoted || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
	});
	const newline = fc.constantFrom('\n', '\r\n', '\r', '\n\n');
	const table = fc
		.array(fc.tuple(fc.array(written, { minLength: 1, maxLength: 4 }), newline), { maxLength: 6 })
		.map((records) => records.map(([cells, end]) => cells.join(',') + end).join(''));

	it('is read as csv-parse does, whatever the text', async () => {
		await fc.assert(
			fc.asyncProperty(fc.oneof(soup, table), fc.integer({ min: 1, max: 30 }), async (body, size) => {
				const text = `${HEADER.join(',')}\n${body}`;
				const expected = theirs(text);
				const found = await read(text, 'csv', [size])
					.then((rows) => rows.map((row) => omit(row, 'note')))
					.catch((error: unknown) => error);
				if (expected === 'CSV_QUOTE_NOT_CLOSED') {
					expect(found).toBeInstanceOf(FileProblem);
				} else if (expected === 'CSV_INVALID_CLOSING_QUOTE') {
					if (!(found instanceof FileProblem))
						expect((found as FileRow[]).some(({ problem }) => problem !== undefined)).toBe(true);
				} else if (Array.isArray(expected)) {
					// Lines without any value are no rows; values left out at the end are empty, and one too many is reported.
					const isWhole = /[\r\n]$/.test(text);
					const rows = expected.slice(1).map((record, index) => {
						const isCut = !isWhole && index === expected.length - 2;
						const isOdd = isCut
							? record.length !== HEADER.length
							: record.slice(HEADER.length).some((value) => value !== '');
						const padded = isCut ? record : [...record, '', ''];
						return {
							isBlank: record.every((value) => value === ''),
							row: {
								line: expect.any(Number) as number,
								values: named(padded),
								...(isOdd && { problem: expect.any(String) as string }),
							},
						};
					});
					expect(found).toEqual(rows.filter(({ isBlank }) => !isBlank).map(({ row }) => row));
				}
			}),
			{ numRuns: cases(150, 2000) },
		);
	});

	it('skips a mark of bytes and lines without any value, before the header and after the last row', async () => {
		expect(await values('\ufeff\r\n,\nid,title\n,\n1,a\n,,,\n\n,\n', 'csv')).toEqual([
			{ id: '1', title: 'a' },
		]);
	});

	it('keeps a broken line, also where no value of it can be read', async () => {
		expect(await read('id,title\n""x,\n', 'csv')).toEqual([
			{ line: 2, values: { id: '', title: '' }, problem: 'there is text after a closing quote' },
		]);
	});

	it("skips comments before the header, as Meta's template has them, and knows the line of Excel", async () => {
		const template =
			'# Required | an ID,"# Required | a | title, short",# Optional | a label\nid,title,label\n#1,a,x\n';
		for (const size of [1, 7, 1000]) {
			expect(await values(template, 'csv', [size])).toEqual([{ id: '#1', title: 'a', label: 'x' }]);
			const rows = await read('sep=;\r\nid;title\r\n1;A, B\r\n', 'csv', [size]);
			expect(rows).toEqual([{ line: 3, values: { id: '1', title: 'A, B' } }]);
		}
	});

	it.each([1, 3, 1000])('finds the header below the name of a shop, in pieces of %d', async (size) => {
		const list = 'My shop – catalogue\nAutumn 2026;;;\nid;title;price;link\n1;Hat;2 EUR;x\n';
		expect(await values(list, 'csv', [size])).toEqual([{ id: '1', title: 'Hat', price: '2 EUR', link: 'x' }]);
	});

	it.each([
		['without a mark', 'id,title\n1,Grüße\n', false],
		['without a mark, big end first', 'id,title\n1,Grüße\n', true],
		['by its byte order mark', '\ufeffid,title\n1,Grüße\n', false],
	])('reads UTF-16 %s', async (_what, text, isBig) => {
		const bytes = Buffer.from(text, 'utf16le');
		if (isBig) bytes.swap16();
		expect(await values(bytes, 'csv', [1, 4, 3])).toEqual([{ id: '1', title: 'Grüße' }]);
	});

	const broken: ReadonlyArray<readonly [string, string | Uint8Array, string]> = [
		['nothing', '', 'Line 1: the file is empty, it has no header line'],
		['a column twice', 'id,title,title\n', 'Line 1: the header has the column "title" twice'],
		[
			'a quote left open',
			'id,title\n1,"a\n2,b\n',
			'Line 2: a quoted value is not closed: the file seems to be cut off',
		],
		['7-Zip', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 1]), 'It is packed with 7-Zip: pack it with gzip'],
		['RAR', Buffer.from('Rar!'), 'It is packed with RAR: pack it with gzip'],
		['a PDF', Buffer.from('%PDF-1.7'), 'It is a PDF: export the products as CSV or XML'],
	];
	it.each(broken)('refuses %s', async (_what, content, message) => {
		await expect(read(content, 'csv', [1000])).rejects.toThrow(message);
	});

	it('takes a column PK for no ZIP file', async () => {
		expect(await values('PK,id\n7,1\n', 'csv')).toEqual([{ PK: '7', id: '1' }]);
	});

	it('does not collect a file whose quote is never closed', async () => {
		const endless = function* () {
			yield Buffer.from('id,title\n1,"');
			for (;;) yield Buffer.alloc(65_536, 'x');
		};
		const all = async () => {
			for await (const rows of fileRows(Readable.from(endless()), 'csv')) expect(rows).toEqual([]);
		};
		await expect(all()).rejects.toThrow(
			'Line 2: the record takes more work than 1,000,000 characters: is a quote missing?',
		);
	});
});

describe('TSV', () => {
	it('takes quotes inside a value as they are', async () => {
		expect(await values('id\ttitle\tsize\n1\tA "good" shoe\t"5"" wide"\n2\t"5" inch\tx\n', 'tsv')).toEqual([
			{ id: '1', title: 'A "good" shoe', size: '5" wide' },
			{ id: '2', title: '"5" inch', size: 'x' },
		]);
		const titles = ['"Big tent', 'Small tent', 'Tent 5" high', '"Wide', 'Tent 5"'];
		expect(await values(['title\tsize', ...titles.map((title) => `${title}\tx`)].join('\n'), 'tsv')).toEqual(
			titles.map((title) => ({ title, size: 'x' })),
		);
	});
});

describe('JSON lines', () => {
	it('reads one object per line and keeps long identifiers', async () => {
		const text =
			'{"id": 12345678901234567890, "inventory": 3}\r\n\n{"id":"b","additional_image_link":["x","y"],"brand":null}';
		expect(await values(text, 'jsonl', [4])).toEqual([
			{ id: '12345678901234567890', inventory: 3 },
			{ id: 'b', additional_image_link: ['x', 'y'], brand: null },
		]);
	});

	it('gives back whatever JSON writes', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.dictionary(
						fc.string(),
						fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null)),
					),
				),
				fc.integer({ min: 1, max: 40 }),
				async (objects, size) => {
					const text = objects.map((object) => JSON.stringify(object, null, size % 3)).join('\n');
					expect(await values(text, 'jsonl', [size])).toEqual(objects.map((object) => ({ ...object })));
				},
			),
		);
	});

	it.each([
		['[\n7]', 'Line 2: a JSON object is expected for every product'],
		['[{"id":"1"}', 'Line 1: the JSON list is not closed'],
		['{"id":"1"}\n{"id":', 'Line 2: the JSON object is not closed'],
		['{"id":"1"}\n{"id":"2"}]', 'Line 2: a JSON object is expected'],
		['{"id":"1\n2"}', 'Line 1: this is not JSON: a text goes over its line'],
		['7', 'Line 1: a JSON object is expected for every product'],
		['[{"id":"1"}]\n[{"id":"2"}]', 'Line 2: a second JSON list begins'],
		['{"products":[{"id":"1"}]}\n{"products":[]}', 'Line 2: a second JSON list begins'],
	])('refuses %s', async (text, message) => {
		await expect(read(text, 'jsonl')).rejects.toThrow(message);
	});
});

const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<!-- a feed with <tags> -->
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
<item>
 <g:id>1</g:id><title>Salt &amp; <![CDATA[<sun>]]> &#x1F45F;</title>
 <g:additional_image_link>https://a/1.jpg</g:additional_image_link>
 <g:additional_image_link>https://a/2.jpg</g:additional_image_link>
 <g:shipping><g:price>4.00 EUR</g:price></g:shipping><g:brand/>
</item>
<item><g:id>2</g:id></item></channel></rss>\n`;

describe('XML', () => {
	it('reads RSS with prefixes, entities, CDATA, repeated and nested elements', async () => {
		for (const size of [1, 3, 10, 5000]) {
			const rows = await read(RSS, 'xml', [size]);
			expect(rows.map((row) => row.values)).toEqual([
				{
					id: '1',
					title: 'Salt & <sun> 👟',
					additional_image_link: 'https://a/1.jpg,https://a/2.jpg',
					shipping: '',
					brand: '',
				},
				{ id: '2' },
			]);
			expect(rows.map(({ line }) => line)).toEqual([4, 10]);
		}
	});

	const entry = (...children: string[]) => `<feed><entry>${children.join('')}</entry></feed>`;
	const [own, feed] = ['<g:id>SKU-1</g:id>', '<id>tag:shop.example,2026:1</id>'];
	it.each([
		['<products><product><id>1</id></product></products>', { id: '1' }],
		[entry('<link rel="x" href="https://a/?b=1&amp;c=2"/>'), { link: 'https://a/?b=1&c=2' }],
		[entry('<link href="https://a/1"/><link rel="alternate" href="https://a/2"/>'), { link: 'https://a/1' }],
		[entry('<link rel="self" href="https://a/feed"/><link href="https://a/1"/>'), { link: 'https://a/1' }],
		[entry('<link rel="enclosure" href="https://a/1.jpg"/>'), { link: '' }],
		// A product's own columns go before those of the feed's entry.
		[entry(own, feed), { id: 'SKU-1' }],
		[entry(feed, own), { id: 'SKU-1' }],
	])('reads %s', async (text, product) => {
		expect(await values(text, 'xml')).toEqual([product]);
	});

	it('reads other encodings that it declares', async () => {
		const text = '<?xml version="1.0" encoding="ISO-8859-1"?><rss><item><id>Grüße</id></item></rss>';
		expect(await values(Buffer.from(text, 'latin1'), 'xml')).toEqual([{ id: 'Grüße' }]);
	});

	it.each([
		['<rss><item><id>1</id></item>', 'Line 1: <rss> is not closed: the file seems to be cut off'],
		['<rss><item><id>1</ti', 'Line 1: <id> is not closed: the file seems to be cut off'],
		['<rss><item><id>1</item></rss>', 'Line 1: <id> is not closed'],
		['<rss>\n<item><title>&nbsp;</title></item></rss>', 'Line 2: an & is no XML entity: write & as &amp;'],
		['<rss><item><id>&#xD800;</id></item></rss>', 'Line 1: an & is no XML entity: write & as &amp;'],
		[
			'<rss>\n<item><title>Salt & sun</title>\n\n<id>&amp;</id></item></rss>',
			'Line 2: an & is no XML entity',
		],
		['<rss><item><link href="https://a/?b=1&c=2"/></item></rss>', 'Line 1: an & is no XML entity'],
		['<rss><item id=1/></rss>', 'Line 1: this is not XML: unquoted attribute value'],
		['<rss/><rss/>', 'Line 1: the file has a second root element'],
		['<rss/><rss', 'Line 1: the file ends inside a tag'],
		['<!DOCTYPE rss [<!ENTITY a "b">]><rss/>', 'Line 1: a document type with declarations is not accepted'],
		['id,title\n1,a', 'this is not XML: there is text outside of the elements'],
		['', 'Line 1: the file has no XML element'],
		[`<rss>\n${'<a>'.repeat(64)}`, 'Line 2: an element takes more work than 64 levels of nested elements'],
	])('refuses %s', async (text, message) => {
		await expect(read(text, 'xml', [1000])).rejects.toThrow(message);
	});
});

describe('the faults and bounds of XML', () => {
	it('reads what feeds contain although XML forbids it', async () => {
		const text =
			'\n<?xml version="1.0"?>\n<?style a?><rss><item a="1" a="2"><id>\u000b1 ]]> 2</id></item></rss>\n';
		const [row] = await read(text, 'xml', [7]);
		expect(row).toMatchObject({ line: 3, values: { id: '1 ]]> 2' }, deep: { '@a': ['2'] } });
	});

	it('takes no more of a tag, a text or a comment into memory than a record may have', async () => {
		for (const begun of ['<a b="', '<', '<!--', '<!DOCTYPE ', '<![CDATA[', '<?a ', 'x', '</']) {
			const long = `<rss><item>${begun}${'a'.repeat(1_200_000)}`;
			await expect(read(long, 'xml', [64 * 1024])).rejects.toThrow(
				/not closed|takes more work than|inappropriately/,
			);
		}
		const comments = `<rss>${'<!-- a comment -->'.repeat(100_000)}<item><id>1</id></item></rss>`;
		expect(await values(comments, 'xml', [64 * 1024])).toEqual([{ id: '1' }]);
	});

	it('refuses names so long that the paths of elements would be larger than the file', async () => {
		const name = 'a'.repeat(600);
		const nested = `<rss><item><${name}><${name}/></${name}></item></rss>`;
		await expect(read(nested, 'xml', [1000])).rejects.toThrow(
			'Line 1: a nested element takes more work than 1,000 characters of names',
		);
	});

	it('takes 64 levels', async () => {
		const text = `<rss><item>${'<a>'.repeat(62)}deep${'</a>'.repeat(62)}</item></rss>`;
		const [row] = await read(text, 'xml', [1000]);
		expect(Object.values(row?.deep ?? {})).toContainEqual(['deep']);
	});

	it.each<[string, (length: number) => string]>([
		['nested elements', (length) => `<rss><item>${'<a>'.repeat(length / 3)}`],
		['elements deep inside', (length) => `<rss><item>${'<a>'.repeat(60)}${'<b/>'.repeat(length / 4)}`],
		['addresses in one tag', (length) => `<rss><item><link ${'href="a" '.repeat(length / 9)}/></item></rss>`],
		[
			'values of a parameter with a long name',
			(length) =>
				`<rss><item><p><name>${'n'.repeat(length / 2)}</name>${'<value/>'.repeat(length / 16)}</p></item></rss>`,
		],
		['entities', (length) => `<rss><item><a>${'&amp;'.repeat(length / 5)}</a></item></rss>`],
		['signs that open entities', (length) => `<rss><item><a>${'&'.repeat(length)}</a></item></rss>`],
		['open tags', (length) => `<rss><item>${'<a '.repeat(length / 3)}`],
		['comments that do not end', (length) => `<rss><item>${'<!--'.repeat(length / 4)}`],
	])('takes time in proportion to its length for many %s', async (_case, make) => {
		const text = make(100_000);
		const reading = async () => await read(text, 'xml', [64 * 1024]).catch(() => undefined);
		// Measured are up to 7.1, for addresses in one tag.
		expect(await effortOf(reading, 15)).toBeLessThan(15);
	});
});
