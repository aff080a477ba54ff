/** The report of the watch in Markdown, which reads well in a terminal too. */
import { groupBy } from 'lodash';
import type { Difference } from './differences';
import type { Report } from './watch';

const HEADINGS = {
	added: 'Published, and not in the facts',
	changed: 'Changed',
	gone: 'In the facts, and no longer published',
} as const;

/** How many subjects a line names before it only counts them. */
const MOST_SUBJECTS = 3;

/** The words of a report. */
export function wordsOf({ differences, notes, unread }: Report): string {
	const sections = (['added', 'changed', 'gone'] as const).flatMap((change) => {
		const lines = linesOf(differences.filter((difference) => difference.change === change));
		return section(HEADINGS[change], lines);
	});
	return [
		summary(differences.length, unread.length),
		...section('Could not be read', unread),
		...sections,
		...section('Notes', notes),
	].join('\n\n');
}

function summary(differences: number, unread: number): string {
	const places = `${differences} ${differences === 1 ? 'place' : 'places'}`;
	const sources = unread === 1 ? 'One source' : `${unread} sources`;
	const rest = unread === 0 ? '' : ` ${sources} could not be read.`;
	if (differences > 0) return `The facts differ from what is published in ${places}.${rest}`;
	return unread === 0 ? 'The facts agree with what is published.' : `No difference was found.${rest}`;
}

const section = (heading: string, lines: readonly string[]): string[] =>
	lines.length === 0 ? [] : [`## ${heading}\n\n${lines.map((entry) => `- ${entry}`).join('\n')}`];

/** The same difference in many operations, of a field that they share, is one line. */
const linesOf = (differences: readonly Difference[]): string[] =>
	Object.entries(groupBy(differences, ({ what }) => what)).map(([what, same]) => {
		const subjects = [...new Set(same.map(({ subject }) => subject))];
		const named = subjects.slice(0, MOST_SUBJECTS).join(', ');
		const more = subjects.length - MOST_SUBJECTS;
		return `${named}${more > 0 ? ` and ${more} more` : ''}: ${what}`;
	});
