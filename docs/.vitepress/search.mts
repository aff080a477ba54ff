/** What the search of the site finds: guides before operations, and nothing that only developers of the package read. */
import { SIDEBAR } from '../../scripts/docs/sidebar';
import type { OperationPage } from '../../scripts/operationPages/stored';

const DEVELOPERS = SIDEBAR['How it is built'] ?? [];

/** The tables of operations have nothing that their pages have not. */
export const isSearched = (page: string): boolean =>
	!page.startsWith('reference/') && !DEVELOPERS.includes(page.replace(/\.md$/, ''));

/** The page of an operation is one section; undefined for other pages, which are split by their headings. */
export function sectionOf(
	operations: ReadonlyMap<string, OperationPage>,
	path: string,
): Array<{ anchor: string; titles: string[]; text: string }> | undefined {
	const page = operations.get(path.replace(/^operations\//, '').replace(/\.md$/, ''));
	if (page === undefined) return undefined;
	const { node, resource, name, words } = page;
	return [{ anchor: '', titles: [node, `${resource} → ${name}`], text: words }];
}

/** A word as the index has it, and what it is called elsewhere. Runs in the browser, so it uses nothing around it. */
export function wordsOf(term: string): string | string[] {
	const others: Readonly<Record<string, string[]>> = {
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
