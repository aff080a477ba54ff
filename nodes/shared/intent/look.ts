/** Looks on X for what a write without a certain answer was to make. */
import type { ApiRequest, ApiResponse } from '../http/api';
import type { Entity } from '../model/escapedText';
import { MINUTE, SECOND } from '../util/time';
import type { Paging } from '../operation/result';
import { entriesOf, timeIn, type Intent, type Shown } from './ways';

/** What a look needs of the engine. */
export interface Looker {
	/** Reads a list to its end, or as far as a page says. */
	pages(request: ApiRequest, paging: Paging, isLast: (body: unknown) => boolean): AsyncIterable<ApiResponse>;
	wait(milliseconds: number): Promise<void>;
	/** Checks whether something is known to be what another write made. */
	isTaken(id: unknown): boolean;
	/** X's time. */
	readonly now: number;
	/** Whether the run has just begun: what an earlier one sent may be as new. */
	readonly isNew: boolean;
}

/** X may list what is new with a delay. */
export const PAUSES = [2 * SECOND, 8 * SECOND];
/** Before it is sent again at once, X has longer; so it has for what a cancelled run sent a moment before. */
export const LONG_PAUSES = [...PAUSES, 20 * SECOND];
const MOMENT = 30 * SECOND;
/** After this time X lists what it has, so that one look is enough. */
const FRESH = 2 * MINUTE;
/** How long a run counts as new: as long as the looks of one write take. */
export const NEW = 10 * SECOND;

export const FOUND = 'X had done it, although its answer was lost: it was found on X, and not sent again';

/** X does not say whether it was done: it shows something that may be it. */
class CannotTell extends Error {}

/**
 * Looks for what a write was to make, more than once while it is so new that X may not list it yet.
 *
 * @returns The entry; undefined if X certainly does not have it.
 * @throws CannotTell, or the failure of the request.
 */
export async function look(
	way: Shown,
	intent: Intent,
	looker: Looker,
	pauses: readonly number[],
): Promise<Entity | undefined> {
	const isFresh = looker.isNew || looker.now - intent.since < FRESH;
	const isOfNow = looker.now - intent.since < MOMENT;
	for (const pause of isOfNow ? LONG_PAUSES : isFresh ? pauses : [0]) {
		await looker.wait(pause);
		const found = await find(way, intent, looker);
		if (found) return found;
	}
	if (way.showsAll?.(intent.request) === false)
		throw new CannotTell('X does not list such a thing where the node could find it');
	return undefined;
}

async function find(way: Shown, intent: Intent, looker: Looker): Promise<Entity | undefined> {
	const { most = Infinity, isNewestFirst = false, isSingle = false } = way;
	const isBefore = (entity: Entity) => (timeIn(entity) ?? Infinity) < intent.since;
	const isEnd = (body: unknown) => isNewestFirst && entriesOf(body).slice(-1).some(isBefore);
	let count = 0;
	for await (const { body } of looker.pages(way.list(intent), way.paging, isEnd)) {
		const free = (await way.find(body, intent)).filter((entity) => !looker.isTaken(idOf(entity)));
		const found = isSingle ? free[0] : free.find((entity) => !isBefore(entity));
		if (found && !isSingle && timeIn(found) === undefined)
			throw new CannotTell('X shows one like it, and not since when');
		if (found) return found;
		count += entriesOf(body).length;
	}
	// Some are counted and not listed, such as deleted ones.
	if (count >= 0.9 * most) throw new CannotTell(`X lists the latest ${most.toLocaleString('en')} only`);
	return undefined;
}

/** Returns the ID by which the answer to a write, or an entry of a list, is known. */
export const idOf = (entity: Entity): unknown => entity.id ?? entity.dm_event_id;
