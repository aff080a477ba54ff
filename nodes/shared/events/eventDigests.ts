/** Makes the digests that triggers keep in static data, and reads a text of several. */
import { createHash } from 'crypto';

export const DIGEST = 12;

/** Makes a digest of a text, such as the key of an event. */
export const digestOf = (key: string): string =>
	createHash('sha256').update(key).digest('base64url').slice(0, DIGEST);

/** Splits a text of digests. */
export const digestsIn = (text: string): string[] =>
	Array.from({ length: Math.floor(text.length / DIGEST) }, (_, n) =>
		text.slice(n * DIGEST, (n + 1) * DIGEST),
	);
