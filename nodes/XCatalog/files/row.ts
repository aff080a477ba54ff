/** One record of a file. */
export interface FileRow {
	/** Where the record starts, counted from 1. */
	readonly line: number;
	readonly values: Readonly<Record<string, unknown>>;
	/** What is wrong with the record itself, as opposed to its values. */
	readonly problem?: string;
	/** What is odd about the record and explains values that are wrong. */
	readonly note?: string;
	/** XML: texts and attributes that are no columns of a feed, by their paths: `@id`, `imgs/main@url`, `param[size]`. */
	readonly deep?: Readonly<Record<string, readonly string[]>>;
	/** XML: the name of an element outside of products that formats look up (`category`). Such a row is no product. */
	readonly element?: string;
	/** XML: products inside of this one. */
	readonly parts?: readonly FileRow[];
}

/** What a reader met in a file, for messages: the columns of its header, its first keys, or its first elements. */
export interface FileHead {
	names: string[];
	/** Whether it is XML, whatever it was taken for. */
	isXml?: boolean;
}

/** The file cannot be read any further: it is not in that format, or it is cut off. */
export class FileProblem extends Error {
	constructor(
		message: string,
		readonly line: number,
	) {
		super(`Line ${line}: ${message}`);
	}
}

/** No record is longer than this many characters: a quote or tag that is never closed ends here, not in memory. */
export const MAX_RECORD = 1_000_000;
