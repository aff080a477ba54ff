/** Looks up the values of a row by column, for the tables of the formats. */
import { get } from 'lodash';
import type { FileRow } from '../files/row';
import { asText } from '../../shared/util/text';

/** A row of a file or an input item, as it was read. */
export type RawRow = Pick<FileRow, 'values'> & Partial<FileRow> & { readonly itemIndex: number };

/** The columns of a file. Case, spaces and underscores make no difference in their names. */
export class ColumnNames {
	private readonly known = new Set<string>();
	private bySpelling = new Map<string, readonly string[]>();
	private readonly places = new Map<string, readonly number[]>();
	private header: readonly string[] | undefined;

	/** Adds the columns of a row. The rows of a table all have the same ones. */
	learn(row: Pick<RawRow, 'header' | 'values'>): void {
		const { header } = row;
		if (header !== undefined && header === this.header) return;
		this.header = header;
		for (const name of header ?? Object.keys(row.values))
			if (name !== '' && !this.known.has(name)) {
				this.known.add(name);
				this.bySpelling = new Map();
			}
	}

	/** @param translated The columns of a file in another language, by the names that its format has for them. */
	constructor(private readonly translated?: ReadonlyMap<string, string>) {}

	/** The columns with this name, as the file spells them. */
	of(name: string): readonly string[] {
		const known = this.bySpelling.get(name);
		if (known) return known;
		const wanted = plain(this.translated?.get(name) ?? name);
		const found = [...this.known].filter((each) => plain(each) === wanted);
		this.bySpelling.set(name, found);
		return found;
	}

	/** The places of the columns with this name in a table. */
	placesOf(name: string): readonly number[] {
		const known = this.places.get(name);
		if (known) return known;
		const found = this.of(name).map((each) => this.header?.indexOf(each) ?? -1);
		this.places.set(name, found);
		return found;
	}
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
	/**
	 * @param raw The row as it was read.
	 * @param names The columns of the file.
	 * @param extra Columns that the format adds.
	 * @param fallback Provides values for columns that are empty here.
	 */
	constructor(
		readonly raw: RawRow,
		private readonly names: ColumnNames,
		private readonly extra?: ExtraColumns,
		private readonly fallback?: Fallback,
	) {}

	/** Whether the column exists, even if it is empty. */
	has(column: string): boolean {
		const { raw, names, extra, fallback } = this;
		if (extra !== undefined && column in extra) return true;
		if (raw.cells !== undefined && names.placesOf(column).length > 0) return true;
		if (raw.cells === undefined) {
			if (names.of(column).length > 0 || raw.deep?.[column] !== undefined) return true;
			if (get(raw.values, column) !== undefined) return true;
		}
		return fallback?.row.has(column) ?? false;
	}

	/** The value of a column, not converted. Undefined if it is missing or empty. */
	at(column: string): unknown {
		const own = this.own(column);
		if (own !== undefined) return own;
		const { fallback } = this;
		return fallback && !fallback.isOwn(column) ? fallback.row.at(column) : undefined;
	}

	private own(column: string): unknown {
		const { raw, names, extra } = this;
		if (extra !== undefined && column in extra) return extra[column];
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
		const nested: unknown = column.includes('.') ? get(raw.values, column) : undefined;
		return isFilled(nested) ? nested : undefined;
	}

	/** The names of its columns. */
	columns(): readonly string[] {
		return this.raw.header ?? Object.keys(this.raw.values);
	}

	/** The text of a column, or '' if there is none. */
	text(column: string): string {
		const value = this.at(column);
		if (typeof value === 'string') return value.trim();
		return Array.isArray(value) ? value.map(asText).join(',') : asText(value).trim();
	}

	/** The text of the first of these columns that has one. Undefined if the row has none of them. */
	first(columns: readonly string[]): string | undefined {
		let isThere = false;
		for (const column of columns) {
			const text = this.text(column);
			if (text !== '') return text;
			isThere ||= this.has(column);
		}
		return isThere ? '' : undefined;
	}

	/** All texts of an element that repeats. */
	all(path: string): readonly string[] {
		const value: unknown = this.raw.deep?.[path] ?? this.own(path) ?? [];
		if (Array.isArray(value) && value.length > 0 && value.every(isText)) return value;
		const filled = [value].flat().map(asText).filter(isFilled);
		return filled.length > 0 ? filled : (this.fallback?.row.all(path) ?? []);
	}

	/** A copy with more columns. */
	with(extra: ExtraColumns): SourceRow {
		const all = this.extra === undefined ? extra : { ...this.extra, ...extra };
		return new SourceRow(this.raw, this.names, all, this.fallback);
	}

	/** A copy that takes missing values from another row, and has other columns that a format adds. */
	over(row: SourceRow, isOwn: (column: string) => boolean, extra = this.extra): SourceRow {
		return new SourceRow(this.raw, this.names, extra, row === this ? undefined : { row, isOwn });
	}

	/** A nested variant as a row of its own. */
	part(raw: RawRow): SourceRow {
		const names = new ColumnNames();
		names.learn(raw);
		return new SourceRow(raw, names);
	}
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
