/**
 * This file makes ranges in days of an account, and cuts them into what one request allows:
 * https://docs.x.com/x-ads-api/analytics#request-options
 */
import { DateTime, FixedOffsetZone } from 'luxon';
import { DAY, HOUR } from '../../shared/util/time';

/** Milliseconds since the epoch; the end is exclusive. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

export type Granularity = 'DAY' | 'HOUR' | 'TOTAL';

const at = (moment: number, zone: string) => DateTime.fromMillis(moment, { zone });

/** The first midnight of a day: where the clocks go back at midnight, it comes twice. */
function dayStart(time: DateTime): DateTime {
	const start = time.startOf('day');
	const earlier = start.minus({ hours: 1 });
	return earlier.toISODate() === start.toISODate() ? earlier : start;
}

/** Checks whether Luxon knows a time zone. */
export const isZone = (zone: string): boolean => DateTime.local({ zone }).isValid;

/** Presets end at the last midnight of the account; those that include today end at the next one. */
const PRESETS: Readonly<Record<string, (today: DateTime) => readonly [from: DateTime, to: DateTime]>> = {
	last30Days: (today) => [today.minus({ days: 30 }), today],
	last30DaysAndToday: (today) => [today.minus({ days: 30 }), today.plus({ days: 1 })],
	last7Days: (today) => [today.minus({ days: 7 }), today],
	last7DaysAndToday: (today) => [today.minus({ days: 7 }), today.plus({ days: 1 })],
	last90Days: (today) => [today.minus({ days: 90 }), today],
	lastMonth: (today) => [today.startOf('month').minus({ months: 1 }), today.startOf('month')],
	thisMonth: (today) => [today.startOf('month'), today.plus({ days: 1 })],
	today: (today) => [today, today.plus({ days: 1 })],
	yesterday: (today) => [today.minus({ days: 1 }), today],
};

/** Returns the span of a preset, or undefined if no preset has that name. */
export function presetSpan(name: string, now: number, zone: string): Span | undefined {
	const days = PRESETS[name]?.(at(now, zone).startOf('day'));
	return days && { from: dayStart(days[0]).toMillis(), to: dayStart(days[1]).toMillis() };
}

/** Reads a time from the form. Without an offset it is in the time zone of the account. */
export const momentIn = (text: string, zone: string): number => DateTime.fromISO(text, { zone }).toMillis();

/** The start of the day that X means: its midnight may have the offset of another day. */
export const nearestDay = (moment: number, zone: string): number =>
	dayStart(at(moment + DAY / 2, zone)).toMillis();

/** Extends a span so that it is aligned with the granularity: to days of the account, or to hours. */
export function roundedOut({ from, to }: Span, granularity: Granularity, zone: string): Span {
	const start = (time: DateTime) => (granularity === 'DAY' ? dayStart(time) : time.startOf('hour'));
	const end = start(at(to, zone)).toMillis();
	const next = () => start(at(to, zone).plus(granularity === 'DAY' ? { days: 1 } : { hours: 1 })).toMillis();
	const span = { from: start(at(from, zone)).toMillis(), to: end === to ? end : next() };
	if (granularity !== 'HOUR') return span;
	// Where the clocks change by half an hour, whole hours on both of them are not whole hours apart.
	return { ...span, to: span.from + Math.ceil((span.to - span.from) / HOUR) * HOUR };
}

/** The smallest part of a range around the activity of entities, in whole days of the account or hours of the range. */
export function aroundActivity(activity: Span, range: Span, granularity: Granularity, zone: string): Span {
	// The clocks may have moved by half an hour since the range began.
	const hour = (moment: number) => range.from + Math.floor((moment - range.from) / HOUR) * HOUR;
	const hours = { from: hour(activity.from), to: hour(activity.to + HOUR - 1) };
	return overlap(range, granularity === 'HOUR' ? hours : roundedOut(activity, 'DAY', zone)) ?? range;
}

/** Returns the common part of two spans; it is undefined if there is none. */
export function overlap(one: Span, other: Span): Span | undefined {
	const span = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
	return span.from < span.to ? span : undefined;
}

/** Returns the smallest span around some spans. */
export const around = (spans: readonly Span[]): Span => ({
	from: Math.min(...spans.map(({ from }) => from)),
	to: Math.max(...spans.map(({ to }) => to)),
});

/** Lists the starts of a span's intervals, and the end of the last. A day has 23 or 25 hours when the clocks change. */
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

/** The start of a later day. In zones where the clocks change at midnight, that is not always 00:00. */
const dayAfter = (day: DateTime, count: number) => dayStart(day.plus({ days: count })).toMillis();

/** Cuts a span into pieces. X may refuse one with a day of 25 hours as too long, so that one is a day shorter. */
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
	// A total may start at any hour, and its next piece starts at the same hour of the local clock.
	return granularity === 'DAY' ? dayAfter(first, days) : first.plus({ days }).toMillis();
}

/**
 * Writes a time as X takes it: a whole hour, in UTC where it is one there, otherwise on the clock of the account. Where
 * that clock has moved by half an hour since the range began, the time is written with the offset at which it is whole.
 *
 * @param moment Milliseconds since the epoch.
 */
export function onWire(moment: number, zone: string): string {
	const local = at(moment, zone);
	const whole =
		moment % HOUR === 0
			? local.toUTC()
			: local.setZone(FixedOffsetZone.instance(local.offset - local.minute));
	return whole.toISO({ suppressMilliseconds: true }) ?? '';
}

/** Writes a time on the clock of the account, as rows show it. */
export const onClock = (moment: number, zone: string): string =>
	at(moment, zone).toISO({ suppressMilliseconds: true }) ?? '';

/** Returns the day of the account that a time belongs to. */
export const dayOf = (moment: number, zone: string): string => at(moment, zone).toISODate() ?? '';
