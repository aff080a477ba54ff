/** Pages for people are short enough to be finished: words, paragraphs, tables, and a picture on the first screen. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GUIDES, LOOKED_UP, OVERVIEWS } from '../../../scripts/docs/sidebar';
import { QUESTIONS } from '../../support/questions';

const DOCS = resolve(__dirname, '../../../docs');
const read = (page: string): string => readFileSync(join(DOCS, `${page}.md`), 'utf8');
/** What a person reads: no code, no pictures, no addresses behind links. */
const readable = (text: string): string =>
	text
		.replace(/^( *)```[^]*?^\1```/gm, '')
		.replace(/\[?!\[[^\]]*\]\([^)]*\)(\]\([^)]*\))?/g, '')
		.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');

const words = (text: string): number => (readable(text).match(/[\p{L}\p{N}][^\s|]*/gu) ?? []).length;

/** Three lines of the site, with room for a long word. */
const THREE_LINES = 345;

const guides = Object.values(GUIDES).flat();
const short = [...guides, ...OVERVIEWS];
const mostWords = (page: string): number => (page.startsWith('how/') ? 600 : page === 'keys' ? 900 : 1_000);

describe.each(short)('docs/%s.md', (page) => {
	it(`has at most ${mostWords(page)} words`, () => {
		expect(words(read(page))).toBeLessThanOrEqual(mostWords(page));
	});

	it('shows the thing done on its first screen', () => {
		const [first = ''] = read(page).split(/^## /m);
		expect(first).toMatch(/!\[[^\]]{10,}\]\([^)]+\.(png|svg)\)/);
	});
});

describe.each([...short, ...LOOKED_UP])('docs/%s.md', (page) => {
	const text = read(page);

	it('has paragraphs of at most three lines', () => {
		const paragraphs = readable(text)
			.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
			.map((each) => each.replace(/\s+/g, ' ').trim())
			.filter((each) => !each.startsWith('|') && !each.startsWith('#') && !each.startsWith('>'));
		expect(paragraphs.filter((each) => each.length > THREE_LINES)).toEqual([]);
	});

	it('has tables of at most four columns', () => {
		const wide = text.split('\n').filter((line) => /^\|/.test(line) && line.split('|').length > 6);
		expect(wide).toEqual([]);
	});

	it('leaves evidence to the pages that say why', () => {
		expect(text).not.toMatch(/\b(measured (on|with)|tried on|seen in the code|npx jest|MANY_CASES)\b/i);
	});
});

it.each(guides.filter((page) => page.startsWith('how/')))('docs/%s.md ends with the bad day', (page) => {
	expect(read(page)).toMatch(/^## On a bad day$/m);
});

describe('what people ask', () => {
	/** The part of a page below a heading of any level; the top of the page without one. */
	const sectionOf = (page: string, heading: string): string | undefined => {
		const parts = read(page).split(/^(?=#{1,4} )/m);
		return parts.find((part) => part.replace(/^#+ /, '').startsWith(`${heading}\n`));
	};

	it.each(QUESTIONS)('$ask', ({ sections, says }) => {
		const texts = sections.map(([page, heading]) => [page, heading, sectionOf(page, heading)] as const);
		expect(texts.filter(([, , text]) => text === undefined)).toEqual([]);
		expect(new Set(sections.map(([page]) => page)).size).toBeLessThanOrEqual(2);
		const text = texts.map(([, , each]) => each ?? '').join('\n');
		expect(words(text)).toBeLessThanOrEqual(400);
		for (const answer of says) expect(text).toContain(answer);
	});

	it('is thirty questions or more', () => {
		expect(QUESTIONS.length).toBeGreaterThanOrEqual(30);
	});
});
