/**
 * The Markdown of articles against commonmark.js, the reference of the CommonMark specification: the published
 * examples, and random texts. The tree of the reference is read here on its own: which character has which style and
 * link, and in which kind of block.
 */
import { createRequire } from 'node:module';
import { readArticle } from '../../../nodes/XCore/operations/articleContent';
import { cases } from '../../support/cases';
import { lotsFrom } from '../../support/random';

/** A node of the reference. Neither package has types. */
interface Node {
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
const { Parser } = load('commonmark') as { Parser: new () => { parse(text: string): Node } };
const { tests } = load('commonmark-spec') as { tests: readonly Example[] };

/** A block as people see it: its kind, its text, and each character's styles and link. */
interface Seen {
	readonly type: string;
	readonly text: string;
	readonly styles: readonly string[];
}

interface Letter {
	readonly text: string;
	readonly marks: readonly string[];
}

const MARKS: Readonly<Record<string, string>> = { strong: 'bold', emph: 'italic' };
const isHttp = (url: string) => /^https?:\/\/[^\s/]/i.test(url);
const unescaped = (url: string) => {
	try {
		return decodeURI(url);
	} catch {
		return url;
	}
};

const childrenOf = (node: Node): Node[] => {
	const all: Node[] = [];
	for (let child = node.firstChild; child; child = child.next) all.push(child);
	return all;
};

/** The text of a block of the reference. */
function lettersOf(node: Node, marks: readonly string[] = []): Letter[] {
	return childrenOf(node).flatMap((child) => {
		const inside = [...new Set([...marks, MARKS[child.type] ?? []].flat())];
		if (child.type === 'softbreak' || child.type === 'linebreak') return [{ text: '\n', marks }];
		if (child.type === 'link' || child.type === 'image') {
			const url = unescaped(child.destination ?? '');
			const isInLink = marks.some((mark) => mark.startsWith('link '));
			// Of an image in a link, both can be the link.
			return lettersOf(
				child,
				isInLink || !isHttp(url) ? [...inside, ...(isInLink ? [] : ['link '])] : [...inside, `link ${url}`],
			);
		}
		return child.literal === null ? lettersOf(child, inside) : [{ text: child.literal, marks: inside }];
	});
}

function seenText(type: string, node: Node): Seen {
	const letters = lettersOf(node);
	const styles = letters.flatMap(({ text, marks }) =>
		Array.from({ length: text.length }, () => shown(marks)),
	);
	return trimmed({ type, text: letters.map(({ text }) => text).join(''), styles });
}

const shown = (marks: readonly string[]) =>
	marks
		.filter((mark) => mark !== 'link ')
		.sort()
		.join();

const trimmed = ({ type, text, styles }: Seen): Seen => {
	const start = text.length - text.trimStart().length;
	return { type, text: text.trim(), styles: styles.slice(start, start + text.trim().length) };
};

/** What a person sees of the reference's tree in an article, which has no nesting. */
function seenOf(node: Node, quoted = false): Seen[] {
	const plain = (type: string, text = '') => [{ type, text, styles: [] }];
	switch (node.type) {
		case 'document':
		case 'list':
			return childrenOf(node).flatMap((child) => seenOf(child, quoted));
		case 'block_quote':
			return childrenOf(node).flatMap((child) => seenOf(child, true));
		case 'item': {
			const type = node.listType === 'ordered' ? 'ordered-list-item' : 'unordered-list-item';
			const [first, ...rest] = childrenOf(node);
			const others = rest.flatMap((child) => seenOf(child, quoted));
			if (!first) return plain(type);
			return [...(first.type === 'paragraph' ? [seenText(type, first)] : seenOf(first, quoted)), ...others];
		}
		case 'heading':
			return [seenText(['header-one', 'header-two'][node.level - 1] ?? 'header-three', node)];
		case 'paragraph':
			return [seenText(quoted ? 'blockquote' : 'unstyled', node)];
		case 'code_block':
			return plain('code', `${node.info ?? ''}\n${node.literal ?? ''}`);
		case 'html_block':
			return plain('html', (node.literal ?? '').trimEnd());
		default:
			return plain('divider');
	}
}

/** The same of an article. */
function seenInArticle({ content: { blocks, entities } }: Awaited<ReturnType<typeof readArticle>>): Seen[] {
	return blocks.map(({ type, text, inline_style_ranges = [], entity_ranges = [] }) => {
		const [range] = entity_ranges;
		const value = type === 'atomic' ? entities[range?.key ?? -1]?.value : undefined;
		if (value?.type === 'divider') return { type: 'divider', text: '', styles: [] };
		const { markdown } = (value?.data ?? {}) as { markdown?: string };
		if (markdown !== undefined)
			return { type: 'code', text: markdown.replace(/^`+/, '').replace(/`+$/, ''), styles: [] };
		const styles = Array.from({ length: text.length }, (_, index) => {
			const covers = ({ offset, length }: { offset: number; length: number }) =>
				index >= offset && index < offset + length;
			const marks = inline_style_ranges.filter(covers).map(({ style }) => style);
			const link = entity_ranges.find(covers);
			const { url = '' } = (entities[link?.key ?? -1]?.value.data ?? {}) as { url?: string };
			return shown([...marks, ...(link ? [`link ${unescaped(url)}`] : [])]);
		});
		return trimmed({ type, text, styles });
	});
}

/** The article links addresses in a text, as GitHub does; CommonMark does not. */
const withoutBareLinks = (mine: Seen[], theirs: Seen[]): Seen[] =>
	mine.map((block, index) => {
		const other = theirs[index];
		const styles = block.styles.map((style, place) => {
			const link = /link (https?:\/\/\S+)$/.exec(style)?.[1];
			const isBare =
				link !== undefined && other?.styles[place]?.includes('link ') !== true && block.text.includes(link);
			return isBare ? style.replace(/,?link .*$/, '') : style;
		});
		return { ...block, styles };
	});

const html = (seen: Seen[]) =>
	seen.map((block) =>
		block.type === 'html' ? { ...block, type: 'unstyled', text: block.text.trim() } : block,
	);

async function difference(markdown: string): Promise<string | undefined> {
	const theirs = html(seenOf(new Parser().parse(markdown)));
	const plain = (block: Seen) =>
		block.styles.every((style) => style === '') ? { ...block, styles: [] } : block;
	const mine = withoutBareLinks(seenInArticle(await readArticle(markdown)), theirs).map(plain);
	const expected = JSON.stringify(theirs.map(plain));
	const received = JSON.stringify(mine);
	return expected === received
		? undefined
		: `${JSON.stringify(markdown)}\n  theirs ${expected}\n  mine   ${received}`;
}

/** An example as it is meant: the specification shows tabs as arrows. */
const differenceIn = async (markdown: string) => await difference(markdown.replaceAll('→', '\t'));

it('agrees with the published examples', async () => {
	for (const { number, markdown } of tests)
		expect([number, await differenceIn(markdown)]).toEqual([number, undefined]);
	expect(tests.length).toBeGreaterThan(640);
});

it('agrees on random texts', async () => {
	const random = lotsFrom(11);
	const PARTS =
		'* ** _ __ ` `` [ ] ( ) ![ ]( > - + 1. 1) # ## --- === \\ & &amp; &#35; < > <b> <!-- --> <https://a.example/b> <a@b.example> https://a.example [x]: [x] /u "t" a b word \n \n\n \n\n\n \n\t'.split(
			' ',
		);
	const different: string[] = [];
	for (let count = 0; count < cases(1500, 60_000) && different.length < 4; count++) {
		const parts = Array.from({ length: 1 + random(24) }, () => {
			const part = PARTS[random(PARTS.length)] ?? '';
			return random(3) === 0 ? `${part} ` : part;
		});
		const found = await difference(parts.join(''));
		if (found !== undefined) different.push(found);
	}
	expect(different).toEqual([]);
});
