/**
 * This file reads Markdown with commonmark.js. An article divides paragraphs before their text is read, and names
 * definitions of links that show nothing: so blocks keep their source, and the parser is watched where it finds them.
 */
import { Node, Parser } from '../../shared/vendor/commonmark';

/** Deeper quotes, lists and brackets are text: an article shows one level, and hostile texts have thousands. */
const DEEPEST = 100;
/** The characters of a text whose marks are read in one turn of n8n. Longer ones are no paragraphs that people write. */
const LONGEST = 10_000;
/** As many as the specification asks for. To look for the end of more takes a time with the square of a text. */
const MOST_PARENTHESES = 32;
/** The ends of HTML in a text, by its first characters; that of all other HTML is >. */
const HTML_ENDS = Object.entries({ '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' });
const LABEL = /^\[((?:[^\\[\]]|\\[^])*)\]/;

export class MarkdownDocument {
	private readonly parser = new Parser();
	readonly root = this.parser.doc;
	readonly definitions: { readonly line: number; readonly label: string }[] = [];
	readonly used = new Set<string>();
	/** The last place of each end of HTML in the text that is read: to look for it at every beginning takes long. */
	private readonly lastEnds = new Map<string, number>();
	/** The paragraph whose definitions are taken after all blocks are read. */
	private paragraph: Node | undefined;

	constructor() {
		const { parser } = this;
		const { inlineParser } = parser;
		const { addBracket, parseHtmlTag, parseLinkDestination, parseReference } = inlineParser;
		parser.blockStarts = parser.blockStarts.map(
			(start) => (self, container) => (depthOf(container) > DEEPEST ? 0 : start(self, container)),
		);
		inlineParser.addBracket = (node, index, isImage) => {
			const depth = (inlineParser.brackets?.depth ?? 0) + 1;
			if (depth > DEEPEST) return;
			addBracket.call(inlineParser, node, index, isImage);
			if (inlineParser.brackets) inlineParser.brackets.depth = depth;
		};
		inlineParser.parseHtmlTag = (block) => this.mayBeHtml && parseHtmlTag.call(inlineParser, block);
		inlineParser.parseLinkDestination = () =>
			isNested(inlineParser.subject, inlineParser.pos) ? null : parseLinkDestination.call(inlineParser);
		inlineParser.parseReference = (source, references) => {
			const length = parseReference.call(inlineParser, source, references);
			if (length > 0) this.define(source.slice(0, length));
			return length;
		};
		inlineParser.refmap = new Proxy(parser.refmap, {
			get: (references, label: string) => {
				this.used.add(label);
				return references[label];
			},
		});
	}

	/** Reads the blocks without their texts, in steps between which n8n may have a turn. */
	*read(markdown: string): Generator {
		const { parser } = this;
		parser.tip = this.root;
		const lines = markdown.replace(/\r?\n$/, '').split(/\r\n|[\n\r]/);
		for (const line of lines) yield parser.incorporateLine(line);
		while (parser.tip !== this.root) parser.finalize(parser.tip, lines.length);
		yield* this.takeDefinitions();
	}

	/** Reads the text of a block, or of a part of it, as texts and marks in order. */
	inlines(source: string): Inline[] {
		if (source.length > LONGEST) return [{ text: source, written: 'long' }];
		const block = new Node('paragraph');
		block._string_content = source;
		this.lastEnds.clear();
		this.parser.inlineParser.parse(block);
		return inlinesOf(block);
	}

	private get mayBeHtml(): boolean {
		const { subject, pos } = this.parser.inlineParser;
		const [, end = '>'] = HTML_ENDS.find(([start]) => subject.startsWith(start, pos)) ?? [];
		const last = this.lastEnds.get(end) ?? subject.lastIndexOf(end);
		this.lastEnds.set(end, last);
		return last >= pos;
	}

	private *takeDefinitions(): Generator {
		const { inlineParser, refmap } = this.parser;
		for (const { node, entering } of walk(this.root)) {
			yield;
			if (entering || node.type !== 'paragraph') continue;
			this.paragraph = node;
			let source = node._string_content ?? '';
			for (let length = -1; length !== 0 && source.startsWith('['); source = source.slice(length))
				yield (length = inlineParser.parseReference(source, refmap));
			node._string_content = source;
			if (source.trim() === '') node.unlink();
		}
	}

	private define(definition: string): void {
		// Those before a heading are found while its paragraph is open.
		const { sourcepos } = this.paragraph ?? this.parser.tip;
		const label = LABEL.exec(definition)?.[1]?.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase() ?? '';
		this.definitions.push({ line: sourcepos[0][0], label });
		sourcepos[0][0] += definition.split('\n').length - 1;
	}
}

function depthOf(block: Node): number {
	let depth = 0;
	for (let outer = block.parent; outer && depth <= DEEPEST; outer = outer.parent) depth++;
	return depth;
}

/** Checks whether the address that begins here has too many parentheses inside each other. */
function isNested(text: string, from: number): boolean {
	let open = 0;
	for (let at = from; at < text.length; at++) {
		const character = text.charAt(at);
		if (character === '\\') at++;
		else if (character === '(' && ++open > MOST_PARENTHESES) return true;
		else if (character <= ' ' || (character === ')' && --open < 0)) return false;
	}
	return false;
}

export type Mark =
	| { readonly kind: 'bold' | 'italic' | 'strikethrough' }
	| { readonly kind: 'link' | 'image'; readonly url: string; readonly title: string };

export interface Inline {
	text: string;
	readonly mark?: Mark;
	readonly isEnd?: boolean;
	/** The form in which a text was written, if it is neither plain nor escaped; a long one may have marks. */
	readonly written?: 'code' | 'html' | 'long';
}

const TILDES = /(?<!~)(~~)(?!~)/;

function inlinesOf(block: Node): Inline[] {
	const inlines: Inline[] = [];
	/** The place of the ~~ that may begin a strikethrough, by the node around it. */
	const openings = new Map<Node | null, number>();
	for (const { node, entering } of walk(block)) {
		if (node.type === 'text') addText(node, inlines, openings);
		else inlines.push(...inlineOf(node, entering));
	}
	return inlines;
}

function inlineOf({ type, literal, destination, title }: Node, entering: boolean): Inline[] {
	const marked = (mark: Mark): Inline[] => [{ text: '', mark, ...(!entering && { isEnd: true }) }];
	switch (type) {
		case 'softbreak':
		case 'linebreak':
			return [{ text: '\n' }];
		case 'code':
			return [{ text: literal ?? '', written: 'code' }];
		case 'html_inline':
			return [{ text: literal ?? '', written: 'html' }];
		case 'strong':
			return marked({ kind: 'bold' });
		case 'emph':
			return marked({ kind: 'italic' });
		case 'link':
		case 'image':
			return marked({ kind: type, url: destination ?? '', title: title ?? '' });
		default:
			return [];
	}
}

/** Adds a text. Two ~~ with the same node around them, and no blanks beside what is between, strike it through. */
function addText(node: Node, inlines: Inline[], openings: Map<Node | null, number>): void {
	const mark: Mark = { kind: 'strikethrough' };
	const parts = (node.literal ?? '').split(TILDES);
	for (const [index, text] of parts.entries()) {
		const opening = openings.get(node.parent);
		const isTildes = index % 2 === 1;
		if (isTildes && opening !== undefined && /\S$/.test(inlines.at(-1)?.text ?? '')) {
			inlines[opening] = { text: '', mark };
			inlines.push({ text: '', mark, isEnd: true });
			openings.delete(node.parent);
		} else {
			// Emphasis may begin right behind them, in a node of its own.
			const next = parts[index + 1] || (node.next?.literal ?? node.next?.type);
			if (isTildes && /^\S/.test(next ?? ' ')) openings.set(node.parent, inlines.length);
			inlines.push({ text });
		}
	}
}

/** `entering` is true before the children of a node, and false when the node comes again after them. */
type Visit = NonNullable<ReturnType<ReturnType<Node['walker']>['next']>>;

/** Lists nodes in text order without recursion: hostile texts nest deeper than functions can call each other. */
function* walk(root: Node): Generator<Visit> {
	const walker = root.walker();
	for (let visit = walker.next(); visit; visit = walker.next()) yield visit;
}

export function childrenOf(parent: Node): Node[] {
	const children: Node[] = [];
	for (let child = parent.firstChild; child; child = child.next) children.push(child);
	return children;
}
