/** One record of a file. */
export interface FileRow {
	/** Where the record starts, counted from 1. */
	readonly line: number;
	readonly values: Readonly<Record<string, unknown>>;
	/** What is wrong with the record as a whole, such as a wrong number of values. */
	readonly problem?: string;
	/** A peculiarity of the record that may explain wrong values. */
	readonly note?: string;
	/** XML: texts and attributes that are not feed columns, by path: `@id`, `imgs/main@url`, `param[size]`. */
	readonly deep?: Readonly<Record<string, readonly string[]>>;
	/** XML: the name of an element that is not a product but that formats look up, such as `category`. */
	readonly element?: string;
	/** XML: the local name of the root element, in small letters. */
	readonly root?: string;
	/** XML: products nested in this one. */
	readonly parts?: readonly FileRow[];
}

/** What the file contains, for messages: the columns of its header, its first keys or its first elements. */
export interface FileHead {
	names: string[];
	/** Whether the file is XML, even if its name says otherwise. */
	isXml?: boolean;
}

/** The rest of the file cannot be read, because it has another format or is cut off. */
export class FileProblem extends Error {
	constructor(
		message: string,
		readonly line: number,
	) {
		super(`Line ${line}: ${message}`);
	}
}

/** The longest record, in characters. Without a limit, a missing quote would load the whole file into memory. */
export const MAX_RECORD = 1_000_000;
