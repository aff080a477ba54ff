/** Bytes as X writes them: standard or URL-safe Base64, with or without padding. */

/**
 * Decodes Base64.
 *
 * @param text Base64.
 * @returns Undefined if it is not Base64.
 */
export function fromBase64(text: string): Buffer | undefined {
	const digits = text.trim().replace(/=+$/, '');
	return /^[\w+/-]*$/.test(digits) && digits.length % 4 !== 1 ? Buffer.from(digits, 'base64') : undefined;
}

/** Base64 without padding, as X writes signatures and the bytes within signed texts. */
export const withoutPadding = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
