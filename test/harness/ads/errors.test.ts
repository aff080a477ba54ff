/**
 * What X refuses is reported in plain words, with what to do about it.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { account, byId, ids, newCampaign, newLineItem, useAds } from './support';
import { useSkippedWaits } from '../../support/waits';

const { sim, ads, sent } = useAds();
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

it('gives up with the time of the reset when the wait would be too long', async () => {
	sim().fail({ match: { path: PATH }, kind: 'rateLimited', resetIn: 600, account: true, times: 1 });
	const run = await ads('campaign.get', { ...getCampaign, options: { maxWait: 5 } });
	expect(run.error?.message).toMatch(/^Rate limit reached until \d{4}-/);
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

it('keeps the facts of a failure in the item, where the run goes on', async () => {
	const parameters = { account_id: account, campaign_id: byId('={{ $json.id }}') };
	const items = [{ json: { id: 'nope1' } }, { json: { id: ids.campaign } }];
	const run = await ads('campaign.get', parameters, { items, continueOnFail: true });
	expect(run.json[0]).toMatchObject({ details: { status: 404, code: 'CAMPAIGN_NOT_FOUND' } });
	expect(run.json[1]).toMatchObject({ id: ids.campaign });
	expect(run.itemsPaired).toEqual([0, 1]);
});
