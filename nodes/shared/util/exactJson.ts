/** JSON with exact integers: those too long for a double become text. */

/** An integer of 16 or more digits (an identifier), outside of string literals. */
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
const SHORTEST = 16;

/**
 * A cheap first test for such an integer. It may also find one inside a string, but never misses one: of sixteen
 * characters in a row it looks at one.
 */
function mayHoldLongInteger(text: string): boolean {
	for (let at = SHORTEST - 1; at < text.length; at += SHORTEST) {
		if (!isDigit(text.charCodeAt(at))) continue;
		let [start, end] = [at, at + 1];
		while (isDigit(text.charCodeAt(start - 1))) start--;
		while (isDigit(text.charCodeAt(end))) end++;
		// The next look is behind these digits: a long row of them would be gone through again and again.
		at = end - 1;
		// An identifier in quotes, or a part of a web address.
		if (start > 0 && !BEFORE.includes(text.charCodeAt(start - 1))) continue;
		if (end - start >= SHORTEST) return true;
	}
	return false;
}

const BEFORE = [...':,[- \t\n\r'].map((character) => character.charCodeAt(0));

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * Parses JSON and keeps integers of 16 digits and more as text, as all identifiers of X are. The time is linear in the
 * length of the text whatever its content, because anyone may send it.
 *
 * @throws SyntaxError if the text is not JSON.
 */
export function parseExact(text: string): unknown {
	// Most answers have none, and searching every string of a large page takes longer than parsing it.
	if (!mayHoldLongInteger(text)) return JSON.parse(text);
	return JSON.parse(quoteLongIntegers(text));
}

/** The same; undefined if the text is not JSON. */
export function tryParseExact(text: string): unknown {
	try {
		return parseExact(text);
	} catch {
		return undefined;
	}
}

/** Puts quotes around long integers. One pattern for everything fails on long strings, so code skips those. */
function quoteLongIntegers(text: string): string {
	const parts: string[] = [];
	for (let from = 0; from < text.length;) {
		const quote = text.indexOf('"', from);
		const start = quote < 0 ? text.length : quote;
		const between = text.slice(from, start);
		parts.push(between.length < SHORTEST ? between : between.replace(LONG_INTEGER, '"$&"'));
		from = endOfString(text, start);
		parts.push(text.slice(start, from));
	}
	return parts.join('');
}

/** The index after a string literal that begins at `start`; the end of the text if it is not closed. */
function endOfString(text: string, start: number): number {
	for (let quote = start; ;) {
		quote = text.indexOf('"', quote + 1);
		if (quote < 0) return text.length;
		let backslashes = 0;
		while (text[quote - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return quote + 1;
	}
}
