/**
 * This file reads lists in descending order of IDs, which contain the time of creation. A poll reads all above the
 * highest ID that X has shown: a list may show nothing new for hours, and then all at once. Entries may also come late,
 * so a poll begins ten minutes or more before the last complete one, and remembers what it has seen there. Time only
 * ever lowers the bound, so a list in which nothing happens returns nothing.
 */
import { z } from 'zod';
import {
	isSecondLook,
	type PageRequest,
	type Cursor,
	type ListPage,
	type PagePosition,
	type RefusedPage,
	type ListRow,
	type Step,
} from './cursor';
import { DELAY, wasSeen, withMoment, withReading } from './versions';
import { fittingTime } from '../../shared/events/fittingTime';
import { before, descending, highest, idAt, isAbove, lowerOf, timeOf } from '../../shared/model/ids';
import { numbersInText, numbersToText } from '../../shared/util/numberSet';
import { DAY, MINUTE } from '../../shared/util/time';

interface ByIdOptions {
	/** Whether X accepts IDs as bounds. Otherwise pages are read until their entries are too old. */
	readonly hasBounds: boolean;
	readonly seedSize: number;
	/** Entries of the pages of a later poll. The last size counts for all further pages. */
	readonly sizes: readonly number[];
	/** The longest delay of an entry, in milliseconds. 0 for lists that X numbers in order, whatever the time is. */
	readonly lateness?: number;
	/** The age of the oldest entries that X has, in milliseconds. Is undefined if it is not documented. */
	readonly reach?: number;
	/** The number of latest entries that X has, if its documentation gives it. */
	readonly depth?: number;
	readonly memory?: number;
}

const ID = z.string().regex(/^\d{1,20}$/);
const SET = z.string().regex(/^(\d{1,20}\.[\w-]*)?$/);

const walkShape = z.object({
	/** Everything down to this ID is to be read. Absent if it ends with the list. */
	lower: ID.optional(),
	at: z.number().optional(),
	pages: z.number(),
	read: z.number().optional(),
	until: ID.optional(),
	token: z.string().optional(),
	top: ID.optional(),
	/** What it found, as text. */
	found: SET,
	/** The highest ID that it found but does not remember. */
	forgotten: ID.optional(),
	moments: SET.optional(),
	/** Whether X refuses the lower bound, or would, because it shows nothing as old as that any more. */
	isUnbounded: z.boolean().optional(),
	/** Whether it looks for an entry below the last one, because the list may end above the lower bound. */
	isProbe: z.boolean().optional(),
});

const stateShape = z.object({
	readAt: z.number().optional(),
	/** The time of the first answer in a row that had no entries. */
	emptySince: z.number().optional(),
	/** Highest ID seen so far. Absent while the list has been empty. */
	top: ID.optional(),
	/** How old it was when X first showed it, if the reading before lacked it. Both clocks may be ahead by that much. */
	lag: z.number().optional(),
	/** Nothing at or below this ID is remembered. Absent if everything is. */
	floor: ID.optional(),
	/** Known entries as text: their keys, and the IDs of edited versions. */
	seen: SET,
	/** The times at which polls read the list, kept while entries have been forgotten that may still be edited. */
	readings: SET.optional(),
	/** Known entries that the next reading lacked. They were too new to be certain by `readings`. */
	unmet: SET.optional(),
	walk: walkShape.optional(),
});

export type ByIdState = z.infer<typeof stateShape>;
type IdWalk = z.infer<typeof walkShape>;

/** X indexes Posts within seconds, but mentions have appeared minutes later. */
const LATENESS = 10 * MINUTE;
/** n8n stores these with each run. Ten entries a second, the most that X's limits allow, need five bytes for each. */
const MEMORY = 1400;
/** So many of the newest are edited or deleted until the next reading, if that takes an hour. */
const UNMET = 100;
/** A list that lacks its newest entry for this long has lost it. To wait costs nothing: what comes is new. */
const EMPTIED = DAY;
/** A Post can be edited for an hour, so its first version is remembered for longer than that. */
const REMEMBERED = 90 * MINUTE;

/** X leaves out what suspended accounts wrote, so a list may end after this part of its documented depth. */
const NEARLY = 0.75;
/** The smallest page of the lists that end somewhere. */
const PROBE = 5;

/** This many entries show how often they come. */
const ENOUGH = 8;
/** The last page may have this part of all as known ones, so that a wrong guess does not mean many small pages. */
const MOST_KNOWN = 0.125;

function idsInText(text: string): string[] {
	const [lowest = '0', steps = ''] = text.split('.');
	return numbersInText(steps).map((step) => String(BigInt(lowest) + BigInt(step)));
}

/** Returns the newest IDs as a text, for which no other ID is taken, and the highest of the others. */
function bounded(some: readonly string[], memory = Infinity) {
	const all = [...new Set(some)].sort(descending);
	const oldest = before(all[0] ?? '0', REMEMBERED);
	const count = all.findIndex((id, place) => place >= memory || !isAbove(id, oldest));
	const ids = count < 0 ? all : all.slice(0, count);
	const lowest = BigInt(ids.at(-1) ?? 0);
	const steps = ids.map((id) => Number(BigInt(id) - lowest));
	return { kept: `${lowest}.${numbersToText(steps)}`, forgotten: count < 0 ? undefined : all[count] };
}

export function byId(options: ByIdOptions): Cursor<ByIdState> {
	const reading = new IdReading(options);
	return {
		order: options.hasBounds ? 'by ID, with bounds' : 'by ID',
		shape: stateShape,
		reach: options.reach,
		plan: (state) => (state ? reading.plan(reading.walkOf(state)) : { size: options.seedSize }),
		take: (state, _ask, page) => (state ? reading.take(state, page) : reading.seed(page)),
		refused: (state, ask, place) => state && reading.refused(state, ask, place),
		rest: (state) => reading.rest(state),
		isUnfinished: ({ walk }) => walk !== undefined,
	};
}

class IdReading {
	private readonly lateness: number;
	private readonly memory: number;

	constructor(private readonly options: ByIdOptions) {
		({ lateness: this.lateness = LATENESS, memory: this.memory = MEMORY } = options);
	}

	walkOf(state: ByIdState): IdWalk {
		const { walk, readAt, top, floor } = state;
		if (walk) return walk;
		const from = this.lookedFrom(state) ?? before(top ?? '0', this.lateness);
		// The node has never seen entries above the floor of an empty list.
		const lower = highest(top === undefined ? undefined : lowerOf(from, top), floor);
		const { hasBounds, reach = Infinity } = this.options;
		const age = readAt === undefined || lower === undefined ? 0 : readAt - timeOf(lower);
		return { lower, pages: 0, found: '', ...(hasBounds && age > reach && { isUnbounded: true }) };
	}

	/** Returns the ID from which the last complete poll looked for entries that come late. */
	private lookedFrom({ readAt, lag = 0 }: ByIdState): string | undefined {
		return this.lateness > 0 && readAt !== undefined ? idAt(readAt - lag - this.lateness) : undefined;
	}

	plan(walk: IdWalk): PageRequest {
		const { hasBounds, sizes } = this.options;
		const { lower, until, token, pages, isUnbounded, isProbe } = walk;
		const size = isProbe === true ? PROBE : (sizes[pages] ?? sizes.at(-1) ?? 1);
		return {
			size: hasBounds ? size : Math.max(sizes[0] ?? 1, Math.min(size, leftOf(walk) ?? size)),
			since: hasBounds && isUnbounded !== true ? lower : undefined,
			until: hasBounds ? until : undefined,
			token,
		};
	}

	/** Remembers the very first page. Earlier entries are old, even those below the page. */
	seed<E>(page: ListPage<E>): Step<ByIdState, E> {
		const { rows, next } = page;
		const at = this.momentOf(page, undefined);
		const ids = rows.map(({ id }) => id).sort(descending);
		const { kept, forgotten } = bounded(
			rows.flatMap(({ key, id }) => [key, id]),
			this.memory,
		);
		const [top] = ids;
		const from = this.lookedFrom({ readAt: at, seen: '' });
		const earliest = from === undefined || top === undefined ? from : lowerOf(from, top);
		const floor = highest(forgotten, earliest, next === undefined ? undefined : ids.at(-1));
		return { state: { readAt: this.lastLook(at, top), top, floor, seen: kept }, fresh: [], more: false };
	}

	take<E>(state: ByIdState, answer: ListPage<E>): Step<ByIdState, E> {
		const page = { ...answer, at: this.momentOf(answer, state.top) };
		const begun = this.walkOf(state);
		const rows = [...page.rows].sort((one, other) => descending(one.id, other.id));
		// A walk that begins anew passes what came since, and leaves it to the next one, which must not know it yet.
		const own = rows.filter(({ id }) => begun.until === undefined || isAbove(begun.until, id));
		const fresh = newRows(own, state, begun);
		const walk = { ...begun, lower: this.widened(state, begun, fresh) };
		const isMoreBelow = page.next !== undefined || (walk.lower !== begun.lower && this.options.hasBounds);
		const within = own.filter(({ id }) => isAbove(id, walk.lower ?? '0'));
		const met = new Set(within.flatMap(({ id, key }) => [id, key]));
		const after = { ...state, seen: bounded(idsInText(state.seen).filter((id) => !met.has(id))).kept };
		const next = this.advance(walk, { ...page, rows: own }, met, state.top);
		const lowest = rows.at(-1)?.id;
		const isPast = walk.lower !== undefined && lowest !== undefined && !isAbove(lowest, walk.lower);
		const isBeyond = walk.pages === 0 && walk.at === undefined && this.isBeyondReach(state, walk, page.at);
		const from = state.readAt === undefined ? undefined : state.readAt - this.lateness;
		const { reach } = this.options;
		const oldest = page.at === undefined || reach === undefined ? undefined : page.at - reach;
		const step = { fresh, isLost: isBeyond, lostSpan: isBeyond ? { from, to: oldest } : undefined };
		const goOn = { ...step, more: true };
		if (!isPast && isMoreBelow) return { ...goOn, state: { ...after, walk: next } };
		if (!isPast && walk.isProbe !== true && this.mayEndAbove(state, next))
			return { ...goOn, state: { ...after, walk: { ...next, isUnbounded: true, isProbe: true } } };
		const end = { ...step, state: this.finish(after, next), more: false };
		if (isPast || walk.isProbe !== true || next.until === undefined) return end;
		// A list without new entries had shown nothing above the highest known ID when it was last read.
		const to = timeOf(next.until);
		const { top } = state;
		const shown = top !== undefined && from !== undefined && to < from ? timeOf(top) : from;
		return { ...end, isLost: true, lostSpan: { from: shown, to } };
	}

	/** Lowers the bound of a walk that finds what the last poll should have seen: others may be late as well. */
	private widened(state: ByIdState, { lower }: IdWalk, fresh: readonly ListRow[]): string | undefined {
		const from = this.lookedFrom(state);
		const hasStoodStill = from !== undefined && fresh.some(({ id }) => !isAbove(id, from));
		if (!hasStoodStill || state.top === undefined || lower === undefined) return lower;
		return highest(lowerOf(lower, before(state.top, this.lateness)), state.floor);
	}

	/** Checks whether the list may have ended above the bound: the walk has not met what was at the top before. */
	private mayEndAbove({ top }: ByIdState, { read = 0, until, lower, isUnbounded }: IdWalk): boolean {
		const { depth = Infinity } = this.options;
		if (top === undefined || lower === undefined || until === undefined) return false;
		return isUnbounded !== true && isAbove(until, top) && read >= depth * NEARLY;
	}

	refused(state: ByIdState, ask: PageRequest, place: PagePosition): RefusedPage<ByIdState> | undefined {
		const walk = this.walkOf(state);
		if (place === 'token' && ask.token !== undefined)
			return { state: { ...state, walk: { ...walk, token: undefined } }, isLost: false };
		// The time of the next answer shows whether something is lost.
		if (place === 'since' && ask.since !== undefined)
			return { state: { ...state, walk: { ...walk, isUnbounded: true } }, isLost: walk.pages > 0 };
		if (place === 'until' && ask.until !== undefined)
			return { state: this.finish(state, walk), isLost: true };
		return undefined;
	}

	/** Returns the time of X's answer: the earlier clock that does not lie before the latest entry. */
	private momentOf<E>({ rows, at, arrivedAt = at }: ListPage<E>, top: string | undefined) {
		if (this.lateness === 0 || at === undefined || arrivedAt === undefined) return undefined;
		const newest = highest(top, ...rows.map(({ id }) => id));
		const shown = newest === undefined ? undefined : timeOf(newest);
		return fittingTime([Math.min(at, arrivedAt), Math.max(at, arrivedAt)], shown);
	}

	/** Returns the time of the reading. If X gives none, the time of its latest entry is certainly not too late. */
	private lastLook(at: number | undefined, top: string | undefined): number | undefined {
		return at ?? (this.lateness > 0 && top !== undefined ? timeOf(top) : undefined);
	}

	/**
	 * Checks whether X may have forgotten entries since the last complete poll. X also refuses a bound that lies only a
	 * little beyond its reach, for the sake of entries that come late: then nothing is lost.
	 */
	private isBeyondReach(state: ByIdState, { isUnbounded, lower }: IdWalk, at: number | undefined): boolean {
		const { readAt } = state;
		const { reach } = this.options;
		const isKnown = readAt !== undefined && at !== undefined && reach !== undefined;
		if (!isKnown) return isUnbounded === true;
		const age = at - readAt;
		const isRefused = isUnbounded === true && lower === this.lookedFrom(state);
		return age > reach || (isRefused && age < reach - 2 * this.lateness);
	}

	/** Bounds what n8n stores of an unfinished walk: both parts of the memory together are as large as the whole. */
	rest(state: ByIdState): ByIdState {
		const { walk } = state;
		if (!walk) return state;
		const found = idsInText(walk.found);
		const half = this.memory / 2;
		const newer = bounded(found, half);
		const older = bounded(idsInText(state.seen), this.memory - Math.min(found.length, half));
		const lower = highest(walk.lower, older.forgotten);
		const forgotten = highest(walk.forgotten, newer.forgotten);
		return {
			...state,
			seen: older.kept,
			floor: highest(state.floor, older.forgotten),
			walk: { ...walk, lower, found: newer.kept, forgotten },
		};
	}

	private advance(
		walk: IdWalk,
		{ rows, next, at }: ListPage,
		met: ReadonlySet<string>,
		top?: string,
	): IdWalk {
		const { until } = walk;
		const lowest = rows.at(-1)?.id;
		const { kept, forgotten } = bounded([...idsInText(walk.found), ...met]);
		return {
			...walk,
			// An empty page, of accounts that X does not show, is no reason for a larger one.
			pages: walk.pages + (rows.length > 0 ? 1 : 0),
			read: (walk.read ?? 0) + rows.length,
			at: walk.at ?? at,
			top: walk.top ?? rows[0]?.id,
			until: until !== undefined && (lowest === undefined || isAbove(lowest, until)) ? until : lowest,
			// A bound replaces the token, which may expire. Only an empty page has no ID to continue from.
			token: this.options.hasBounds && lowest !== undefined ? undefined : next,
			found: kept,
			forgotten: highest(walk.forgotten, forgotten),
			moments: lowest === undefined ? walk.moments : withMoment(walk.moments, at, lowest, top),
		};
	}

	private finish(state: ByIdState, walk: IdWalk): ByIdState {
		const { top, floor: floorBefore, seen, readings } = state;
		const { kept, forgotten } = bounded([...idsInText(seen), ...idsInText(walk.found)], this.memory);
		const newTop = highest(top, walk.top);
		const isLate = newTop !== undefined && timeOf(newTop) < (state.readAt ?? 0);
		// An answer without the newest known entry may be a fault: the place stays until a later one lacks it, too.
		const isAwaited = top !== undefined && (walk.lower === undefined || isAbove(top, walk.lower));
		const emptySince = walk.read === 0 && isAwaited ? (state.emptySince ?? walk.at) : undefined;
		const isUnsure = emptySince !== undefined && !isSecondLook(emptySince, walk.at, EMPTIED);
		const readAt = (isUnsure ? undefined : this.lastLook(walk.at, newTop)) ?? state.readAt;
		const floor = highest(floorBefore, forgotten, walk.forgotten);
		const { at, moments } = walk;
		// True if the node has forgotten Posts that may still be edited.
		const isShort = at !== undefined && floor !== undefined && timeOf(floor) > at - REMEMBERED;
		const last = state.readAt ?? at ?? 0;
		const since = idAt(last - DELAY);
		const unmet = [...idsInText(state.unmet ?? ''), ...idsInText(seen).filter((id) => isAbove(id, since))];
		const start = [last, Math.max(last - DELAY, timeOf(floorBefore ?? '0'))] as const;
		const times = isShort && withReading(readings, start, { at, moments }, at - REMEMBERED);
		return {
			readAt,
			...(isUnsure && { emptySince }),
			top: newTop,
			lag: newTop === top ? state.lag : isLate ? (at ?? 0) - timeOf(newTop) : undefined,
			floor,
			seen: kept,
			...(isUnsure && { readings, unmet: state.unmet }),
			...(times !== false && !isUnsure && { readings: times, unmet: bounded(unmet, UNMET).kept }),
		};
	}
}

/** Estimates the entries left to read, so that the last page has few known ones. Is undefined if too few were read. */
function leftOf({ lower, top, until, read = 0 }: IdWalk): number | undefined {
	if (lower === undefined || top === undefined || until === undefined || read < ENOUGH) return undefined;
	const [from, to, end] = [timeOf(top), timeOf(until), timeOf(lower)];
	if (from <= to) return undefined;
	return Math.ceil(Math.max((read * (to - end)) / (from - to), read * MOST_KNOWN));
}

function newRows<R extends ListRow>(rows: readonly R[], state: ByIdState, walk: IdWalk): R[] {
	const { seen, floor, readings, unmet = '' } = state;
	const { lower, found } = walk;
	const known = new Set([seen, found, unmet].flatMap(idsInText));
	return rows.filter(({ id, key, versions = [key, id] }) => {
		if (lower !== undefined && !isAbove(id, lower)) return false;
		const isKnown = known.has(key) || versions.some((version) => known.has(version));
		known.add(key);
		if (isKnown) return false;
		// A new version of an entry that is too old to be remembered.
		return key === id || floor === undefined || isAbove(key, floor) || !wasSeen(versions, readings);
	});
}
