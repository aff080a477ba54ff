/** This file remembers a list that has the latest addition first, and finds where its new entries end. */
import { z } from 'zod';
import type { ListRow } from './cursor';

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

export const stateShape = z.object({
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
export type AdditionWalk = z.infer<typeof walkShape>;

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
export function mostUnknown({ readAt, pace }: ByAddedState, at: number | undefined): number {
	const { least, most, times, aSecond } = UNKNOWN;
	const came = secondsSince(readAt, at) * (pace === undefined ? aSecond : times * pace);
	return Math.min(most, Math.max(least, Math.floor(came)));
}

/** Computes the pace after a poll. If `unsure` entries are new, as many may come again. */
export function paceAfter(
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
export function readDown<E>(
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
