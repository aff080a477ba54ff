/**
 * This file reads lists with the latest addition first, whatever its ID: followers, likes, bookmarks. Entries above a
 * remembered one are new. A single remembered entry does not mark the end of the new ones, because a user may have left
 * and come back to the top. Entries above no remembered one may be old, because X may have removed the others.
 *
 * So a poll first reads down to the remembered entries, and only then passes on what it has read, the oldest first.
 * Reading may take several polls. A later one reads the pages of earlier ones again, and those that were too many for
 * one poll, page by page upwards.
 */
import {
	mostUnknown,
	paceAfter,
	readDown,
	stateShape,
	type AdditionWalk,
	type ByAddedState,
} from './additions';
import { isSecondLook, MOST_NEW, type Cursor, type ListPage, type PageRequest, type Step } from './cursor';

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
