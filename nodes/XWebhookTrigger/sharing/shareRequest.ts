import { z } from 'zod';

import { isObject } from '../read';

/**
 * One registered webhook for several workflows, for plans that allow no more. The workflow that owns the webhook
 * forwards every delivery, byte for byte and with the platform's signature, to its guests: the workflows that asked for
 * it. Each verifies, filters and de-duplicates for itself. They ask with a message signed like a delivery, so only who
 * holds the app's consumer secret can.
 */
const MEMBER = 'n8n_share';

/** How old a request to share may be, in milliseconds: an old one could be an intercepted one. */
const MAX_AGE = 300_000;

const requestShape = z.object({
	action: z.enum(['join', 'leave']),
	/** Where the asking workflow receives. */
	url: z.string().regex(/^https?:\/\/[^\s/]/),
	/** When it was asked, in milliseconds since 1970. */
	at: z.number(),
});

export type ShareRequest = z.infer<typeof requestShape>;

/**
 * The request to share in a delivery's body, if that is what it is.
 *
 * @param body The parsed body, its signature verified.
 */
export function readShareRequest(body: unknown): ShareRequest | undefined {
	return isObject(body) ? requestShape.safeParse(body[MEMBER]).data : undefined;
}

/** Whether a request was made a moment ago. */
export function isFresh({ at }: ShareRequest, now = Date.now()): boolean {
	return Math.abs(now - at) <= MAX_AGE;
}

/** The body of a request to share, made now. */
export function writeShareRequest(request: Omit<ShareRequest, 'at'>): Buffer {
	return Buffer.from(JSON.stringify({ [MEMBER]: { ...request, at: Date.now() } }));
}
