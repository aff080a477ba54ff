/** Our reader of CSV against one by others, csv-parse. That of XML is saxes itself, whose events files.test.ts reads. */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { pick } from 'lodash';
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
