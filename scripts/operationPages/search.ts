/** What the search of the site finds: guides before operations, and nothing that only developers of the package read. */
import type { OperationPage } from './stored';
import { SIDEBAR } from '../docs/sidebar';

const DEVELOPERS = [
	...(SIDEBAR['How it is built'] ?? []),
	'evidence',
	'promises',
	'reliability',
	'benchmarks',
];

/** The tables of operations have nothing that their pages have not. */
export const isSearched = (page: string): boolean =>
	!page.startsWith('reference/') && !DEVELOPERS.includes(page.replace(/\.md$/, ''));

/** What a result of the search leads to. */
export interface Section {
	readonly anchor: string;
	readonly titles: string[];
	readonly text: string;
}

/** What counts how much; a title is what most people remember. */
export const SEARCH_OPTIONS = { fuzzy: 0.2, prefix: true, boost: { title: 4, titles: 1, text: 2 } };

/** The page of an operation is one section; undefined for other pages, which are split by their headings. */
export function sectionOf(
	operations: ReadonlyMap<string, OperationPage>,
	path: string,
): Section[] | undefined {
	const page = operations.get(path.replace(/^operations\//, '').replace(/\.md$/, ''));
	if (page === undefined) return undefined;
	const { node, resource, name, words } = page;
	return [{ anchor: '', titles: [node, `${resource} → ${name}`], text: words }];
}

/** A word as the index has it, and what it is called elsewhere. Runs in the browser, so it uses nothing around it. */
export function wordsOf(term: string): string | string[] {
	const others: Readonly<Record<string, string[]>> = {
		facebook: ['meta', 'facebook'],
		dm: ['direct', 'message'],
		dms: ['direct', 'message'],
		tweet: ['post'],
		tweets: ['post'],
		retweet: ['repost'],
		retweets: ['repost'],
		twitter: ['x'],
		pic: ['picture', 'image'],
		photo: ['image'],
		spend: ['cost', 'spend'],
	};
	const word = term.toLowerCase();
	return others[word] ?? word;
}
