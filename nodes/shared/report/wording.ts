/** Counts and lists in words, so that no message grows with what it is about. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { sortBy, take, uniq } from 'lodash';

/** "1 product", "1,200 products". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
	count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** The first entries of a list, and how many more it has: "a, b and 3 more". */
export function firstFew(entries: readonly (number | string)[], most: number, separator = ', '): string {
	const more = entries.length - most;
	return `${entries.slice(0, most).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Shows a message beside the output of a run. */
export const hint = (
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	message: string,
	type?: 'info' | 'warning',
): void => context.addExecutionHints({ message, location: 'outputPane', ...(type && { type }) });

const NAMED = 100;

/** Names items by their indexes: "item 4", "items 3 to 7, 9 and 12", "items 1, 3, 5 and 5 more". */
export function itemNames(indexes: readonly number[]): string {
	const ranges = rangesOf(sortBy(uniq(indexes)));
	const named = take(ranges, NAMED);
	const more = ranges.slice(NAMED).flat().length;
	const names = named.flatMap(namesOf);
	if (more > 0) names.push(`${more} more`);
	const last = names.pop() ?? '';
	return `item${uniq(indexes).length === 1 ? '' : 's'} ${names.length > 0 ? `${names.join(', ')} and ${last}` : last}`;
}

/** Items with a verb: "item 4 was", "items 4 and 5 were". */
export const itemsWere = (indexes: readonly number[]): string =>
	`${itemNames(indexes)} ${uniq(indexes).length === 1 ? 'was' : 'were'}`;

function rangesOf(sorted: readonly number[]): number[][] {
	const ranges: number[][] = [];
	for (const index of sorted) {
		const range = ranges.at(-1);
		if (range?.at(-1) === index - 1) range.push(index);
		else ranges.push([index]);
	}
	return ranges;
}

/** Two neighbors are not worth a range. */
const namesOf = (range: readonly number[]): string[] => {
	const numbers = range.map((index) => String(index + 1));
	return numbers.length < 3 ? numbers : [`${numbers[0]} to ${numbers.at(-1)}`];
};
