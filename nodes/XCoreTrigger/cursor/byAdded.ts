/**
 * Lists with the latest addition first, whatever its ID: followers, likes, bookmarks. New entries are above the
 * remembered ones. A single remembered entry does not mark the end of the new ones, because a user may have left and
 * come back to the top.
 */
import type { Cursor, ListRow } from './cursor';

interface ByAddedOptions {
	/** Entries of the very first page, of the first page of a later poll, and of its other pages. */
	readonly seedSize: number;
	readonly peekSize: number;
	readonly pageSize: number;
	/** How many entries are remembered. */
	readonly memory?: number;
}

export interface ByAddedState {
	/** Keys of known entries, in the order of the list. */
	readonly known: readonly string[];
	readonly walk?: AdditionWalk | undefined;
}

/** Reading from the top down to the known entries. */
interface AdditionWalk {
	readonly token?: string | undefined;
	/** What it has read, in the order of the list. */
	readonly read: readonly string[];
	/** What it had read before X refused its token. */
	readonly before: readonly string[];
	/** How many known entries came last in their known order, and the place of the last one in that order. */
	readonly run: number;
	readonly place: number;
}

const MEMORY = 1000;
/** How much an unfinished walk keeps of what it has read, in case it must begin again. */
const MEMORY_OF_WALK = 5000;
/** This many known entries in their known order mark the end of the new ones. */
const ANCHOR = 5;

const START: AdditionWalk = { read: [], before: [], run: 0, place: -1 };

export function byAdded(options: ByAddedOptions): Cursor<ByAddedState> {
	const { seedSize, peekSize, pageSize, memory = MEMORY } = options;
	return {
		order: 'latest addition first',
		plan(state) {
			if (!state) return { size: seedSize };
			const { walk } = state;
			return { size: walk === undefined ? peekSize : pageSize, token: walk?.token };
		},

		take(state, _ask, page) {
			if (!state) {
				const seen = [...new Set(page.rows.map(({ key }) => key))];
				return { state: { known: seen.slice(0, memory) }, fresh: [], more: false };
			}
			const { known, walk = START } = state;
			const { fresh, read, run, place } = readDown(page.rows, known, walk);
			if (run < ANCHOR && page.next !== undefined) {
				const next = { ...walk, token: page.next, read: read.slice(0, MEMORY_OF_WALK), run, place };
				return { state: { known, walk: next }, fresh, more: true };
			}
			const order = [...new Set([...read, ...walk.before, ...known])];
			return { state: { known: order.slice(0, memory) }, fresh, more: false };
		},

		refused(state, ask, place) {
			if (place !== 'token' || ask.token === undefined || !state?.walk) return undefined;
			const { read, before } = state.walk;
			return { state: { ...state, walk: { ...START, before: [...read, ...before] } }, isLost: false };
		},

		isUnfinished: ({ walk }) => walk !== undefined,
	};
}

/** Reads rows from the top until a whole anchor of known entries appears in its known order. */
function readDown<R extends ListRow>(rows: readonly R[], known: readonly string[], walk: AdditionWalk) {
	const places = new Map(known.map((key, place) => [key, place]));
	const handled = new Set([...walk.read, ...walk.before]);
	const read = [...walk.read];
	const fresh: R[] = [];
	let { run, place } = walk;
	for (const row of rows) {
		if (handled.has(row.key)) continue;
		handled.add(row.key);
		read.push(row.key);
		const knownPlace = places.get(row.key);
		if (knownPlace === undefined) {
			fresh.push(row);
			run = 0;
			continue;
		}
		run = run > 0 && knownPlace > place ? run + 1 : 1;
		place = knownPlace;
		if (run >= ANCHOR) break;
	}
	return { fresh, read, run, place };
}
