/** What rows of a report show of figures. That they are sums of what X served, randomReports.test.ts shows. */
import { ratesOf } from '../../../nodes/XAdsAnalytics/report/metrics';
import { partsOf, type StatsRequest, type ReportQuery } from '../../../nodes/XAdsAnalytics/report/plan';
import { boundaries } from '../../../nodes/XAdsAnalytics/report/ranges';
import { ReportTable, type SegmentMetrics } from '../../../nodes/XAdsAnalytics/report/rows';

const DAY = 86_400_000;

const tableOf = ({ entity, granularity, zone, span, segmentation }: ReportQuery, isByPlacement = false) =>
	new ReportTable({
		accountId: 'a',
		entity,
		granularity,
		zone,
		isByPlacement,
		hasCountries: false,
		boundaries: boundaries(span, granularity, zone),
		isSegmented: segmentation !== undefined,
	});

const plain = { described: () => ({}), hasRates: false, isZeroForNull: false, skipsEmpty: false };

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
