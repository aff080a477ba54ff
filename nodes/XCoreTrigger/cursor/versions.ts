/**
 * This file decides whether a poll has seen an edited Post that is no longer remembered. X shows only the latest
 * version of a Post, under an ID of its own, and for a moment none: search ends half a minute ago. So the node keeps
 * the times at which it read each part of the list.
 *
 * @see https://docs.x.com/x-api/x-api-v2/tweets/search-tweets ("always return the most recent edit") and `end_time` of
 * https://docs.x.com/x-api/posts/search-recent-posts (read on 23 November 2026)
 */
import { clamp } from 'lodash';
import { timeOf } from '../../shared/model/ids';
import { numbersInText, numbersToText } from '../../shared/util/numberSet';
import { SECOND } from '../../shared/util/time';

/** The time of X's answer with a page, in whole seconds, and the time of the lowest ID on it. */
type Moment = readonly [number, number];

/** An entry that was made so long before a reading was shown by it, if it does not come late. */
export const DELAY = 30 * SECOND;
/** A place in a list is stored to twelve days before its reading. An end comes before what is read in the same second. */
const PLACES = 2 ** 30;
const END = 0;
const wholeSecond = (at: number): number => Math.floor(at / SECOND) * SECOND;

function momentsToText(moments: readonly Moment[]): string {
	const [[first] = [0]] = moments;
	const numbers = moments.map(
		([at, lowest]) => ((at - first) / SECOND) * PLACES + clamp(lowest - at + PLACES - 1, 0, PLACES - 1),
	);
	return `${first}.${numbersToText(numbers)}`;
}

function momentsInText(text = ''): Moment[] {
	const [first, numbers = ''] = text.split('.');
	return numbersInText(numbers).map((number) => {
		const at = Number(first) + Math.floor(number / PLACES) * SECOND;
		return [at, at - PLACES + 1 + (number % PLACES)];
	});
}

/** Adds a page to the moments of a walk. Nothing counts below what the reading before has shown. */
export function withMoment(text = '', at: number | undefined, lowest: string, top = '0'): string {
	const moments = momentsInText(text);
	const [last] = moments.slice(-1);
	if (at === undefined || (last && last[1] < timeOf(top) - DELAY)) return text;
	const second = wholeSecond(at);
	return momentsToText([...moments.filter(([each]) => each < second), [second, timeOf(lowest)]]);
}

/** Returns the readings to remember after one more. Those older than `from` are of no use, except for the last. */
export function withReading(
	before: string | undefined,
	[start, oldBelow]: Moment,
	{ at, moments }: { readonly at: number; readonly moments: string | undefined },
	from: number,
): string {
	const first = wholeSecond(start);
	const old: Moment = [first - SECOND, oldBelow];
	const earlier = before === undefined ? [old, [first, END] as const] : momentsInText(before);
	const pages = momentsInText(moments);
	const last = earlier.at(-1)?.[0] ?? 0;
	const end = pages.at(-1)?.[0] ?? wholeSecond(at);
	// Two readings in one second have ends in two, so that both count.
	const reading: Moment[] =
		end === last ? [...pages, [last + SECOND, END]] : [...pages.slice(0, -1), [end, END]];
	const all = [...earlier, ...reading.filter(([each]) => each >= last)];
	const oldest = all.findLastIndex(([each]) => each < from);
	return momentsToText(all.slice(Math.max(0, oldest)));
}

/** Checks whether a poll has seen a Post before, by the IDs of its versions. */
export function wasSeen(versions: readonly string[], readings: string | undefined): boolean {
	const moments = momentsInText(readings);
	const [[first], [earliest]] = [versions, moments];
	// A Post from before the first of the known readings is old.
	if (first === undefined || earliest === undefined || timeOf(first) < earliest[1]) return true;
	return versions.some((version, place) => {
		const made = timeOf(version);
		const next = versions[place + 1];
		const read = moments.find(([at, lowest], index) => {
			const [, above = Infinity] = moments[index - 1] ?? [];
			// A page below a page of the same reading does not show what that one has shown.
			return at >= made + DELAY && lowest <= made && (lowest > above || made < above);
		});
		// The `Date` of an answer has whole seconds: an edit in the same second may have come before the reading.
		return read !== undefined && (next === undefined || read[0] + SECOND <= timeOf(next));
	});
}
