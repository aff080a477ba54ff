/** JSON as this package reads it: integers that a double cannot be trusted with arrive as text. */

/** An integer of 16 and more digits (an identifier), where no string literal is. */
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
/** Fewest characters that hold such an integer. */
const SHORTEST = 16;

/** A cheap first look for such an integer. It may match inside a string as well: only its silence is certain. */
const POSSIBLE = /(?:^|[:,[])\s*-?\d{16}/;

/**
 * Parses JSON and keeps 64-bit integers exact: from 16 digits on they become strings, as every identifier of the
 * platform is one. The time grows with the length of the text and no faster, whatever it holds: anybody may send it.
 *
 * @throws SyntaxError where the text is not JSON.
 */
export function parseExact(text: string): unknown {
	// Most answers hold none, and looking at every string of a large page takes longer than parsing it.
	if (!POSSIBLE.test(text)) return JSON.parse(text);
	return JSON.parse(quoteLongIntegers(text));
}

/** The same; undefined where the text is not JSON. */
export function tryParseExact(text: string): unknown {
	try {
		return parseExact(text);
	} catch {
		return undefined;
	}
}

/** Puts quotes around long integers. String literals are stepped over: one pattern for all fails at long ones. */
function quoteLongIntegers(text: string): string {
	const parts: string[] = [];
	for (let from = 0; from < text.length;) {
		const start = orEnd(text, text.indexOf('"', from));
		const between = text.slice(from, start);
		parts.push(between.length < SHORTEST ? between : between.replace(LONG_INTEGER, '"$&"'));
		from = endOfString(text, start);
		parts.push(text.slice(start, from));
	}
	return parts.join('');
}

/** The place behind a string literal that begins at `start`; the end of the text where it is not closed. */
function endOfString(text: string, start: number): number {
	for (let quote = start; ;) {
		quote = text.indexOf('"', quote + 1);
		if (quote < 0) return text.length;
		let backslashes = 0;
		while (text[quote - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return quote + 1;
	}
}

const orEnd = (text: string, place: number): number => (place < 0 ? text.length : place);
