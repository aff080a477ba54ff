import { ownCopy } from '../util/ownCopy';

const MOST = 1000;
const LONGEST = 100;

/** Remembers what a pure function made of short texts: the same few come again and again. */
export function memoized<T>(compute: (text: string) => T): (text: string) => T {
	const known = new Map<string, T>();
	return (text) => {
		const found = known.get(text);
		if (found !== undefined) return found;
		const result = compute(text);
		if (text.length > LONGEST) return result;
		if (known.size >= MOST) known.clear();
		known.set(ownCopy(text), result);
		return result;
	};
}

/** Remembers the last result only: rows of a file often have the same value as the row before. */
export function lastResult<T>(compute: (text: string) => T): (text: string) => T {
	let lastText: string | undefined;
	let result: T;
	return (text) => {
		if (lastText === text) return result;
		result = compute(text);
		lastText = text;
		return result;
	};
}
