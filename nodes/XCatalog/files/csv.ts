import { FileProblem, MAX_RECORD, tooMuch, TableRow, type FileHead, type FileRow } from './row';

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
	const table = new Table(head);
	for await (const chunk of text) {
		const rows = table.push(reader.push(chunk, false));
		if (rows.length > 0) yield rows;
	}
	yield table.push(reader.push('', true));
	yield table.end();
}

/** Splits text into records. An incomplete record waits for the next chunk. */
class CsvRecords {
	private rest = '';
	private line = 1;
	private delimiter: string;
	private separator = NaN;
	/** The number of values in the last record. */
	private width = 0;

	constructor(private readonly kind: 'csv' | 'tsv') {
		this.delimiter = kind === 'tsv' ? '\t' : '';
	}

	push(chunk: string, last: boolean): TableRecord[] {
		const text = this.rest === '' ? chunk : this.rest + chunk;
		if (this.delimiter === '') {
			const header = HEADER.exec(text)?.[1];
			if (!last && !showsDelimiter(header, text)) return this.keep(text, 0, []);
			const declared = /^sep=(.)(?:\r\n|\n|\r)/i.exec(text);
			this.delimiter =
				declared?.[1] ?? delimiterOf(header === undefined ? text : text.slice(text.indexOf(header)));
			if (declared) {
				this.line++;
				return this.cut(text, declared[0].length, last);
			}
		}
		return this.cut(text, 0, last);
	}

	private cut(text: string, from: number, last: boolean): TableRecord[] {
		const records: TableRecord[] = [];
		this.separator = this.delimiter.charCodeAt(0);
		let at = from;
		while (at < text.length) {
			const next = this.record(text, at, last, records);
			if (next === -1) break;
			at = next;
		}
		return this.keep(text, at, records);
	}

	private keep(text: string, from: number, records: TableRecord[]): TableRecord[] {
		this.rest = text.slice(from);
		if (this.rest.length > MAX_RECORD)
			throw tooMuch('the record', MAX_RECORD, 'characters: is a quote missing?', this.line);
		return records;
	}

	/**
	 * Reads one record, and returns the start of the next one, or -1 if this one is incomplete. This is a single loop
	 * over local variables, because it runs for every value of files with gigabytes.
	 */
	private record(text: string, at: number, last: boolean, into: TableRecord[]): number {
		// As many as the last record had, so that the list never grows.
		const values = new Array<string>(this.width);
		let count = 0;
		const { separator, line } = this;
		const end = text.length;
		let problem: string | undefined;
		let lines = 0;
		let isCut = false;
		let i = at;
		for (;;) {
			let value = '';
			const first = text.charCodeAt(i);
			if (first === QUOTE) {
				const close = closingQuote(text, i);
				if (close === -1 || (close === end - 1 && !last)) {
					if (last) throw new FileProblem('a quoted value is not closed: the file seems to be cut off', line);
					return -1;
				}
				value = text.slice(i + 1, close);
				if (value.includes('"')) value = value.replaceAll('""', '"');
				let after = endOfValue(text, close + 1, separator);
				const isFollowed = after > close + 1;
				// Otherwise the closing quote may be one of another row, and the value would contain those between.
				if (this.kind === 'tsv' && (isFollowed || /^[^\t]*\t[^]*[\r\n]/.test(value)))
					value = text.slice(i, (after = endOfValue(text, i, separator)));
				else if (isFollowed) problem = 'there is text after a closing quote';
				lines += countBreaks(value);
				i = after;
			} else if (first !== separator) {
				const stop = endOfValue(text, i, separator);
				value = text.slice(i, stop);
				i = stop;
			}
			values[count++] = value;
			if (i >= end) {
				if (!last) return -1;
				isCut = true;
				break;
			}
			const mark = text.charCodeAt(i);
			if (mark === separator) {
				i++;
				if (i >= end && !last) return -1;
				continue;
			}
			if (mark === RETURN) {
				if (i + 1 >= end && !last) return -1;
				if (text.charCodeAt(i + 1) === FEED) i++;
			}
			i++;
			lines++;
			break;
		}
		this.line += lines;
		values.length = this.width = count;
		into.push({ line, values, problem, isCut });
		return i;
	}
}

const QUOTE = 0x22;
const RETURN = 0x0d;
const FEED = 0x0a;

/** Finds the closing quote, or -1 if the text ends before it. */
function closingQuote(text: string, open: number): number {
	let at = text.indexOf('"', open + 1);
	while (at !== -1 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
	return at;
}

function endOfValue(text: string, from: number, separator: number): number {
	let i = from;
	for (; i < text.length; i++) {
		const code = text.charCodeAt(i);
		if (code === separator || code === FEED || code === RETURN) break;
	}
	return i;
}

const countBreaks = (value: string) =>
	value.includes('\n') || value.includes('\r') ? value.split(/\r\n|\n|\r/).length - 1 : 0;

/** The first complete line that is not a comment, not blank and not a declaration of the delimiter. */
const HEADER = /^(?:(?:"?#[^\r\n]*|sep=.)?[\r\n])*([^\r\n]+)[\r\n]/i;

const MARKS = [',', ';', '\t', '|'];
const LINES = /\r\n|\n|\r/;
/** The name of the shop may be above the header. */
const SEARCHED_LINES = 6;

const showsDelimiter = (header: string | undefined, text: string): boolean =>
	header !== undefined &&
	(MARKS.some((mark) => header.includes(mark)) || text.split(LINES).length > SEARCHED_LINES);

function delimiterOf(text: string): string {
	for (const line of text.split(LINES, SEARCHED_LINES)) {
		const found = MARKS.map((mark) => ({ mark, count: line.split(mark).length }));
		const best = found.reduce((most, next) => (next.count > most.count ? next : most));
		if (best.count > 1) return best.mark;
	}
	return ',';
}

interface TableRecord {
	readonly line: number;
	readonly values: readonly string[];
	readonly problem: string | undefined;
	/** Whether the file ends in this record without a line break, so that the record may be cut off. */
	readonly isCut: boolean;
}

const isBlank = (values: readonly string[]): boolean => values.every((value) => value === '');

/** Every row is as wide as its header, and feeds have some hundred columns. */
const MAX_COLUMNS = 10_000;

function headerOf(values: readonly string[], line: number): string[] {
	if (values.length > MAX_COLUMNS) throw tooMuch('the header', MAX_COLUMNS, 'columns', line);
	const names = values.map((value) => value.trim());
	const known = new Set<string>();
	const twice = names.find((name) => name !== '' && known.size === known.add(name).size);
	if (twice !== undefined) throw new FileProblem(`the header has the column "${twice}" twice`, line);
	return names;
}

function toRow(header: readonly string[], { values, line, problem, isCut }: TableRecord): FileRow {
	if (problem !== undefined || values.length === header.length)
		return new TableRow(line, header, values, isCut, problem, undefined);
	const count = `the line has ${values.length} values, the header has ${header.length} columns`;
	if (values.length < header.length && !isCut)
		return new TableRow(line, header, values, isCut, undefined, count);
	const isSurplusEmpty = isBlank(values.slice(header.length));
	return new TableRow(line, header, values, isCut, isSurplusEmpty && !isCut ? undefined : count, undefined);
}

/** The most records in which to look for a header. */
const SEARCHED = 6;

/** Columns by which headers are known that follow lines for people, such as notes and names in another language. */
const LATE_HEADERS = [
	// Amazon, inventory files by category: the third line.
	['item_sku', 'item_name'],
	['item_sku', 'standard_price'],
	// Allegro, the file of offers: the fourth line.
	['ID oferty', 'Tytuł oferty'],
];

const filled = ({ values }: TableRecord) => values.filter((value) => value !== '').length;

/** Counts the lines of a single cell above the header of a price list: the name of the shop, the date. */
function titleLines(records: readonly TableRecord[]): number {
	const header = records.findIndex((record) => filled(record) >= FEWEST_COLUMNS);
	return records.slice(0, header).every((record) => filled(record) === 1) ? Math.max(header, 0) : 0;
}

const FEWEST_COLUMNS = 4;

class Table {
	private header: readonly string[] | undefined;
	/** The first records, until the header is found. */
	private readonly early: TableRecord[] = [];

	constructor(private readonly head: FileHead) {}

	push(records: readonly TableRecord[]): FileRow[] {
		const rows: FileRow[] = [];
		for (const record of records) {
			if (record.problem === undefined && isBlank(record.values)) continue;
			if (this.header !== undefined) rows.push(toRow(this.header, record));
			else if (this.early.length > 0 || !record.values[0]?.startsWith('#')) {
				this.early.push(record);
				if (this.early.length === SEARCHED) rows.push(...this.open());
			}
		}
		return rows;
	}

	end(): FileRow[] {
		return this.header === undefined ? this.open() : [];
	}

	private open(): FileRow[] {
		const late = this.early.findIndex(({ values }) =>
			LATE_HEADERS.some((names) => names.every((name) => values.includes(name))),
		);
		const start = late === -1 ? titleLines(this.early) : late;
		const [first, ...rest] = this.early.splice(0).slice(start);
		if (first === undefined) throw new FileProblem('the file is empty, it has no header line', 1);
		const header = (this.header = this.head.names = headerOf(first.values, first.line));
		return rest.map((record) => toRow(header, record));
	}
}
