/**
 * Shares one registered webhook between workflows, for plans that allow only one. Its owner forwards every delivery,
 * with X's signatures, to its guests. Their requests are signed like deliveries, so that only a workflow with the app's
 * secret can become a guest.
 */
import { pickBy } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { remembered } from '../../shared/memory/process';
import { isObject, object } from '../../shared/util/lenient';

const MEMBER = 'n8n_share';

/** The greatest age of a request to share, in milliseconds. An older one may have been intercepted and sent again. */
const MAX_AGE = 300_000;

const requestShape = z.object({
	action: z.enum(['join', 'leave']),
	url: z.string().regex(/^https?:\/\/[^\s/]/),
	at: z.number(),
});

export type ShareRequest = z.infer<typeof requestShape>;

/** Reads the request to share in a delivery's body, if there is one. */
export const readShareRequest = (body: unknown): ShareRequest | undefined =>
	isObject(body) ? requestShape.safeParse(body[MEMBER]).data : undefined;

export const isFresh = ({ at }: ShareRequest): boolean => Math.abs(Date.now() - at) <= MAX_AGE;

export const writeShareRequest = (request: Omit<ShareRequest, 'at'>): Buffer =>
	Buffer.from(JSON.stringify({ [MEMBER]: { ...request, at: Date.now() } }));

export const guestShape = z.object({ on: z.boolean(), at: z.number() });

type Guests = Record<string, z.infer<typeof guestShape>>;

interface SharingState {
	guests: Guests;
	/** The time when the owner last ended all sharing, in milliseconds since 1970. Earlier requests do not count. */
	since: number;
}

/** Newer than static data, which simultaneous deliveries overwrite. */
const sharing = remembered<SharingState>({ name: 'workflows that share a webhook', of: 'node' });

/** Carries out a request to share. Returns whether n8n had stored it: then every process knows it. */
export function applyShare(scope: string, data: IDataObject, { action, url, at }: ShareRequest): boolean {
	const isOn = action === 'join';
	const stored = stateIn(data);
	const isStored = (stored.guests[url]?.on ?? false) === isOn;
	const state = merged(scope, data);
	if ((state.guests[url]?.at ?? 0) <= at) state.guests[url] = { on: isOn, at };
	store(scope, data, state);
	return isStored;
}

/** Puts the guests into static data that n8n is about to store, which may be older. */
export function keepGuests(scope: string, data: IDataObject): void {
	if (sharing.has(scope)) store(scope, data, merged(scope, data));
}

/** Ends all sharing. The time is stored because other processes of n8n remember the guests too. */
export function endSharing(scope: string, data: IDataObject, now = Date.now()): void {
	sharing.set(scope, { guests: {}, since: now });
	if (data.sharers !== undefined) delete data.sharers;
	data.sharingSince = now;
}

export function guestsOf(scope: string, data: IDataObject): string[] {
	const state = merged(scope, data);
	if (Object.keys(state.guests).length > 0) sharing.set(scope, state);
	return Object.keys(state.guests).filter((url) => state.guests[url]?.on === true);
}

function merged(scope: string, data: IDataObject): SharingState {
	const stored = stateIn(data);
	const { guests = {}, since = 0 } = sharing.get(scope) ?? {};
	const newest = { ...guests };
	for (const [url, guest] of Object.entries(stored.guests)) {
		if ((newest[url]?.at ?? -1) < guest.at) newest[url] = guest;
	}
	const start = Math.max(since, stored.since);
	return { guests: pickBy(newest, ({ at }) => at > start), since: start };
}

function stateIn(data: IDataObject): SharingState {
	const guests: Guests = {};
	for (const [url, stored] of Object.entries(object(data.sharers))) {
		const { success, data: guest } = guestShape.safeParse(stored);
		if (success) guests[url] = guest;
	}
	const { sharingSince } = data;
	return { guests, since: typeof sharingSince === 'number' ? sharingSince : 0 };
}

function store(scope: string, data: IDataObject, state: SharingState): void {
	sharing.set(scope, state);
	data.sharers = { ...state.guests };
	if (state.since > 0) data.sharingSince = state.since;
}
