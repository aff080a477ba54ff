/** JSON as this package reads it: integers that a double cannot be trusted with arrive as text. */

/** A string literal (kept), or an integer of 16 and more digits (an identifier) outside of one. */
const TOKEN = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** A cheap first look for such an integer. It may match inside a string as well: only its silence is certain. */
const POSSIBLE = /(?:^|[:,[])\s*-?\d{16}/;

/**
 * Parses JSON and keeps 64-bit integers exact: from 16 digits on they become strings, as every identifier of the
 * platform is one.
 *
 * @throws SyntaxError where the text is not JSON.
 */
export function parseExact(text: string): unknown {
	// Most answers hold none, and looking at every string of a large page takes longer than parsing it.
	if (!POSSIBLE.test(text)) return JSON.parse(text);
	return JSON.parse(text.replace(TOKEN, (match) => (match.startsWith('"') ? match : `"${match}"`)));
}

/** The same; undefined where the text is not JSON. */
export function tryParseExact(text: string): unknown {
	try {
		return parseExact(text);
	} catch {
		return undefined;
	}
}
