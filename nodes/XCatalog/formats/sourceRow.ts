/** One row of a file or one input item, as the tables of the formats look at it. */
import { get } from 'lodash';
import type { FileRow } from '../files/row';
import { asText } from '../../shared/util/text';

/** A row as it was read, with the input item that it belongs to. */
export type RawRow = Pick<FileRow, 'values'> & Partial<FileRow> & { readonly itemIndex: number };

/** The columns of a file by any spelling of their names: capitals and blanks around them do no harm. */
export class ColumnNames {
	private readonly known = new Set<string>();
	private bySpelling = new Map<string, readonly string[]>();

	/** Notes the columns of a row; the rows of a CSV all have the same. */
	learn(values: RawRow['values']): void {
		for (const name of Object.keys(values))
			if (!this.known.has(name)) {
				this.known.add(name);
				this.bySpelling = new Map();
			}
	}

	/** The columns that a name means, as the file spells them. */
	of(name: string): readonly string[] {
		const known = this.bySpelling.get(name);
		if (known) return known;
		const wanted = plain(name);
		const found = [...this.known].filter((each) => plain(each) === wanted);
		this.bySpelling.set(name, found);
		return found;
	}
}

const plain = (name: string) =>
	name
		.trim()
		.toLowerCase()
		.replace(/[\s_]+/g, ' ');

/** What a row takes from another one: a variant from its product. */
interface Fallback {
	readonly row: SourceRow;
	/** Columns that it has for itself alone, also where they are empty. */
	readonly isOwn: (column: string) => boolean;
}

export class SourceRow {
	/**
	 * @param raw The row as it was read.
	 * @param names The columns of its file.
	 * @param extra Columns that the format makes itself.
	 * @param fallback Where a column comes from that is empty here.
	 */
	constructor(
		readonly raw: RawRow,
		private readonly names: ColumnNames,
		private readonly extra: Readonly<Record<string, unknown>> = {},
		private readonly fallback?: Fallback,
	) {}

	/** Whether the file has a column, empty or not. */
	has(column: string): boolean {
		const { raw, names, extra, fallback } = this;
		if (column in extra || names.of(column).length > 0 || raw.deep?.[column] !== undefined) return true;
		return get(raw.values, column) !== undefined || (fallback?.row.has(column) ?? false);
	}

	/** The value of a column as it is; undefined where there is none. */
	at(column: string): unknown {
		const own = this.own(column);
		if (own !== undefined) return own;
		const { fallback } = this;
		return fallback && !fallback.isOwn(column) ? fallback.row.at(column) : undefined;
	}

	private own(column: string): unknown {
		const { raw, names, extra } = this;
		if (column in extra) return extra[column];
		for (const name of names.of(column)) if (isFilled(raw.values[name])) return raw.values[name];
		const deep: unknown = raw.deep?.[column]?.find(isFilled);
		if (deep !== undefined) return deep;
		const nested: unknown = column.includes('.') ? get(raw.values, column) : undefined;
		return isFilled(nested) ? nested : undefined;
	}

	/** The text of a column, '' where there is none. */
	text(column: string): string {
		const value = this.at(column);
		return Array.isArray(value) ? value.map(asText).join(',') : asText(value).trim();
	}

	/** Every text under a path that repeats. */
	all(path: string): readonly string[] {
		const own = this.raw.deep?.[path] ?? [this.own(path) ?? []].flat().map(asText);
		const filled = own.filter(isFilled);
		return filled.length > 0 ? filled : (this.fallback?.row.all(path) ?? []);
	}

	/** The same row with further columns. */
	with(extra: Readonly<Record<string, unknown>>): SourceRow {
		return new SourceRow(this.raw, this.names, { ...this.extra, ...extra }, this.fallback);
	}

	/** The same row, which takes what it has not from another one. */
	over(row: SourceRow, isOwn: (column: string) => boolean): SourceRow {
		return new SourceRow(this.raw, this.names, this.extra, { row, isOwn });
	}

	/** A part of this row as a row of its own: a nested variant. */
	part(raw: RawRow): SourceRow {
		const names = new ColumnNames();
		names.learn(raw.values);
		return new SourceRow(raw, names);
	}
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
