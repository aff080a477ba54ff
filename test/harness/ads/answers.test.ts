/**
 * What X refuses is reported in plain words, with what to do about it, and what it answers is not lost.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { spec } from '../../../nodes/XAdsCampaigns/spec';
import { ME } from '../../simulator/identities';
import { account, byId, ids, newCampaign, newLineItem, useAds } from './support';
import { useSkippedWaits } from '../../support/waits';

const { sim, ads, sent, lastQuery } = useAds();
useSkippedWaits(sim);
const getCampaign = { account_id: account, campaign_id: byId(ids.campaign) };
const PATH = `/12/accounts/${ids.account}/campaigns/${ids.campaign}`;

it.each([
	[
		'campaign.create',
		newCampaign({ funding_instrument_id: byId('nope1') }),
		'"Funding Instrument" (funding_instrument_id)',
	],
	['lineItem.create', newLineItem({ objective: 'REACH' }), '"Objective" (objective)'],
] as readonly [string, INodeParameters, string][])(
	'%s: names the field that X blames %#',
	async (operation, form, field) => {
		const run = await ads(operation, form);
		expect(run.error?.description).toMatch(`This is about ${field}. `);
	},
);

it.each([
	['campaign.get', {}],
	['campaign.update', { updateFields: { name: 'x' } }],
	['campaign.delete', {}],
] as readonly [string, INodeParameters][])(
	'%s: a missing campaign is told without an option that the operation may not have',
	async (operation, more) => {
		const run = await ads(operation, { account_id: account, campaign_id: byId('nope1'), ...more });
		expect(run.error?.httpCode).toBe('404');
		expect(run.error?.description).not.toMatch(/only with Include Deleted/);
	},
);

it('waits for the account-level limit before the user-level one', async () => {
	sim().fail({ match: { path: PATH }, kind: 'rateLimited', resetIn: 1, account: true, times: 1 });
	const run = await ads('campaign.get', getCampaign);
	expect(run.json[0]).toMatchObject({ id: ids.campaign });
	expect(sent()).toHaveLength(2);
});

it('names the scope that an OAuth 2.0 token lacks', async () => {
	const token = sim().platform.credentials.grant(ME.id, ['ads.read']).access_token;
	const credentials = {
		xUserOAuth2Api: { oauthTokenData: { access_token: token, refresh_token: 'x', token_type: 'bearer' } },
	};
	const run = await ads('campaign.create', newCampaign(), { as: 'oAuth2', credentials });
	expect(run.error?.message).toContain('ads.write');
});

it.each([
	['the account of somebody else', { account_id: byId(ids.foreignAccount) }, 'The ads account was not found'],
	['an account to look at only', { account_id: byId(ids.readOnlyAccount) }, 'This is not allowed'],
] as readonly [string, INodeParameters, string][])('explains %s', async (_, more, message) => {
	const run = await ads('account.update', { ...more, updateFields: { name: 'Mine' } });
	expect(run.error?.message).toContain(message);
});

it('names the permissions of the user where X refuses a write', async () => {
	const one = { account_id: byId(ids.readOnlyAccount), updateFields: { name: 'Mine' } };
	const run = await ads('account.update', one, { items: [{ json: {} }, { json: {} }], continueOnFail: true });
	expect(run.json.map(({ details }) => get(details, 'description') as unknown)).toEqual(
		Array(2).fill(expect.stringMatching(/In this account X gives you CAMPAIGN_ANALYST$/)),
	);
	expect(sent().filter((request) => request.endsWith('/authenticated_user_access'))).toHaveLength(1);
});

const answer = (path: string, body: unknown) =>
	sim().fail({ match: { path }, kind: 'status', status: 200, body, times: 1 });

it.each([
	['biddingRule.getMany', '/12/bidding_rules', {}],
	['recommendation.getMany', `/5/accounts/${ids.account}/recommendations`, { account_id: account }],
] as readonly [string, string, INodeParameters][])(
	'%s has no cursor: it says where X has more',
	async (operation, path, form) => {
		for (const [next_cursor, count] of [
			['p2', 1],
			[null, 0],
		] as const) {
			answer(path, { data: [{ id: 'a1' }], next_cursor, request: {} });
			const run = await ads(operation, form);
			expect(run.error?.message).toBeUndefined();
			expect(run.hints.filter(({ message }) => message.includes('next_cursor'))).toHaveLength(count);
		}
	},
);

it('names in another language are shown', async () => {
	const path = `/12/accounts/${ids.account}/targeting_criteria`;
	answer(path, { data: [{ id: 'a1', name: 'Germany', localized_name: 'Allemagne' }], request: {} });
	const form = { account_id: account, line_item_ids: ids.lineItem, filters: { lang: 'fr' } };
	const run = await ads('targetingCriterion.getMany', form);
	expect(lastQuery()).toMatchObject({ lang: 'fr' });
	expect(run.json).toEqual([expect.objectContaining({ localized_name: 'Allemagne' })]);
});

it.each(['/5/', '/11/', '/12/'])('a custom API call follows cursors below %s', async (version) => {
	const path = `${version}accounts/${ids.account}/tailored_audiences/a1/permissions`;
	answer(path, { data: [{ id: 'a1' }], next_cursor: 'c2' });
	answer(path, { data: [{ id: 'a2' }], next_cursor: null });
	const run = await ads('customApiCall.send', { method: 'GET', path, paginate: true, maxPages: 5 });
	expect(run.json).toHaveLength(2);
	expect(sim().requests.map(({ query }) => query.cursor)).toEqual([undefined, 'c2']);
});

it('every list of the node has pages, or the hint that it has none', () => {
	const silent = spec.resources.flatMap(({ value, operations }) =>
		Object.entries(operations)
			.filter(([, record]) => record.route.startsWith('GET') && record.result?.isList)
			.filter(([, record]) => !record.paging && !('run' in record))
			.map(([name]) => `${value}.${name}`),
	);
	expect(silent).toEqual([]);
});

it.each([ME.username, `@${ME.username}`, `https://x.com/${ME.username}`])(
	'promotes the account of the user %s, whose ID the core API knows',
	async (named) => {
		const form = { account_id: account, line_item_id: byId(ids.followersLineItem), user_id: byId(named) };
		const run = await ads('promotedAccount.create', form);
		expect(run.error?.message).toBeUndefined();
		expect(sent()).toEqual([
			`GET /2/users/by/username/${ME.username}`,
			`POST /12/accounts/${ids.account}/promoted_accounts`,
		]);
		expect(sim().requests[1]?.query).toMatchObject({ user_id: ME.id });
	},
);
