/**
 * What only X can know is left to it: one request, no look before it. What the user asked to be checked is
 * checked, and where the documentation contradicts itself there is a hint.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { omit } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { useSkippedWaits } from '../../support/waits';
import { byId, ids, newLineItem, useAds } from './support';
import { brokenRules, campaign, changedCampaign, changedItem, criterion, item, list } from './wrongForms';

const { sim, ads, lastQuery, sent } = useAds();
useSkippedWaits(sim);
/** The simulated platform goes by the parameter table, and refuses some of these. */
const CONTINUE_ON_FAIL = { continueOnFail: true };
const hints = ({ hints: all }: Awaited<ReturnType<typeof ads>>) => all.map(({ message }) => message);
/** The present amount is not asked for then. */
const ALLOWED = { options: { allow_large_amounts: true } };
const website = { campaign_id: byId(ids.campaign), objective: 'WEBSITE_CLICKS' };

describe('without a look at X', () => {
	it.each([
		['campaign.update', { ...changedCampaign({ total_budget_amount_local_micro: '139.99' }), ...ALLOWED }],
		['campaign.update', changedCampaign({ standard_delivery: true })],
		['lineItem.create', item({ daily_budget_amount_local_micro: '5' }, website)],
		['lineItem.update', changedItem({ bid_strategy: 'TARGET' })],
		['lineItem.update', changedItem({ bid_amount_local_micro: '' })],
		['lineItem.update', changedItem({ frequency_cap: '3' })],
		['lineItem.update', changedItem({ goal: 'WEBSITE_CONVERSIONS' })],
		['lineItem.update', changedItem({ pay_by: 'IMPRESSION' })],
		['lineItem.update', changedItem({ end_time: '2026-01-01T00:00:00Z' })],
		['lineItem.update', changedItem({ categories: ['IAB7-1'] })],
		[
			'mediaCreative.create',
			list({ account_media_id: ids.imageMedia, line_item_id: byId(ids.websiteLineItem) }),
		],
		['targetingCriterion.create', criterion('TV_SHOW', '10027243420')],
		['targetingCriterion.create', criterion('ENGAGEMENT_TYPE', 'IMPRESSION')],
		['targetingCriterion.batch', { ...criterion('AGE', 'AGE_OVER_50'), operation_type: 'Create' }],
		[
			'lineItem.batch',
			{
				...list({ operation_type: 'Update', line_item_id: byId(ids.websiteLineItem) }),
				additionalFields: { frequency_cap: '3' },
			},
		],
	] as readonly [string, INodeParameters][])('%s is sent %#', async (operation, form) => {
		const run = await ads(operation, form);
		expect(brokenRules(run)).toEqual([]);
		expect(sim().requests.map(({ method }) => method)).not.toContain('GET');
		expect(sent()).toHaveLength(1);
	});

	it('a batch of targeting criteria may have any order, and the types of in-stream ads', async () => {
		const rows = [
			['ENGAGEMENT_TYPE', 'x', 'EQ'],
			['CAMPAIGN_ENGAGEMENT', 'x', 'EQ'],
			['IAB_CATEGORY', 'IAB12', 'EQ'],
			['AGE', 'x', 'EQ'],
			['AGE', 'x', 'EQ'],
			['CONTENT_PUBLISHER_USER', '1917731', 'NE'],
			['TV_SHOW', 'x', 'EQ'],
		];
		const items = rows.map(([type, value, operator]) => ({ json: { type, value, operator } }));
		const row = criterion('={{ $json.type }}', '={{ $json.value }}', '={{ $json.operator }}');
		await ads(
			'targetingCriterion.batch',
			{ ...row, operation_type: 'Create' },
			{ items, ...CONTINUE_ON_FAIL },
		);
		expect(sent()).toHaveLength(1);
		expect(sim().requests[0]?.body).toEqual(
			rows.map(([targeting_type, targeting_value, operator_type]) => ({
				operation_type: 'Create',
				params: { line_item_id: ids.lineItem, targeting_type, targeting_value, operator_type },
			})),
		);
	});
});

describe('Check Bidding Rules', () => {
	const check = { check_bidding_rules: true };
	const bid = (bid_amount_local_micro: string) =>
		item({ ...check, bid_strategy: 'MAX', bid_amount_local_micro });

	it.each([
		['lineItem.create', bid('0.001'), 'bid_amount_local_micro', 'multipleOf'],
		['lineItem.create', bid('0.015'), 'bid_amount_local_micro', 'multipleOf'],
		['lineItem.create', bid('140.01'), 'bid_amount_local_micro', 'campaignBudget'],
		[
			'lineItem.update',
			changedItem({ ...check, bid_amount_local_micro: '0.015' }),
			'bid_amount_local_micro',
			'multipleOf',
		],
		[
			'campaign.create',
			campaign({ daily_budget_amount_local_micro: '1.005', additionalFields: check }),
			'daily_budget_amount_local_micro',
			'multipleOf',
		],
		[
			'campaign.batch',
			{
				...campaign({ operation_type: 'Create' }),
				additionalFields: { ...check, daily_budget_amount_local_micro: '1.005' },
			},
			'daily_budget_amount_local_micro',
			'multipleOf',
		],
	] as readonly [string, INodeParameters, string, string][])(
		'%s: an amount that breaks a rule is not sent %#',
		async (operation, form, field, rule) => {
			const run = await ads(operation, form);
			expect(brokenRules(run)).toContainEqual({ field, rule });
			expect(sim().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);

	it('reads the rules once for all items, and keeps them with the workflow for a month', async () => {
		const items = [{ json: {} }, { json: {} }, { json: {} }];
		const run = await ads('lineItem.create', bid('0.32'), { items });
		expect(run.error?.message).toBeUndefined();
		expect(sent().filter((line) => line.startsWith('GET'))).toEqual([
			`GET /12/accounts/${ids.account}/campaigns/${ids.activeCampaign}`,
			'GET /12/bidding_rules',
		]);
		const lists = Object.keys((run.staticData.global as { adsLists: object }).adsLists);
		expect(lists).toEqual([`${sim().adsUrl}/12/bidding_rules`]);
		const readsAgain = async (days: number) => {
			sim().platform.clock.advance(days * 24 * 3_600_000);
			sim().requests.length = 0;
			await ads('lineItem.create', bid('0.32'), { staticData: run.staticData });
			return sent().includes('GET /12/bidding_rules');
		};
		expect([await readsAgain(29.9), await readsAgain(0.2)]).toEqual([false, true]);
	});
});

describe('where the documentation contradicts itself', () => {
	it('a line item without an end is sent with a hint, alone and in a batch', async () => {
		const form = newLineItem({
			end_time: '={{ null }}',
			additionalFields: {},
			options: { emptyExpressions: 'leaveOut' },
		});
		await ads('lineItem.create', form, CONTINUE_ON_FAIL).then((run) => {
			expect(brokenRules(run)).toEqual([]);
			expect(hints(run)).toEqual([expect.stringContaining('"End Time"')]);
		});
		expect(lastQuery()).not.toHaveProperty('end_time');
		const neither = omit(
			newLineItem({ operation_type: 'Create', placements: byId('ALL_ON_TWITTER') }),
			'start_time',
			'end_time',
		);
		const run = await ads('lineItem.batch', neither, CONTINUE_ON_FAIL);
		expect(brokenRules(run)).toEqual([]);
		expect(hints(run)).toEqual([expect.stringContaining('"Start Time" and "End Time"')]);
		expect(sent()).toHaveLength(2);
	});

	it.each(['APP_INSTALLS', 'APP_ENGAGEMENTS'])(
		'target bidding for %s is sent with a hint',
		async (objective) => {
			const additionalFields = {
				bid_strategy: 'TARGET',
				bid_amount_local_micro: '1',
				ios_app_store_identifier: '333903271',
			};
			const run = await ads(
				'lineItem.create',
				newLineItem({ objective, additionalFields }),
				CONTINUE_ON_FAIL,
			);
			expect(brokenRules(run)).toEqual([]);
			expect(sent()).toHaveLength(1);
			expect(hints(run)).toEqual([expect.stringContaining(`documented for ${objective} in one place only`)]);
		},
	);

	it('a choice of what is paid for is sent for website clicks, too', async () => {
		const additionalFields = { goal: 'LINK_CLICKS', pay_by: 'LINK_CLICK' };
		const run = await ads('lineItem.create', newLineItem({ ...website, additionalFields }));
		expect(run.json[0]).toMatchObject({ goal: 'LINK_CLICKS' });
		expect(hints(run)).toEqual([expect.stringContaining('"Pay By"')]);
	});

	it('what it no longer has for campaigns is sent with a hint', async () => {
		const run = await ads(
			'campaign.update',
			changedCampaign({ standard_delivery: true, budget_optimization: 'CAMPAIGN' }),
		);
		expect(hints(run).join(' ')).toMatch(
			/"Standard Delivery".*deprecated.*"Budget Optimization" "Campaign"/s,
		);
	});
});
