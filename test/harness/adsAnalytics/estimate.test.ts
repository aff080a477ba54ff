/**
 * What Estimate says of a report, against what the run of the same form then does.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { fc } from '../../support/properties';
import { useSkippedWaits } from '../../support/waits';
import { account, between, deliver, ids, stats, useAds } from './support';
import { ads as area } from '../../simulator/ads/area';
import { cases } from '../../support/cases';

const { sim, ads, addLineItems } = useAds('xAdsAnalytics');
const waits = useSkippedWaits(sim);

const DAY = 86_400_000;
const day = (place: number) => new Date(Date.parse('2026-01-15') + place * DAY).toISOString().slice(0, 10);

const lineItems = () => {
	const { state } = area.state(sim().platform).production;
	const all = state.of('lineItems').of(ids.account);
	return all.map(({ data }) => data.id);
};

/** Line items that ran for some weeks each. */
async function fill(count: number): Promise<void> {
	await addLineItems(count, ids.campaign);
	for (const [place, id] of lineItems().slice(-count).entries())
		await deliver(
			sim(),
			id,
			place % 3 === 0 ? 'TREND' : 'ALL_ON_TWITTER',
			`${day((place * 7) % 200)}T07:00Z`,
			`${day(((place * 7) % 200) + 20)}T07:00Z`,
		);
}

/** Runs Estimate, and then the report itself. */
async function both(form: INodeParameters, options: INodeParameters = {}) {
	const done = () => [sim().requests.length + stats(sim()).jobs.requests.length, stats(sim()).jobs.count];
	const estimate = await ads('report.estimate', { ...form, options });
	const [requests = 0, jobs = 0] = done();
	const run = await ads('report.get', { ...form, options });
	const [allRequests = 0, allJobs = 0] = done();
	expect([estimate.error?.message, run.error?.message]).toEqual([undefined, undefined]);
	const [said] = estimate.json;
	return {
		said,
		run,
		did: { requests: allRequests - requests, jobs: allJobs - jobs, rows: run.json.length },
	};
}

const reports = fc.record({
	entity: fc.constantFrom('LINE_ITEM', 'CAMPAIGN', 'ACCOUNT', 'FUNDING_INSTRUMENT', 'PROMOTED_TWEET'),
	entities: fc.constantFrom('active', 'active', 'chosen'),
	first: fc.integer({ min: 0, max: 200 }),
	days: fc.integer({ min: 1, max: 60 }),
	granularity: fc.constantFrom('DAY', 'TOTAL'),
	filters: fc.record({
		placement: fc.subarray(['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND'], { minLength: 1 }),
	}),
	metric_groups: fc.subarray(['BILLING', 'ENGAGEMENT', 'WEB_CONVERSION', 'MOBILE_CONVERSION'], {
		minLength: 1,
	}),
	options: fc.record({
		way: fc.constantFrom('auto', 'auto', 'jobs', 'sync'),
		names: fc.boolean(),
		by_placement: fc.boolean(),
		segmentation_type: fc.constantFrom('', '', 'AGE', 'METROS'),
		country: fc.constantFrom('US', ids.unitedStates),
	}),
});

const chosen: Readonly<Record<string, string>> = {
	CAMPAIGN: ids.campaign,
	FUNDING_INSTRUMENT: ids.fundingInstrument,
	PROMOTED_TWEET: ids.promotedTweet,
};

it('says the requests, jobs and rows of any report', async () => {
	await fill(30);
	for (const limit of ['sync-analytics', 'writes']) sim().limits.resize(limit, 1_000_000);
	for (const { first, days, entity, entities, metric_groups: groups, options, ...rest } of fc.sample(
		reports,
		cases(8, 80),
	)) {
		const onHand = entity === 'ACCOUNT' || entity === 'FUNDING_INSTRUMENT' ? ['ENGAGEMENT'] : groups;
		const form = {
			account_id: account,
			entity,
			...rest,
			metric_groups: onHand,
			...between(day(first), day(first + days)),
			...(entity !== 'ACCOUNT' && {
				entities,
				entity_ids: entity === 'LINE_ITEM' ? lineItems().slice(-21).join() : (chosen[entity] ?? ''),
			}),
		};
		const { said, did } = await both(form, options);
		const { requests, jobs, rows } = said ?? {};
		expect({ form, options, requests, jobs, rows: rows ?? did.rows }).toEqual({ form, options, ...did });
	}
});

// 252 requests at once, or 102 jobs: one window of X takes 250 and 100.
it.each([
	['sync', 420, ['ALL_ON_TWITTER', 'TREND'], 42],
	['jobs', 680, ['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND'], 1],
])('says how long X makes one wait for %s of %i line items', async (way, count, placement, days) => {
	await addLineItems(count, ids.campaign);
	const form = {
		account_id: account,
		entity: 'LINE_ITEM',
		entities: 'chosen',
		granularity: 'TOTAL',
		entity_ids: lineItems().slice(-count).join(),
		filters: { placement },
		...between(day(0), day(days)),
	};
	const { said, did } = await both(form, { way, names: false });
	expect([said?.['requests'], said?.['jobs']]).toEqual([did.requests, did.jobs]);
	const waited = waits().taken.reduce((sum, each) => sum + each, 0) / 60_000;
	const minutes = Number(said?.['minutes']);
	expect(minutes).toBeGreaterThan(0);
	// Whole minutes, as each wait for a new window lasts up to a second longer: clocks differ.
	expect(Math.round(waited)).toBeLessThanOrEqual(minutes);
});
