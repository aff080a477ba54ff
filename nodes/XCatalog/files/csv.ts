import { FileProblem, MAX_RECORD, type FileHead, type FileRow } from './row';

/**
 * Reads the rows of a CSV or TSV file with a header line. CSV follows RFC 4180: quoted values may contain delimiters,
 * line breaks and doubled quotes, and lines end in LF, CR LF or CR.
 *
 * Real files differ from the standard. Spreadsheets of many countries separate values with semicolons, so the
 * delimiter is detected from the header, or read from a first line "sep=;". Lines without values and comment lines
 * before the header are skipped. Values missing at the end of a line are empty. In a TSV, quotes inside a value have
 * no meaning.
 */
export async function* csvRows(
	text: AsyncIterable<string>,
	kind: 'csv' | 'tsv',
	head: FileHead,
): AsyncGenerator<readonly FileRow[]> {
	const reader = new CsvRecords(kind);
	let header: string[] | undefined;
	const rowsOf = (records: readonly CsvRecord[]): FileRow[] => {
		const rows: FileRow[] = [];
		for (const record of records) {
			const { line, values, problem } = record;
			if (problem === undefined && values.every((value) => value === '')) continue;
			if (header === undefined && values[0]?.startsWith('#')) continue;
			if (header === undefined) header = head.names = headerOf(values, line);
			else rows.push(toRow(header, record));
		}
		return rows;
	};
	for await (const chunk of text) {
		const rows = rowsOf(reader.push(chunk, false));
		if (rows.length > 0) yield rows;
	}
	yield rowsOf(reader.push('', true));
	if (header === undefined) throw new FileProblem('the file is empty, it has no header line', 1);
}

interface CsvRecord {
	readonly line: number;
	readonly values: readonly string[];
	readonly problem: string | undefined;
	/** Whether the file ends in this record without a line break, so that the record may be cut off. */
	readonly isCut: boolean;
}

function headerOf(values: readonly string[], line: number): string[] {
	const names = values.map((value) => value.trim());
	const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
	if (twice !== undefined) throw new FileProblem(`the header has the column "${twice}" twice`, line);
	return names;
}

function toRow(header: readonly string[], { values, line, problem, isCut }: CsvRecord): FileRow {
	const named: { [column: string]: string } = {};
	for (let i = 0; i < header.length; i++) {
		const name = header[i] ?? '';
		if (name !== '' && (i < values.length || !isCut)) named[name] = values[i] ?? '';
	}
	if (problem !== undefined) return { line, values: named, problem };
	if (values.length === header.length) return { line, values: named };
	const count = `the line has ${values.length} values, the header has ${header.length} columns`;
	if (values.length < header.length && !isCut) return { line, values: named, note: count };
	const isSurplusEmpty = values.slice(header.length).every((value) => value === '');
	if (isSurplusEmpty && !isCut) return { line, values: named };
	return { line, values: named, problem: count };
}

/** Splits text into records. An incomplete record waits for the next chunk. */
class CsvRecords {
	private rest = '';
	private line = 1;
	private delimiter: string;

	constructor(private readonly kind: 'csv' | 'tsv') {
		this.delimiter = kind === 'tsv' ? '\t' : '';
	}

	push(chunk: string, last: boolean): CsvRecord[] {
		const text = this.rest === '' ? chunk : this.rest + chunk;
		if (this.delimiter === '') {
			const header = HEADER.exec(text)?.[1];
			if (!last && header === undefined) return this.keep(text, 0, []);
			const declared = /^sep=(.)(?:\r\n|\n|\r)/i.exec(text);
			this.delimiter = declared?.[1] ?? delimiterOf(header ?? text);
			if (declared) {
				this.line++;
				return this.cut(text, declared[0].length, last);
			}
		}
		return this.cut(text, 0, last);
	}

	private cut(text: string, from: number, last: boolean): CsvRecord[] {
		const records: CsvRecord[] = [];
		let at = from;
		while (at < text.length) {
			const next = this.record(text, at, last, records);
			if (next === -1) break;
			at = next;
		}
		return this.keep(text, at, records);
	}

	private keep(text: string, from: number, records: CsvRecord[]): CsvRecord[] {
		this.rest = text.slice(from);
		if (this.rest.length > MAX_RECORD) {
			throw new FileProblem(
				`the record is longer than ${MAX_RECORD} characters: is a quote missing?`,
				this.line,
			);
		}
		return records;
	}

	/**
	 * Reads one record. This is a single loop over local variables, because it runs for every value of files with
	 * gigabytes.
	 *
	 * @returns Where the next record starts, or -1 if this one is incomplete.
	 */
	private record(text: string, at: number, last: boolean, into: CsvRecord[]): number {
		const values: string[] = [];
		const { delimiter, line } = this;
		let problem: string | undefined;
		let lines = 0;
		let isCut = false;
		let i = at;
		for (;;) {
			let value: string;
			if (text[i] === '"') {
				const end = closingQuote(text, i);
				if (end === -1 || (end === text.length - 1 && !last)) {
					if (last) throw new FileProblem('a quoted value is not closed: the file seems to be cut off', line);
					return -1;
				}
				value = text.slice(i + 1, end).replaceAll('""', '"');
				const after = endOfValue(text, end + 1, delimiter);
				if (after > end + 1) {
					if (this.kind === 'tsv') value = text.slice(i, after);
					else problem = 'there is text after a closing quote';
				}
				lines += countBreaks(value);
				i = after;
			} else {
				const end = endOfValue(text, i, delimiter);
				value = text.slice(i, end);
				i = end;
			}
			values.push(value);
			if (i >= text.length) {
				if (!last) return -1;
				isCut = true;
				break;
			}
			if (text[i] === delimiter) {
				i++;
				if (i >= text.length && !last) return -1;
				continue;
			}
			if (text[i] === '\r') {
				if (i + 1 >= text.length && !last) return -1;
				if (text[i + 1] === '\n') i++;
			}
			i++;
			lines++;
			break;
		}
		this.line += lines;
		into.push({ line, values, problem, isCut });
		return i;
	}
}

/** The position of the closing quote, or -1 if the text ends before it. */
function closingQuote(text: string, open: number): number {
	let at = text.indexOf('"', open + 1);
	while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
	return at;
}

function endOfValue(text: string, from: number, delimiter: string): number {
	const stop = delimiter.charCodeAt(0);
	let i = from;
	for (; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (code === stop || code === 10 || code === 13) break;
	}
	return i;
}

const countBreaks = (value: string) =>
	value.includes('\n') || value.includes('\r') ? value.split(/\r\n|\n|\r/).length - 1 : 0;

/** The first complete line that is not a comment, not blank and not a declaration of the delimiter. */
const HEADER = /^(?:(?:"?#[^\r\n]*|sep=.)?[\r\n])*([^\r\n]+)[\r\n]/i;

function delimiterOf(header: string): string {
	const line = header.split(/[\r\n]/, 1)[0] ?? '';
	const found = [',', ';', '\t', '|'].map((mark) => ({ mark, count: line.split(mark).length }));
	return found.reduce((best, next) => (next.count > best.count ? next : best)).mark;
}
