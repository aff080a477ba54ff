/** Lists that are asked for by a window of whole hours: what is new was not there when the hour was read before. */
import type { Cursor, Row } from './cursor';

export interface ByTimeState {
	/** The hour from which on entries are read; all that were seen since then are remembered. */
	readonly from: string;
	readonly seen: readonly SeenRow[];
	readonly walk?: { readonly token?: string | undefined; readonly found: readonly SeenRow[] } | undefined;
}

type SeenRow = readonly [key: string, time: string];

const HOUR = 3_600_000;

const wholeHour = (milliseconds: number) =>
	new Date(Math.floor(milliseconds / HOUR) * HOUR).toISOString().replace('.000', '');

/**
 * @param size Entries of a page.
 * @param now The present, in milliseconds since 1970.
 */
export function byTime(size: number, now: () => number): Cursor<ByTimeState> {
	const window = (from: string | undefined) => ({
		size,
		since: from ?? wholeHour(now()),
		until: wholeHour(now() + 2 * HOUR),
	});
	/** From the hour before the latest entry on: an entry may come late. */
	const finish = (from: string, rows: readonly SeenRow[]): ByTimeState => {
		const latest = Math.max(...rows.map(([, time]) => Date.parse(time) || 0), Date.parse(from) + HOUR);
		const next = Math.max(Date.parse(from), Date.parse(wholeHour(latest)) - HOUR);
		return { from: wholeHour(next), seen: rows.filter(([, time]) => !(Date.parse(time) < next)) };
	};
	return {
		plan: (state) => ({ ...window(state?.from), token: state?.walk?.token }),

		take(state, ask, page) {
			const from = state?.from ?? ask.since ?? wholeHour(now());
			const found = [...(state?.walk?.found ?? [])];
			const known = new Set([...(state?.seen ?? []), ...found].map(([key]) => key));
			const fresh: Row<(typeof page.rows)[number]['entity']>[] = [];
			for (const row of page.rows) {
				if (known.has(row.key)) continue;
				known.add(row.key);
				found.push([row.key, row.id]);
				fresh.push(row);
			}
			const seen = state?.seen ?? [];
			if (!state) return { state: { from, seen: found }, fresh: [], more: false };
			if (page.next !== undefined)
				return { state: { ...state, walk: { token: page.next, found } }, fresh, more: true };
			return { state: finish(from, [...seen, ...found]), fresh, more: false };
		},

		refused(state, ask, place) {
			if (place !== 'token' || ask.token === undefined || !state?.walk) return undefined;
			return { state: { ...state, walk: { found: state.walk.found } }, isLost: false };
		},

		isUnfinished: ({ walk }) => walk !== undefined,
	};
}
