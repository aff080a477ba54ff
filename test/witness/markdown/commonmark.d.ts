/** The package has no types of its own; this is all of it that the test uses. */
declare module 'commonmark' {
	export interface Node {
		readonly type: string;
		readonly firstChild: Node | null;
		readonly next: Node | null;
		readonly literal: string | null;
		readonly destination: string | null;
		readonly info: string | null;
		readonly level: number;
		readonly listType: string;
	}
	export class Parser {
		parse(text: string): Node;
	}
}
