/** Ranges in the days of an account, against the machine's own tables of time zones. */
import {
	boundaries,
	cut,
	onWire,
	presetSpan,
	roundedOut,
	type Granularity,
} from '../../../nodes/XAdsAnalytics/report/ranges';
import { dateIn, intervalsOf, isMidnight } from '../../simulator/ads/statsTimes';
import { fc } from '../../support/properties';
import { cases } from '../../support/cases';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);

const zones = Intl.supportedValuesOf('timeZone');
const GRANULARITIES: readonly Granularity[] = ['DAY', 'HOUR', 'TOTAL'];

const asked = fc.record({
	zone: fc.constantFrom(...zones),
	from: fc.integer({ min: at('2015-01-01'), max: at('2030-01-01') }),
	length: fc.integer({ min: HOUR, max: 200 * DAY }),
	granularity: fc.constantFrom(...GRANULARITIES),
	days: fc.constantFrom(7, 45, 90),
});

it('cuts so that no interval comes twice and none is missing, and no piece is too long', () => {
	fc.assert(
		fc.property(asked, ({ zone, from, length, granularity, days }) => {
			const span = roundedOut({ from, to: from + length }, granularity, zone);
			const pieces = cut(span, granularity, zone, days);
			expect(pieces.map(({ from: start }) => start)).toEqual([
				span.from,
				...pieces.slice(0, -1).map(({ to }) => to),
			]);
			expect(pieces.at(-1)?.to).toBe(span.to);
			expect(pieces.every((piece) => piece.to > piece.from && piece.to - piece.from <= days * DAY)).toBe(
				true,
			);
			if (granularity === 'TOTAL') return;
			const ofPieces = pieces.flatMap((piece) => boundaries(piece, granularity, zone).slice(0, -1));
			const ofZone = intervalsOf(granularity, span.from, span.to, zone);
			expect([...ofPieces, span.to]).toEqual(ofZone);
			if (granularity === 'DAY') expect(ofZone.every((moment) => isMidnight(zone, moment))).toBe(true);
		}),
		{ numRuns: cases(60, 600) },
	);
});

it('rounds to the smallest range of whole days that holds what was asked for', () => {
	fc.assert(
		fc.property(asked, ({ zone, from, length }) => {
			const to = from + length;
			const span = roundedOut({ from, to }, 'DAY', zone);
			expect([span.from <= from, span.to >= to]).toEqual([true, true]);
			expect([dateIn(zone, span.from), dateIn(zone, span.to - 1)]).toEqual([
				dateIn(zone, from),
				dateIn(zone, to - 1),
			]);
		}),
		{ numRuns: cases(60, 600) },
	);
});

it('leaves the hour too many of a long day to another request', () => {
	const week = { from: at('2026-10-20T00:00+02:00'), to: at('2026-10-27T00:00+01:00') };
	expect(cut(week, 'DAY', 'Europe/Berlin', 7)).toEqual([
		{ from: week.from, to: at('2026-10-26T00:00+01:00') },
		{ from: at('2026-10-26T00:00+01:00'), to: week.to },
	]);
	const short = { from: at('2026-03-24T00:00+01:00'), to: at('2026-03-31T00:00+02:00') };
	expect(cut(short, 'DAY', 'Europe/Berlin', 7)).toEqual([short]);
});

it('means the days of the account by its presets', () => {
	// The 1st of March in New York, while it is the 2nd in London.
	const now = at('2026-03-02T03:30:00Z');
	const days = (name: string) => {
		const { from, to } = presetSpan(name, now, 'America/New_York') ?? { from: 0, to: 0 };
		return [new Date(from).toISOString(), new Date(to).toISOString()];
	};
	expect(days('yesterday')).toEqual(['2026-02-28T05:00:00.000Z', '2026-03-01T05:00:00.000Z']);
	expect(days('today')).toEqual(['2026-03-01T05:00:00.000Z', '2026-03-02T05:00:00.000Z']);
	expect(days('last7Days')).toEqual(['2026-02-22T05:00:00.000Z', '2026-03-01T05:00:00.000Z']);
	expect(days('lastMonth')).toEqual(['2026-02-01T05:00:00.000Z', '2026-03-01T05:00:00.000Z']);
	expect(days('last7DaysAndToday')).toEqual(['2026-02-22T05:00:00.000Z', '2026-03-02T05:00:00.000Z']);
	expect(days('thisMonth')).toEqual(['2026-03-01T05:00:00.000Z', '2026-03-02T05:00:00.000Z']);
});

it('writes whole hours, also where the clocks differ from UTC by half an hour', () => {
	expect(onWire(at('2026-05-19T00:00-07:00'), 'America/Los_Angeles')).toBe('2026-05-19T07:00:00Z');
	expect(onWire(at('2026-05-19T00:00+05:30'), 'Asia/Kolkata')).toBe('2026-05-19T00:00:00+05:30');
});

it('writes whole hours after clocks have moved by half an hour, too', () => {
	// From the 1st of October at 10:30 before UTC; clocks go to 11:00 on the 4th.
	const [, piece] = cut(
		{ from: at('2026-10-01T00:00+10:30'), to: at('2026-10-20T00:00+10:30') },
		'HOUR',
		'Australia/Lord_Howe',
		7,
	);
	expect(onWire(piece!.from, 'Australia/Lord_Howe')).toBe('2026-10-08T00:00:00+10:30');
});

it('gives whole hours where the clocks move by half an hour inside the range', () => {
	// https://data.iana.org/time-zones: 02:00 at +10:30 became 02:30 at +11:00 on 2026-10-04.
	const range = { from: at('2026-10-03T00:00+10:30'), to: at('2026-10-05T00:00+11:00') };
	const span = roundedOut(range, 'HOUR', 'Australia/Lord_Howe');
	expect(span.from).toBe(range.from);
	expect(span.to).toBe(range.from + 48 * HOUR);
	expect(boundaries(span, 'HOUR', 'Australia/Lord_Howe')).toHaveLength(49);
});

it('begins a day with the first of two midnights', () => {
	// https://data.iana.org/time-zones: the clocks of the Azores went from 01:00 back to 00:00, those of Havana too.
	const dayOf = (text: string, zone: string) => roundedOut({ from: at(text), to: at(text) + 1 }, 'DAY', zone);
	const azores = dayOf('2026-10-25T12:00Z', 'Atlantic/Azores');
	expect(new Date(azores.from).toISOString()).toBe('2026-10-25T00:00:00.000Z');
	expect(azores.to - azores.from).toBe(25 * HOUR);
	const havana = dayOf('2026-11-01T12:00Z', 'America/Havana');
	expect(new Date(havana.from).toISOString()).toBe('2026-11-01T04:00:00.000Z');
	expect(boundaries({ from: havana.from - 24 * HOUR, to: havana.to }, 'DAY', 'America/Havana')).toEqual([
		havana.from - 24 * HOUR,
		havana.from,
		havana.to,
	]);
});
