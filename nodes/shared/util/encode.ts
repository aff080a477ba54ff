/** Percent-encodes text by RFC 3986, section 2. Half of a surrogate pair is sent as U+FFFD, not refused. */
export function encodeRfc3986(text: string): string {
	const wellFormed = Buffer.from(text, 'utf8').toString('utf8');
	return encodeURIComponent(wellFormed).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/** Writes the query string, or the body of a form. The OAuth 1.0a signature and the request both use this text. */
export const queryString = (pairs: Iterable<readonly [string, string]>): string =>
	Array.from(pairs, ([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`).join('&');
