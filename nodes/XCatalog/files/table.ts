/** Makes rows of the records of a table: its first record with values is the header. */
import { FileProblem, TableRow, tooMuch, type FileHead, type FileRow } from './row';

export interface TableRecord {
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

export class Table {
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

	/** The last rows. */
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
