/**
 * Lists in descending order of IDs, which hold the time of creation. What is new lies above the highest ID of the poll
 * before. Entries may come late: each poll looks back a little, and remembers what it has had there.
 */
import type { Cursor, Page, Row, Step } from './cursor';

export interface ByIdOptions {
	/** Whether X takes IDs as bounds; else pages are read until they get older. */
	readonly hasBounds: boolean;
	/** Entries of the first page of all, of the first page of a poll, and of its further pages. */
	readonly seedSize: number;
	readonly peekSize: number;
	readonly pageSize: number;
	/** How late an entry may come, in milliseconds. */
	readonly lateness?: number;
	/** How many entries are remembered. */
	readonly memory?: number;
}

export interface ByIdState {
	/** Highest ID that was seen; absent while the list has been empty. */
	readonly top?: string | undefined;
	/** Nothing at or below this ID is remembered; absent where everything is. */
	readonly floor?: string | undefined;
	/** Keys that were seen, highest first. */
	readonly seen: readonly string[];
	/** The first page of all was empty and not the last one. */
	readonly seedToken?: string | undefined;
	readonly walk?: Walk | undefined;
}

/** Reading from the top down to what is known. */
interface Walk {
	/** Where it ends; absent where it ends with the list. */
	readonly lower?: string | undefined;
	/** What it has read lies at this ID or above. */
	readonly until?: string | undefined;
	readonly token?: string | undefined;
	readonly top?: string | undefined;
	/** Keys that it found, highest first. */
	readonly found: readonly string[];
	/** Highest key that it found and does not remember. */
	readonly forgotten?: string | undefined;
	/** X refuses the lower bound. */
	readonly isUnbounded?: boolean | undefined;
}

/** Posts are indexed within seconds; mentions have been seen to come minutes later. */
const LATENESS = 10 * 60_000;
const MEMORY = 500;
/** A Post can be edited for an hour: its first version is remembered for longer than that. */
const REMEMBERED = 90 * 60_000;

/** An ID counts milliseconds above its lowest 22 bits: https://docs.x.com/fundamentals/x-ids */
const ID_BITS = 22n;

const isAbove = (one: string, other: string) => BigInt(one) > BigInt(other);

const descending = (one: string, other: string) => (one === other ? 0 : isAbove(one, other) ? -1 : 1);

const highest = (...ids: (string | undefined)[]): string | undefined =>
	ids.filter((id) => id !== undefined).sort(descending)[0];

const byDescendingId = (one: Row, other: Row) => descending(one.id, other.id);

function before(id: string, milliseconds: number): string {
	const earlier = BigInt(id) - (BigInt(milliseconds) << ID_BITS);
	return String(earlier > 1n ? earlier : 1n);
}

/** The keys that are remembered, highest first, and the highest one that is not. */
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
	const { hasBounds, seedSize, peekSize, pageSize, lateness = LATENESS, memory = MEMORY } = options;

	const walkOf = (state: ByIdState): Walk => {
		if (state.walk) return state.walk;
		const overlap = state.top === undefined ? undefined : before(state.top, lateness);
		return { lower: highest(overlap, state.floor), found: [] };
	};

	const seed = <E>(page: Page<E>): Step<ByIdState, E> => {
		const ids = page.rows.map(({ id }) => id).sort(descending);
		if (ids.length === 0 && page.next !== undefined)
			return { state: { seen: [], seedToken: page.next }, fresh: [], more: true };
		const seen = bounded(
			page.rows.map(({ key }) => key),
			memory,
		);
		const floor = page.next === undefined ? seen.forgotten : highest(seen.forgotten, ids.at(-1));
		return { state: { top: ids[0], floor, seen: seen.kept }, fresh: [], more: false };
	};

	const finish = ({ top, floor, seen }: ByIdState, walk: Walk): ByIdState => {
		const { kept, forgotten } = bounded([...seen, ...walk.found], memory);
		return {
			top: highest(top, walk.top),
			floor: highest(floor, forgotten, walk.forgotten),
			seen: kept,
		};
	};

	return {
		plan(state) {
			if (!state || state.seedToken !== undefined) return { size: seedSize, token: state?.seedToken };
			const { lower, until, token, isUnbounded } = walkOf(state);
			return {
				size: until === undefined ? peekSize : pageSize,
				since: hasBounds && isUnbounded !== true ? lower : undefined,
				until: hasBounds ? until : undefined,
				token,
			};
		},

		take(state, _ask, page) {
			if (!state || state.seedToken !== undefined) return seed(page);
			const walk = walkOf(state);
			const { lower, until } = walk;
			const known = new Set([...state.seen, ...walk.found]);
			const rows = [...page.rows].sort(byDescendingId);
			const fresh = rows.filter(({ id, key }) => {
				if (lower !== undefined && !isAbove(id, lower)) return false;
				if (until !== undefined && !isAbove(until, id)) return false;
				if (known.has(key)) return false;
				known.add(key);
				// An edited version of something that is older than what is remembered.
				return key === id || state.floor === undefined || isAbove(key, state.floor);
			});
			const lowest = rows.at(-1)?.id;
			const isPast = lower !== undefined && lowest !== undefined && !isAbove(lowest, lower);
			const { kept, forgotten } = bounded([...walk.found, ...fresh.map(({ key }) => key)], memory);
			const next: Walk = {
				...walk,
				top: walk.top ?? rows[0]?.id,
				until: until !== undefined && (lowest === undefined || isAbove(lowest, until)) ? until : lowest,
				// A bound stands where a token may get old; only an empty page has no ID to go on from.
				token: hasBounds && lowest !== undefined ? undefined : page.next,
				found: kept,
				forgotten: highest(walk.forgotten, forgotten),
			};
			if (isPast || page.next === undefined) return { state: finish(state, next), fresh, more: false };
			return { state: { ...state, walk: next }, fresh, more: true };
		},

		refused(state, ask, place) {
			if (!state) return undefined;
			const walk = walkOf(state);
			if (place === 'token' && ask.token !== undefined)
				return {
					state: { ...state, seedToken: undefined, walk: { ...walk, token: undefined } },
					isLost: false,
				};
			if (place === 'since' && ask.since !== undefined)
				return { state: { ...state, walk: { ...walk, isUnbounded: true } }, isLost: true };
			if (place === 'until' && ask.until !== undefined) return { state: finish(state, walk), isLost: true };
			return undefined;
		},

		isUnfinished: ({ walk }) => walk !== undefined,
	};
}
