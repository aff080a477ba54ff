/**
 * This file reads lists by a window of time, for answers that take a while. New entries are those that were missing
 * when the end of the previous window was read. If an answer is not ready, the next poll asks for it again.
 */
import { z } from 'zod';
import type { Cursor } from './cursor';

const stateShape = z.object({
	from: z.number(),
	/** The end of the last window if it had no entries: an empty answer may be a fault, so the next one confirms it. */
	emptyUntil: z.number().optional(),
	/** Keys of the entries read from then on, latest first. */
	seen: z.array(z.string()),
	/** True if nothing has been read yet: the first entries are remembered, not emitted. */
	isSeeding: z.boolean().optional(),
	walk: z.object({ token: z.string(), since: z.number(), until: z.number() }).optional(),
});

export type ByWindowState = z.infer<typeof stateShape>;

interface WindowOptions {
	/** Seconds that are read again, because entries may come late. */
	readonly overlap: number;
	readonly first: number;
	readonly now: () => number;
}

/** The most keys to remember: those of the latest entries. */
const MEMORY = 2000;
const ALL = 1000;

/** Reads window after window. The rows of a page are in descending order of time. */
export function byWindow({ overlap, first, now }: WindowOptions): Cursor<ByWindowState> {
	const window = (state: ByWindowState | undefined) => {
		const present = Math.floor(now() / 1000) + 1;
		const since = state?.from ?? present - first;
		return { since, until: Math.max(present, since + 1) };
	};
	return {
		order: 'by window of time',
		shape: stateShape,
		plan(state) {
			const { since, until } = state?.walk ?? window(state);
			return { size: ALL, since: `${since}`, until: `${until}`, token: state?.walk?.token };
		},

		take(state, ask, page) {
			const [since, until] = [Number(ask.since), Number(ask.until)];
			const isSeeding = state === undefined || state.isSeeding === true;
			const { from = since, seen = [], emptyUntil } = state ?? {};
			if (page.next !== undefined) {
				const walk = { token: page.next, since, until };
				return {
					state: { from, seen, emptyUntil, ...(isSeeding && { isSeeding }), walk },
					fresh: [],
					more: false,
				};
			}
			const known = new Set(seen);
			const fresh = page.rows.filter(({ key }) => !known.has(key) && known.add(key));
			const isEmpty = page.rows.length === 0;
			const next = Math.max(from, (isEmpty ? (emptyUntil ?? from) : until) - overlap);
			const kept = page.rows.map(({ key }) => key);
			return {
				state: {
					from: next,
					...(isEmpty && { emptyUntil: until }),
					seen: [...new Set([...kept, ...seen])].slice(0, MEMORY),
				},
				fresh: isSeeding ? [] : fresh,
				more: false,
			};
		},

		refused: () => undefined,

		isUnfinished: ({ walk }) => walk !== undefined,
	};
}
