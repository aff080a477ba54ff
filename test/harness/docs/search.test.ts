/**
 * The search of the site, with the index that it has: status numbers and the words of tasks lead to their pages.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createRequire } from 'node:module';
import {
	isSearched,
	SEARCH_OPTIONS,
	sectionOf,
	wordsOf,
	type Section,
} from '../../../scripts/operationPages/search';
import { QUESTIONS } from '../../support/questions';
import { entryOf } from '../../../scripts/operationPages/listed';
import { formsOfOperations } from '../../../scripts/tried/run';
import { pages, read } from './pages';

interface Index {
	addAll(sections: ReadonlyArray<Section & { id: number; title: string }>): void;
	search(words: string, options: object): ReadonlyArray<{ id: number }>;
}

/** The one that the site's generator brings along. */
const MiniSearch = createRequire(require.resolve('vitepress/package.json'))('minisearch') as new (
	options: object,
) => Index;

/** A guide by its headings. */
function sections(page: string): Section[] {
	const [top = '', ...parts] = read(page).split(/^#{2,3} /m);
	const title = /^# (.+)$/m.exec(top)?.[1] ?? '';
	return [
		{ anchor: '', titles: [title], text: top },
		...parts.map((part) => {
			const [heading = '', ...text] = part.split('\n');
			return { anchor: heading, titles: [title, heading], text: text.join('\n') };
		}),
	];
}

const guides = pages()
	.filter((page) => page.startsWith('docs/') && !page.includes('['))
	.filter((page) => isSearched(page.slice('docs/'.length)));
const entries = new Map(
	formsOfOperations().map((form) => [entryOf(form).path, { ...entryOf(form), content: '' }]),
);
const all = [
	...guides.flatMap(sections),
	...[...entries.keys()].flatMap((path) => sectionOf(entries, `operations/${path}.md`) ?? []),
].map((section, id) => ({ ...section, id, title: section.titles.at(-1) ?? '' }));

type Process = typeof wordsOf;

/** A search as the site has it, with its words or with fewer. */
function searchWith(processTerm: Process): (words: string) => ReadonlyArray<readonly string[]> {
	const index = new MiniSearch({ fields: ['title', 'titles', 'text'], processTerm });
	index.addAll(all);
	return (words) => index.search(words, SEARCH_OPTIONS).map(({ id }) => all[id]?.titles ?? []);
}

/** What is read at the top of the list of results. */
const inLines = (results: ReadonlyArray<readonly string[]>): string =>
	results
		.slice(0, 3)
		.map((titles) => titles.join(' › '))
		.join('\n');

const searched = searchWith(wordsOf);
const found = (words: string): string => inLines(searched(words));

/** The pages of the first five results, by their titles. */
const firstFive = (words: string): string[] =>
	searched(words)
		.slice(0, 5)
		.map(([page = '']) => page);

it.each([
	['402', /402 Payment Required/],
	['403', /403 Forbidden/],
	['429', /429 Too Many Requests/],
	['upload video', /Media → Upload/],
	['rate limit', /Rate limits/],
	['schedule post', /Schedule Posts from a sheet/],
	['new mention', /Get Mentions/],
	['ad spend', /Get Spend by Campaign/],
	['pause campaign', /Campaign → Pause/],
	['get followers', /Get Followers/],
	['max cost', /Max Cost/],
	['oauth', /OAuth/],
	['webhook', /Webhook/],
])('%s', (words, wanted) => {
	expect(found(words)).toMatch(wanted);
});

it.each(QUESTIONS)('$ask', ({ search, sections }) => {
	const pages = sections.map(([page]) => /^# (.+)$/m.exec(read(`docs/${page}.md`))?.[1]);
	expect(firstFive(search).filter((title) => pages.includes(title))).not.toEqual([]);
});

/** Each word that has another name here, in a search which finds nothing of use without that name. */
const ELSEWHERE: ReadonlyArray<readonly [word: string, search: string, wanted: RegExp]> = [
	['dm', 'send dm', /Direct Message → Send to User/],
	['dms', 'get dms', /Direct Message → Get/],
	['facebook', 'facebook catalog', /X Catalog: sources and formats/],
	['photo', 'post photo', /Publish a Post with an image/],
	['pic', 'pic', /Publish a Post with an image/],
	['retweet', 'retweet', /Undo Repost/],
	['retweets', 'get retweets', /Get Reposts/],
	['spend', 'estimate spend', /X Core › Usage → Estimate Cost/],
	['tweet', 'create tweet', /X Core › Post → Create/],
	['tweets', 'search tweets', /Post → Search Recent/],
	['twitter', 'twitter trigger', /X Stream Trigger/],
];

const renamed = ELSEWHERE.map(([word]) => word);
const searchedWithout = searchWith((term) => {
	const word = term.toLowerCase();
	return renamed.includes(word) ? word : wordsOf(term);
});

it.each(ELSEWHERE)('%s has another name here: %s', (_word, search, wanted) => {
	expect(found(search)).toMatch(wanted);
	// Where the pages lead there without the other name, this search says nothing of it: choose another one.
	expect(inLines(searchedWithout(search))).not.toMatch(wanted);
});

it('is tried with each word that has another name', () => {
	const named = [...wordsOf.toString().matchAll(/^\s*(\w+): \[/gm)].map(([, word = '']) => word);
	expect(named.sort()).toEqual(renamed);
});

it('has no page that only developers read', () => {
	expect(
		all.filter(({ titles }) => /^(Evidence|Reliability|Benchmarks|Architecture)/.test(titles[0] ?? '')),
	).toEqual([]);
	expect(guides).not.toContain('docs/reliability.md');
	expect(guides.length).toBeGreaterThan(40);
});
