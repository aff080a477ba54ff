/** Our readers of files against parsers by others: csv-parse and saxes. */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { pick } from 'lodash';
import { SaxesParser } from 'saxes';
import { FileProblem, type FileRow } from '../../../nodes/XCatalog/files/row';
import { fileRows, type FileFormat } from '../../../nodes/XCatalog/files/rows';
import { fc } from '../../support/properties';
import { cases } from '../../support/cases';

/** The rows that we read, or the problem that stopped us. */
async function ours(text: string, format: FileFormat, size: number): Promise<FileRow[] | FileProblem> {
	const bytes = Buffer.from(text, 'utf8');
	const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
		bytes.subarray(index * size, (index + 1) * size),
	);
	const rows: FileRow[] = [];
	try {
		for await (const some of fileRows(Readable.from(chunks, { objectMode: true }), format))
			rows.push(...some.map((row) => pick(row, ['line', 'values', 'problem'])));
		return rows;
	} catch (error) {
		if (error instanceof FileProblem) return error;
		throw error;
	}
}

const chunkSize = fc.integer({ min: 1, max: 30 });

describe('CSV and csv-parse', () => {
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
	const pieces = fc.constantFrom(
		'"',
		'"',
		',',
		',',
		'\n',
		'\r\n',
		'\r',
		'a',
		' b',
		'\u00e9',
		'""',
		'"x"',
		'1,2,3\n',
	);
	const soup = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));

	const cell = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.constantFrom('"', ',', '\r\n', ''));
	const written = fc.tuple(cell, fc.boolean()).map(([value, quoted]) => {
		return quoted || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
	});
	const newline = fc.constantFrom('\n', '\r\n', '\r', '\n\n');
	const table = fc
		.array(fc.tuple(fc.array(written, { minLength: 1, maxLength: 4 }), newline), { maxLength: 6 })
		.map((records) => records.map(([cells, end]) => cells.join(',') + end).join(''));

	it('read the same out of any text', async () => {
		await fc.assert(
			fc.asyncProperty(fc.oneof(soup, table), chunkSize, async (body, size) => {
				const text = `${HEADER.join(',')}\n${body}`;
				const expected = theirs(text);
				const found = await ours(text, 'csv', size);
				if (expected === 'CSV_QUOTE_NOT_CLOSED') {
					expect(found).toBeInstanceOf(FileProblem);
				} else if (expected === 'CSV_INVALID_CLOSING_QUOTE') {
					if (!(found instanceof FileProblem))
						expect(found.some(({ problem }) => problem !== undefined)).toBe(true);
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
});

describe('XML and saxes', () => {
	type Columns = Record<string, string>;

	/**
	 * The products of a feed by the events of saxes; undefined where it is not well-formed. The children of an item are
	 * its columns; one with a prefix counts more than one without, and of several alike the first that says something.
	 */
	function theirs(text: string): Columns[] | undefined {
		const products: Columns[] = [];
		const open: string[] = [];
		let children: { name: string; text: string }[] | undefined;
		let depth = 0;
		let isWrong = false;
		const parser = new SaxesParser({ xmlns: false });
		parser.on('error', () => (isWrong = true));
		parser.on('opentag', ({ name, attributes }) => {
			open.push(name);
			if (!children && /^(.*:)?(item|entry|product)$/i.test(name)) {
				children = [];
				depth = open.length;
			} else if (children && open.length === depth + 1)
				children.push({ name, text: String(attributes.href ?? '') });
		});
		const onText = (piece: string) => {
			const last = children?.at(-1);
			if (last && open.length === depth + 1) last.text += piece;
		};
		parser.on('text', onText);
		parser.on('cdata', onText);
		parser.on('closetag', () => {
			if (children && open.length === depth) {
				products.push(columnsOf(children));
				children = undefined;
			}
			open.pop();
		});
		parser.write(text).close();
		return isWrong ? undefined : products;
	}

	function columnsOf(children: readonly { name: string; text: string }[]): Columns {
		const local = (name: string) => name.replace(/^[^:]*:/, '').toLowerCase();
		return Object.fromEntries(
			[...new Set(children.map(({ name }) => local(name)))].map((column) => {
				const all = children.filter(({ name }) => local(name) === column);
				const prefixed = all.filter(({ name }) => name.includes(':'));
				const texts = (prefixed.length > 0 ? prefixed : all).map(({ text }) => text.trim());
				const said = texts.filter((text) => text !== '');
				return [column, (column === 'additional_image_link' ? said.join(',') : said[0]) ?? ''];
			}),
		);
	}

	const text = fc
		.array(
			fc.constantFrom(
				'a',
				' ',
				'\n',
				'\r\n',
				'\u{1f45f}',
				'\u00e9\u0301\u200d',
				'&amp;',
				'&#x41;',
				'&#66;',
				'&lt;',
				'>',
				'"',
				']',
				'--',
			),
			{ maxLength: 6 },
		)
		.map((parts) => parts.join(''))
		.filter((each) => !each.includes(']]>'));
	const aside = fc.constantFrom('', '', '<!-- <id>no</id> -->', '<?pi <id> ?>', '<![CDATA[<b> & ]]>', '\n');
	const name = fc.constantFrom(
		'id',
		'g:id',
		'title',
		'g:title',
		'LINK',
		'g:additional_image_link',
		'shipping',
	);
	const attribute = fc.constantFrom('', '', ' href="https://a/?b=1&amp;c=>"', " rel='x'", ' g:href="no"');
	const element = fc
		.tuple(name, attribute, fc.array(fc.oneof(text, aside, fc.constant('<deep>x</deep>')), { maxLength: 3 }))
		.map(([tag, attributes, inner]) =>
			inner.length === 0 ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inner.join('')}</${tag}>`,
		);
	const item = fc
		.tuple(
			fc.constantFrom('item', 'g:item', 'entry', 'Product'),
			fc.array(fc.oneof(element, aside), { maxLength: 5 }),
		)
		.map(([tag, inner]) => `<${tag} x="y">${inner.join('')}</${tag}>`);
	const feed = fc
		.tuple(
			aside.filter((each) => !each.startsWith('<![')),
			fc.array(fc.oneof(item, item, element), { maxLength: 4 }),
		)
		.map(([before, inner]) => `${before}<rss><channel>${inner.join('')}</channel></rss>`);

	it('read the same products out of any feed', async () => {
		await fc.assert(
			fc.asyncProperty(feed, chunkSize, async (xml, size) => {
				const expected = theirs(xml);
				expect(expected).toBeDefined();
				const found = await ours(xml, 'xml', size);
				expect(found).toEqual(expected?.map((values) => ({ line: expect.any(Number) as number, values })));
			}),
			{ numRuns: cases(100, 1000) },
		);
	});

	it('never differ over a feed that lost a few characters: what is well-formed is not refused', async () => {
		await fc.assert(
			fc.asyncProperty(feed, fc.nat(), fc.integer({ min: 1, max: 9 }), async (xml, at, length) => {
				const characters = Array.from(xml);
				characters.splice(at % characters.length, length);
				const cut = characters.join('');
				const expected = theirs(cut);
				const found = await ours(cut, 'xml', 1000);
				if (expected)
					expect(found).toEqual(expected.map((values) => ({ line: expect.any(Number) as number, values })));
			}),
			{ numRuns: cases(100, 1000) },
		);
	});
});
