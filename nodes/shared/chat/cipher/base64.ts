/** Bytes as X writes them: Base64 of either alphabet, with or without padding. */

/**
 * The bytes of a text.
 *
 * @param text Base64.
 * @returns Undefined if it is not Base64.
 */
export function fromBase64(text: string): Buffer | undefined {
	const digits = text.trim().replace(/=+$/, '');
	return /^[\w+/-]*$/.test(digits) && digits.length % 4 !== 1 ? Buffer.from(digits, 'base64') : undefined;
}

/** Base64 without padding: of signatures, and of bytes within signed texts. */
export const withoutPadding = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
