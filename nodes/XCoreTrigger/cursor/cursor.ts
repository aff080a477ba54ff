/**
 * What a poll knows of a list, and how it finds out what is new: a state, the next page to ask for, and what becomes of
 * both when a page arrives. Nothing here knows of n8n or of HTTP.
 */

/** An entry of a list. */
export interface Row<E = unknown> {
	/** By what the entry has its place in the list: its ID, or the time of a change. */
	readonly id: string;
	/** By what it is known again. */
	readonly key: string;
	/** For entries that may become new again: a larger one is new. */
	readonly version?: number;
	readonly entity: E;
}

/** A page to ask for. */
export interface Ask {
	/** Most entries. */
	readonly size: number;
	/** Only entries after this one. */
	readonly since?: string | undefined;
	/** Only entries before this one. */
	readonly until?: string | undefined;
	/** Where the page before ended. */
	readonly token?: string | undefined;
}

/** A part of `Ask` that X may refuse. */
export type Place = 'since' | 'until' | 'token';

/** What came, in the order of X. */
export interface Page<E = unknown> {
	readonly rows: readonly Row<E>[];
	/** Where the next page begins; absent at the end of the list. */
	readonly next?: string | undefined;
}

/** What becomes of a page. */
export interface Step<S, E> {
	readonly state: S;
	/** Entries that are new. */
	readonly fresh: readonly Row<E>[];
	/** Whether there is more to ask for. */
	readonly more: boolean;
}

/** How to go on where X refuses a place. */
export interface Refused<S> {
	readonly state: S;
	/** Whether entries may be lost. */
	readonly isLost: boolean;
}

/** A way of reading a list; its states are JSON. */
export interface Cursor<S extends object = object> {
	/** How it finds what is new, in words for the documentation. */
	readonly order: string;
	/** The next page; without a state the first one of all, whose entries are remembered and not new. */
	plan(state: S | undefined): Ask;
	take<E>(state: S | undefined, ask: Ask, page: Page<E>): Step<S, E>;
	/** What to do where X refuses a part of what was asked for; undefined where nothing helps. */
	refused(state: S | undefined, ask: Ask, place: Place): Refused<S> | undefined;
	/** Whether a poll ended before it had read everything. */
	isUnfinished(state: S): boolean;
}
