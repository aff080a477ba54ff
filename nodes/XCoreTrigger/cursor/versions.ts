/**
 * This file decides whether a poll has seen an edited Post that is no longer remembered. X shows only the latest
 * version of a Post, under an ID of its own, and for a moment none: search ends half a minute ago. So the node keeps
 * the times at which it read each part of the list.
 *
 * @see https://docs.x.com/x-api/x-api-v2/tweets/search-tweets ("always return the most recent edit") and `end_time` of
 * https://docs.x.com/x-api/posts/search-recent-posts (read on 23 November 2026)
 */
import { z } from 'zod';
import { before, descending, isAbove, timeOf } from '../../shared/events/ids';

const ID = z.string().regex(/^\d{1,20}$/);

/** The time of X's answer with a page, and the lowest ID on it. */
const momentShape = z.tuple([z.number(), ID]);

export type Moment = z.infer<typeof momentShape>;
export const momentsShape = z.array(momentShape);

const readingShape = z.object({
	at: z.number(),
	pages: momentsShape.optional(),
});

export type Reading = z.infer<typeof readingShape>;
export const readingsShape = z.array(readingShape);

const editShape = z.tuple([ID, ID]);

export type Edit = z.infer<typeof editShape>;
export const editsShape = z.array(editShape);

/** The most edited Posts to remember. The times at which the list was read decide about the others. */
const MOST_EDITS = 200;

/** Returns the edited Posts to remember. */
export function withEdits(
	edits: readonly Edit[],
	rows: ReadonlyArray<{ readonly id: string; readonly key: string }>,
	span: number,
): Edit[] {
	const read = rows.filter(({ id, key }) => id !== key).map(({ id, key }): Edit => [key, id]);
	const all = [...new Map([...edits, ...read])].sort(([, one], [, other]) => descending(one, other));
	const [[, top] = []] = all;
	const oldest = top === undefined ? '0' : before(top, span);
	return all.filter(([, id]) => isAbove(id, oldest)).slice(0, MOST_EDITS);
}

const DELAY = 30_000;

/** Adds a page to the moments of a walk. Pages of the same moment count as one. */
export function withMoment(moments: readonly Moment[], at: number | undefined, lowest: string): Moment[] {
	if (at === undefined) return [...moments];
	return [...moments.filter(([each]) => each !== at), [at, lowest]];
}

/** Returns the readings to remember after one more. Those older than `from` are of no use, except for the last. */
export function withReading(
	before: readonly Reading[] | undefined,
	lastAt: number | undefined,
	{ at, moments }: { readonly at: number | undefined; readonly moments: readonly Moment[] },
	from: number,
): Reading[] | undefined {
	if (at === undefined) return undefined;
	const earlier = before ?? (lastAt === undefined ? [] : [{ at: lastAt }]);
	const all: Reading[] = [...earlier, { at, ...(moments.length > 1 && { pages: [...moments] }) }];
	const oldest = all.findLastIndex((reading) => reading.at < from);
	return all.slice(Math.max(0, oldest));
}

/** Checks whether a poll has seen a Post before, by the IDs of its versions. */
export function wasSeen(versions: readonly string[], readings: readonly Reading[] = []): boolean {
	const [first] = versions;
	const [earliest] = readings;
	// A Post from before the first of the known readings is old.
	if (first === undefined || earliest === undefined || timeOf(first) < earliest.at) return true;
	return versions.some((version, place) => {
		const shownFrom = timeOf(version) + DELAY;
		const reading = readings.find(({ at }) => at >= shownFrom);
		const next = versions[place + 1];
		return reading !== undefined && (next === undefined || readAt(reading, version) < timeOf(next));
	});
}

/** Returns the time at which a reading came to the place of an ID. */
function readAt({ at, pages = [] }: Reading, id: string): number {
	const [moment] = pages.find(([, lowest]) => !isAbove(lowest, id)) ?? pages.at(-1) ?? [at];
	return moment;
}
