/**
 * What rows of a report show of figures, rows of sums, and result files. That rows are sums of what X served,
 * randomReports.test.ts shows.
 */
import { entriesIn, entriesOf } from '../../../nodes/XAdsAnalytics/report/entries';
import {
	ratesOf,
	partsOf,
	type StatsRequest,
	type ReportQuery,
} from '../../../nodes/XAdsAnalytics/report/plan';
import { boundaries } from '../../../nodes/XAdsAnalytics/report/ranges';
import {
	ReportTable,
	WrongAnswer,
	type SegmentMetrics,
	Totals,
	type TotalKind,
} from '../../../nodes/XAdsAnalytics/report/rows';
import type { Problem } from '../../../nodes/shared/errors';
import { fc } from '../../support/properties';

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

describe('rows of sums', () => {
	const summand = (day: number, currency: string, spent: number | null, more: object = {}) => ({
		id: `c${day}`,
		currency,
		date: `2026-05-0${day}`,
		start: `2026-05-0${day}T00:00:00-07:00`,
		end: `2026-05-0${day + 1}T00:00:00-07:00`,
		billed_charge: spent,
		clicks: spent === null ? null : 1,
		account_id: 'a',
		entity: 'CAMPAIGN',
		...more,
	});

	function totalsOf(rows: readonly Record<string, unknown>[], kind: TotalKind = 'range') {
		const totals = new Totals({ kind, metrics: ['billed_charge', 'clicks'], hasRates: true });
		for (const one of rows) totals.add(one);
		return [...totals.rows()];
	}

	it('add up the whole range, apart for each currency', () => {
		const rows = [
			summand(1, 'USD', 0.1),
			summand(2, 'USD', 0.2),
			summand(2, 'EUR', 5),
			summand(3, 'USD', null),
		];
		expect(totalsOf(rows)).toEqual([
			{
				id: null,
				name: 'Total',
				currency: 'USD',
				start: '2026-05-01T00:00:00-07:00',
				end: '2026-05-04T00:00:00-07:00',
				billed_charge: 0.3,
				clicks: 2,
				cpc: 0.15,
				account_id: 'a',
				entity: 'CAMPAIGN',
				is_total: true,
			},
			expect.objectContaining({ currency: 'EUR', billed_charge: 5, cpc: 5 }),
		]);
	});

	it('add up each day, and say where a row lacks something', () => {
		const rows = [summand(1, 'USD', 1), summand(1, 'USD', 2, { incomplete: true }), summand(2, 'USD', null)];
		expect(totalsOf(rows, 'interval')).toEqual([
			expect.objectContaining({ date: '2026-05-01', billed_charge: 3, incomplete: true }),
			expect.objectContaining({ date: '2026-05-02', billed_charge: null, clicks: null, cpc: null }),
		]);
		expect(totalsOf(rows, 'interval')[1]).not.toHaveProperty('incomplete');
	});

	it('have a result where all rows have the same objective', () => {
		const rows = [
			summand(1, 'USD', 1, { objective: 'WEBSITE_CLICKS' }),
			summand(2, 'USD', 3, { objective: 'WEBSITE_CLICKS' }),
		];
		expect(totalsOf(rows)[0]).toMatchObject({ result_type: 'clicks', result: 2, cost_per_result: 2 });
		expect(totalsOf([...rows, summand(3, 'USD', 1, { objective: 'REACH' })])[0]).not.toHaveProperty('result');
	});

	it('lose no part of a cent', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 1, maxLength: 50 }),
				(micros) => {
					const [total] = totalsOf(micros.map((each) => summand(1, 'USD', each / 1e6)));
					const exact = micros.reduce((sum, each) => sum + each, 0);
					expect(Math.round(Number(total?.['billed_charge']) * 1e6)).toBe(exact);
				},
			),
		);
	});
});

describe('a result file, cut anywhere', () => {
	async function read(text: string, pieces: readonly number[], problems: Problem[] = []) {
		const cuts = [...new Set(pieces.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
		const parts = [0, ...cuts].map((from, place) => text.slice(from, cuts[place] ?? text.length));
		const entries: SegmentMetrics[] = [];
		for await (const entry of entriesIn(
			(async function* () {
				for (const part of parts) yield await Promise.resolve(part);
			})(),
			problems,
		))
			entries.push(entry);
		return entries;
	}

	const wording = fc.string({
		unit: fc.constantFrom('a', '"', '\\', '{', '}', '[', ']', 'id', 'data', 'é', ','),
	});
	const anyMetrics = fc.dictionary(
		wording.filter((name) => name !== '__proto__'),
		fc.oneof(fc.constant(null), fc.array(fc.oneof(fc.nat(), fc.constant(null)), { maxLength: 4 })),
	);
	const segment = fc.oneof(fc.constant(null), fc.record({ segment_name: wording, segment_value: wording }));
	const file = fc.record({
		request: fc.record({ params: fc.record({ id: wording, data: fc.array(fc.record({ id: wording })) }) }),
		data_type: wording,
		errors: fc.option(fc.array(fc.record({ message: wording, params: fc.record({ data: wording }) })), {
			nil: undefined,
		}),
		data: fc.array(
			fc.record({
				id: wording.filter((id) => id !== '' && !/["\\]/.test(id)),
				id_data: fc.array(fc.record({ segment, metrics: anyMetrics }), { maxLength: 3 }),
			}),
			{ maxLength: 4 },
		),
	});

	it('reads what the JSON parser reads, wherever the pieces begin', async () => {
		await fc.assert(
			fc.asyncProperty(
				file,
				fc.array(fc.nat(), { maxLength: 12 }),
				fc.boolean(),
				async (body, pieces, isWide) => {
					const text = JSON.stringify(body, null, isWide ? 2 : 0);
					const problems: Problem[] = [];
					expect(await read(text, pieces, problems)).toEqual(entriesOf(JSON.parse(text)));
					expect(problems).toEqual(body.errors ?? []);
				},
			),
			{ numRuns: 400 },
		);
	});

	it.each(['{"data":[{"id":"a","id_data":[{"segm', '{"errors":[]}', '<html>Sign in</html>', ''])(
		'refuses %s',
		async (text) => {
			await expect(read(text, [])).rejects.toBeInstanceOf(WrongAnswer);
		},
	);
});
