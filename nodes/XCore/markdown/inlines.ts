/** This file reads the text of a block in order, with GitHub's ~~strikethrough~~, which CommonMark lacks. */
import type { Node } from '../../shared/vendor/commonmark';
import { walk } from './walk';

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

/** Returns the text of a block whose inlines are read. */
export function inlinesOf(block: Node): Inline[] {
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
