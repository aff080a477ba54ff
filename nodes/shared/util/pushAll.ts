/** Like `push(...more)`, which fails for as many entries as Return All may bring: each would be an argument. */
export function pushAll<T>(all: T[], more: Iterable<T>): void {
	for (const each of more) all.push(each);
}
