export interface FileRow {
	/** The line in which the record starts, counted from 1. */
	readonly line: number;
	readonly values: Readonly<Record<string, unknown>>;
	/** Tables: the header, which all rows of the file share, and the cells of this row in its order. */
	readonly header?: readonly string[];
	readonly cells?: readonly string[];
	itemIndex?: number;
	/** A mistake of the record as a whole, such as a wrong number of values. */
	readonly problem?: string | undefined;
	/** A peculiarity of the record that may explain wrong values. */
	readonly note?: string | undefined;
	/** XML: texts and attributes that are not feed columns, by path: `@id`, `imgs/main@url`, `param[size]`. */
	readonly deep?: Readonly<Record<string, readonly string[]>>;
	/** XML: the name of an element that is not a product but that formats look up, such as `category`. */
	readonly element?: string;
	/** XML: the local name of the root element, in small letters. */
	readonly root?: string;
	/** XML: columns that have several values here, and may have one. */
	readonly repeated?: readonly string[];
	/** XML: products nested in this one. */
	readonly parts?: readonly FileRow[];
}

/**
 * The row of a table. Readers take its cells by their place, because an object for every row costs more than all of
 * its values; `values` is made only where something asks for it.
 */
export class TableRow implements FileRow {
	itemIndex = 0;
	private named: Readonly<Record<string, string>> | undefined;

	/** @param isCut Whether the file ends in this row, so that cells at its end are not known to be empty. */
	constructor(
		readonly line: number,
		readonly header: readonly string[],
		readonly cells: readonly string[],
		private readonly isCut: boolean,
		readonly problem: string | undefined,
		readonly note: string | undefined,
	) {}

	get values(): Readonly<Record<string, string>> {
		return (this.named ??= this.byName());
	}

	private byName(): Readonly<Record<string, string>> {
		const { header, cells, isCut } = this;
		const named = Object.create(null) as Record<string, string>;
		for (const [at, name] of header.entries())
			if (name !== '' && (at < cells.length || !isCut)) named[name] = cells[at] ?? '';
		return named;
	}
}

/** The content of the file, for messages: the columns of its header, its first keys or its first elements. */
export interface FileHead {
	names: string[];
	/** Whether the file is XML, even if its name says otherwise. */
	isXml?: boolean;
}

/** The rest of the file cannot be read, because it has another format or is cut off. */
export class FileProblem extends Error {
	/** @param line The line of the problem. Is undefined if it is that of the whole file. */
	constructor(message: string, line?: number) {
		super(line === undefined ? message : `Line ${line}: ${message}`);
	}
}

/** The longest record, in characters. Without a limit, a missing quote would load the whole file into memory. */
export const MAX_RECORD = 1_000_000;

/**
 * A part of the file takes more work than that of any honest file.
 *
 * @param unit What is counted, with advice if there is any.
 */
export const tooMuch = (part: string, most: number, unit: string, line?: number): FileProblem =>
	new FileProblem(`${part} takes more work than ${most.toLocaleString('en')} ${unit}`, line);
