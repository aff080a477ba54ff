/** The reference of CommonMark and the examples of its specification. Neither package has types. */
import { createRequire } from 'node:module';

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

interface Example {
	readonly markdown: string;
	readonly number: number;
}

const load = createRequire(__filename);
const commonmark = load('commonmark') as { Parser: new () => { parse(text: string): Node } };
const specification = load('commonmark-spec') as { tests: readonly Example[] };

export const { Parser } = commonmark;
export const { tests } = specification;
