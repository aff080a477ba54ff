/** What the nodes use of commonmark.js, which has no types: nodes, and the steps of its parser. */
declare module 'commonmark' {
	export class Node {
		constructor(type: string);
		readonly type: string;
		readonly parent: Node | null;
		readonly firstChild: Node | null;
		readonly next: Node | null;
		readonly literal: string | null;
		readonly destination: string | null;
		readonly title: string | null;
		readonly info: string | null;
		readonly level: number;
		readonly listType: string;
		readonly listStart: number | null;
		/** The numbers of line and column of its beginning and its end, from 1. */
		readonly sourcepos: readonly [begin: [line: number, column: number], end: [line: number, column: number]];
		/** The source of a paragraph or heading, until its inlines are read. */
		_string_content: string | null;
		unlink(): void;
		walker(): { next(): { readonly entering: boolean; readonly node: Node } | null };
	}

	type References = Record<string, { readonly destination: string; readonly title: string } | undefined>;

	interface InlineParser {
		readonly subject: string;
		readonly pos: number;
		refmap: References;
		readonly brackets: { depth?: number } | null;
		parse(block: Node): void;
		addBracket: (this: InlineParser, node: Node, index: number, isImage: boolean) => void;
		parseHtmlTag: (this: InlineParser, block: Node) => boolean;
		parseLinkDestination: (this: InlineParser) => string | null;
		/** The length of the definition that a text begins with, or 0. */
		parseReference: (this: InlineParser, text: string, references: References) => number;
	}

	type BlockStart = (parser: Parser, container: Node) => number;

	export class Parser {
		blockStarts: readonly BlockStart[];
		readonly inlineParser: InlineParser;
		/** The innermost open block. */
		tip: Node;
		readonly doc: Node;
		readonly refmap: References;
		incorporateLine(line: string): void;
		finalize(block: Node, line: number): void;
	}
}

/** The one file that the nodes use of twemoji-parser, which has no types. */
declare module 'twemoji-parser/dist/lib/regex.js' {
	const pattern: RegExp;
	export default pattern;
}
