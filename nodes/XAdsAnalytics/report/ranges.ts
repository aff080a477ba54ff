/**
 * Ranges of time in an account's own days, and how they are cut into what one request takes:
 * https://docs.x.com/x-ads-api/analytics#request-options
 */
import { DateTime } from 'luxon';

/** Moments in milliseconds since the epoch; the end is not included. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** How finely a report counts. */
export type Granularity = 'DAY' | 'HOUR' | 'TOTAL';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const at = (moment: number, zone: string) => DateTime.fromMillis(moment, { zone });

/** Whether a name is a time zone that dates can be computed in. */
export const isZone = (zone: string): boolean => DateTime.local({ zone }).isValid;

/** Days of the account up to today, none of today itself; a custom range is the user's own. */
const PRESETS: Readonly<Record<string, (today: DateTime) => readonly [from: DateTime, to: DateTime]>> = {
	last30Days: (today) => [today.minus({ days: 30 }), today],
	last7Days: (today) => [today.minus({ days: 7 }), today],
	last90Days: (today) => [today.minus({ days: 90 }), today],
	lastMonth: (today) => [today.startOf('month').minus({ months: 1 }), today.startOf('month')],
	thisMonth: (today) => [today.startOf('month'), today.plus({ days: 1 })],
	today: (today) => [today, today.plus({ days: 1 })],
	yesterday: (today) => [today.minus({ days: 1 }), today],
};

/**
 * The days that a preset means.
 *
 * @param name Name of the preset.
 * @param now The present moment.
 * @param zone The account's time zone.
 * @returns Undefined where there is no preset of that name.
 */
export function presetSpan(name: string, now: number, zone: string): Span | undefined {
	const days = PRESETS[name]?.(at(now, zone).startOf('day'));
	return days && { from: days[0].startOf('day').toMillis(), to: days[1].startOf('day').toMillis() };
}

/**
 * A moment as the form holds it: text without an offset is read on the clocks of the account.
 *
 * @param text A moment in ISO 8601.
 * @param zone The account's time zone.
 */
export const momentIn = (text: string, zone: string): number => DateTime.fromISO(text, { zone }).toMillis();

/** The smallest span that holds another one and is aligned as the granularity asks: to days of the account, or to hours. */
export function roundedOut({ from, to }: Span, granularity: Granularity, zone: string): Span {
	const unit = granularity === 'DAY' ? 'day' : 'hour';
	const end = at(to, zone).startOf(unit);
	return {
		from: at(from, zone).startOf(unit).toMillis(),
		to: (end.toMillis() === to ? end : end.plus({ [unit]: 1 }).startOf(unit)).toMillis(),
	};
}

/** The smallest span of whole days of the account, or of whole hours, around the activity of some entities. */
export const aroundActivity = (span: Span, granularity: Granularity, zone: string): Span =>
	roundedOut(span, granularity === 'TOTAL' ? 'DAY' : granularity, zone);

/** What two spans have in common; undefined where that is nothing. */
export function overlap(one: Span, other: Span): Span | undefined {
	const span = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
	return span.from < span.to ? span : undefined;
}

/**
 * Where the intervals of a span begin, and the end of the last one. Days of the account have 23 or 25 hours when the
 * clocks change.
 *
 * @param span A span that is aligned with the granularity.
 */
export function boundaries({ from, to }: Span, granularity: Granularity, zone: string): number[] {
	if (granularity === 'TOTAL') return [from, to];
	const found: number[] = [];
	const first = at(from, zone);
	for (let moment = from, count = 1; moment < to; count++) {
		found.push(moment);
		moment = granularity === 'HOUR' ? from + count * HOUR : dayAfter(first, count);
	}
	return [...found, to];
}

/** The beginning of a later day: where the clocks change at midnight, days begin at another hour. */
const dayAfter = (day: DateTime, count: number) => day.plus({ days: count }).startOf('day').toMillis();

/**
 * Cuts a span into pieces of at most some days. A day of 25 hours may be one hour too many for X: then the
 * piece is a day shorter.
 *
 * @param span A span that is aligned with the granularity.
 * @param days Most days of a piece.
 */
export function cut({ from, to }: Span, granularity: Granularity, zone: string, days: number): Span[] {
	const pieces: Span[] = [];
	const first = at(from, zone);
	let done = 0;
	for (let start = from; start < to;) {
		const reach = (count: number) => pieceEnd(first, done + count, granularity);
		const count = reach(days) - start > days * DAY ? days - 1 : days;
		const end = Math.min(to, reach(count));
		pieces.push({ from: start, to: end });
		start = end;
		done += count;
	}
	return pieces;
}

function pieceEnd(first: DateTime, days: number, granularity: Granularity): number {
	if (granularity === 'HOUR') return first.toMillis() + days * DAY;
	// A total may begin at any hour, and goes on at the same hour of the clocks.
	return granularity === 'DAY' ? dayAfter(first, days) : first.plus({ days }).toMillis();
}

/**
 * A moment as it is sent. Where the account's clocks differ from UTC by half an hour, only its own time is a whole hour.
 *
 * @param moment Milliseconds since the epoch.
 */
export function onWire(moment: number, zone: string): string {
	const local = at(moment, zone);
	const written = (local.offset % 60 === 0 ? local.toUTC() : local).toISO({ suppressMilliseconds: true });
	return written ?? '';
}

/** A moment on the clocks of the account, as rows show it. */
export const onClock = (moment: number, zone: string): string =>
	at(moment, zone).toISO({ suppressMilliseconds: true }) ?? '';

/** The day of the account that a moment is in. */
export const dayOf = (moment: number, zone: string): string => at(moment, zone).toISODate() ?? '';
