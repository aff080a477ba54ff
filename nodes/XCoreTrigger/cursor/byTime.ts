/** This file reads lists by a window of whole hours. New is what was missing when the hour was last read. */
import { z } from 'zod';
import type { Cursor, ListRow } from './cursor';
import { HOUR } from '../../shared/util/time';

const rowsShape = z.array(z.tuple([z.string(), z.string()]));
const time = z.string().datetime();

const stateShape = z.object({
	/** The hour where reading begins. All entries seen since then are remembered, each with its time. */
	from: time,
	seen: rowsShape,
	walk: z
		.object({
			token: z.string().optional(),
			found: rowsShape,
			until: time.optional(),
			/** Set on the very first walk: entries until this time are remembered as known. */
			oldUntil: z.number().optional(),
		})
		.optional(),
});

export type ByTimeState = z.infer<typeof stateShape>;
type SeenRow = ByTimeState['seen'][number];

const wholeHour = (milliseconds: number) =>
	new Date(Math.floor(milliseconds / HOUR) * HOUR).toISOString().replace('.000', '');

/** Begins with the hour before the latest entry, because entries may come late. */
const finish = (from: string, rows: readonly SeenRow[]): ByTimeState => {
	const latest = Math.max(...rows.map(([, time]) => Date.parse(time) || 0), Date.parse(from) + HOUR);
	const next = Math.max(Date.parse(from), Date.parse(wholeHour(latest)) - HOUR);
	return { from: wholeHour(next), seen: rows.filter(([, time]) => !(Date.parse(time) < next)) };
};

export function byTime(size: number, now: () => number): Cursor<ByTimeState> {
	return {
		order: 'by hour',
		shape: stateShape,
		plan: (state) => ({
			size,
			since: state?.from ?? wholeHour(now()),
			until: state?.walk?.until ?? wholeHour(now() + 2 * HOUR),
			token: state?.walk?.token,
		}),

		take(state, ask, page) {
			const from = state?.from ?? ask.since ?? wholeHour(now());
			const { found: before = [], oldUntil = state ? undefined : now() } = state?.walk ?? {};
			const seen = state?.seen ?? [];
			const known = new Set([...seen, ...before].map(([key]) => key));
			const rows = page.rows.filter(({ key }) => !known.has(key) && known.add(key));
			const found = [...before, ...rows.map(({ key, id }): SeenRow => [key, id])];
			// The very first page is remembered whatever its times are, because the clock of this machine may be
			// wrong.
			const isNew = ({ id }: ListRow) => oldUntil === undefined || (state && Date.parse(id) > oldUntil);
			const fresh = rows.filter(isNew);
			if (page.next !== undefined)
				return {
					state: { from, seen, walk: { token: page.next, found, until: ask.until, oldUntil } },
					fresh,
					more: true,
				};
			return { state: finish(from, [...seen, ...found]), fresh, more: false };
		},

		refused(state, ask, place) {
			if (place !== 'token' || ask.token === undefined || !state?.walk) return undefined;
			return { state: { ...state, walk: { ...state.walk, token: undefined } }, isLost: false };
		},

		isUnfinished: ({ walk }) => walk !== undefined,
	};
}
