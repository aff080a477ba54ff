/**
 * Lists in descending order of IDs, which contain the time of creation. New entries are above the highest ID of the
 * previous poll. Entries may come late, so each poll looks back a little and remembers what it has already seen
 * there.
 */
import type { PageRequest, Cursor, ListPage, PagePosition, RefusedPage, ListRow, Step } from './cursor';
import { before, descending, highest, isAbove } from './ids';

interface ByIdOptions {
	/** Whether X accepts IDs as bounds. Otherwise pages are read until their entries are too old. */
	readonly hasBounds: boolean;
	/** Entries of the very first page, of the first page of a later poll, and of its other pages. */
	readonly seedSize: number;
	readonly peekSize: number;
	readonly pageSize: number;
	/** How late an entry may come, in milliseconds. */
	readonly lateness?: number;
	/** How many entries are remembered. */
	readonly memory?: number;
}

export interface ByIdState {
	/** Highest ID seen so far. Absent while the list has been empty. */
	readonly top?: string | undefined;
	/** Nothing at or below this ID is remembered. Absent if everything is. */
	readonly floor?: string | undefined;
	/** Keys of known entries, highest first. */
	readonly seen: readonly string[];
	/** Set if the very first page was empty but not the last one. */
	readonly seedToken?: string | undefined;
	readonly walk?: IdWalk | undefined;
}

/** Reading from the top down to the known entries. */
interface IdWalk {
	/** Where it ends. Absent if it ends with the list. */
	readonly lower?: string | undefined;
	/** Everything down to this ID has been read. */
	readonly until?: string | undefined;
	readonly token?: string | undefined;
	readonly top?: string | undefined;
	/** Keys that it found, highest first. */
	readonly found: readonly string[];
	/** The highest key that it found but does not remember. */
	readonly forgotten?: string | undefined;
	/** Whether X refuses the lower bound. */
	readonly isUnbounded?: boolean | undefined;
}

/** X indexes Posts within seconds, but mentions have appeared minutes later. */
const LATENESS = 10 * 60_000;
const MEMORY = 500;
/** A Post can be edited for an hour, so its first version is remembered for longer than that. */
const REMEMBERED = 90 * 60_000;

/** The keys to remember, highest first, and the highest key that is dropped. */
function bounded(keys: readonly string[], memory: number) {
	const all = [...new Set(keys)].sort(descending);
	const [top] = all;
	const oldest = top === undefined ? undefined : before(top, REMEMBERED);
	const count = all.findIndex(
		(key, place) => place >= memory || (oldest !== undefined && !isAbove(key, oldest)),
	);
	return count < 0
		? { kept: all, forgotten: undefined }
		: { kept: all.slice(0, count), forgotten: all[count] };
}

export function byId(options: ByIdOptions): Cursor<ByIdState> {
	const reading = new IdReading(options);
	const isSeeding = (state: ByIdState | undefined) => !state || state.seedToken !== undefined;
	return {
		order: options.hasBounds ? 'by ID, with bounds' : 'by ID',
		plan: (state) =>
			!state || isSeeding(state)
				? { size: options.seedSize, token: state?.seedToken }
				: reading.plan(reading.walkOf(state)),
		take: (state, _ask, page) =>
			!state || isSeeding(state) ? reading.seed(page) : reading.take(state, page),
		refused: (state, ask, place) => state && reading.refused(state, ask, place),
		isUnfinished: ({ walk }) => walk !== undefined,
	};
}

class IdReading {
	private readonly lateness: number;
	private readonly memory: number;

	constructor(private readonly options: ByIdOptions) {
		({ lateness: this.lateness = LATENESS, memory: this.memory = MEMORY } = options);
	}

	/** The unfinished walk of an earlier poll, or a new one. */
	walkOf({ walk, top, floor }: ByIdState): IdWalk {
		if (walk) return walk;
		const overlap = top === undefined ? undefined : before(top, this.lateness);
		return { lower: highest(overlap, floor), found: [] };
	}

	plan({ lower, until, token, isUnbounded }: IdWalk): PageRequest {
		const { hasBounds, peekSize, pageSize } = this.options;
		return {
			size: until === undefined ? peekSize : pageSize,
			since: hasBounds && isUnbounded !== true ? lower : undefined,
			until: hasBounds ? until : undefined,
			token,
		};
	}

	/** Remembers the very first page, and continues to the next one if it is empty. */
	seed<E>(page: ListPage<E>): Step<ByIdState, E> {
		const ids = page.rows.map(({ id }) => id).sort(descending);
		if (ids.length === 0 && page.next !== undefined)
			return { state: { seen: [], seedToken: page.next }, fresh: [], more: true };
		const { kept, forgotten } = bounded(
			page.rows.map(({ key }) => key),
			this.memory,
		);
		const floor = page.next === undefined ? forgotten : highest(forgotten, ids.at(-1));
		return { state: { top: ids[0], floor, seen: kept }, fresh: [], more: false };
	}

	take<E>(state: ByIdState, page: ListPage<E>): Step<ByIdState, E> {
		const walk = this.walkOf(state);
		const rows = [...page.rows].sort((one, other) => descending(one.id, other.id));
		const fresh = newRows(rows, state, walk);
		const next = this.advance(walk, rows, fresh, page.next);
		const lowest = rows.at(-1)?.id;
		const isPast = walk.lower !== undefined && lowest !== undefined && !isAbove(lowest, walk.lower);
		return isPast || page.next === undefined
			? { state: this.finish(state, next), fresh, more: false }
			: { state: { ...state, walk: next }, fresh, more: true };
	}

	refused(state: ByIdState, ask: PageRequest, place: PagePosition): RefusedPage<ByIdState> | undefined {
		const walk = this.walkOf(state);
		if (place === 'token' && ask.token !== undefined)
			return {
				state: { ...state, seedToken: undefined, walk: { ...walk, token: undefined } },
				isLost: false,
			};
		if (place === 'since' && ask.since !== undefined)
			return { state: { ...state, walk: { ...walk, isUnbounded: true } }, isLost: true };
		if (place === 'until' && ask.until !== undefined)
			return { state: this.finish(state, walk), isLost: true };
		return undefined;
	}

	/** The walk after a page. */
	private advance(
		walk: IdWalk,
		rows: readonly ListRow[],
		fresh: readonly ListRow[],
		next: string | undefined,
	): IdWalk {
		const { until } = walk;
		const lowest = rows.at(-1)?.id;
		const { kept, forgotten } = bounded([...walk.found, ...fresh.map(({ key }) => key)], this.memory);
		return {
			...walk,
			top: walk.top ?? rows[0]?.id,
			until: until !== undefined && (lowest === undefined || isAbove(lowest, until)) ? until : lowest,
			// A bound is used instead of a token, which may expire. Only an empty page has no ID to continue from.
			token: this.options.hasBounds && lowest !== undefined ? undefined : next,
			found: kept,
			forgotten: highest(walk.forgotten, forgotten),
		};
	}

	private finish({ top, floor, seen }: ByIdState, walk: IdWalk): ByIdState {
		const { kept, forgotten } = bounded([...seen, ...walk.found], this.memory);
		return {
			top: highest(top, walk.top),
			floor: highest(floor, forgotten, walk.forgotten),
			seen: kept,
		};
	}
}

/** The entries of a page that are within the walk and not known. */
function newRows<R extends ListRow>(rows: readonly R[], { seen, floor }: ByIdState, walk: IdWalk): R[] {
	const { lower, until, found } = walk;
	const known = new Set([...seen, ...found]);
	return rows.filter(({ id, key }) => {
		if (lower !== undefined && !isAbove(id, lower)) return false;
		if (until !== undefined && !isAbove(until, id)) return false;
		if (known.has(key)) return false;
		known.add(key);
		// A new version of an entry that is too old to be remembered.
		return key === id || floor === undefined || isAbove(key, floor);
	});
}
