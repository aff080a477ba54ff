/** Looks up the values of a row by column, for the tables of the formats. */
import { get, has } from 'lodash';
import type { FileRow } from '../files/row';
import { asText, trimmed } from '../../shared/util/text';

export type RawRow = Pick<FileRow, 'values'> & Partial<FileRow> & { readonly itemIndex: number };

/** The columns of a file. Case, spaces and underscores make no difference in their names. */
export class ColumnNames {
	private readonly known = new Set<string>();
	private bySpelling = new Map<string, readonly string[]>();
	private places = new Map<string, readonly number[]>();
	private header: readonly string[] | undefined;
	/** Changes with the columns that rows may have. */
	version = 0;
	/** Names of columns that the format adds to rows. */
	private readonly added = new Set<string>();
	private lastAdded: ExtraColumns | undefined;
	/** The places of columns in a row alone, and in one that takes values from another. */
	private alone = new Map<Columns, Steps>();
	private layered = new Map<Columns, Steps>();
	private layeredBy: Fallback['isOwn'] | undefined;

	/** Adds the columns of a row. The rows of a table all have the same ones. */
	learn(row: Pick<RawRow, 'header' | 'values'>): void {
		const { header } = row;
		if (header !== undefined && header === this.header) return;
		this.header = header;
		this.forget();
		for (const name of header ?? Object.keys(row.values))
			if (name !== '' && !this.known.has(name)) {
				this.known.add(name);
				this.bySpelling = new Map();
			}
	}

	learnAdded(extra: ExtraColumns): void {
		if (extra === this.lastAdded) return;
		this.lastAdded = extra;
		for (const name in extra)
			if (!this.added.has(name)) {
				this.added.add(name);
				this.forget();
			}
	}

	private forget(): void {
		this.version++;
		this.places = new Map();
		this.alone.clear();
		this.layered.clear();
	}

	/** @param translated The columns of a file in another language, by the names that its format has for them. */
	constructor(private readonly translated?: ReadonlyMap<string, string>) {}

	/** Finds the columns with this name, as the file spells them. */
	of(name: string): readonly string[] {
		const known = this.bySpelling.get(name);
		if (known) return known;
		const wanted = plain(this.translated?.get(name) ?? name);
		const found = [...this.known].filter((each) => plain(each) === wanted);
		this.bySpelling.set(name, found);
		return found;
	}

	/** Finds the places of the columns with this name in a table. */
	placesOf(name: string): readonly number[] {
		const known = this.places.get(name);
		if (known) return known;
		const found = this.of(name).map((each) => this.header?.indexOf(each) ?? -1);
		this.places.set(name, found);
		return found;
	}

	/** @param isOwn Names what a row never takes from the row behind it. Is undefined if there is none. */
	stepsTo(columns: Columns, isOwn?: Fallback['isOwn']): Steps {
		if (isOwn !== undefined && isOwn !== this.layeredBy) {
			this.layeredBy = isOwn;
			this.layered.clear();
		}
		const known = isOwn === undefined ? this.alone : this.layered;
		const found = known.get(columns);
		if (found !== undefined) return found;
		const steps = this.find(columns, isOwn);
		known.set(columns, steps);
		return steps;
	}

	private find({ names }: Columns, isOwn: Fallback['isOwn'] | undefined): Steps {
		if (names.some((name) => this.added.has(name))) return 'added';
		return names.flatMap((name) => {
			const places = this.placesOf(name);
			const own = places.map((place) => place * 2);
			return isOwn === undefined || isOwn(name) ? own : [...own, ...places.map((place) => place * 2 + 1)];
		});
	}
}

/**
 * The places of cells in the order in which they are asked, doubled; odd ones are those of the row behind. `added` if a
 * format adds such a column to rows.
 */
type Steps = readonly number[] | 'added';

/** Names of columns. The first that has a text counts. Where they are in a file is found out once. */
export class Columns {
	constructor(readonly names: readonly string[]) {}
}

const plain = (name: string) =>
	name
		.trim()
		.toLowerCase()
		.replace(/[\s_]+/g, ' ')
		// Templates mark columns that are required.
		.replace(/^\*| \*$/g, '');

/** The row that provides missing values, such as the product of a variant. */
interface Fallback {
	readonly row: SourceRow;
	/** Whether a column is never taken from that row, not even if it is empty here. */
	readonly isOwn: (column: string) => boolean;
}

/** Columns that a format adds to a row. */
export type ExtraColumns = Readonly<Record<string, unknown>>;

export class SourceRow {
	constructor(
		readonly raw: RawRow,
		private readonly names: ColumnNames,
		private readonly extra?: ExtraColumns,
		private readonly fallback?: Fallback,
	) {
		const { cells } = raw;
		if (cells === undefined) return;
		if (extra !== undefined) names.learnAdded(extra);
		if (fallback === undefined) this.cells = cells;
		else if (fallback.row.isPlainRowOf(names)) {
			this.cells = cells;
			this.behind = fallback.row.cells;
		}
	}

	/** The cells of a table, if values come from them alone and from those of the row behind. */
	private readonly cells: readonly string[] | undefined;
	private readonly behind: readonly string[] | undefined;

	/** Checks whether the column exists, even if it is empty. */
	has(column: string): boolean {
		const { raw, names, extra, fallback } = this;
		if (extra !== undefined && Object.hasOwn(extra, column)) return true;
		if (raw.cells !== undefined && names.placesOf(column).length > 0) return true;
		if (raw.cells === undefined) {
			if (names.of(column).length > 0 || raw.deep?.[column] !== undefined) return true;
			if (nested(raw.values, column) !== undefined) return true;
		}
		return fallback?.row.has(column) ?? false;
	}

	/** Returns the value of a column, not converted. Is undefined if it is missing or empty. */
	at(column: string): unknown {
		const own = this.own(column);
		if (own !== undefined) return own;
		const { fallback } = this;
		return fallback && !fallback.isOwn(column) ? fallback.row.at(column) : undefined;
	}

	private own(column: string): unknown {
		const { raw, names, extra } = this;
		if (extra !== undefined && Object.hasOwn(extra, column)) return extra[column];
		if (raw.cells !== undefined) {
			for (const place of names.placesOf(column)) {
				const cell = raw.cells[place];
				if (cell !== undefined && cell !== '') return cell;
			}
			return undefined;
		}
		for (const name of names.of(column)) if (isFilled(raw.values[name])) return raw.values[name];
		const deep: unknown = raw.deep?.[column]?.find(isFilled);
		if (deep !== undefined) return deep;
		const inside = nested(raw.values, column);
		return isFilled(inside) ? inside : undefined;
	}

	columns(): readonly string[] {
		return this.raw.header ?? Object.keys(this.raw.values);
	}

	/** Returns the text of a column, or '' if there is none. */
	text(column: string): string {
		const value = this.at(column);
		if (typeof value === 'string') return trimmed(value);
		return Array.isArray(value) ? value.map(asText).join(',') : asText(value).trim();
	}

	/** Returns the text of the first of these columns that has one. Is undefined if the row has none of them. */
	first(columns: Columns): string | undefined {
		const { cells, behind } = this;
		if (cells === undefined) return this.search(columns);
		const steps = this.names.stepsTo(columns, this.fallback?.isOwn);
		if (steps === 'added') return this.search(columns);
		for (let at = 0; at < steps.length; at++) {
			const step = steps[at] ?? 0;
			const cell = (step & 1) === 1 ? behind?.[step >> 1] : cells[step >> 1];
			if (cell === undefined || cell === '') continue;
			const text = trimmed(cell);
			if (text !== '') return text;
		}
		return steps.length > 0 ? '' : undefined;
	}

	/** Checks whether this is a row of the same table that has nothing but cells. */
	private isPlainRowOf(names: ColumnNames): boolean {
		return this.names === names && this.extra === undefined && this.fallback === undefined;
	}

	private search({ names }: Columns): string | undefined {
		const [only = ''] = names;
		const added = names.length === 1 ? this.extra?.[only] : undefined;
		if (typeof added === 'string') return trimmed(added);
		let isThere = false;
		for (const column of names) {
			const text = this.text(column);
			if (text !== '') return text;
			isThere ||= this.has(column);
		}
		return isThere ? '' : undefined;
	}

	/** Returns all texts of an element that repeats. */
	all(path: string): readonly string[] {
		const value: unknown = this.raw.deep?.[path] ?? this.own(path) ?? [];
		if (Array.isArray(value) && value.length > 0 && value.every(isText)) return value;
		if (typeof value === 'string' && value !== '') return [value];
		const filled = [value].flat().map(asText).filter(isFilled);
		return filled.length > 0 ? filled : (this.fallback?.row.all(path) ?? []);
	}

	with(extra: ExtraColumns): SourceRow {
		const all = this.extra === undefined ? extra : { ...this.extra, ...extra };
		return new SourceRow(this.raw, this.names, all, this.fallback);
	}

	/** Returns a copy that takes missing values from another row, and has other columns that a format adds. */
	over(row: SourceRow, isOwn: (column: string) => boolean, extra = this.extra): SourceRow {
		return new SourceRow(this.raw, this.names, extra, row === this ? undefined : { row, isOwn });
	}

	/** Returns a nested variant as a row of its own. */
	part(raw: RawRow): SourceRow {
		const names = new ColumnNames();
		names.learn(raw);
		return new SourceRow(raw, names);
	}
}

/** Reads the value at a path such as `priceInfo.price`. What objects inherit is no value. */
const nested = (values: RawRow['values'], path: string): unknown =>
	path.includes('.') && has(values, path) ? get(values, path) : undefined;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
