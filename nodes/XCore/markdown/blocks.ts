/** The blocks of a Markdown text: paragraphs, headings, lists, quotes, code. https://spec.commonmark.org/0.31.2/ */
import { trimEnd } from 'lodash';

import { unescapeText } from './characters';
import { Line } from './line';
import { takeDefinitions, type References } from './links';

export type BlockKind =
	'document' | 'quote' | 'list' | 'item' | 'paragraph' | 'heading' | 'code' | 'html' | 'break';

export interface Block {
	readonly kind: BlockKind;
	/** The number of its first line, from 1. */
	readonly line: number;
	readonly children: readonly Block[];
	/** The content of paragraphs, headings, code and HTML. */
	readonly text: string;
	/** Of a heading. */
	readonly level: number;
	/** Of a list and its items. */
	readonly isOrdered: boolean;
	/** The number that an ordered list begins with. */
	readonly start: number;
	/** The line after the fence of code; undefined for indented code. */
	readonly info: string | undefined;
}

interface OpenBlock {
	kind: BlockKind;
	line: number;
	children: OpenBlock[];
	parent: OpenBlock | undefined;
	/** How many blocks are around it. */
	depth: number;
	isOpen: boolean;
	text: string;
	level: number;
	isOrdered: boolean;
	start: number;
	info: string | undefined;
	/** Of a list: the character of its markers. */
	marker: string;
	/** Of an item: the columns that its content is indented by. */
	indent: number;
	/** Of code: its opening fence, and the columns before it. */
	fence: string;
	/** Of HTML: what ends it; undefined for a blank line. */
	end: RegExp | undefined;
}

/** Deeper quotes and lists are text. */
const DEEPEST = 100;
const WITH_LINES: readonly BlockKind[] = ['code', 'html', 'paragraph'];
const HEADING = /^(#{1,6})(?:[ \t]+|$)/;
const FENCE = /^(?:`{3,}(?!.*`)|~{3,})/;
const BREAK = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const MARKER = /^(?:[*+-]|(\d{1,9})[.)])(?=[ \t]|$)/;

const TAG_NAME = '[A-Za-z][A-Za-z0-9-]*';
const ATTRIBUTE =
	'(?:\\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\\s*=\\s*(?:[^"\'=<>`\\x00-\\x20]+|\'[^\']*\'|"[^"]*"))?)';
export const HTML_TAG = `<${TAG_NAME}${ATTRIBUTE}*\\s*/?>|</${TAG_NAME}\\s*>`;
const HTML_NAMES =
	'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** Beginnings of HTML, and what ends it; without that, a blank line. */
const HTML: ReadonlyArray<readonly [begin: RegExp, end?: RegExp]> = [
	[/^<(?:script|pre|textarea|style)(?:\s|>|$)/i, /<\/(?:script|pre|textarea|style)>/i],
	[/^<!--/, /-->/],
	[/^<[?]/, /\?>/],
	[/^<![A-Za-z]/, />/],
	[/^<!\[CDATA\[/, /\]\]>/],
	[new RegExp(`^</?(?:${HTML_NAMES})(?:\\s|/?>|$)`, 'i')],
];
const ANY_TAG = new RegExp(`^(?:${HTML_TAG})\\s*$`);

/**
 * Reads the blocks of a text.
 *
 * @param references Gets the definitions of links in it.
 */
export function readBlocks(markdown: string, references: References): Block {
	const parser = new BlockParser(references);
	const lines = markdown.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD').split('\n');
	if (lines.at(-1) === '') lines.pop();
	for (const [index, line] of lines.entries()) parser.add(new Line(line), index + 1);
	return parser.end();
}

class BlockParser {
	private readonly root: OpenBlock = newBlock('document', 1, undefined);
	private tip = this.root;
	/** The innermost block that the line continues. */
	private matched = this.root;
	private number = 0;

	constructor(private readonly references: References) {}

	end(): Block {
		this.closeTo(undefined);
		removeEmpty(this.root);
		return this.root;
	}

	/** Takes a line: first what it continues, then what it begins, then its text. */
	add(line: Line, number: number): void {
		this.number = number;
		let container = this.root;
		for (let last = container.children.at(-1); last?.isOpen; last = container.children.at(-1)) {
			const goesOn = this.continues(last, line);
			if (goesOn === 'end') return;
			if (!goesOn) break;
			container = last;
		}
		this.matched = container;
		let isLeaf = container.kind === 'code' || container.kind === 'html';
		while (!isLeaf) {
			const begun = this.begin(container, line);
			if (begun === 'taken') return;
			if (begun === undefined) {
				line.skipSpace();
				break;
			}
			container = begun;
			isLeaf = WITH_LINES.includes(begun.kind);
		}
		this.addText(container, line);
	}

	private addText(container: OpenBlock, line: Line): void {
		const { isBlank } = line.look();
		if (this.isUnmatched && !isBlank && this.tip.kind === 'paragraph') {
			// A lazy continuation.
			this.tip.text += `${line.rest()}\n`;
			return;
		}
		this.closeTo(this.matched);
		if (WITH_LINES.includes(container.kind)) {
			const text = line.rest();
			container.text += `${text}\n`;
			if (container.kind === 'html' && container.end?.test(text)) this.close(container);
		} else if (!isBlank) {
			const paragraph = this.open('paragraph');
			line.skipSpace();
			paragraph.text = `${line.rest()}\n`;
		}
	}

	/** Whether blocks are open that the line does not continue. */
	private get isUnmatched(): boolean {
		return this.tip !== this.matched;
	}

	private continues(block: OpenBlock, line: Line): boolean | 'end' {
		const { indent, isBlank, text } = line.look();
		switch (block.kind) {
			case 'quote':
				if (indent > 3 || !text.startsWith('>')) return false;
				line.skipQuoteMark();
				return true;
			case 'item':
				if (isBlank && block.children.length === 0) return false;
				if (isBlank) line.skipSpace();
				else if (indent >= block.indent) line.skip(block.indent, true);
				else return false;
				return true;
			case 'code':
				return block.fence === '' ? continuesIndented(line) : this.continuesFenced(block, line);
			case 'html':
				return !(isBlank && block.end === undefined);
			case 'paragraph':
				return !isBlank;
			default:
				return block.kind === 'list';
		}
	}

	private continuesFenced(block: OpenBlock, line: Line): true | 'end' {
		const { indent, text } = line.look();
		const mark = block.fence.trimStart();
		const closing = /^(?:`{3,}|~{3,})(?=[ \t]*$)/.exec(text)?.[0] ?? '';
		if (indent < 4 && closing.startsWith(mark)) {
			this.matched = block;
			this.closeTo(block);
			this.close(block);
			return 'end';
		}
		for (let left = block.fence.length - mark.length; left > 0 && /^[ \t]/.test(line.here); left--)
			line.skip(1, true);
		return true;
	}

	/** Begins a block; `taken` if that needs all of the line. */
	private begin(container: OpenBlock, line: Line): OpenBlock | 'taken' | undefined {
		const { indent, isBlank, text } = line.look();
		if (indent > 3) {
			if (this.tip.kind === 'paragraph' || isBlank) return undefined;
			line.skip(4, true);
			this.closeTo(this.matched);
			return this.open('code');
		}
		if (container.depth > DEEPEST) return undefined;
		if (text.startsWith('>')) {
			this.closeTo(this.matched);
			line.skipQuoteMark();
			return this.open('quote');
		}
		return (
			this.beginLine(container, text, indent) ??
			this.beginHtml(container, text) ??
			this.beginItem(container, line)
		);
	}

	/** Headings, fences and breaks. */
	private beginLine(container: OpenBlock, text: string, indent: number): 'taken' | undefined {
		const [marks, level] = HEADING.exec(text) ?? [];
		const fence = FENCE.exec(text)?.[0];
		if (marks !== undefined && level !== undefined) {
			this.closeTo(this.matched);
			const heading = this.open('heading');
			heading.level = level.length;
			heading.text = withoutClosing(text.slice(marks.length));
			return 'taken';
		}
		if (fence !== undefined) {
			this.closeTo(this.matched);
			const code = this.open('code');
			code.fence = ' '.repeat(indent) + fence;
			code.info = unescapeText(text.slice(fence.length).trim());
			return 'taken';
		}
		if (container.kind === 'paragraph' && UNDERLINE.test(text) && this.underline(container, text))
			return 'taken';
		// HTML begins with other characters, and items that are breaks are breaks.
		if (!BREAK.test(text)) return undefined;
		this.closeTo(this.matched);
		this.open('break');
		return 'taken';
	}

	/** Makes a heading of the paragraph before a line of = or -. */
	private underline(paragraph: OpenBlock, text: string): boolean {
		const rest = takeDefinitions(paragraph.text, this.references, paragraph.line);
		if (rest.trim() === '') return false;
		this.closeTo(paragraph);
		paragraph.kind = 'heading';
		paragraph.level = text.startsWith('=') ? 1 : 2;
		paragraph.text = rest;
		return true;
	}

	private beginHtml(container: OpenBlock, text: string): OpenBlock | undefined {
		if (!text.startsWith('<')) return undefined;
		const found = HTML.find(([begin]) => begin.test(text));
		const mayBeTag = container.kind !== 'paragraph' && !(this.isUnmatched && this.tip.kind === 'paragraph');
		if (!found && !(mayBeTag && ANY_TAG.test(text))) return undefined;
		this.closeTo(this.matched);
		const html = this.open('html');
		html.end = found?.[1];
		return html;
	}

	private beginItem(container: OpenBlock, line: Line): OpenBlock | undefined {
		const { indent, text } = line.look();
		const [marker, number] = MARKER.exec(text) ?? [];
		if (marker === undefined) return undefined;
		const isEmpty = text.slice(marker.length).trim() === '';
		if (container.kind === 'paragraph' && (isEmpty || (number !== undefined && Number(number) !== 1)))
			return undefined;
		line.skipSpace();
		line.skip(marker.length, true);
		const padding = line.skipPadding();
		this.closeTo(this.matched);
		const kind = marker.slice(-1);
		if (this.tip.kind !== 'list' || this.tip.marker !== kind) {
			const list = this.open('list');
			list.marker = kind;
			list.isOrdered = number !== undefined;
			list.start = Number(number ?? 1);
		}
		const item = this.open('item');
		item.isOrdered = number !== undefined;
		item.indent = indent + marker.length + padding;
		return item;
	}

	/** Opens a block inside the innermost one that can contain it. */
	private open(kind: BlockKind): OpenBlock {
		while (!canContain(this.tip.kind, kind)) this.close(this.tip);
		const block = newBlock(kind, this.number, this.tip);
		this.tip.children.push(block);
		this.tip = block;
		this.matched = block;
		return block;
	}

	/** Closes what is open inside a block; all, if it is undefined. */
	private closeTo(block: OpenBlock | undefined): void {
		while (this.tip !== block) {
			const isRoot = this.tip === this.root;
			this.close(this.tip);
			if (isRoot) return;
		}
	}

	private close(block: OpenBlock): void {
		block.isOpen = false;
		if (block.kind === 'paragraph') this.endParagraph(block);
		if (block.kind === 'code' && block.fence === '') block.text = withoutBlankEnd(block.text);
		if (block.parent) this.tip = block.parent;
	}

	private endParagraph(block: OpenBlock): void {
		const rest = takeDefinitions(block.text, this.references, block.line);
		block.line += block.text.slice(0, block.text.length - rest.length).split('\n').length - 1;
		block.text = rest;
	}
}

/** Removes what held definitions only. Until the end it shows that its list item has content. */
function removeEmpty(block: OpenBlock): void {
	block.children = block.children.filter(({ kind, text }) => kind !== 'paragraph' || text.trim() !== '');
	for (const child of block.children) removeEmpty(child);
}

const newBlock = (kind: BlockKind, line: number, parent: OpenBlock | undefined): OpenBlock => ({
	kind,
	line,
	parent,
	children: [],
	depth: (parent?.depth ?? 0) + 1,
	isOpen: true,
	text: '',
	level: 0,
	isOrdered: false,
	start: 1,
	info: undefined,
	marker: '',
	indent: 0,
	fence: '',
	end: undefined,
});

function canContain(outer: BlockKind, inner: BlockKind): boolean {
	if (outer === 'list') return inner === 'item';
	return inner !== 'item' && (outer === 'document' || outer === 'quote' || outer === 'item');
}

function continuesIndented(line: Line): boolean {
	const { indent, isBlank } = line.look();
	if (indent > 3) line.skip(4, true);
	else if (isBlank) line.skipSpace();
	else return false;
	return true;
}

/** The text of a heading without the # at its end, which a blank separates from it. */
function withoutClosing(text: string): string {
	const marked = trimEnd(text, ' \t');
	const rest = trimEnd(marked, '#');
	if (rest === marked) return text;
	const bare = trimEnd(rest, ' \t');
	return bare === '' || bare !== rest ? bare : text;
}

/** Code without the blank lines at its end. */
function withoutBlankEnd(code: string): string {
	const end = code.indexOf('\n', trimEnd(code, ' \t\n').length);
	return end === -1 ? code : code.slice(0, end + 1);
}
