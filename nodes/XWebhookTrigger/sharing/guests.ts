/**
 * One registered webhook for several workflows, for plans that allow no more. The workflow that owns the webhook
 * forwards every delivery, byte for byte and with the platform's signature, to its guests: the workflows that asked for
 * it. Each verifies, filters and de-duplicates for itself. They ask with a message signed like a delivery, so only who
 * holds the app's consumer secret can.
 */
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { BoundedMap } from '../../shared/util/boundedMap';
import { isObject, object } from '../read';

/** The member of a body by which a request to share is known. */
const MEMBER = 'n8n_share';

/** How old a request to share may be, in milliseconds: an older one may have been intercepted and sent again. */
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
export const isFresh = ({ at }: ShareRequest): boolean => Math.abs(Date.now() - at) <= MAX_AGE;

/** The body of a request to share, made now. */
export function writeShareRequest(request: Omit<ShareRequest, 'at'>): Buffer {
	return Buffer.from(JSON.stringify({ [MEMBER]: { ...request, at: Date.now() } }));
}

const entry = z.object({ on: z.boolean(), at: z.number() });

/** When each address last joined or left. */
type Guests = Record<string, z.infer<typeof entry>>;

/** By node: newer than static data while deliveries that are under way overwrite each other's. */
const inThisProcess = new BoundedMap<string, Guests>(500);

/**
 * Carries out a request to share: notes it in this process and in the node's static data.
 *
 * @param scope Names the owner's node; see `scopeOf`.
 * @param data The owner's static data.
 */
export function applyShare(scope: string, data: IDataObject, { action, url, at }: ShareRequest): void {
	const guests = merged(scope, data);
	if ((guests[url]?.at ?? 0) <= at) guests[url] = { on: action === 'join', at };
	inThisProcess.set(scope, guests);
	data.sharers = { ...guests };
}

/** Puts the guests into static data that n8n is about to store and that may be older. */
export function keepGuests(scope: string, data: IDataObject): void {
	if (inThisProcess.has(scope)) data.sharers = { ...merged(scope, data) };
}

/** Ends all sharing: for an owner that no longer shares, and for addresses that cannot leave any more. */
export function endSharing(scope: string, data: IDataObject): void {
	inThisProcess.delete(scope);
	if (data.sharers !== undefined) delete data.sharers;
}

/** Addresses to forward deliveries to. */
export function guestsOf(scope: string, data: IDataObject): string[] {
	const guests = merged(scope, data);
	return Object.keys(guests).filter((url) => guests[url]?.on === true);
}

function merged(scope: string, data: IDataObject): Guests {
	const guests: Guests = { ...inThisProcess.get(scope) };
	for (const [url, stored] of Object.entries(object(data.sharers))) {
		const { success, data: guest } = entry.safeParse(stored);
		if (success && (guests[url]?.at ?? -1) < guest.at) guests[url] = guest;
	}
	return guests;
}
