/** Which requests a report takes, and ranges in the days of an account, against the machine's own tables of time zones. */
import {
	groupSets,
	planReport,
	partsOf,
	type ActiveEntity,
	type ReportQuery,
} from '../../../nodes/XAdsAnalytics/report/plan';
import {
	boundaries,
	cut,
	onWire,
	presetSpan,
	roundedOut,
	type Granularity,
} from '../../../nodes/XAdsAnalytics/report/ranges';
import { dateIn, intervalsOf, isMidnight } from '../../simulator/ads/statsTimes';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-01-01T00:00:00Z');

const wanted = (more: Partial<ReportQuery> = {}): ReportQuery => ({
	entity: 'LINE_ITEM',
	granularity: 'DAY',
	placements: ['ALL_ON_TWITTER'],
	groups: ['ENGAGEMENT', 'BILLING'],
	span: { from: START, to: START + 7 * DAY },
	zone: 'UTC',
	...more,
});

const entities = (count: number): ActiveEntity[] =>
	Array.from({ length: count }, (_, place) => ({ id: `e${String(place).padStart(4, '0')}` }));

const days = (count: number) => ({ from: START, to: START + count * DAY });

it.each([
	// entities, days, segment → the way, and how many requests for statistics or jobs
	[1, 7, undefined, 'sync', 1],
	[40, 7, undefined, 'sync', 2],
	[41, 7, undefined, 'sync', 3],
	[1, 14, undefined, 'sync', 2],
	[1, 90, undefined, 'jobs', 1],
	[1000, 90, undefined, 'jobs', 50],
	[1, 7, 'AGE', 'jobs', 1],
	[1, 46, 'AGE', 'jobs', 2],
	[1, 200, undefined, 'jobs', 3],
	// From a few dozen requests on jobs are quicker, although synchronous ones would be fewer.
	[480, 7, undefined, 'sync', 24],
	[481, 7, undefined, 'jobs', 25],
] as const)('%i entities, %i days, segments %s: %s, %i', (count, length, segmentation, way, requests) => {
	const plan = planReport(wanted({ span: days(length), segmentation }), entities(count));
	expect({ way: plan.way, parts: plan.parts.length }).toEqual({ way, parts: requests });
});

it('does as the user says, except where segments need jobs', () => {
	expect(planReport(wanted(), entities(1), 'jobs').way).toBe('jobs');
	expect(planReport(wanted({ span: days(90) }), entities(1), 'sync').parts).toHaveLength(13);
	expect(planReport(wanted({ segmentation: 'AGE' }), entities(1), 'sync').way).toBe('jobs');
});

it('asks for conversions apart, and for those of apps apart from all', () => {
	expect(groupSets(['MOBILE_CONVERSION', 'BILLING', 'WEB_CONVERSION', 'ENGAGEMENT'])).toEqual([
		['BILLING', 'ENGAGEMENT'],
		['WEB_CONVERSION'],
		['MOBILE_CONVERSION'],
	]);
});

it('makes a request for each placement where something ran, and for each country', () => {
	const parts = partsOf(
		wanted({ placements: ['ALL_ON_TWITTER', 'TREND'], segmentation: 'METROS', countries: ['a', 'b'] }),
		[{ id: 'x', placements: ['TREND', 'PUBLISHER_NETWORK'] }],
		'jobs',
	);
	expect(parts.map(({ placement, country }) => [placement, country])).toEqual([
		['TREND', 'a'],
		['TREND', 'b'],
	]);
});

// https://data.iana.org/time-zones: the clocks of Lord Howe move by half an hour, those of Havana at midnight.
it.each(['Australia/Lord_Howe', 'America/Havana', 'Europe/Berlin'])(
	'asks for intervals of the report around what ran, also after the clocks of %s have changed',
	(zone) => {
		const hours = fc.integer({ min: 1, max: 1000 });
		const begin = fc.constantFrom('2026-03-25', '2026-04-02', '2026-10-01', '2026-10-22');
		const kinds = fc.constantFrom('DAY', 'HOUR');
		const asked = fc.tuple(begin, hours, kinds, hours, hours);
		fc.assert(
			fc.property(asked, fc.constantFrom('sync', 'jobs'), ([date, length, granularity, after, ran], way) => {
				const from = Date.parse(date) + (after % 30) * HOUR;
				const span = roundedOut({ from, to: from + length * HOUR }, granularity, zone);
				const own = { from: from + after * 60_000, to: from + (after + ran * 20) * 60_000 };
				const bounds = boundaries(span, granularity, zone);
				const parts = partsOf(wanted({ span, granularity, zone }), [{ id: 'a', span: own }], way);
				const ends = parts.flatMap((part) => [part.span.from, part.span.to]);
				expect(ends.filter((at) => !bounds.includes(at))).toEqual([]);
				const within = bounds.filter((at, place) => at < own.to && (bounds[place + 1] ?? 0) > own.from);
				const [first, last] = [within[0], within.at(-1)].map((at) => bounds.indexOf(at ?? -1));
				expect([ends[0], ends.at(-1)]).toEqual([bounds[first!], last === -1 ? undefined : bounds[last! + 1]]);
			}),
			{ numRuns: cases(200, 2000) },
		);
	},
);

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
