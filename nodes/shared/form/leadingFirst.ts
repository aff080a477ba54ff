/** The options with these values in their order, then the others by name. */
export function leadingFirst<T extends { readonly name: string; readonly value: unknown }>(
	options: readonly T[],
	...leading: readonly unknown[]
): T[] {
	const place = ({ value }: T): number => (leading.includes(value) ? leading.indexOf(value) : leading.length);
	return [...options].sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name, 'en'));
}
