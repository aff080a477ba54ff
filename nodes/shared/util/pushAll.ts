/** Like `push(...more)`, which passes each entry as an argument and fails for as many as Return All may bring. */
export function pushAll<T>(all: T[], more: Iterable<T>): void {
	for (const each of more) all.push(each);
}
