import { uniq } from 'lodash';

/** Any value as text: numbers and switches as written, a missing one as "", dates in ISO 8601, the rest as JSON. */
export function asText(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
		return String(value);
	// As JSON, dates of n8n and JavaScript are texts: the quotation marks are removed.
	if (typeof value === 'object' && value !== null && 'toJSON' in value)
		return asText((value as Date).toJSON());
	return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** The text without blanks around it. Most texts have none, and to see that takes less than `trim`. */
export function trimmed(text: string): string {
	const first = text.charCodeAt(0);
	const last = text.charCodeAt(text.length - 1);
	return first > 0x20 && first < 0x7f && last > 0x20 && last < 0x7f ? text : text.trim();
}

/** The words of a text: the tables write long lists of names as one text. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Whether a switch is on. Expressions and agents may give it as text. */
export const isOn = (value: unknown): boolean => asText(value).trim().toLowerCase() === 'true';

/** Whether a value of the form is empty. */
export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The entries of a list, each once. A text from an expression may have several, separated by commas or spaces. */
export const splitList = (values: readonly string[] = []): string[] =>
	uniq(values.flatMap((value) => value.split(/[\s,]+/)).filter((word) => word !== ''));

/** Whether a value holds nothing but blanks, at any depth of lists. */
export const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && value.trim() === '') ||
	(Array.isArray(value) && value.every(isNothing));

/** Percent-encodes text by RFC 3986, section 2. Half of a surrogate pair is sent as U+FFFD, not refused. */
export function encodeRfc3986(text: string): string {
	if (/^[\w.~-]*$/.test(text)) return text;
	const wellFormed = Buffer.from(text, 'utf8').toString('utf8');
	return encodeURIComponent(wellFormed).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

/** Writes the query string, or the body of a form. The OAuth 1.0a signature and the request both use this text. */
export const queryString = (pairs: Iterable<readonly [string, string]>): string =>
	Array.from(pairs, ([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`).join('&');

/** The message of an error, for a log or a sentence. Anything may be thrown. */
export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : 'unknown error';
