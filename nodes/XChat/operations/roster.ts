/** Asks once in an execution who is in a group. */
import { readRoster, type Roster } from '../../shared/chat/trust/roster';
import type { AnyCall } from './tools';

export type { Roster };

/** Reads the members and settings of a conversation. */
export const rosterOf = async (call: AnyCall, id: string): Promise<Roster> =>
	await readRoster(async (request) => await call.send(request), id);
