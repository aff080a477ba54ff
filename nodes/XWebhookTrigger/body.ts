import { parseExact } from '../shared/util/exactJson';

/**
 * Reads the body of a delivery: an object in all documented cases. 64-bit identifiers become text.
 *
 * @param bytes as they were signed
 * @returns undefined for what no delivery is: no JSON, or neither an object nor a list
 */
export function readBody(bytes: Buffer): object | undefined {
	const said = bytes.toString('utf8');
	try {
		// The byte order mark is no JSON, but may precede it.
		const value = parseExact(said.startsWith('\uFEFF') ? said.slice(1) : said);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Whether a challenge's token is also the body of a delivery. Such a token must not be answered: the answer is made
 * like a delivery's signature, with the same secret, so anybody could have a forged delivery signed.
 */
export function isBody(token: string): boolean {
	return readBody(Buffer.from(token)) !== undefined;
}
