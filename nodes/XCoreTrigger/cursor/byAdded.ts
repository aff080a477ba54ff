/**
 * Lists with the latest addition first, whatever its ID: followers, likes, bookmarks. What is above a remembered entry
 * is new. A single remembered entry does not mark the end of the new ones, because a user may have left and come back
 * to the top. What is above no remembered entry is as likely old, because X may have removed the remembered ones.
 */
import { z } from 'zod';
import type { Cursor, ListPage, ListRow, PageRequest, Step } from './cursor';

interface ByAddedOptions {
	/** Entries of the very first page, of the first page of a later poll, and the most of its other pages. */
	readonly seedSize: number;
	readonly peekSize: number;
	readonly pageSize: number;
	/** How many entries are remembered. */
	readonly memory?: number;
}

/** Reading from the top down to the known entries, within one poll. */
const walkShape = z.object({
	token: z.string(),
	pages: z.number(),
	/** What it has read, in the order of the list. */
	read: z.array(z.string()),
	/** New entries below the last known one so far. */
	open: z.array(z.string()),
	/** How many known entries came last in their known order, and the place of the last one in that order. */
	run: z.number(),
	place: z.number(),
	/** How many known entries were met. */
	met: z.number(),
});

const stateShape = z.object({
	/** Keys of known entries, in the order of the list. */
	known: z.array(z.string()),
	/** Whether these were all entries of the list, so that any other one is new. */
	isWhole: z.boolean(),
	/** Where remembering continues: the pages so far were empty. */
	seedToken: z.string().optional(),
	walk: walkShape.optional(),
});

export type ByAddedState = z.infer<typeof stateShape>;
type AdditionWalk = z.infer<typeof walkShape>;

const MEMORY = 1000;
/** This many known entries in their known order mark the end of the new ones, so a silent poll reads them. */
export const ANCHOR = 5;
/** The most that a poll reads without meeting a known entry. */
export const MOST_UNKNOWN = 1000;
/** The most that it reads below the last known entry. */
const MOST_BELOW = 200;

const START: Omit<AdditionWalk, 'token'> = { pages: 0, read: [], open: [], run: 0, place: -1, met: 0 };

export function byAdded(options: ByAddedOptions): Cursor<ByAddedState> {
	const { seedSize, peekSize, pageSize, memory = MEMORY } = options;
	const isSeeding = (state: ByAddedState | undefined) => !state || state.seedToken !== undefined;
	return {
		order: 'latest addition first',
		shape: stateShape,
		isAllOrNothing: true,
		plan(state) {
			if (!state || isSeeding(state)) return { size: seedSize, token: state?.seedToken };
			const { walk } = state;
			if (!walk) return { size: peekSize };
			// Known entries that follow each other are most often the end of the new ones.
			const size = walk.run > 0 ? ANCHOR - walk.run : Math.min(pageSize, Math.max(ANCHOR, walk.read.length));
			return { size, token: walk.token };
		},

		take<E>(state: ByAddedState | undefined, _ask: PageRequest, page: ListPage<E>) {
			return !state || isSeeding(state) ? seeded(state, page, memory) : taken(state, page, memory);
		},

		refused(state, ask, place) {
			if (place !== 'token' || ask.token === undefined || !state) return undefined;
			return { state: { known: state.known, isWhole: state.isWhole }, isLost: false };
		},

		isUnfinished: ({ walk, seedToken }) => walk !== undefined || seedToken !== undefined,
	};
}

/** Goes on reading, or ends with what is new for certain. */
function taken<E>(state: ByAddedState, page: ListPage<E>, memory: number): Step<ByAddedState, E> {
	const { fresh, isAnchored, ...walk } = readDown(page.rows, state, state.walk ?? START);
	const isTooFar = walk.open.length >= (walk.met > 0 ? MOST_BELOW : MOST_UNKNOWN);
	if (!isAnchored && !isTooFar && page.next !== undefined)
		return { state: { ...state, walk: { ...walk, token: page.next } }, fresh, more: true };
	const isEnd = page.next === undefined && !isAnchored;
	const order = [...new Set([...walk.read, ...state.known])];
	const isWhole = (isEnd || state.isWhole) && order.length <= memory;
	const next = { state: { known: order.slice(0, memory), isWhole }, fresh, more: false };
	if (isAnchored || (isEnd && state.isWhole)) return next;
	const unsure = walk.met === 0 ? walk.open.length : 0;
	return { ...next, old: new Set(walk.open), unsure };
}

/** Remembers the very first entries. Pages may be empty, because X leaves out suspended accounts. */
function seeded<E>(
	state: ByAddedState | undefined,
	page: ListPage<E>,
	memory: number,
): Step<ByAddedState, E> {
	const keys = [...new Set([...(state?.known ?? []), ...page.rows.map(({ key }) => key)])];
	const known = keys.slice(0, memory);
	const isMore = known.length < ANCHOR && page.next !== undefined;
	const isWhole = page.next === undefined && keys.length <= memory;
	return {
		state: { known, isWhole, ...(isMore && { seedToken: page.next }) },
		fresh: [],
		more: isMore,
	};
}

/** Reads rows from the top until enough known entries appear in their known order. */
function readDown<E>(
	rows: readonly ListRow<E>[],
	{ known, isWhole }: ByAddedState,
	walk: Omit<AdditionWalk, 'token'>,
) {
	const places = new Map(known.map((key, place) => [key, place]));
	const handled = new Set(walk.read);
	const read = [...walk.read];
	const fresh: ListRow<E>[] = [];
	let { open, run, place, met } = walk;
	let isAnchored = false;
	for (const row of rows) {
		if (handled.has(row.key)) continue;
		handled.add(row.key);
		read.push(row.key);
		const knownPlace = places.get(row.key);
		if (knownPlace === undefined) {
			fresh.push(row);
			open = [...open, row.key];
			run = 0;
			continue;
		}
		run = run > 0 && knownPlace > place ? run + 1 : 1;
		place = knownPlace;
		met++;
		open = [];
		// Below the last remembered entry there are only older ones.
		const isLast = !isWhole && met > 1 && place === known.length - 1;
		isAnchored = run >= ANCHOR || isLast;
		if (isAnchored) break;
	}
	return { fresh, isAnchored, read, open, run, place, met, pages: walk.pages + (rows.length > 0 ? 1 : 0) };
}
