/** Describes what the node keeps in static data. */
import { z } from 'zod';
import { ownAccountShape } from '../shared/events/ownAccount';
import { namedAccountsShape } from '../shared/events/ownAccounts';
import { owedShape } from './registration/missed';
import { registrationShape } from './registration/registrationStore';
import { guestShape } from './sharing/guests';

export const SHAPES: Readonly<Record<string, z.ZodTypeAny>> = {
	account: ownAccountShape,
	lastEventAt: z.number(),
	owed: owedShape,
	ownAccounts: namedAccountsShape,
	registrations: z.record(registrationShape),
	seen: z.string(),
	sharers: z.record(guestShape),
	sharingSince: z.number(),
};
