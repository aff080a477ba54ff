/**
 * This file reads Markdown with commonmark.js. An article divides paragraphs before their text is read, and names
 * definitions of links that show nothing: so blocks keep their source, and the parser is watched where it finds them.
 */
import { Node, Parser } from '../../shared/vendor/commonmark';
import { inlinesOf, type Inline } from './inlines';
import { walk } from './walk';

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
