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

const index = new MiniSearch({ fields: ['title', 'titles', 'text'], processTerm: wordsOf });
index.addAll(all);

const found = (words: string): string[] =>
	index
		.search(words, SEARCH_OPTIONS)
		.slice(0, 3)
		.map(({ id }) => all[id]?.titles.join(' › ') ?? '');

it.each([
	['402', /402 Payment Required/],
	['403', /403 Forbidden/],
	['error 403', /403 Forbidden/],
	['404', /404 Not Found/],
	['429', /429 Too Many Requests/],
	['503', /503 Service Unavailable/],
	['upload', /Media → Upload/],
	['upload video', /Media → Upload/],
	['rate limit', /Rate limits/],
	['schedule post', /Schedule Posts on X from a sheet/],
	['send dm', /Direct Message → Send to User/],
	['new mention', /Get Mentions/],
	['ad spend', /Get Spend by Campaign/],
	['pause campaign', /Campaign → Pause/],
	['search tweets', /Post → Search Recent/],
	['delete tweet', /X Core › Post → Delete/],
	['retweet', /Repost/],
	['get followers', /Get Followers/],
	['max cost', /Max Cost/],
	['oauth', /OAuth/],
	['facebook catalog', /Catalog/],
	['webhook', /Webhook/],
])('%s', (words, wanted) => {
	expect(found(words).join('\n')).toMatch(wanted);
});

it('has no page that only developers read', () => {
	expect(all.filter(({ titles }) => /^(Reliability|Benchmarks|Architecture)/.test(titles[0] ?? ''))).toEqual(
		[],
	);
	expect(guides).not.toContain('docs/reliability.md');
	expect(guides.length).toBeGreaterThan(40);
});
