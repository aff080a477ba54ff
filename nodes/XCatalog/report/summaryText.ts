/** This file describes a run in a text for people, ready for a mail. */
import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../shared/util/text';
import { heldLine } from './report';

/** For a sync: why a person should look at it, and what it was compared with. */
export interface Night {
	readonly attention: readonly string[];
	readonly memory: string;
}

interface Problem {
	readonly problem: string;
	readonly count: number;
	readonly examples: readonly string[];
	readonly advice?: string;
}

/** The most entries of a list. */
const LISTED = 10;

export function summaryText(summary: IDataObject, night?: Night): string {
	const { dryRun = false, heldChanges = [], problems = [], leftOut = [], cleanedUp = [] } = summary;
	const count = (name: string) => asText(summary[name]) || '0';
	const formats = (summary.sourceFormats ?? []) as { format: string }[];
	const source = formats.length > 0 ? ` from ${formats.map(({ format }) => format).join(', ')}` : '';
	const counts = `${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged, ${count('deleted')} deleted, ${count('failed')} refused${count('held') === '0' ? '' : `, ${count('held')} held`}.`;
	return [
		`${dryRun === true ? 'Dry run of a' : 'A'} catalog sync: ${count('inputProducts')} products${source}.`,
		...linesOf('Needs attention:', night?.attention ?? []),
		dryRun === true ? `Nothing was sent. It would be: ${counts}` : counts,
		...(summary.endedSales === undefined
			? []
			: [`The source has no sale prices any more: sales of ${count('endedSales')} products end.`]),
		...linesOf("X's limit was reached:", ((summary.windows ?? []) as IDataObject[]).map(ofWindow)),
		...linesOf('Held:', (heldChanges as IDataObject[]).map(heldLine)),
		...linesOf('Problems:', (problems as unknown as Problem[]).map(ofProblem)),
		...linesOf('Left out:', (leftOut as IDataObject[]).map(counted('why'))),
		...linesOf('Changed on the way:', (cleanedUp as IDataObject[]).map(counted('what'))),
		...(night === undefined ? [] : [night.memory]),
	].join('\n');
}

const linesOf = (title: string, lines: readonly string[]): string[] =>
	lines.length > 0 ? [title, ...lines.slice(0, LISTED).map((line) => `- ${line}`)] : [];

const counted = (name: string) => (entry: IDataObject) => `${asText(entry[name])} (${asText(entry.count)})`;

const ofWindow = ({ sent, until }: IDataObject) =>
	`${asText(sent)} products were sent, the next ones from ${asText(until)} on`;

const ofProblem = ({ problem, count, examples, advice = '' }: Problem): string =>
	[`${problem} (${count})`, examples.map((example) => example.replace(`: ${problem}`, '')).join('; '), advice]
		.filter((text) => text !== '')
		.join('. ');
