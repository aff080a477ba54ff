/**
 * This file converts Markdown to the content of an article: blocks of text with ranges, and the entities that ranges
 * point to. Lengths and offsets are in UTF-16 units, as in DraftJS. https://docs.x.com/x-api/articles/introduction
 */
import { childrenOf, MarkdownDocument, type Inline, type Mark } from '../markdown/document';
import { inTurns } from '../../shared/util/turns';
import type { Node } from '../../shared/vendor/commonmark';

interface Range {
	readonly offset: number;
	readonly length: number;
}

interface Block {
	readonly type: string;
	readonly text: string;
	readonly inline_style_ranges?: readonly (Range & { readonly style: string })[];
	readonly entity_ranges?: readonly (Range & { readonly key: number })[];
}

interface Entity {
	readonly key: string;
	readonly value: { readonly type: string; readonly mutability: string; readonly data: object };
}

const TABLE_ROW = /^\|.*\|[ \t]*$/;
const TABLE_RULE = /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;
/** The second line of a table whose lines may have no | at their ends, as on GitHub. */
const LOOSE_RULE = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?$/;
/** The beginning of a task in a list, and the mark of a footnote: both as on GitHub. */
const TASK = /^\[[ xX]\][ \t]/;
const FOOTNOTE = /\[\^[^\]\s]{1,100}\]/;
/** An image that was uploaded before: its media ID replaces the address. */
const IMAGE = /^!\[(.*)\]\((\d{1,19})\)$/;
const POST =
	/^https?:\/\/(?:www\.|mobile\.)?(?:x|twitter)\.com\/(?:\w+|i\/web)\/status\/(\d{1,19})(?:[?#]\S*)?$/i;
const BARE = /(?<![\p{L}\p{N}_])https?:\/\/[^\s<]*[^\s<?!.,:*_~'"]/giu;

const LOST = {
	address: 'an article links to http and https only, so this address is left out',
	code: 'code inside a text is shown as plain text',
	defined: 'this label is defined before, and the first definition counts',
	footnote: 'footnotes are shown as they are written',
	heading: 'an article has three levels of headings, and this is shown on the third',
	html: 'HTML is shown as text',
	image: 'an image is shown only by its media ID, on a line of its own, so its text is a link',
	imageGone: 'an image is shown only by its media ID, and without a text this one is left out',
	inQuote: 'what is no paragraph is shown outside of its quote',
	item: 'a list item that does not begin with text is shown without its mark',
	linkGone: 'a link without a text is left out',
	long: 'a paragraph of more than 10,000 characters is shown as it is written',
	nested: 'lists in lists are shown on one level',
	parts: 'what follows the first paragraph of a list item is shown outside of the list',
	quotes: 'quotes in quotes are shown on one level',
	start: 'an article numbers a list from 1, whatever number it begins with',
	table: 'a table has a | at both ends of each line; this one is shown as text',
	task: 'boxes of tasks are shown as they are written',
	title: 'titles of links are not shown',
	unused: 'this is the definition of a link that nothing refers to, so it is left out',
};

/** Converts Markdown to the content of an article, and lists what it cannot show. */
export async function readArticle(markdown: string): Promise<Pick<ArticleWriter, 'content' | 'lost'>> {
	const writer = new ArticleWriter();
	const steps = inTurns(writer.read(markdown));
	while ((await steps.next()).done !== true);
	return writer;
}

interface Around {
	readonly inQuote: boolean;
	readonly lists: number;
}

class ArticleWriter {
	readonly content: { blocks: Block[]; entities: Entity[] } = { blocks: [], entities: [] };
	/** What an article cannot show. */
	readonly lost: { readonly line: number; readonly text: string }[] = [];

	private readonly document = new MarkdownDocument();

	*read(markdown: string): Generator {
		yield* this.document.read(markdown);
		yield* this.blocks(childrenOf(this.document.root), { inQuote: false, lists: 0 });
		const seen = new Set<string>();
		for (const { label, line } of this.document.definitions) {
			if (seen.has(label)) this.lose(line, 'defined');
			else if (!this.document.used.has(label)) this.lose(line, 'unused');
			seen.add(label);
		}
	}

	private *blocks(blocks: readonly Node[], around: Around): Generator {
		for (const block of blocks) yield* this.block(block, around);
	}

	private *block(block: Node, around: Around): Generator {
		yield;
		const { type, level } = block;
		const line = lineOf(block);
		const { inQuote, lists } = around;
		if (inQuote && type !== 'paragraph') this.lose(line, type === 'block_quote' ? 'quotes' : 'inQuote');
		if (type === 'block_quote') yield* this.blocks(childrenOf(block), { ...around, inQuote: true });
		else if (type === 'list') {
			if (lists > 0) this.lose(line, 'nested');
			if ((block.listStart ?? 1) !== 1) this.lose(line, 'start');
			for (const item of childrenOf(block)) yield* this.item(item, { ...around, lists: lists + 1 });
		} else if (type === 'heading') {
			if (level > 3) this.lose(line, 'heading');
			this.write(['header-one', 'header-two'][level - 1] ?? 'header-three', sourceOf(block), line);
		} else if (type === 'code_block') this.embed('markdown', { markdown: codeOf(block) }, 'mutable');
		else if (type === 'thematic_break') this.embed('divider', {});
		else if (type === 'html_block') {
			this.lose(line, 'html');
			this.content.blocks.push({ type: 'unstyled', text: sourceOf(block).trimEnd() });
		} else yield* this.paragraph(block, inQuote ? 'blockquote' : 'unstyled');
	}

	private *item(item: Node, around: Around): Generator {
		yield;
		const type = item.listType === 'ordered' ? 'ordered-list-item' : 'unordered-list-item';
		const [first, ...rest] = childrenOf(item);
		const line = lineOf(item);
		if (first?.type === 'paragraph') {
			if (TASK.test(sourceOf(first))) this.lose(line, 'task');
			yield* this.paragraph(first, type);
		} else if (first) {
			if (first.type !== 'list') this.lose(line, 'item');
			yield* this.block(first, around);
		} else this.write(type, '', line);
		const second = rest.find((each) => each.type !== 'list');
		if (second) this.lose(lineOf(second), 'parts');
		yield* this.blocks(rest, around);
	}

	/** A paragraph, divided where a line is an image, the address of a Post, or the head of a table. */
	private *paragraph(paragraph: Node, type: string): Generator {
		const line = lineOf(paragraph);
		const lines = sourceOf(paragraph).trimEnd().split('\n');
		let begun = 0;
		const flush = (end: number) => {
			const part = lines.slice(begun, end).join('\n');
			if (part.trim() !== '') this.write(type, part, line + begun);
		};
		for (let place = 0; place < lines.length;) {
			yield;
			const taken = this.embedded(lines, place);
			if (taken === 0 && isTableHead(lines, place)) this.lose(line + place, 'table');
			if (taken > 0) {
				flush(place);
				if (type === 'blockquote') this.lose(line + place, 'inQuote');
				else if (type !== 'unstyled' && place === 0) this.lose(line, 'item');
				else if (type !== 'unstyled') this.lose(line + place, 'parts');
				this.embedLines(lines.slice(place, place + taken));
				begun = place + taken;
			}
			place += Math.max(taken, 1);
		}
		flush(lines.length);
	}

	private embedded(lines: readonly string[], place: number): number {
		const line = lines[place]?.trim() ?? '';
		if (IMAGE.test(line) || POST.test(line)) return 1;
		if (!TABLE_ROW.test(line) || !TABLE_RULE.test(lines[place + 1]?.trim() ?? '')) return 0;
		const end = lines.findIndex((each, index) => index > place && !TABLE_ROW.test(each.trim()));
		return (end < 0 ? lines.length : end) - place;
	}

	private embedLines(lines: readonly string[]): void {
		const [line = ''] = lines.map((each) => each.trim());
		const [, caption = '', mediaId] = IMAGE.exec(line) ?? [];
		const postId = POST.exec(line)?.[1];
		if (mediaId !== undefined) {
			const media_items = [{ media_category: 'tweet_image', media_id: mediaId }];
			this.embed('image', { ...(caption !== '' && { caption }), media_items });
		} else if (postId !== undefined) this.embed('post', { post_id: postId });
		else this.embed('markdown', { markdown: lines.join('\n') }, 'mutable');
	}

	private embed(type: string, data: object, mutability = 'immutable'): void {
		const key = this.entity(type, data, mutability);
		this.content.blocks.push({ type: 'atomic', text: ' ', entity_ranges: [{ key, offset: 0, length: 1 }] });
	}

	private readonly entity = (type: string, data: object, mutability: string): number => {
		const { entities } = this.content;
		return entities.push({ key: String(entities.length), value: { type, mutability, data } }) - 1;
	};

	private write(type: string, source: string, line: number): void {
		const text = new TextWriter(
			(url) => this.entity('link', { url }, 'mutable'),
			(at, what) => this.lose(line + at, what),
		);
		this.content.blocks.push({ type, ...text.write(this.document.inlines(source)) });
	}

	private lose(line: number, what: keyof typeof LOST): void {
		this.lost.push({ line, text: LOST[what] });
	}
}

const isTableHead = (lines: readonly string[], place: number): boolean =>
	lines[place]?.includes('|') === true && LOOSE_RULE.test(lines[place + 1]?.trim() ?? '');

const lineOf = ({ sourcepos: [[line]] }: Node): number => line;

const sourceOf = ({ literal, _string_content }: Node): string => literal ?? _string_content ?? '';

/** Code as Markdown; the fence is longer than any inside. */
function codeOf(block: Node): string {
	const text = sourceOf(block);
	const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}${block.info ?? ''}\n${text}${fence}`;
}

/** Plain texts side by side as one, because an address may be in several of them. */
function joined(inlines: readonly Inline[]): Inline[] {
	const all: Inline[] = [];
	for (const inline of inlines) {
		const before = all.at(-1);
		const isPlain = !inline.mark && inline.written === undefined;
		if (isPlain && before && !before.mark && before.written === undefined) before.text += inline.text;
		else if (!isPlain || inline.text !== '') all.push({ ...inline });
	}
	return all;
}

class TextWriter {
	private text = '';
	private readonly styles: (Range & { style: string })[] = [];
	private readonly links: (Range & { key: number })[] = [];
	private readonly open: { mark: Mark; offset: number }[] = [];
	/** The number of open marks of each kind: texts of strangers have thousands inside each other. */
	private readonly within = { bold: 0, italic: 0, strikethrough: 0, link: 0, image: 0 };
	private line = 0;

	constructor(
		private readonly link: (url: string) => number,
		private readonly lose: (line: number, what: keyof typeof LOST) => void,
	) {}

	write(inlines: readonly Inline[]): Omit<Block, 'type'> {
		for (const { text, mark, isEnd, written } of joined(inlines)) {
			if (!mark) this.add(text, written);
			else if (isEnd !== true) this.begin(mark);
			else this.close();
		}
		return {
			text: this.text,
			...(this.styles.length > 0 && { inline_style_ranges: this.styles }),
			...(this.links.length > 0 && { entity_ranges: this.links }),
		};
	}

	private get isInLink(): boolean {
		return this.within.link + this.within.image > 0;
	}

	private begin(mark: Mark): void {
		this.open.push({ mark, offset: this.text.length });
		this.within[mark.kind]++;
	}

	private add(text: string, written: Inline['written']): void {
		if (written) this.lose(this.line, written);
		const from = this.text.length;
		const lines = text.split('\n');
		const first = this.line;
		this.text += text;
		this.line += lines.length - 1;
		if (written !== undefined || this.isInLink) return;
		for (const [index, each] of lines.entries())
			if (FOOTNOTE.test(each)) this.lose(first + index, 'footnote');
		for (const { 0: url, index } of text.matchAll(BARE)) this.range(url, from + index, url.length);
	}

	private close(): void {
		const { mark, offset } = this.open.pop() ?? {};
		if (!mark || offset === undefined) return;
		this.within[mark.kind]--;
		const length = this.text.length - offset;
		if (mark.kind === 'link' || mark.kind === 'image') {
			if (mark.title !== '') this.lose(this.line, 'title');
			if (length === 0) this.lose(this.line, mark.kind === 'image' ? 'imageGone' : 'linkGone');
			else if (mark.kind === 'image') this.lose(this.line, 'image');
			if (!this.isInLink && length > 0) this.range(mark.url, offset, length);
		} else if (this.within[mark.kind] === 0 && length > 0)
			this.styles.push({ style: mark.kind, offset, length });
	}

	private range(url: string, offset: number, length: number): void {
		if (/^https?:\/\/[^\s/]/i.test(url)) this.links.push({ key: this.link(url), offset, length });
		else this.lose(this.line, 'address');
	}
}
