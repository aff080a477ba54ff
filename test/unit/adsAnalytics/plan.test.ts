/** Which requests a report takes. */
import {
	planReport,
	partsOf,
	type ActiveEntity,
	type ReportQuery,
} from '../../../nodes/XAdsAnalytics/report/plan';
import { groupSets } from '../../../nodes/XAdsAnalytics/report/metrics';
import { boundaries, roundedOut } from '../../../nodes/XAdsAnalytics/report/ranges';
import { fc } from '../../support/properties';
import { cases } from '../../support/cases';

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

const activity = fc.array(
	fc.record({
		id: fc.integer({ min: 0, max: 400 }).map((number) => `e${number}`),
		from: fc.integer({ min: -30, max: 120 }),
		length: fc.integer({ min: 1, max: 100 }),
		placements: fc.uniqueArray(fc.constantFrom('ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND'), { minLength: 1 }),
	}),
	{ maxLength: 120 },
);

it('asks for everything that ran once, and never for more than 20 IDs', () => {
	fc.assert(
		fc.property(
			activity,
			fc.constantFrom('sync', 'jobs'),
			fc.integer({ min: 1, max: 100 }),
			(rows, way, length) => {
				const known = new Map(
					rows.map(({ id, from, length: own, placements }): [string, ActiveEntity] => [
						id,
						{ id, span: { from: START + from * DAY + 5, to: START + (from + own) * DAY - 7 }, placements },
					]),
				);
				const placements = ['ALL_ON_TWITTER', 'SPOTLIGHT'];
				const parts = partsOf(wanted({ span: days(length), placements }), [...known.values()], way);
				expect(parts.every(({ ids }) => ids.length >= 1 && ids.length <= 20)).toBe(true);
				const times = new Map<string, number>();
				for (const { ids, placement, span } of parts)
					for (const id of ids)
						for (let day = span.from; day < span.to; day += DAY) {
							const key = `${id} ${placement} ${day}`;
							times.set(key, (times.get(key) ?? 0) + 1);
						}
				expect([...times.values()].every((count) => count === 1)).toBe(true);
				for (const { id, span, placements: ran } of known.values())
					for (let day = START; day < START + length * DAY; day += DAY)
						for (const placement of placements)
							if (ran?.includes(placement) && span && span.from < day + DAY && span.to > day)
								expect(times.has(`${id} ${placement} ${day}`)).toBe(true);
			},
		),
		{ numRuns: cases(40, 300) },
	);
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

it('takes jobs from a few dozen requests on, where synchronous ones would be fewer', () => {
	const asked = wanted({ span: days(7) });
	expect(planReport(asked, entities(480)).way).toBe('sync');
	expect(planReport(asked, entities(481)).way).toBe('jobs');
	expect(planReport(asked, entities(481), 'sync').way).toBe('sync');
});
