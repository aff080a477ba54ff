/** The parts of links and of their definitions. https://spec.commonmark.org/0.31.2/#links */
import { unescapeText } from './characters';

export interface Target {
	readonly url: string;
	readonly title: string | undefined;
}

/** What definitions say, by label. */
export class References extends Map<string, Target> {
	/** The line of each definition, with the label that it defines. */
	readonly definitions: { readonly line: number; readonly label: string }[] = [];
	/** The labels that links refer to. */
	readonly used = new Set<string>();

	/** The first definition counts. */
	define(label: string, target: Target, line: number): void {
		this.definitions.push({ label, line });
		if (!this.has(label)) this.set(label, target);
	}

	/** Where a link with this label leads. */
	follow(label: string): Target | undefined {
		this.used.add(label);
		return this.get(label);
	}
}

/** A text that is read from its beginning to its end. */
export class Reader {
	at = 0;

	constructor(readonly text: string) {}

	get next(): string {
		return this.text.charAt(this.at);
	}

	/** Takes what a sticky pattern finds here. */
	take(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text)?.[0];
		if (found !== undefined) this.at += found.length;
		return found;
	}

	/** Spaces with at most one line end. */
	space(): void {
		this.take(/[ \t]*(?:\n[ \t]*)?/y);
	}
}

const LABEL = /\[(?:[^\\[\]]|\\[^]){0,1000}\]/y;
const IN_BRACKETS = /<(?:[^<>\n\\]|\\.)*>/y;
/** As many as the specification asks for. */
const MOST_PARENTHESES = 32;
const CLOSING = /\)/y;
const TITLE = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)/y;

/** A label with its brackets; undefined if there is none. */
export const takeLabel = (reader: Reader): string | undefined => {
	const start = reader.at;
	const label = reader.take(LABEL);
	if (label !== undefined && label.length <= 1001) return label;
	reader.at = start;
	return undefined;
};

/** Labels are equal without regard to case and spaces. */
export const normalLabel = (label: string): string =>
	label.slice(1, -1).trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/** The address of a link; undefined if there is none. */
export function takeDestination(reader: Reader): string | undefined {
	const bracketed = reader.take(IN_BRACKETS);
	if (bracketed !== undefined) return unescapeText(bracketed.slice(1, -1));
	if (reader.next === '<') return undefined;
	const start = reader.at;
	let open = 0;
	for (; reader.at < reader.text.length; reader.at++) {
		const { next } = reader;
		if (next === '\\' && /[!-/:-@[-`{-~]/.test(reader.text.charAt(reader.at + 1))) reader.at++;
		else if (next === '(' && open++ === MOST_PARENTHESES) break;
		else if (next === ')' && open-- === 0) {
			open = 0;
			break;
		} else if (next <= ' ') break;
	}
	if (open !== 0 || (reader.at === start && reader.next !== ')')) {
		reader.at = start;
		return undefined;
	}
	return unescapeText(reader.text.slice(start, reader.at));
}

/** The title of a link, without its quotation marks. */
export function takeTitle(reader: Reader): string | undefined {
	const title = reader.take(TITLE);
	return title === undefined ? undefined : unescapeText(title.slice(1, -1));
}

/** What follows the text of a link: `(address "title")`. */
export function takeTarget(reader: Reader): Target | undefined {
	const start = reader.at;
	if (reader.next === '(') {
		reader.at++;
		reader.space();
		const url = takeDestination(reader);
		if (url !== undefined) {
			reader.space();
			const title = /\s/.test(reader.text.charAt(reader.at - 1)) ? takeTitle(reader) : undefined;
			reader.space();
			if (reader.take(CLOSING) !== undefined) return { url, title };
		}
	}
	reader.at = start;
	return undefined;
}

/**
 * Takes the definitions off the beginning of a paragraph.
 *
 * @param line The number of its first line.
 * @returns What is left of it.
 */
export function takeDefinitions(paragraph: string, references: References, line: number): string {
	let [text, at] = [paragraph, line];
	while (text.startsWith('[')) {
		const length = definition(new Reader(text), references, at);
		if (length === 0) break;
		at += text.slice(0, length).split('\n').length - 1;
		text = text.slice(length);
	}
	return text;
}

const LINE_END = /[ \t]*(?:\n|$)/y;

/** The length of a definition, or 0. */
function definition(reader: Reader, references: References, line: number): number {
	const label = takeLabel(reader);
	if (label === undefined || reader.next !== ':') return 0;
	reader.at++;
	reader.space();
	const url = takeDestination(reader);
	if (url === undefined) return 0;
	const afterUrl = reader.at;
	reader.space();
	let title = reader.at === afterUrl ? undefined : takeTitle(reader);
	if (title === undefined) reader.at = afterUrl;
	if (reader.take(LINE_END) === undefined) {
		if (title === undefined) return 0;
		title = undefined;
		reader.at = afterUrl;
		if (reader.take(LINE_END) === undefined) return 0;
	}
	const key = normalLabel(label);
	if (key === '') return 0;
	references.define(key, { url, title }, line);
	return reader.at;
}
