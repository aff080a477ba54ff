import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { BoundedMap } from '../../shared/util/boundedMap';
import { object } from '../read';
import type { ShareRequest } from './shareRequest';

const entry = z.object({ on: z.boolean(), at: z.number() });

/** When each address last joined or left. */
type Guests = Record<string, z.infer<typeof entry>>;

/** By node: newer than static data while deliveries of the same moment overwrite each other's. */
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

/** Puts the guests into static data that are about to be stored and may be older. */
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
