/**
 * Tables to use as they are: names, texts, links, results, totals, and rows for what is missing.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { useSkippedWaits } from '../../support/waits';
import { ads as area } from '../../simulator/ads/area';
import { TIMES } from '../../simulator/ads/samples';
import { ME } from '../../simulator/identities';
import { account, between, deliver, ids, impressions, stats, useAds } from './support';

const { sim, ads, sent } = useAds('xAdsAnalytics');
useSkippedWaits(sim);

const DAY = between('2026-05-19', '2026-05-20');

const state = () => area.state(sim().platform).production.state;

/** Lets the line item of the seed promote a Post of a user. */
function promote(id: string, text: string, user: string, more: Record<string, string> = {}): string {
	const promoted = `ad${id.slice(-4)}`;
	state()
		.of('posts')
		.add(ids.account, { ...TIMES, id, text, user_id: user, name: null, ...more });
	state()
		.of('promotedTweets')
		.add(ids.account, {
			...TIMES,
			id: promoted,
			line_item_id: ids.lineItem,
			tweet_id: id,
			entity_status: 'ACTIVE',
			approval_status: 'ACCEPTED',
		});
	return promoted;
}

const LINK = 'https://shop.example.com/hats?utm_source=x&utm_campaign=spring%20sale&size=m';

describe('ads with their landing pages', () => {
	const form: INodeParameters = { account_id: account, ...DAY };

	it('have the text as it was written, the link, its page and its UTM values', async () => {
		const own = promote('1800000000000001111', `Hats & caps: ${LINK}`, ME.id);
		const run = await ads('report.getAds', form);
		expect(run.error?.message).toBeUndefined();
		expect(run.json.find(({ id }) => id === own)).toMatchObject({
			tweet_id: '1800000000000001111',
			post_text: `Hats & caps: ${LINK}`,
			link: LINK,
			page: 'https://shop.example.com/hats',
			utm_source: 'x',
			utm_medium: null,
			utm_campaign: 'spring sale',
			line_item_name: `Line item ${ids.lineItem}`,
			campaign_name: 'Autumn engagement',
			objective: 'ENGAGEMENTS',
			result_type: 'engagements',
			result: expect.any(Number) as unknown,
			currency: 'USD',
			is_total: false,
		});
		expect(run.hints).toEqual([]);
	});

	it('have the link of a card before that of the text', async () => {
		const card = { card_uri: `card://${ids.card}` };
		const own = promote('1800000000000002222', `Autumn: ${LINK}`, ME.id, card);
		const run = await ads('report.getAds', form);
		expect(run.json.find(({ id }) => id === own)).toMatchObject({
			link: 'https://example.com/autumn',
			page: 'https://example.com/autumn',
			utm_source: null,
		});
		expect(sent().filter((request) => request.endsWith('/cards/all'))).toHaveLength(1);
	});

	it('are found for every user that the account may promote', async () => {
		const own = promote('1800000000000003333', 'From a partner', ids.otherUserId);
		const run = await ads('report.getAds', form);
		expect(run.json.find(({ id }) => id === own)).toMatchObject({ post_text: 'From a partner', link: null });
	});

	it('come without texts and links where X does not give them, and a hint says so', async () => {
		promote('1800000000000001111', `Hats: ${LINK}`, ME.id);
		sim().fail({
			match: { method: 'GET', path: `/12/accounts/${ids.account}/tweets` },
			kind: 'status',
			status: 403,
			body: { errors: [{ code: 'ACTION_NOT_ALLOWED', message: 'No' }] },
		});
		const run = await ads('report.getAds', form);
		expect(run.json[0]).toMatchObject({ post_text: null, link: null, campaign_name: 'Autumn engagement' });
		expect(run.hints.map(({ message }) => message).join()).toContain('texts and links of the ads');
	});

	it('are counted by Estimate', async () => {
		promote('1800000000000001111', `Hats: ${LINK}`, ME.id, { card_uri: `card://${ids.card}` });
		const report: INodeParameters = {
			account_id: account,
			...DAY,
			entity: 'PROMOTED_TWEET',
			options: { landing: true },
		};
		state()
			.of('promotedTweets')
			.of(ids.account)
			.filter(({ data }) => data.id === ids.promotedTweet)
			.forEach((entity) => state().of('promotedTweets').patch(entity, { tweet_id: '1800000000000001111' }));
		const [estimate] = (await ads('report.estimate', report)).json;
		const before = sim().requests.length;
		await ads('report.get', report);
		expect(sim().requests.length - before).toBe(estimate?.['requests']);
	});
});

it('shows what each campaign has spent, today included, with its result and a total', async () => {
	const now = sim().platform.clock.now();
	const hour = (ago: number) => new Date(now - ago * 3_600_000).toISOString().slice(0, 13);
	await deliver(sim(), ids.websiteLineItem, 'TREND', `${hour(3)}:00Z`, `${hour(0)}:00Z`);
	const run = await ads('report.getSpend', { account_id: account });
	expect(run.error?.message).toBeUndefined();
	const own = run.json.find(({ id }) => id === ids.campaign);
	expect(own).toMatchObject({
		name: 'Summer sale',
		objective: 'WEBSITE_CLICKS',
		result_type: 'clicks',
		impressions: impressions(ids.websiteLineItem, 'TREND', `${hour(3)}:00Z`, `${hour(0)}:00Z`),
	});
	const [total] = run.json.slice(-1);
	expect(total).toMatchObject({ id: null, name: 'Total', currency: 'USD', is_total: true });
	const spent = run.json.slice(0, -1).reduce((sum, row) => sum + Number(row['billed_charge']), 0);
	expect(total?.['billed_charge']).toBeCloseTo(spent, 6);
});

it('has a row that says so for a job that failed, and none of another form', async () => {
	const form = { account_id: account, ...DAY, totals: 'none', options: { way: 'jobs' } };
	const before = stats(sim()).jobs.count;
	await ads('report.getSpend', form);
	// The last job fails; it is started once more, and fails again.
	const skip = stats(sim()).jobs.count - before - 1;
	await sim().control('ads', 'jobs', { skip, times: 2, outcome: 'FAILED' });
	const run = await ads('report.getSpend', form);
	expect(run.error?.message).toBeUndefined();
	expect(run.json).toEqual([
		expect.objectContaining({
			id: ids.activeCampaign,
			billed_charge: expect.any(Number) as unknown,
			incomplete: true,
			missing: expect.stringMatching(/^The job ended with the status FAILED \(job \d+\)$/) as unknown,
		}),
	]);
});
