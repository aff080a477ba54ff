/**
 * This file reads lists with the latest addition first, whatever its ID: followers, likes, bookmarks. Entries above a
 * remembered one are new. A single remembered entry does not mark the end of the new ones, because a user may have left
 * and come back to the top. Entries above no remembered one may be old, because X may have removed the others.
 *
 * So a poll first reads down to the remembered entries, and only then passes on what it has read, the oldest first.
 * Reading may take several polls. A later one reads the pages of earlier ones again, and those that were too many for
 * one poll, page by page upwards.
 */
import { z } from 'zod';
import {
	type Cursor,
	isSecondLook,
	type ListPage,
	type ListRow,
	MOST_NEW,
	type PageRequest,
	type Step,
} from './cursor';

/** A page that was read, with those of its entries that look new. */
const pageShape = z.object({
	/** Absent for the first page of the list. */
	token: z.string().optional(),
	size: z.number(),
	keys: z.array(z.string()),
	start: z.number(),
});

const walkShape = z.object({
	token: z.string().optional(),
	at: z.number().optional(),
	pages: z.array(pageShape),
	earlier: z.number(),
	read: z.array(z.string()),
	open: z.array(z.string()),
	/** The number of known entries that came last in their known order, and the place of the last one in that order. */
	run: z.number(),
	place: z.number(),
	met: z.number(),
});

const stateShape = z.object({
	/** Keys of known entries, in the order of the list. */
	known: z.array(z.string()),
	/** Keys of entries that have left the list. They are not new when they come back. */
	left: z.array(z.string()).optional(),
	/** Whether these were all entries of the list, so that any other one is new. */
	isWhole: z.boolean(),
	/** The time, by X's clock, of the last reading down to the known entries. */
	readAt: z.number().optional(),
	/** The time of the first answer in a row that had no entries. */
	emptySince: z.number().optional(),
	pace: z.number().nonnegative().optional(),
	seedToken: z.string().optional(),
	walk: walkShape.optional(),
	/** Pages that are new for certain, in the order of the list. They are read again from the last one upwards. */
	rest: z.array(pageShape).optional(),
});

export type ByAddedState = z.infer<typeof stateShape>;
type AdditionWalk = z.infer<typeof walkShape>;

/**
 * The most entries that are read in search of a known one. When X removes all remembered entries, the list looks as if
 * it had grown beyond them. So the number of entries that may have been added is also what such a removal costs.
 */
const UNKNOWN = { least: 1000, most: 10_000, times: 10, aSecond: 15 };

/** A pace from longer ago than this counts little, in seconds. */
const OF_LATE = 24 * 3600;

const secondsSince = (readAt: number | undefined, at: number | undefined): number =>
	readAt === undefined || at === undefined ? 0 : Math.max(0, (at - readAt) / 1000);

/** Allows ten times as many entries as of late. Before anything is known of a list, it allows 15 a second. */
function mostUnknown({ readAt, pace }: ByAddedState, at: number | undefined): number {
	const { least, most, times, aSecond } = UNKNOWN;
	const came = secondsSince(readAt, at) * (pace === undefined ? aSecond : times * pace);
	return Math.min(most, Math.max(least, Math.floor(came)));
}

/** Computes the pace after a poll. If `unsure` entries are new, as many may come again. */
function paceAfter(
	{ readAt, pace }: ByAddedState,
	at: number | undefined,
	news: number,
	unsure: number,
): number | undefined {
	const seconds = secondsSince(readAt, at);
	if (seconds === 0) return pace;
	return Math.max((news + unsure) / seconds, (pace ?? 0) * Math.exp(-seconds / OF_LATE));
}

/** Reads rows from the top until enough known entries appear in their known order. */
function readDown<E>(
	rows: readonly ListRow<E>[],
	{ known, left = [], isWhole }: ByAddedState,
	walk: AdditionWalk,
	anchor: number,
) {
	// A list that X showed as empty for a while comes back in the order in which it left.
	const places = new Map([...new Set([...known, ...left])].map((key, place) => [key, place]));
	const handled = new Set(walk.read);
	const read = [...walk.read];
	const fresh: ListRow<E>[] = [];
	let open = [...walk.open];
	let { run, place, met } = walk;
	let isAnchored = false;
	for (const row of rows) {
		if (handled.has(row.key)) continue;
		handled.add(row.key);
		read.push(row.key);
		if (isAnchored) continue;
		const knownPlace = places.get(row.key);
		if (knownPlace === undefined) {
			fresh.push(row);
			open.push(row.key);
			run = 0;
			continue;
		}
		run = run > 0 && knownPlace > place ? run + 1 : 1;
		place = knownPlace;
		isAnchored = run >= anchor;
		if (place >= known.length) continue;
		met++;
		open = [];
		// Below the last remembered entry there are only older ones.
		const isLast = !isWhole && met > 1 && place === known.length - 1;
		isAnchored ||= isLast;
	}
	return { fresh, isAnchored, read, open, run, place, met };
}

interface ByAddedOptions {
	readonly seedSize: number;
	readonly peekSize: number;
	readonly pageSize: number;
	readonly memory?: number;
}

const MEMORY = 1000;
/** This many known entries in their known order mark the end of the new ones, so a silent poll reads them. */
export const ANCHOR = 5;
/** With fewer remembered entries, all of them may soon have left the list. */
const SPARSE = 2 * ANCHOR;

const START: AdditionWalk = { pages: [], earlier: 0, read: [], open: [], run: 0, place: -1, met: 0 };

export function byAdded(options: ByAddedOptions): Cursor<ByAddedState> {
	const { seedSize, peekSize, pageSize, memory = MEMORY } = options;
	const isSeeding = (state: ByAddedState | undefined) => !state || state.seedToken !== undefined;
	return {
		order: 'latest addition first',
		shape: stateShape,
		resume: (state) =>
			state.walk ? { ...state, walk: { ...state.walk, earlier: state.walk.pages.length } } : state,
		plan(state) {
			if (!state || isSeeding(state)) return { size: seedSize, token: state?.seedToken };
			const { walk, rest } = state;
			const last = rest?.at(-1);
			if (last) return { size: last.size, token: last.token };
			if (!walk) return { size: peekSize };
			// Known entries that follow each other are most often the end of the new ones.
			const size = walk.run > 0 ? ANCHOR - walk.run : Math.min(pageSize, Math.max(ANCHOR, walk.read.length));
			return { size, token: walk.token };
		},

		take<E>(state: ByAddedState | undefined, ask: PageRequest, page: ListPage<E>) {
			if (!state || isSeeding(state)) return seeded(state, page, memory);
			return state.rest ? again(state, page, memory) : taken(state, ask, page, memory);
		},

		refused({ known, left, isWhole, readAt, pace } = { known: [], isWhole: false }, ask, place) {
			if (place !== 'token' || ask.token === undefined) return undefined;
			return { state: { known, left, isWhole, readAt, pace }, isLost: false };
		},

		isUnfinished: ({ walk, rest, seedToken }) => (walk ?? rest ?? seedToken) !== undefined,
	};
}

function taken<E>(state: ByAddedState, { token, size }: PageRequest, page: ListPage<E>, memory: number) {
	const before = state.walk ?? { ...START, at: page.at };
	// A list without entries may be a fault: what is known stays so until a later poll has none either.
	const isEmptied = page.rows.length + before.read.length === 0 && page.next === undefined;
	const { emptySince = page.at } = state;
	if (isEmptied && state.known.length > 0 && emptySince !== undefined && !isSecondLook(emptySince, page.at))
		return { state: { ...state, emptySince }, fresh: [], more: false };
	const { fresh: held, isAnchored, ...down } = readDown(page.rows, state, before, ANCHOR);
	const read = { token, size, keys: held.map(({ key }) => key), start: before.read.length };
	const walk = { ...before, ...down, pages: [...before.pages, read] };
	const isTooFar = !state.isWhole && walk.open.length >= mostUnknown(state, walk.at);
	if (!isAnchored && !isTooFar && page.next !== undefined)
		return { state: { ...state, walk: { ...walk, token: page.next } }, fresh: [], held, more: true };
	const isCertain = isAnchored || (page.next === undefined && state.isWhole);
	const isEnd = page.next === undefined && !isAnchored;
	const unsure = !isCertain && (isTooFar || walk.met === 0) ? walk.open.length : 0;
	const old = new Set(isCertain ? [] : walk.open);
	const whole = { ...state, isWhole: isEnd || state.isWhole };
	const step = ended<E>(whole, walk, { isAnchored, old, unsure, memory });
	const { known, isWhole } = step.state;
	// These few may all leave the list, so the node also remembers the entries below them.
	const isSparse = !step.more && !isWhole && page.next !== undefined && known.length < SPARSE;
	return isSparse
		? { ...step, state: { ...step.state, seedToken: page.next }, held, unsure, more: true }
		: { ...step, held, unsure };
}

interface WalkEnd {
	readonly isAnchored: boolean;
	/** Entries that are not passed on, because they may be old. */
	readonly old: ReadonlySet<string>;
	readonly unsure: number;
	readonly memory: number;
}

/** Passes on the last pages of a walk, those of this poll, and leaves the ones above to be read again. */
function ended<E>(
	before: ByAddedState,
	{ pages, earlier, read, at, place }: AdditionWalk,
	{ isAnchored, old, unsure, memory }: WalkEnd,
): Step<ByAddedState, E> {
	const sure = pages.map((page) => ({ ...page, keys: page.keys.filter((key) => !old.has(key)) }));
	let first = sure.length;
	for (let count = 0; first > earlier; first--) {
		count += sure[first - 1]?.keys.length ?? 0;
		if (count > MOST_NEW) break;
	}
	const rest = sure.slice(0, first).filter(({ keys }) => keys.length > 0);
	const passOn = new Set(sure.slice(first).flatMap(({ keys }) => keys));
	const start = rest.length > 0 ? (sure[first]?.start ?? read.length) : 0;
	// Known entries above the end of the walk that it has not met have left the list.
	const end = isAnchored ? place + 1 : before.known.length;
	const below = { known: before.known.slice(end), isWhole: before.isWhole };
	const state = remembered(below, read.slice(start), memory);
	const kept = new Set(state.known);
	const left = [...before.known.slice(0, end), ...(before.left ?? [])].filter((key) => !kept.has(key));
	const news = sure.flatMap(({ keys }) => keys).length;
	const pace = paceAfter(before, at, news, unsure);
	const next = { ...state, readAt: at, left: left.slice(0, memory / 2), ...(pace !== undefined && { pace }) };
	const more = rest.length > 0;
	return { state: more ? { ...next, rest } : next, fresh: [], passOn, more };
}

/** Passes on a page that an earlier walk has found to be new. */
function again<E>(state: ByAddedState, page: ListPage<E>, memory: number): Step<ByAddedState, E> {
	const { rest = [], ...before } = state;
	const { token, keys = [] } = rest.at(-1) ?? {};
	const awaited = new Set(keys);
	// The first page has no token. Newer entries may have moved some of what it had to the next one: then the next walk
	// finds all of it.
	const isMoved = token === undefined && !page.rows.some(({ key }) => key === keys.at(-1));
	const fresh = isMoved ? [] : page.rows.filter(({ key }) => awaited.delete(key));
	const passedOn = fresh.map(({ key }) => key);
	const next = remembered(before, passedOn, memory);
	const above = rest.slice(0, -1);
	const more = above.length > 0;
	return { state: more ? { ...next, rest: above } : next, fresh, isUpwards: true, more };
}

function remembered(state: ByAddedState, keys: readonly string[], memory: number): ByAddedState {
	const order = [...new Set([...keys, ...state.known])];
	return { ...state, known: order.slice(0, memory), isWhole: state.isWhole && order.length <= memory };
}

/** Remembers the very first entries. Pages may be empty, because X leaves out suspended accounts. */
function seeded<E>(state: ByAddedState | undefined, page: ListPage<E>, memory: number) {
	const keys = [...new Set([...(state?.known ?? []), ...page.rows.map(({ key }) => key)])];
	const known = keys.slice(0, memory);
	const isMore = known.length < ANCHOR && page.next !== undefined;
	const isWhole = page.next === undefined && keys.length <= memory;
	const readAt = state?.readAt ?? page.at;
	return {
		state: {
			known,
			left: state?.left,
			isWhole,
			readAt,
			pace: state?.pace,
			...(isMore && { seedToken: page.next }),
		},
		fresh: [],
		more: isMore,
	};
}
