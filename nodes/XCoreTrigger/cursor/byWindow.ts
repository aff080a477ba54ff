/**
 * Lists that are asked for by a window of time, and take their time to answer: what is new was not there when the end of
 * the window before was read. An answer that is not ready yet is asked for again by the next poll.
 */
import type { Cursor } from './cursor';

export interface ByWindowState {
	/** From when on entries are read, in seconds since 1970. */
	readonly from: number;
	/** Keys of what was read from then on, latest first. */
	readonly seen: readonly string[];
	/** Nothing has been read yet: what comes first is remembered only. */
	readonly isSeeding?: boolean | undefined;
	/** The window that was asked for, and the name of its answer. */
	readonly walk?: { readonly token: string; readonly since: number; readonly until: number } | undefined;
}

interface Windows {
	/** Seconds that are read again, as entries may come late. */
	readonly overlap: number;
	/** Seconds that the first poll reads. */
	readonly first: number;
	/** The present, in milliseconds since 1970. */
	readonly now: () => number;
}

/** Most keys that are remembered: those of the latest entries. */
const MEMORY = 2000;
/** Windows have no size. */
const ALL = 1000;

/** Reading window after window; the rows of a page come latest first. */
export function byWindow({ overlap, first, now }: Windows): Cursor<ByWindowState> {
	const window = (state: ByWindowState | undefined) => {
		const present = Math.floor(now() / 1000) + 1;
		const since = state?.from ?? present - first;
		return { since, until: Math.max(present, since + 1) };
	};
	return {
		order: 'by window of time',
		plan(state) {
			const { since, until } = state?.walk ?? window(state);
			return { size: ALL, since: `${since}`, until: `${until}`, token: state?.walk?.token };
		},

		take(state, ask, page) {
			const [since, until] = [Number(ask.since), Number(ask.until)];
			const isSeeding = state === undefined || state.isSeeding === true;
			const { from = since, seen = [] } = state ?? {};
			if (page.next !== undefined) {
				const walk = { token: page.next, since, until };
				return { state: { from, seen, ...(isSeeding && { isSeeding }), walk }, fresh: [], more: false };
			}
			const known = new Set(seen);
			const fresh = page.rows.filter(({ key }) => !known.has(key) && known.add(key));
			const next = Math.max(from, until - overlap);
			const kept = page.rows.map(({ key }) => key);
			return {
				state: { from: next, seen: [...new Set([...kept, ...seen])].slice(0, MEMORY) },
				fresh: isSeeding ? [] : fresh,
				more: false,
			};
		},

		refused: () => undefined,

		isUnfinished: ({ walk }) => walk !== undefined,
	};
}
