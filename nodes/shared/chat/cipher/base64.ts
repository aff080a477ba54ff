/**
 * Reads and writes Base64 as X does: standard or URL-safe, with or without padding. Strangers write it as well, so it
 * is read in a time in proportion to its length.
 */

/** Base64 ends in at most two of them. */
const PADDING = 2;

/** Decodes Base64. Returns undefined for any other text. */
export function fromBase64(text: string): Buffer | undefined {
	const digits = withoutEnd(text.trim());
	return /[^\w+/-]/.test(digits) || digits.length % 4 === 1 ? undefined : Buffer.from(digits, 'base64');
}

/** Writes Base64 without padding, as X writes signatures and the bytes within signed texts. */
export const withoutPadding = (bytes: Buffer): string => withoutEnd(bytes.toString('base64'));

function withoutEnd(text: string): string {
	let end = text.length;
	while (text.length - end < PADDING && text[end - 1] === '=') end--;
	return text.slice(0, end);
}
