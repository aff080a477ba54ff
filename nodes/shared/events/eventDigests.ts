/** Makes the digests that triggers keep in static data. */
import { createHash } from 'crypto';

const DIGEST = 12;

/** Makes a digest of a text, such as the key of an event. */
export const digestOf = (key: string): string =>
	createHash('sha256').update(key).digest('base64url').slice(0, DIGEST);
