import { tryParseExact } from '../../shared/util/exactJson';
import { isObject } from '../../shared/util/lenient';
import { FileProblem, MAX_RECORD, tooMuch, type FileHead, type FileRow } from './row';

/** The wrapping of a list of products in shop APIs: objects in each other, with plain values before the list. */
const PLAIN = /(?:"[^"\\]*"\s*:\s*(?:"[^"\\]*"|-?[\d.eE+-]+|true|false|null)\s*,\s*)*/.source;
const LISTS =
	'articles|catalog|data|edges|entries|hits|items|list|nodes|offers|products|records|results?|rows';
const WRAPPED = new RegExp(
	`^\\s*\\{\\s*(?:${PLAIN}"[^"\\\\]*"\\s*:\\s*\\{\\s*){0,4}${PLAIN}"(?:${LISTS})"\\s*:\\s*\\[`,
);

/** Measures what comes before the list of a JSON file. Is undefined if the file starts with no list. */
export function listStart(text: string): number | undefined {
	const [lead] = /^\s*\[/.exec(text) ?? WRAPPED.exec(text.slice(0, LONGEST_LEAD)) ?? [];
	return lead?.length;
}

const LONGEST_LEAD = 10_000;

/**
 * Reads the objects of a JSON list, or of JSON Lines, one after the other. What follows a list must be complete, and is
 * not read.
 */
export async function* jsonRows(
	text: AsyncIterable<string>,
	head: FileHead,
	isList: boolean,
): AsyncGenerator<readonly FileRow[]> {
	const reader = new JsonReader(isList);
	for await (const chunk of text) {
		const rows = reader.push(chunk);
		if (head.names.length === 0) head.names = Object.keys(rows[0]?.values ?? {});
		if (rows.length > 0) yield rows;
	}
	reader.end();
}

class JsonReader {
	private rest = '';
	private line = 1;
	private startLine = 1;
	private depth = 0;
	/** The number of open brackets around the elements of the list. */
	private listDepth = 0;
	private hasStarted: boolean;
	private isEnded = false;
	private inText = false;
	private isEscaped = false;
	/** The start of the current element, or -1. */
	private start = -1;
	private at = 0;

	constructor(private readonly isList: boolean) {
		this.hasStarted = !isList;
	}

	push(chunk: string): FileRow[] {
		this.rest += chunk;
		const rows: FileRow[] = [];
		if (!this.hasStarted && !this.enter()) return rows;
		const text = this.rest;
		for (; this.at < text.length; this.at++) this.step(text, text[this.at] ?? '', rows);
		const keepFrom = this.start === -1 ? text.length : this.start;
		this.rest = text.slice(keepFrom);
		this.at -= keepFrom;
		if (this.start !== -1) this.start = 0;
		if (this.rest.length > MAX_RECORD)
			throw tooMuch('an element of the list', MAX_RECORD, 'characters', this.startLine);
		return rows;
	}

	end(): void {
		if (!this.inText && this.depth === 0 && this.hasStarted) return;
		const [what, line] = this.isList ? ['list', this.line] : ['object', this.startLine];
		throw new FileProblem(`the JSON ${what} is not closed: the file seems to be cut off`, line);
	}

	private enter(): boolean {
		const length = listStart(this.rest);
		if (length === undefined) return false;
		const lead = this.rest.slice(0, length);
		this.line += lead.split('\n').length - 1;
		this.listDepth = this.depth = lead.replace(/"[^"\\]*"/g, '').replace(/[^{[]/g, '').length;
		this.at = length;
		return (this.hasStarted = true);
	}

	private step(text: string, char: string, rows: FileRow[]): void {
		if (char === '\n') this.line++;
		if (this.inText) {
			if (char === '\n') throw new FileProblem('this is not JSON: a text goes over its line', this.line - 1);
			if (this.isEscaped) this.isEscaped = false;
			else if (char === '\\') this.isEscaped = true;
			else if (char === '"') this.inText = false;
			return;
		}
		if (char === '"') this.inText = true;
		if (this.isEnded && this.depth === 0 && /[{[]/.test(char))
			throw new FileProblem('a second JSON list begins: put all products into one list', this.line);
		const isElement = !this.isEnded && this.depth === this.listDepth;
		if (isElement && this.start === -1 && !(this.isList ? /[\s,\]]/ : /[\s,]/).test(char)) {
			if (char !== '{') throw new FileProblem('a JSON object is expected for every product', this.line);
			this.start = this.at;
			this.startLine = this.line;
		}
		if (char === '{' || char === '[') this.depth++;
		if (char !== '}' && char !== ']') return;
		this.depth--;
		if (this.depth < this.listDepth) this.isEnded = true;
		if (this.start === -1 || this.depth !== this.listDepth) return;
		const parsed = tryParseExact(text.slice(this.start, this.at + 1));
		if (!isObject(parsed)) throw new FileProblem('this is not JSON', this.startLine);
		// GraphQL wraps each entry of a list.
		const values = isObject(parsed.node) ? parsed.node : parsed;
		rows.push({ line: this.startLine, values: { ...values } });
		this.start = -1;
	}
}
