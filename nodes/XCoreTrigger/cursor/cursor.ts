/**
 * A cursor finds the new entries of a list. It has a state, plans the next page from it, and works out the new state
 * when the page arrives. It knows nothing of n8n or HTTP.
 */
import type { z } from 'zod';
import { SECOND_LOOK } from '../../shared/events/openSpans';

export interface ListRow<E = unknown> {
	readonly id: string;
	readonly key: string;
	/** For entries that may become new again: a larger version is new. */
	readonly version?: number;
	/** The IDs of all versions of an edited entry, the first one first. */
	readonly versions?: readonly string[];
	/** Equal for entries under different IDs that are the same thing. */
	readonly twin?: string | undefined;
	readonly entity: E;
}

export interface PageRequest {
	readonly size: number;
	readonly since?: string | undefined;
	readonly until?: string | undefined;
	readonly token?: string | undefined;
}

export type PagePosition = 'since' | 'until' | 'token';

export interface ListPage<E = unknown> {
	readonly rows: readonly ListRow<E>[];
	readonly next?: string | undefined;
	/** The time of X's answer, by its `Date`, in milliseconds since 1970. Is undefined if X gives none. */
	readonly at?: number | undefined;
	readonly arrivedAt?: number | undefined;
}

export interface Span {
	readonly from: number | undefined;
	readonly to: number | undefined;
}

/** Checks whether an answer without entries confirms an earlier one. */
export const isSecondLook = (since: number, at: number | undefined, after = SECOND_LOOK): boolean =>
	at !== undefined && at - since >= after;

export const MOST_NEW = 1000;

export interface Step<S, E> {
	readonly state: S;
	readonly fresh: readonly ListRow<E>[];
	readonly more: boolean;
	/** Whether X may have forgotten entries that this node has not seen. */
	readonly isLost?: boolean;
	readonly lostSpan?: Span | undefined;
	readonly held?: readonly ListRow<E>[];
	/** Keys among the ones held back so far in this poll that are new. The others are not passed on. */
	readonly passOn?: ReadonlySet<string>;
	/** Whether the fresh ones are newer than those before, because pages are read from the last one upwards. */
	readonly isUpwards?: boolean;
	/** The number of entries that may be new: the list has none left that the node remembers. */
	readonly unsure?: number;
}

export interface RefusedPage<S> {
	readonly state: S;
	readonly isLost: boolean;
}

export interface Cursor<S extends object = object> {
	/** The way in which it finds new entries, as text for the documentation. */
	readonly order: string;
	/** The shape of its states, because stored ones may be damaged. */
	readonly shape: z.ZodType<S, z.ZodTypeDef, unknown>;
	/** The age of the oldest entries that X has, in milliseconds. Is undefined if it is not documented. */
	readonly reach?: number | undefined;
	/** Returns the state with which a poll begins. The poll has none of the entries that earlier ones have read. */
	resume?(state: S): S;
	/** Returns the state to store at the end of a poll. */
	rest?(state: S): S;
	plan(state: S | undefined): PageRequest;
	take<E>(state: S | undefined, ask: PageRequest, page: ListPage<E>): Step<S, E>;
	/** Returns the way to continue after X refused a part of the request. Is undefined if there is none. */
	refused(state: S | undefined, ask: PageRequest, place: PagePosition): RefusedPage<S> | undefined;
	isUnfinished(state: S): boolean;
}
