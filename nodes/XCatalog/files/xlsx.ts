/**
 * Reads the first sheet of an Excel workbook: ECMA-376, part 1, 18. Only values are read: no formulas, formats or dates,
 * which Excel stores as numbers of days.
 */
import { decodeText } from './decode';
import { FileProblem, MAX_RECORD, type FileHead, type FileRow } from './row';
import { Table } from './table';
import type { ZipEntry } from './zip';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const TEXTS = 'xl/sharedStrings.xml';

/** The most columns of a sheet: https://support.microsoft.com/office/excel-specifications-and-limits-1672b34d */
const MAX_COLUMNS = 16_384;
/** The most characters of all shared texts, which are held in memory. */
const MAX_TEXTS = 100_000_000;

export const isWorkbook = (entries: readonly ZipEntry[]): boolean =>
	entries.some(({ name }) => name === WORKBOOK);

export async function* xlsxRows(
	entries: readonly ZipEntry[],
	head: FileHead,
): AsyncGenerator<readonly FileRow[]> {
	const texts = await sharedTexts(entries);
	const sheet = find(entries, await firstSheet(entries));
	const table = new Table(head);
	const cells = new SheetCells(texts);
	let values: string[] = [];
	let [line, width] = [0, 0];
	for await (const tokens of tokensOf(sheet)) {
		const rows: FileRow[] = [];
		for (const token of tokens) {
			if (token.name === 'row') {
				line = Number(attribute(token, 'r')) || line + 1;
				values = [];
			}
			cells.take(token, values);
			if (token.name !== '/row' && !(token.name === 'row' && token.isEmpty)) continue;
			width = Math.max(width, values.length);
			const padded = Array.from({ length: width }, (_, at) => values[at] ?? '');
			rows.push(...table.push([{ line, values: padded, problem: undefined, isCut: false }]));
		}
		if (rows.length > 0) yield rows;
	}
	yield table.end();
}

function find(entries: readonly ZipEntry[], name: string): ZipEntry {
	const entry = entries.find((each) => each.name === name);
	if (entry === undefined) throw new FileProblem(`the Excel file has no ${name}`, 1);
	return entry;
}

/** The path of the sheet that the workbook lists first. */
async function firstSheet(entries: readonly ZipEntry[]): Promise<string> {
	let relation = '';
	for await (const tokens of tokensOf(find(entries, WORKBOOK)))
		for (const token of tokens)
			if (token.name === 'sheet' && relation === '') relation = attribute(token, 'r:id') ?? '';
	for await (const tokens of tokensOf(find(entries, RELATIONS)))
		for (const token of tokens)
			if (token.name === 'Relationship' && attribute(token, 'Id') === relation) {
				const target = attribute(token, 'Target') ?? '';
				return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
			}
	return 'xl/worksheets/sheet1.xml';
}

/** Texts that cells refer to by number. Readings of Japanese words are left out. */
async function sharedTexts(entries: readonly ZipEntry[]): Promise<readonly string[]> {
	const texts: string[] = [];
	if (!entries.some(({ name }) => name === TEXTS)) return texts;
	let [text, size] = ['', 0];
	let [inText, inReading] = [false, false];
	for await (const tokens of tokensOf(find(entries, TEXTS)))
		for (const { name, isEmpty, before } of tokens) {
			if (inText && !inReading) text += before;
			inText = name === 't' && !isEmpty;
			if (name === 'rPh' || name === '/rPh') inReading = name === 'rPh';
			if (name === 'si') text = '';
			if (name !== '/si' && !(name === 'si' && isEmpty)) continue;
			size += text.length;
			if (size > MAX_TEXTS)
				throw new FileProblem('the texts of the Excel file are too long: export it as CSV', 1);
			texts.push(text);
		}
	return texts;
}

/** Puts the values of cells at their places in a row. */
class SheetCells {
	private place = 0;
	private type = '';
	private value = '';
	private inValue = false;

	constructor(private readonly texts: readonly string[]) {}

	take(token: Token, values: string[]): void {
		const { name, isEmpty, before } = token;
		if (this.inValue) this.value += before;
		this.inValue = (name === 'v' || name === 't') && !isEmpty;
		if (name === 'row') this.place = 0;
		if (name === 'c') {
			this.place = placeIn(attribute(token, 'r')) ?? this.place;
			if (this.place >= MAX_COLUMNS) throw new FileProblem('the sheet has too many columns', 1);
			this.type = attribute(token, 't') ?? '';
			this.value = '';
		}
		if (name !== '/c' && !(name === 'c' && isEmpty)) return;
		while (values.length < this.place) values.push('');
		values[this.place++] = this.text();
	}

	private text(): string {
		const { type, value } = this;
		if (type === 's') return this.texts[Number(value)] ?? '';
		if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
		if (type === 'e') return '';
		if (type === 'str' || type === 'inlineStr' || value === '') return value;
		const amount = Number(value);
		return Number.isFinite(amount) ? String(amount) : value;
	}
}

/** The place of a column from 0: `C7` is 2. */
function placeIn(reference = ''): number | undefined {
	const [, letters] = /^([A-Z]{1,3})\d+$/.exec(reference) ?? [];
	if (letters === undefined) return undefined;
	return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A tag, without the prefix of its name, and the text before it. */
interface Token {
	readonly name: string;
	readonly attributes: string;
	readonly isEmpty: boolean;
	readonly before: string;
}

const attribute = ({ attributes }: Token, name: string): string | undefined => {
	const value = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
	return value === null ? undefined : unescaped(value[1] ?? value[2] ?? '');
};

async function* tokensOf(entry: ZipEntry): AsyncGenerator<readonly Token[]> {
	let rest = '';
	for await (const chunk of decodeText(entry.bytes())) {
		const text = rest + chunk;
		const tokens: Token[] = [];
		let at = 0;
		for (;;) {
			const open = text.indexOf('<', at);
			const close = open === -1 ? -1 : text.indexOf('>', open);
			if (close === -1) break;
			const tag = text.slice(open + 1, close);
			if (tag.startsWith('!'))
				throw new FileProblem('the Excel file has a document type or comments, which it may not', 1);
			if (!tag.startsWith('?')) tokens.push(tokenOf(tag, text.slice(at, open)));
			at = close + 1;
		}
		rest = text.slice(at);
		if (rest.length > MAX_RECORD) throw new FileProblem('a text of the Excel file is too long', 1);
		yield tokens;
	}
	if (rest.trim() !== '') throw new FileProblem('the Excel file is damaged: a sheet ends inside a tag', 1);
}

function tokenOf(tag: string, before: string): Token {
	const [, slash = '', name = ''] = /^(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(tag) ?? [];
	return { name: `${slash}${name}`, attributes: tag, isEmpty: tag.endsWith('/'), before: unescaped(before) };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Only the five entities of XML and numeric ones, so that no entity can expand. Line breaks are `_x000D_` in part. */
const unescaped = (text: string): string =>
	(text.includes('&')
		? text.replace(
				/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
				(whole, hex, decimal, name) => {
					if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
					const point = hex === undefined ? Number(decimal) : parseInt(String(hex), 16);
					return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
				},
			)
		: text
	).replaceAll('_x000D_', '');
