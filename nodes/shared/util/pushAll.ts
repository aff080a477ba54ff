/** As `push(...)` does, which cannot take as many at once as Return All may bring: each would be an argument. */
export function pushAll<T>(all: T[], more: Iterable<T>): void {
	for (const each of more) all.push(each);
}
