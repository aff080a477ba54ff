/** What the facts say of n8n's rules for community nodes against the pages that have them. */
import { createHash } from 'node:crypto';
import { mapValues } from 'lodash';
import { n8nFacts, type N8nPage } from '../../test/facts';
import { listDifferences, type Difference } from './differences';
import { plain, sectionOf } from './markdown';
import { Unreadable } from './source';

const NAMES: Readonly<Record<N8nPage, string>> = {
	verification: 'n8n’s verification guidelines',
	ux: 'n8n’s UX guidelines',
	codex: 'n8n’s page on codex files',
	errors: 'n8n’s page on error handling',
};

/** Marks of n8n's documentation that are no text: what comes before the page, anchors, boxes. */
const MARKS = /^---\n[^]*?\n---\n|<a [^>]*><\/a>|\{%[^]*?%\}/g;

/** A digest of each section of a page, by its heading; what is between two headings belongs to the first. */
export function digestsOf(page: string): Record<string, string> {
	const texts: Record<string, string> = {};
	const parts = page.replace(MARKS, '').split(/^#{1,6} +(.+)$/m);
	for (let at = 1; at < parts.length; at += 2) {
		const heading = plain(parts[at] ?? '');
		texts[heading] = `${texts[heading] ?? ''}${plain(parts[at + 1] ?? '')}`;
	}
	return mapValues(texts, (text) => createHash('sha256').update(text).digest('hex').slice(0, 12));
}

/**
 * Compares the sections of a page with those that were read.
 *
 * @param known Digests of the facts, by heading.
 */
export function pageDifferences(
	name: N8nPage,
	text: string,
	known: Readonly<Record<string, string>> = n8nFacts().pages[name].sections,
): Difference[] {
	const published = Object.entries(digestsOf(text));
	if (published.length === 0) throw new Unreadable(`${NAMES[name]} has no heading any more.`);
	return [
		...listDifferences(Object.entries(known), published, {
			subject: NAMES[name],
			factKey: ([heading]) => heading,
			publishedKey: ([heading]) => heading,
			added: ([heading, digest]) => `the section “${heading}” (${digest})`,
			gone: ([heading]) => `the section “${heading}”`,
			compare: ([heading, digest], [, now]) =>
				digest === now ? [] : [`the section “${heading}” says something else (${now})`],
		}),
		...(name === 'codex' ? categoryDifferences(text) : []),
	];
}

function categoryDifferences(page: string): Difference[] {
	const published = [...sectionOf(page.replace(MARKS, ''), 'Node categories').matchAll(/^\* (.+)$/gm)];
	return namesDifferences('n8n’s categories', n8nFacts().categories.names, published);
}

/**
 * Compares the names of n8n's rules with those of the facts.
 *
 * @param readme The page of n8n's plugin for ESLint, which has them as a table.
 */
export function ruleDifferences(readme: string): Difference[] {
	const published = [...readme.matchAll(/^\| \[([\w-]+)\]\(docs\/rules\//gm)];
	if (published.length === 0) throw new Unreadable('The page of n8n’s rules has no table of rules any more.');
	return namesDifferences('n8n’s rules', n8nFacts().rules.names, published);
}

const namesDifferences = (subject: string, known: readonly string[], published: RegExpMatchArray[]) =>
	listDifferences(
		known,
		published.map(([, name = '']) => plain(name)),
		{
			subject,
			factKey: (name) => name,
			publishedKey: (name) => name,
			added: (name) => name,
			gone: (name) => name,
			compare: () => [],
		},
	);

/** What an author of nodes has to read in release notes. */
const FOR_AUTHORS =
	/community[ -](node|package)|verified (node|package)|n8n-workflow|n8n-node\b|node (author|developer)/i;

const isNewer = (version: string, known: string): boolean =>
	version.localeCompare(known, 'en', { numeric: true }) > 0;

/** Entries about community nodes of releases that came after the newest one of the facts. */
export function releaseDifferences(notes: string): Difference[] {
	const parts = notes.split(/^## `n8n (\d+\.\d+)`.*$/m);
	if (parts.length < 2)
		throw new Unreadable('n8n’s release notes have no release in the shape that is known.');
	const releases = parts.flatMap((version, at) =>
		at % 2 === 1 ? [{ version, text: parts[at + 1] ?? '' }] : [],
	);
	return releases
		.filter(({ version }) => isNewer(version, n8nFacts().releases.newest))
		.flatMap(({ version, text }) =>
			[...text.matchAll(/^\* \[([^\]]+)\].*$/gm)]
				.filter(([entry]) => FOR_AUTHORS.test(entry))
				.map(([, title = '']): Difference => {
					return { change: 'added', subject: 'n8n’s release notes', what: `${version}: ${title}` };
				}),
		);
}
