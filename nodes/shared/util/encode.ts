/**
 * Percent-encodes text (RFC 3986 section 2): everything but `A–Z a–z 0–9 - . _ ~` becomes `%XX` with upper-case
 * digits; a space becomes `%20`.
 *
 * @param text Any text. Half of a surrogate pair, which has no UTF-8 form, is sent as U+FFFD, not refused.
 */
export function encodeRfc3986(text: string): string {
	const wellFormed = Buffer.from(text, 'utf8').toString('utf8');
	return encodeURIComponent(wellFormed).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/**
 * The query string, without `?`, or the body of a form. The OAuth 1.0a signature and the request both use this text,
 * so they cannot differ; that is why commas and colons are encoded as well.
 *
 * @param pairs Names and values in sending order; a name may occur more than once.
 */
export function queryString(pairs: Iterable<readonly [string, string]>): string {
	return Array.from(pairs, ([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`).join('&');
}
