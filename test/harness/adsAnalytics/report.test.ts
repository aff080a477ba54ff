/**
 * A report from the form to its rows, against what the simulated X served by its own count.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { useSkippedWaits } from '../../support/waits';
import { ads as area } from '../../simulator/ads/area';
import { account, between, deliver, ids, impressions, stats, useAds } from './support';

const { sim, ads, sent } = useAds('xAdsAnalytics');
useSkippedWaits(sim);

const lineItem = { account_id: account, entity: 'LINE_ITEM' };
const NO_NAMES = { names: false };

it('gives a row for each day of the account, with names, currency and amounts in units', async () => {
	const run = await ads('report.get', {
		...lineItem,
		...between('2026-05-19', '2026-05-21'),
		filters: { placement: ['ALL_ON_TWITTER'] },
	});
	expect(run.error?.message).toBeUndefined();
	expect(run.json).toHaveLength(2);
	expect(Object.keys(run.json[0]!).slice(0, 5)).toEqual([
		'date',
		'name',
		'billed_charge',
		'impressions',
		'clicks',
	]);
	const shown = impressions(ids.lineItem, 'ALL_ON_TWITTER', '2026-05-19T07:00Z', '2026-05-20T07:00Z');
	expect(run.json[0]).toMatchObject({
		account_id: ids.account,
		entity: 'LINE_ITEM',
		id: ids.lineItem,
		name: `Line item ${ids.lineItem}`,
		campaign_id: ids.activeCampaign,
		currency: 'USD',
		date: '2026-05-19',
		start: '2026-05-19T00:00:00-07:00',
		end: '2026-05-20T00:00:00-07:00',
		placement: 'ALL_ON_TWITTER',
		impressions: shown,
	});
	// 24 hours of impressions at 1,003 micros each, and clicks at 251,000.
	const { billed_charge: spent, billed_engagements: billed } = run.json[0] as Record<string, number>;
	expect(spent).toBeCloseTo(shown * 0.001003 + (billed ?? 0) * 0.251, 6);
	expect(run.json[1]).toMatchObject({ date: '2026-05-20' });
});

it('names what an entity belongs to, up to the campaign', async () => {
	const form = { account_id: account, ...between('2026-05-19', '2026-05-20'), granularity: 'TOTAL' };
	const [post] = (await ads('report.get', { ...form, entity: 'PROMOTED_TWEET' })).json;
	expect(post).toMatchObject({
		id: ids.promotedTweet,
		line_item_id: ids.lineItem,
		line_item_name: `Line item ${ids.lineItem}`,
		campaign_id: ids.activeCampaign,
		campaign_name: 'Autumn engagement',
		objective: 'ENGAGEMENTS',
		entity_status: 'ACTIVE',
		currency: 'USD',
	});
	const [item] = (await ads('report.get', { ...form, entity: 'LINE_ITEM' })).json;
	expect(item).toMatchObject({ campaign_name: 'Autumn engagement', objective: 'ENGAGEMENTS' });
});

it('sees what was spent today where the range says so', async () => {
	const today = new Date(sim().platform.clock.now()).toISOString().slice(0, 13);
	await deliver(sim(), ids.websiteLineItem, 'TREND', `${today}:00Z`, `${today}:59Z`);
	const form = { account_id: account, entity: 'CAMPAIGN', granularity: 'TOTAL', options: NO_NAMES };
	const rows = async (range: string) =>
		(await ads('report.get', { ...form, range })).json.map(({ id }) => id).includes(ids.campaign);
	expect(await rows('last7Days')).toBe(false);
	expect(await rows('last7DaysAndToday')).toBe(true);
	expect(await rows('thisMonth')).toBe(true);
});

it('adds up what the placements served, and knows where each entity ran', async () => {
	const [from, to] = ['2026-06-01T07:00Z', '2026-06-02T07:00Z'];
	await deliver(sim(), ids.websiteLineItem, 'TREND', from, to);
	await deliver(sim(), ids.websiteLineItem, 'SPOTLIGHT', from, to);
	const form = { ...lineItem, ...between('2026-06-01', '2026-06-02') };
	const run = await ads('report.get', { ...form, options: NO_NAMES });
	expect(run.json.find(({ id }) => id === ids.websiteLineItem)?.['impressions']).toBe(
		impressions(ids.websiteLineItem, 'TREND', from, to) +
			impressions(ids.websiteLineItem, 'SPOTLIGHT', from, to),
	);
	const asked = sim().requests.filter(({ route }) => route.endsWith('/stats/accounts/{account_id}'));
	const trend = asked.filter(({ query }) => query['placement'] === 'TREND');
	expect(trend.map(({ query }) => query['entity_ids'])).toEqual([ids.websiteLineItem]);
});

it('asks for the state of all jobs in one request, and for results without a credential', async () => {
	const run = await ads('report.get', {
		...lineItem,
		...between('2026-01-20', '2026-11-10'),
		options: { ...NO_NAMES, way: 'jobs' },
	});
	expect(run.json).toHaveLength(294);
	const routes = sim().requests.map(({ method, route }) => `${method} ${route}`);
	const jobs = routes.filter((route) => route.startsWith('POST')).length;
	expect(jobs).toBe(8);
	expect(routes.filter((route) => route === 'GET /12/stats/jobs/accounts/{account_id}')).toHaveLength(1);
	const { requests } = stats(sim()).jobs;
	expect(requests).toHaveLength(jobs);
	expect(requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
	const said = JSON.stringify([run.items, run.hints]);
	expect(said).not.toContain('stats_job_');
});

it('splits by segments, with a job for each country', async () => {
	const form = { ...lineItem, ...between('2026-05-19', '2026-05-21'), options: NO_NAMES };
	const metros = await ads('report.get', {
		...form,
		options: { ...NO_NAMES, segmentation_type: 'METROS', country: 'us' },
		filters: { placement: ['ALL_ON_TWITTER'] },
		granularity: 'TOTAL',
	});
	expect(metros.error?.message).toBeUndefined();
	expect(metros.json.map((row) => [row['country'], row['segment_name'], row['segment_value']])).toEqual([
		[ids.unitedStates, 'Los Angeles CA', '803'],
		[ids.unitedStates, 'Seattle-Tacoma WA', '819'],
	]);
	const sentFor = (name: string) =>
		sim()
			.requests.filter(({ method }) => method === 'POST')
			.map(({ query }) => query[name]);
	expect(sentFor('country')).toEqual([ids.unitedStates]);
	const ages = await ads('report.get', { ...form, options: { ...NO_NAMES, segmentation_type: 'AGE' } });
	expect(ages.json).toHaveLength(3 * 2);
	expect(ages.json[0]).not.toHaveProperty('country');
});

it('asks with what is billed later, and leaves out what ran at another time only', async () => {
	await deliver(sim(), ids.websiteLineItem, 'TREND', '2026-06-05T07:00Z', '2026-06-06T07:00Z');
	const run = await ads('report.get', {
		...lineItem,
		...between('2026-06-01', '2026-06-02'),
		options: NO_NAMES,
	});
	expect(run.json.map(({ id }) => id)).toEqual([ids.lineItem]);
	const { query } = sim().requests.find(({ route }) => route.endsWith('/active_entities'))!;
	expect([query['start_time'], query['end_time']]).toEqual(['2026-06-01T07:00:00Z', '2026-06-16T07:00:00Z']);
});

it('shows null or zero for what was not served, rates if wanted, and skips empty rows', async () => {
	const form = {
		account_id: account,
		entity: 'CAMPAIGN',
		entities: 'chosen',
		entity_ids: ids.campaign,
		...between('2026-05-19', '2026-05-21'),
	};
	const options = (more: Record<string, unknown>) =>
		({ ...form, options: { ...NO_NAMES, ...more } }) as never;
	const [row] = (await ads('report.get', options({ rates: true }))).json;
	expect(row).toMatchObject({ impressions: null, billed_charge: null, ctr: null, cpc: null, cpm: null });
	const [zeros] = (await ads('report.get', options({ null_as: 'zero' }))).json;
	expect(zeros).toMatchObject({ impressions: 0, billed_charge: 0 });
	expect((await ads('report.get', options({ skip_empty: true }))).json).toEqual([]);
	const served = { ...form, entity_ids: ids.activeCampaign, options: { ...NO_NAMES, rates: true } };
	const [rates] = (await ads('report.get', served)).json as Record<string, number>[];
	const { ctr = 0, clicks = 0, impressions: shown = 0, cpm = 0, billed_charge: spent = 0, cpc = 0 } = rates!;
	expect([ctr, cpc, cpm]).toEqual(
		[clicks / shown, spent / clicks, (spent / shown) * 1000].map((rate) => Number(rate.toPrecision(12))),
	);
});

it.each(['ACCOUNT', 'FUNDING_INSTRUMENT', 'CAMPAIGN', 'LINE_ITEM', 'PROMOTED_TWEET'])(
	'reports on %s, from the same impressions',
	async (entity) => {
		const run = await ads('report.get', {
			account_id: account,
			entity,
			...between('2026-05-19T03:00:00', '2026-05-19T09:00:00'),
			granularity: 'HOUR',
			filters: { placement: ['ALL_ON_TWITTER'] },
		});
		expect(run.error?.message).toBeUndefined();
		expect(run.json).toHaveLength(6);
		const hours = Array.from({ length: 6 }, (_, hour) => {
			const from = new Date(Date.parse('2026-05-19T10:00Z') + hour * 3_600_000).toISOString();
			const to = new Date(Date.parse(from) + 3_600_000).toISOString();
			return impressions(ids.lineItem, 'ALL_ON_TWITTER', from, to);
		});
		expect(run.json.map((row) => row['impressions'])).toEqual(hours);
		expect(run.json[0]).toMatchObject({ currency: 'USD' });
	},
);

it('says that nothing ran', async () => {
	const run = await ads('report.get', { ...lineItem, ...between('2025-05-19', '2025-05-21') });
	expect(run.json).toEqual([]);
	expect(run.hints.map(({ message }) => message).join()).toContain('Nothing was active');
});

it('names what is wrong before anything is sent', async () => {
	const form = { ...lineItem, ...between('2026-05-21', '2026-05-19'), metric_groups: ['ENGAGEMENT'] };
	const run = await ads('report.get', {
		...form,
		options: { segmentation_type: 'CONVERSION_TAGS' },
		filters: { campaign_ids: ids.campaign, line_item_ids: ids.lineItem },
	});
	expect(run.error?.context).toMatchObject({
		data: {
			invalid: [
				{ field: 'metric_groups', rule: 'segment' },
				{ field: 'line_item_ids', rule: 'exclusive' },
				{ field: 'end_time', rule: 'after' },
			],
		},
	});
	expect(sent()).toEqual([]);
});

it('keeps to what belongs to a campaign', async () => {
	await deliver(sim(), ids.websiteLineItem, 'TREND', '2026-06-01T07:00Z', '2026-06-02T07:00Z');
	const run = await ads('report.get', {
		...lineItem,
		...between('2026-06-01', '2026-06-02'),
		filters: { campaign_ids: ids.campaign },
		options: NO_NAMES,
	});
	expect(run.json.map(({ id }) => id)).toEqual([ids.websiteLineItem]);
});

it('reads the account once for many items', async () => {
	const items = Array.from({ length: 5 }, () => ({ json: {} }));
	await ads(
		'report.get',
		{ ...lineItem, ...between('2026-05-19', '2026-05-20'), options: NO_NAMES },
		{ items },
	);
	expect(sent().filter((request) => request === `GET /12/accounts/${ids.account}`)).toHaveLength(1);
});

it.each(['Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns'])(
	'asks in whole hours what was active, and for days of %s',
	async (timezone) => {
		const { state } = area.state(sim().platform).production;
		Object.assign(state.of('accounts').findAny(ids.account)?.data ?? {}, { timezone });
		const run = await ads('report.get', { ...lineItem, options: NO_NAMES });
		expect(run.error?.message).toBeUndefined();
		expect(run.json).toHaveLength(7);
		expect(run.json.every(({ start }) => (start as string).includes('T00:00:00'))).toBe(true);
		const { query } = sim().requests.find(({ route }) => route.endsWith('/active_entities'))!;
		expect([query['start_time'], query['end_time']]).toEqual(
			Array(2).fill(expect.stringMatching(/T\d\d:00:00Z$/)),
		);
	},
);

it.each([
	['', 'X did not say which time zone the account has'],
	['Mars/Olympus', 'The account has the time zone "Mars/Olympus"'],
])('asks for nothing where the days of an account are not known: "%s"', async (timezone, message) => {
	const { state } = area.state(sim().platform).production;
	Object.assign(state.of('accounts').findAny(ids.account)?.data ?? {}, { timezone });
	const run = await ads('report.get', { ...lineItem, options: NO_NAMES });
	expect(run.error?.message).toBe(message);
	expect(sent()).toEqual([`GET /12/accounts/${ids.account}`]);
});

it('says which of several accounts got another time zone inside the range', async () => {
	const { state } = area.state(sim().platform).production;
	const held = state.of('accounts').findAny(ids.account)!.data;
	const { timezone_switch_at: before } = held;
	Object.assign(held, { timezone_switch_at: '2026-05-20T07:00:00Z' });
	const form = { ...lineItem, ...between('2026-05-19', '2026-05-21'), options: NO_NAMES };
	const { hints } = await ads('report.get', form, { items: [{ json: {} }, { json: {} }] });
	expect(hints.map(({ message }) => message)).toContainEqual(
		expect.stringMatching(
			/^Account Acme.*: The account got its time zone, America\/Los_Angeles, on 2026-05-20T00:00:00-07:00\. X's figures have a gap/,
		),
	);
	Object.assign(held, { timezone_switch_at: before });
});

it('gives what X left out beside its rows as data, and fails on it where that is wanted', async () => {
	const answer = {
		data: [{ id: ids.lineItem, id_data: [{ segment: null, metrics: { impressions: [5], clicks: [0] } }] }],
		errors: [{ code: 'PART', message: 'A part is not there' }],
	};
	const form = { ...lineItem, ...between('2026-05-19', '2026-05-20'), granularity: 'TOTAL' };
	const run = async (more = {}) => {
		sim().fail({
			match: { method: 'GET', path: `/12/stats/accounts/${ids.account}` },
			kind: 'status',
			status: 200,
			body: answer,
		});
		const options = { ...NO_NAMES, way: 'sync', ...more };
		return await ads('report.get', {
			...form,
			filters: { placement: ['ALL_ON_TWITTER'] },
			metric_groups: ['ENGAGEMENT'],
			options,
		});
	};
	const { json, hints } = await run();
	const reason = 'X left something out: A part is not there';
	expect(json).toMatchObject([
		{ impressions: 5, clicks: null, incomplete: true, missing: reason },
		{ error: reason, details: { kind: 'report', state: 'partial', placement: 'ALL_ON_TWITTER' } },
	]);
	expect(hints.map(({ message }) => message).join()).toContain(
		`A part of the report did not come: ${reason}`,
	);
	expect((await run({ failOnPartialErrors: true })).error?.message).toContain(reason);
});

it('says that a range was widened, and that X has more than it answers', async () => {
	sim().fail({
		match: { method: 'GET', path: `/12/stats/accounts/${ids.account}/active_entities` },
		kind: 'status',
		status: 200,
		body: { data: [{ entity_id: ids.lineItem }], next_cursor: 'p2' },
	});
	const parts = between('2026-05-19T03:00:00Z', '2026-05-20T03:00:00Z');
	const { hints } = await ads('report.get', { ...lineItem, ...parts, options: NO_NAMES });
	const said = hints.map(({ message }) => message).join();
	expect(said).toContain(
		'widened to whole days of the account: 2026-05-18T00:00:00-07:00 to 2026-05-20T00:00:00-07:00',
	);
	expect(said).toContain('more active entities than it answers');
});

it.each(['sync', 'jobs'])('asks with plain dates where X takes another midnight: %s', async (way) => {
	const message = "start_time must be midnight in the account's local timezone";
	sim().fail({
		match: way === 'sync' ? { method: 'GET', path: `/12/stats/accounts/${ids.account}` } : { method: 'POST' },
		kind: 'status',
		status: 400,
		body: { errors: [{ code: 'INVALID_TIME_WINDOW', message }] },
	});
	await ads('report.get', {
		...lineItem,
		...between('2026-05-19', '2026-05-21'),
		filters: { placement: ['ALL_ON_TWITTER'] },
		options: { ...NO_NAMES, way },
	});
	const asked = sim().requests.filter(({ query }) => query['granularity'] === 'DAY');
	expect(asked.slice(0, 2).map(({ query }) => [query['start_time'], query['end_time']])).toEqual([
		['2026-05-19T07:00:00Z', '2026-05-21T07:00:00Z'],
		['2026-05-19', '2026-05-21'],
	]);
});
