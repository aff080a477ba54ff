/** Entries of the changelog that came after those that the facts took in. */
import { readChangelog } from '../../test/facts';
import type { Difference } from './differences';
import { plain } from './markdown';
import { Unreadable } from './source';

export interface Entry {
	/** ISO date. */
	readonly date: string;
	/** Which API it is about, in X's words. */
	readonly about: string;
	readonly title: string;
	/** Paths that it mentions. */
	readonly paths: readonly string[];
}

/** The entries of the changelog, in its order. */
export function entriesOf(page: string): Entry[] {
	const updates = [...page.matchAll(/<Update\s+([^>]*)>([\s\S]*?)<\/Update>/g)];
	return updates.map(([, attributes = '', text = '']) => {
		const label = attributeOf(attributes, 'label');
		const moment = Date.parse(`${label} UTC`);
		if (Number.isNaN(moment)) throw new Unreadable(`The changelog has a date that cannot be read: ${label}.`);
		const title = plain(/^\s*#{1,6}\s+(.+)$/m.exec(text)?.[1] ?? text.trim().split('\n')[0] ?? '');
		return {
			date: new Date(moment).toISOString().slice(0, 10),
			about: attributeOf(attributes, 'description'),
			title,
			paths: [...new Set(text.match(/\/(?:2|12)\/[\w/{}:]+/g) ?? [])],
		};
	});
}

const attributeOf = (attributes: string, name: string): string =>
	new RegExp(`${name}=["{']+([^"'}]*)`).exec(attributes)?.[1]?.trim() ?? '';

/** Entries that the facts do not know yet: later than the newest known entry, or of the same day. */
export function changelogDifferences(page: string): Difference[] {
	const entries = entriesOf(page);
	if (entries.length === 0) throw new Unreadable('The changelog has no entry in the shape that is known.');
	const { newest } = readChangelog();
	return entries
		.filter(
			({ date, title }) => date > newest.date || (date === newest.date && !newest.titles.includes(title)),
		)
		.map(({ date, about, title, paths }) => ({
			change: 'added',
			subject: 'Changelog',
			what: `${date}, ${about}: ${title}${paths.length > 0 ? ` (${paths.join(', ')})` : ''}`,
		}));
}
