/**
 * Values cross between two JavaScript realms here: a test file's and the one n8n was loaded in. Plain objects and
 * arrays are rebuilt on the way, so that `instanceof` and strict equality hold on both sides; class instances
 * (errors, dates, streams) pass as they are.
 */
export function adopt<T>(value: T, seen = new Map<unknown, unknown>()): T {
	if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
	const known = seen.get(value);
	if (known !== undefined) return known as T;
	const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
	seen.set(value, copy);
	for (const [key, entry] of Object.entries(value)) {
		(copy as Record<string, unknown>)[key] = adopt<unknown>(entry, seen);
	}
	return copy as T;
}

function isPlain(value: object): boolean {
	if (Array.isArray(value)) return true;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
