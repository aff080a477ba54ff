/** Items of a run in words, counted from 1, as people count. */
import { sortBy, take, uniq } from 'lodash';

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
