/**
 * Parses JSON and keeps integers beyond 2^53 as strings of their digits, where `JSON.parse` alone would round them.
 * Older event payloads print 64-bit identifiers as numbers.
 *
 * @param text a JSON text
 * @throws SyntaxError when it is not JSON
 */
export function parseExact(text: string): unknown {
	if (!/\d{16}/.test(text)) return JSON.parse(text);
	// Strings and whole numbers are matched as one token each, so digits inside them are never touched.
	const exact = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
		/^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
	);
	return JSON.parse(exact);
}
