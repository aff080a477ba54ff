/** Sorts a menu's options. */
import { partition } from 'lodash';

/** The option with a value, then the others by name. */
export function leadingFirst<T extends { readonly name: string; readonly value: unknown }>(
	options: readonly T[],
	leading: string,
): T[] {
	const sorted = [...options].sort((a, b) => a.name.localeCompare(b.name, 'en'));
	const [first, others] = partition(sorted, ({ value }) => value === leading);
	return [...first, ...others];
}
