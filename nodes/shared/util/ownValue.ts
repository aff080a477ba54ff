/** Returns the value under a key that came from outside, unless it is inherited, such as `constructor`. */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
	return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
