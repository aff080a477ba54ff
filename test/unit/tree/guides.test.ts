/** Pages for people are short enough to be finished: words, paragraphs, tables, and a picture on the first screen. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { GUIDES } from '../../../scripts/docs/sidebar';

const read = (page: string): string => readFileSync(resolve(__dirname, `../../../docs/${page}.md`), 'utf8');

/** What a person reads: no code, no pictures, no addresses behind links. */
const readable = (text: string): string =>
	text
		.replace(/^( *)```[^]*?^\1```/gm, '')
		.replace(/\[?!\[[^\]]*\]\([^)]*\)(\]\([^)]*\))?/g, '')
		.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');

const words = (text: string): number => (readable(text).match(/[\p{L}\p{N}][^\s|]*/gu) ?? []).length;

/** Three lines of the site, with room for a long word. */
const THREE_LINES = 345;

const pages = Object.values(GUIDES).flat();
const mostWords = (page: string): number => (page.startsWith('how/') ? 600 : page === 'keys' ? 900 : 1_000);

describe.each(pages)('docs/%s.md', (page) => {
	const text = read(page);
	const paragraphs = readable(text)
		.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
		.map((each) => each.replace(/\s+/g, ' ').trim())
		.filter((each) => !each.startsWith('|') && !each.startsWith('#'));

	it(`has at most ${mostWords(page)} words`, () => {
		expect(words(text)).toBeLessThanOrEqual(mostWords(page));
	});

	it('has paragraphs of at most three lines', () => {
		expect(paragraphs.filter((each) => each.length > THREE_LINES)).toEqual([]);
	});

	it('has tables of at most four columns', () => {
		const wide = text.split('\n').filter((line) => /^\|/.test(line) && line.split('|').length > 6);
		expect(wide).toEqual([]);
	});

	it('shows the thing done on its first screen', () => {
		const [first = ''] = text.split(/^## /m);
		expect(first).toMatch(/!\[[^\]]{10,}\]\([^)]+\.(png|svg)\)/);
	});

	it('leaves evidence to the pages that say why', () => {
		expect(text).not.toMatch(/\b(measured on|tried on|seen in the code|npx jest|MANY_CASES)\b/i);
	});
});

it.each(pages.filter((page) => page.startsWith('how/')))('docs/%s.md ends with the bad day', (page) => {
	expect(read(page)).toMatch(/^## On a bad day$/m);
});
