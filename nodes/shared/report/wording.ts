/** Counts and lists in words, so that no message grows with what it is about. */

/** "1 product", "1,200 products". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
	count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** The first entries of a list, and how many more it has: "a, b and 3 more". */
export function firstFew(entries: readonly (number | string)[], most: number, separator = ', '): string {
	const more = entries.length - most;
	return `${entries.slice(0, most).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}
