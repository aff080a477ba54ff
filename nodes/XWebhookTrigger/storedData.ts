/** What the node keeps in static data, and what becomes of it if someone or something has damaged it. */
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { ownAccountShape } from '../shared/events/ownAccount';
import { namedAccountsShape } from '../shared/events/ownAccounts';
import { replayNote } from './delivery/whichEvents';
import { registrationShape } from './registration/registrationStore';
import { guestShape } from './sharing/guests';

const SHAPES: Readonly<Record<string, z.ZodTypeAny>> = {
	account: ownAccountShape,
	lastEventAt: z.number(),
	ownAccounts: namedAccountsShape,
	registrations: z.record(registrationShape),
	replay: replayNote,
	seen: z.string(),
	sharers: z.record(guestShape),
	sharingSince: z.number(),
};

/**
 * Removes what cannot be read, so that the node begins anew with it.
 *
 * @returns The names of the members that were removed.
 */
export function withoutDamage(data: IDataObject): string[] {
	const damaged = Object.keys(SHAPES).filter(
		(name) => data[name] !== undefined && SHAPES[name]?.safeParse(data[name]).success === false,
	);
	for (const name of damaged) delete data[name];
	return damaged;
}
