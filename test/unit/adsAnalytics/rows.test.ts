/** Rows of a report against the simulated X's own sums, whatever the zone, the range and the way. */
import { entriesOf } from '../../../nodes/XAdsAnalytics/report/entries';
import { ratesOf } from '../../../nodes/XAdsAnalytics/report/metrics';
import {
	partsOf,
	type StatsRequest,
	type ReportQuery,
	type RequestWay,
} from '../../../nodes/XAdsAnalytics/report/plan';
import { boundaries, roundedOut, type Granularity } from '../../../nodes/XAdsAnalytics/report/ranges';
import { ReportTable, WrongAnswer, type SegmentMetrics } from '../../../nodes/XAdsAnalytics/report/rows';
import { ads } from '../../simulator/ads/area';
import { ids } from '../../simulator/ads/ids';
import { statsOf } from '../../simulator/ads/stats';
import { statisticsOf, type Asked } from '../../simulator/ads/statsAnswer';
import { Platform } from '../../simulator/platform';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { served } = statsOf(ads.state(new Platform()).production.state);

const tableOf = ({ entity, granularity, zone, span, segmentation }: ReportQuery, isByPlacement = false) =>
	new ReportTable({
		accountId: ids.account,
		entity,
		granularity,
		zone,
		isByPlacement,
		hasCountries: false,
		boundaries: boundaries(span, granularity, zone),
		isSegmented: segmentation !== undefined,
	});

/** What X answers to one request. */
const answered = (part: StatsRequest, zone: string): SegmentMetrics[] => {
	const { segmentation = null, country = null, placement, granularity, groups, span } = part;
	const asked: Asked = {
		accountId: ids.account,
		zone,
		entity: part.entity,
		ids: part.ids,
		...span,
		granularity,
		placement,
		groups,
		segmentation,
		country,
	};
	return entriesOf(statisticsOf(served, asked));
};

const plain = { described: () => ({}), hasRates: false, isZeroForNull: false, skipsEmpty: false };

const asked = fc.record({
	zone: fc.constantFrom(
		...['UTC', 'America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe'],
		// Half an hour, and three quarters, beside the hours of UTC; and days with two midnights.
		...['Asia/Kolkata', 'America/St_Johns', 'Australia/Adelaide', 'Asia/Tehran'],
		...['Asia/Kathmandu', 'Pacific/Chatham', 'Australia/Eucla'],
		...['Atlantic/Azores', 'America/Havana'],
	),
	from: fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2026-11-01') }),
	days: fc.integer({ min: 1, max: 20 }),
	granularity: fc.constantFrom<Granularity>('DAY', 'HOUR', 'TOTAL'),
	way: fc.constantFrom<RequestWay>('sync', 'jobs'),
	entity: fc.constantFrom('LINE_ITEM', 'CAMPAIGN', 'ACCOUNT'),
});

const idOf: Readonly<Record<string, string>> = {
	LINE_ITEM: ids.lineItem,
	CAMPAIGN: ids.activeCampaign,
	ACCOUNT: ids.account,
};

it('hold the sums of the hours of their intervals, over placements, in any order of the answers, and say what X left out', () => {
	fc.assert(
		fc.property(asked, fc.nat(), ({ zone, from, days, granularity, way, entity }, lot) => {
			const span = roundedOut({ from, to: from + days * DAY }, granularity, zone);
			const id = idOf[entity] ?? '';
			const wanted: ReportQuery = {
				entity,
				granularity,
				zone,
				span,
				groups: ['ENGAGEMENT'],
				placements: ['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND'],
			};
			const table = tableOf(wanted);
			const parts = partsOf(wanted, [{ id }], way);
			const turned = [...parts.slice(lot % parts.length), ...parts.slice(0, lot % parts.length)];
			const isPartial = (place: number) => lot % 4 === 0 && place % 3 === lot % 3;
			for (const [place, part] of turned.entries()) {
				const problems = isPartial(place) ? [{ message: `Part ${place}` }] : [];
				const reason = table.add(part, answered(part, zone), problems);
				expect(reason).toBe(isPartial(place) ? `X left something out: Part ${place}` : undefined);
				if (reason !== undefined) table.lack(part, reason);
			}
			const rows = [...table.rows([id], plain)];
			const partial = turned.filter((_, place) => isPartial(place)).map((part) => part.span);
			const hours = wanted.placements.flatMap((placement) => [
				...served.hours(ids.account, entity, id, placement, span),
			]);
			const sums = rows.map(({ start, end }) => {
				const [first, last] = [Date.parse(start as string), Date.parse(end as string)];
				const within = hours.filter(([hour]) => hour >= first && hour < last).flatMap(([, each]) => each);
				return within.reduce((sum, each) => sum + each, 0);
			});
			expect(rows.map((row) => row['impressions'] ?? 0)).toEqual(sums);
			for (const { start, end, incomplete, impressions } of rows) {
				const [first, last] = [Date.parse(start as string), Date.parse(end as string)];
				const lacks = partial.some((each) => each.from < last && each.to > first);
				expect(incomplete).toBe(lacks || undefined);
				// Without what X left out, 0 may not be true.
				if (lacks) expect(impressions).not.toBe(0);
			}
			expect([rows[0]?.['start'], rows.at(-1)?.['end']].map((time) => Date.parse(time as string))).toEqual([
				span.from,
				span.to,
			]);
		}),
		{ numRuns: cases(40, 500) },
	);
});

const week = { from: Date.parse('2026-05-19T00:00Z'), to: Date.parse('2026-05-21T00:00Z') };
const wanted: ReportQuery = {
	entity: 'CAMPAIGN',
	granularity: 'DAY',
	zone: 'UTC',
	span: week,
	groups: ['BILLING'],
	placements: ['TREND'],
};
const part: StatsRequest = { ...partsOf(wanted, [{ id: 'c' }], 'sync')[0]! };

const rowsOf = (metrics: SegmentMetrics['metrics'], more: Partial<typeof plain> = {}) => {
	const table = tableOf(wanted);
	table.add(part, [{ id: 'c', segment: null, metrics }]);
	return [...table.rows(['c'], { ...plain, ...more })];
};

it('show micros in currency units, exactly, and corrections below zero', () => {
	const rows = rowsOf({ billed_charge_local_micro: [1_100_000, -250_001] });
	expect(rows.map((row) => row['billed_charge'])).toEqual([1.1, -0.250001]);
});

it('show amounts and quantities of conversions in units, as X announced them', () => {
	// https://devcommunity.x.com/t/78370: three purchases of 277.99 in all, 15 pieces.
	const announced = {
		billed_charge_local_micro: [92_660_000],
		conversion_purchases: {
			order_quantity_engagement: [5_000_000],
			sale_amount_engagement: [100_000_000],
			sale_amount_view: [177_990_000],
			post_view: [2],
			order_quantity: [15_000_000],
			assisted: null,
			post_engagement: [1],
			sale_amount: [277_990_000],
			metric: [3],
			order_quantity_view: [10_000_000],
		},
		mobile_conversion_lifetime_value_purchases: { sale_amount: [12_340_000], order_quantity: [2_000_000] },
	};
	const table = tableOf({ ...wanted, granularity: 'TOTAL' });
	table.add({ ...part, granularity: 'TOTAL' }, [{ id: 'c', segment: null, metrics: announced }]);
	expect([...table.rows(['c'], plain)]).toEqual([
		expect.objectContaining({
			billed_charge: 92.66,
			conversion_purchases: 3,
			conversion_purchases_sale_amount: 277.99,
			conversion_purchases_sale_amount_view: 177.99,
			conversion_purchases_sale_amount_engagement: 100,
			conversion_purchases_order_quantity: 15,
			conversion_purchases_order_quantity_view: 10,
			conversion_purchases_order_quantity_engagement: 5,
			conversion_purchases_post_view: 2,
			mobile_conversion_lifetime_value_purchases_sale_amount: 12.34,
			mobile_conversion_lifetime_value_purchases_order_quantity: 2,
		}),
	]);
});

it('hold null for an entity that an answer leaves out', () => {
	const table = tableOf(wanted);
	table.add({ ...part, ids: ['c', 'd'] }, [{ id: 'c', segment: null, metrics: { clicks: [1, 2] } }]);
	expect(
		[...table.rows(['c', 'd'], plain)].map(({ id, clicks, incomplete }) => [id, clicks, incomplete]),
	).toEqual([...[1, 2].map((clicks) => ['c', clicks, undefined]), ...[1, 2].map(() => ['d', null, true])]);
	expect(table.leftOut()).toEqual(['d']);
});

it.each([
	['no metrics', null, [null, null]],
	['no figure', { clicks: ['x', 2] }, [null, 2]],
	['a list for figures', { clicks: [[1], 2] }, [null, 2]],
])('are incomplete where X gave %s for an entity', (_what, metrics, clicks) => {
	const table = tableOf(wanted);
	const other = { id: 'd', id_data: [{ segment: null, metrics: { clicks: [0, 3] } }] };
	const body = { data: [{ id: 'c', id_data: [{ segment: null, metrics }] }, other] };
	table.add({ ...part, ids: ['c', 'd'] }, entriesOf(body));
	expect([...table.rows(['c', 'd'], plain)].map((row) => [row['clicks'], row['incomplete']])).toEqual([
		...clicks.map((value) => [value, true]),
		[0, undefined],
		[3, undefined],
	]);
	expect(table.leftOut()).toEqual(['c']);
});

it('keep null apart from zero, and unknown metrics as they come', () => {
	const metrics = { a_new_metric: [3, 0], tweets_send: null, conversion_custom: null };
	expect(
		rowsOf(metrics).map((row) => [row['a_new_metric'], row['tweets_send'], row['conversion_custom']]),
	).toEqual([
		[3, null, null],
		[0, null, null],
	]);
	expect(rowsOf(metrics, { skipsEmpty: true })).toHaveLength(1);
});

it('are the same whether a quiet time was asked for or not', () => {
	const [first] = partsOf({ ...wanted, span: { ...week, to: week.from + DAY } }, [{ id: 'c' }], 'sync');
	const short = tableOf(wanted);
	short.add(first!, [{ id: 'c', segment: null, metrics: { clicks: [4] } }]);
	const long = tableOf(wanted);
	long.add(part, [{ id: 'c', segment: null, metrics: { clicks: [4, 0] } }]);
	expect([...short.rows(['c'], plain)]).toEqual([...long.rows(['c'], plain)]);
});

it('say where they lack an answer, and nothing of what it may have said', () => {
	const [first, second] = partsOf({ ...wanted, granularity: 'HOUR' }, [{ id: 'c' }], 'sync').flatMap(
		(one) => [
			{ ...one, granularity: 'DAY' as const, span: { ...week, to: week.from + DAY } },
			{ ...one, granularity: 'DAY' as const, span: { ...week, from: week.from + DAY } },
		],
	);
	const table = tableOf(wanted);
	table.add(first!, [{ id: 'c', segment: null, metrics: { clicks: [4] } }]);
	table.lack(second!, 'The job failed');
	expect(
		[...table.rows(['c'], plain)].map((row) => [row['clicks'], row['incomplete'], row['missing']]),
	).toEqual([
		[4, undefined, undefined],
		[null, true, 'The job failed'],
	]);
});

it('refuse an answer with another number of intervals, and count nothing of it', () => {
	const table = tableOf(wanted);
	const entries = [
		{ id: 'c', segment: null, metrics: { clicks: [1, 2] } },
		{ id: 'd', segment: null, metrics: { clicks: [1, 2, 3] } },
	];
	expect(() => table.add(part, entries)).toThrow(WrongAnswer);
	expect([...table.rows(['c', 'd'], plain)]).toEqual([]);
});

it.each([
	// https://docs.x.com/x-ads-api/analytics#metrics-by-objective
	[
		{ billed_charge: 5, impressions: 2000, clicks: 10, engagements: 0 },
		{ ctr: 0.005, cpc: 0.5, cpm: 2.5, cpe: null },
	],
	[
		{ billed_charge: null, impressions: null, clicks: null },
		{ ctr: null, cpc: null, cpm: null },
	],
	[
		{
			billed_charge: 30,
			impressions: 1000,
			conversion_custom: null,
			conversion_site_visits: 4,
			conversion_sign_ups: 1,
			conversion_purchases: 5,
			conversion_purchases_sale_amount: 120,
			conversion_searches: 50,
		},
		{ total_conversions: 10, conversion_rate: 0.01, cpa: 3, roas: 4 },
	],
	[
		{
			billed_charge: 30,
			mobile_conversion_installs_assisted: 7,
			mobile_conversion_installs_post_engagement: 2,
			mobile_conversion_installs_post_view: 4,
		},
		{ installs: 6, cpi: 5 },
	],
	[
		{ video_total_views: 4, impressions: 8, billed_charge: 2 },
		{ video_rate: 0.5, cost_per_view: 0.5 },
	],
])('divide %j', (row, rates) => {
	expect(ratesOf(row)).toMatchObject(rates);
});

it('are null where an answer is lacking, also where nothing served is 0, and complete at other placements', () => {
	const both = { ...wanted, placements: ['TREND', 'SPOTLIGHT'] };
	const [trend, spotlight] = partsOf(both, [{ id: 'c' }], 'sync');
	const table = tableOf(both, true);
	for (const each of [trend, spotlight])
		table.add(each!, [{ id: 'c', segment: null, metrics: { clicks: null } }]);
	table.lack(spotlight!, 'The job failed');
	const rows = [...table.rows(['c'], { ...plain, isZeroForNull: true })];
	expect(rows.map((row) => [row['placement'], row['clicks'], row['incomplete']])).toEqual([
		...[1, 2].map(() => ['SPOTLIGHT', null, true]),
		...[1, 2].map(() => ['TREND', 0, undefined]),
	]);
});

it.each([
	['WEBSITE_CLICKS', 'clicks', 10, 0.5],
	['REACH', 'impressions', 2000, 0.0025],
	['FOLLOWERS', 'follows', null, null],
])('give the result of %s, and its cost', (objective, type, result, cost) => {
	const row = { billed_charge: 5, impressions: 2000, clicks: 10, follows: null };
	expect(ratesOf(row, objective)).toMatchObject({ result_type: type, result, cost_per_result: cost });
	expect(ratesOf(row)).not.toHaveProperty('result');
});
