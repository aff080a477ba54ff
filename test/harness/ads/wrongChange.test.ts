/**
 * Rules that depend on what the platform has: it is looked at, the message names field and rule, nothing is changed.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { useSimulator } from '../../support/simulator';
import { account, ads, byId, ids, lastQuery, newLineItem, sent } from './support';
import {
	type Case,
	changedCampaign,
	changedClicks,
	changedItem,
	criterion,
	item,
	list,
	refusedAfterALook,
} from './wrongForms';

const preroll = { objective: 'PREROLL_VIEWS', product_type: 'MEDIA', campaign_id: byId(ids.prerollCampaign) };
const inClicksCampaign = { campaign_id: byId(ids.campaign), objective: 'WEBSITE_CLICKS' };
const onlyWholeSets =
	'must be the whole sets of one or two advertiser business categories for the objective PREROLL_VIEWS; choose Advertiser Business Categories instead';
const changedPreroll = (updateFields: Parameters<typeof changedItem>[0]) => ({
	...changedItem(updateFields),
	line_item_id: byId(ids.prerollLineItem),
});

const cases: readonly Case[] = [
	// A campaign as it is
	[
		'campaign.update',
		changedCampaign({ total_budget_amount_local_micro: '139.99' }),
		'"Daily Budget" must be at most the total budget (140 is more than 139.99)',
	],
	[
		'campaign.update',
		{ ...changedCampaign({ standard_delivery: true }), campaign_id: byId(ids.activeCampaign) },
		'"Standard Delivery" can be set only with Budget Optimization "Campaign"',
	],

	// A line item's campaign
	[
		'lineItem.create',
		item({ daily_budget_amount_local_micro: '5' }, inClicksCampaign),
		'"Daily Budget" can be set only where the Budget Optimization of the campaign is "Line Item", and it is CAMPAIGN',
	],
	[
		'lineItem.create',
		item({ standard_delivery: false }, inClicksCampaign),
		'"Standard Delivery" can be set only where the Budget Optimization of the campaign is "Line Item", and it is CAMPAIGN',
	],
	[
		'lineItem.update',
		changedClicks({ daily_budget_amount_local_micro: '5' }),
		'"Daily Budget" can be set only where the Budget Optimization of the campaign is "Line Item", and it is CAMPAIGN',
	],
	[
		'lineItem.create',
		item({ bid_strategy: 'MAX', bid_amount_local_micro: '140.01', check_bidding_rules: true }),
		'"Bid Amount" must be at most the Daily Budget of the campaign (140.01 USD is more than 140 USD)',
	],

	// A line item as it is
	[
		'lineItem.update',
		changedItem({ bid_strategy: 'TARGET' }),
		'"Bid Strategy" can be "Target" with the objectives REACH, FOLLOWERS and WEBSITE_CLICKS only, and the objective is ENGAGEMENTS',
	],
	[
		'lineItem.update',
		{ ...changedItem({ bid_strategy: 'MAX' }), line_item_id: byId(ids.followersLineItem) },
		'"Bid Strategy" must not be "Max" with the objective FOLLOWERS',
	],
	[
		'lineItem.update',
		changedItem({ bid_amount_local_micro: '' }),
		'"Bid Amount" cannot be cleared with the bid strategy "Max"',
	],
	[
		'lineItem.update',
		changedClicks({ frequency_cap: 3 }),
		'"Frequency Cap" is available for the objectives REACH, ENGAGEMENTS, VIDEO_VIEWS, PREROLL_VIEWS only, and the objective is WEBSITE_CLICKS',
	],
	[
		'lineItem.update',
		changedItem({ goal: 'APP_INSTALLS' }),
		'"Goal" can be APP_INSTALLS with the objective APP_INSTALLS or APP_ENGAGEMENTS only, and the objective is ENGAGEMENTS',
	],
	[
		'lineItem.update',
		changedClicks({ goal: 'WEBSITE_CONVERSIONS' }),
		'"Primary Web Event Tag" is required with the goal WEBSITE_CONVERSIONS',
	],
	[
		'lineItem.update',
		changedItem({ pay_by: 'IMPRESSION' }),
		'"Pay By" can be set with the objective APP_INSTALLS only, or for the goals LINK_CLICKS and SITE_VISITS; the objective is ENGAGEMENTS',
	],
	[
		'lineItem.update',
		changedClicks({ pay_by: 'APP_CLICK' }),
		'"Pay By" must be LINK_CLICK or IMPRESSION with the goal LINK_CLICKS, and is APP_CLICK',
	],
	[
		'lineItem.update',
		changedItem({ end_time: '2026-01-01T00:00:00Z' }),
		'"End Time" must be after the start time (2026-01-01T00:00:00Z is before 2026-01-10T00:00:00Z)',
	],
	[
		'lineItem.update',
		changedPreroll({ categories: ['IAB7-1'] }),
		`"IAB Category Names or IDs" ${onlyWholeSets}`,
	],
	[
		'lineItem.update',
		changedPreroll({ categories: [] }),
		'"Advertiser Business Category Names or IDs" must name one or two with the objective PREROLL_VIEWS',
	],
	[
		'lineItem.update',
		changedItem({ business_categories: ['a'] }),
		'"Advertiser Business Category Names or IDs" belongs to the objective PREROLL_VIEWS, and the objective is ENGAGEMENTS',
	],

	// Lists that the platform keeps
	[
		'lineItem.create',
		item({ categories: ['IAB7-1'] }, preroll),
		`"IAB Category Names or IDs" ${onlyWholeSets}`,
	],
	[
		'lineItem.create',
		item({ business_categories: ['nope'] }, preroll),
		'"Advertiser Business Category Names or IDs" holds "nope", which the platform does not know',
	],
	[
		'lineItem.create',
		item({ bid_strategy: 'MAX', bid_amount_local_micro: '0.015', check_bidding_rules: true }),
		'"Bid Amount" must be a multiple of 0.01 USD, and is 0.015 USD',
	],
	[
		'campaign.create',
		list({
			funding_instrument_id: byId(ids.fundingInstrument),
			name: 'Winter',
			additionalFields: { daily_budget_amount_local_micro: '1.005', check_bidding_rules: true },
		}),
		'"Daily Budget" must be a multiple of 0.01 USD, and is 1.005 USD',
	],

	// What hangs on a line item
	[
		'mediaCreative.create',
		list({ account_media_id: ids.imageMedia, line_item_id: byId(ids.websiteLineItem) }),
		'"Landing URL" is required: the objective of the line item is WEBSITE_CLICKS',
	],
	[
		'targetingCriterion.create',
		{ ...criterion('TV_SHOW', '10027243420'), line_item_id: byId(ids.websiteLineItem) },
		'"Targeting Type" cannot be TV_SHOW before the line item has a LOCATION in the market of the show',
	],
	[
		'targetingCriterion.create',
		criterion('ENGAGEMENT_TYPE', 'IMPRESSION'),
		'"Targeting Type" cannot be ENGAGEMENT_TYPE before the line item has a CAMPAIGN_ENGAGEMENT or USER_ENGAGEMENT',
	],
	[
		'targetingCriterion.batch',
		{
			...criterion('TV_SHOW', '10027243420'),
			line_item_id: byId(ids.websiteLineItem),
			operation_type: 'Create',
		},
		'"Targeting Type" cannot be TV_SHOW before the line item has a LOCATION in the market of the show',
	],
	[
		'lineItem.batch',
		{
			...list({ operation_type: 'Update', line_item_id: byId(ids.websiteLineItem) }),
			additionalFields: { frequency_cap: 3 },
		},
		'"Frequency Cap" is available for the objectives REACH, ENGAGEMENTS, VIDEO_VIEWS, PREROLL_VIEWS only, and the objective is WEBSITE_CLICKS',
	],
	[
		'campaign.batch',
		{
			...list({ operation_type: 'Update', campaign_id: byId(ids.campaign) }),
			additionalFields: { total_budget_amount_local_micro: '1' },
		},
		'"Daily Budget" must be at most the total budget (140 is more than 1)',
	],
];

describe('a value that does not go with what is there', () => {
	refusedAfterALook(cases);
});

describe('a change that goes with what is there', () => {
	const sim = useSimulator();

	it('is sent as given, without what was looked up', async () => {
		const run = await ads(sim(), 'lineItem.update', changedItem({ bid_amount_local_micro: '0.45' }));
		expect(run.error).toBeUndefined();
		expect(lastQuery(sim())).toEqual({ bid_amount_local_micro: '450000' });
	});

	it('needs no look where no rule depends on it', async () => {
		await ads(sim(), 'lineItem.update', changedItem({ name: 'New', entity_status: 'PAUSED' }));
		await ads(sim(), 'campaign.update', changedCampaign({ name: 'New', purchase_order_number: '7' }));
		expect(sim().requests.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
	});

	it('knows what earlier items of the run have changed', async () => {
		const items = [{ json: { total: '200', daily: '100' } }, { json: { total: '120', daily: '' } }];
		const parameters = changedCampaign({
			total_budget_amount_local_micro: '={{ $json.total }}',
			daily_budget_amount_local_micro: '={{ $json.daily || undefined }}',
		});
		const run = await ads(sim(), 'campaign.update', parameters, { items, continueOnFail: true });
		expect(run.json[0]).toMatchObject({ total_budget_amount_local_micro: 200_000_000 });
		expect(run.json[1]).toMatchObject({ total_budget_amount_local_micro: 120_000_000 });
	});

	it.each(['update', 'batch'])('knows changes that needed no look themselves: %s', async (operation) => {
		// Of the first and the last one budget is compared with the other as it is by then.
		const items = [{ daily: '100' }, { daily: '150', total: '200' }, { daily: '160' }].map((json) => ({
			json,
		}));
		const changed = {
			total_budget_amount_local_micro: '={{ $json.total }}',
			daily_budget_amount_local_micro: '={{ $json.daily }}',
		};
		const form = { ...changedCampaign(changed), operation_type: 'Update', additionalFields: changed };
		const run = await ads(sim(), `campaign.${operation}`, form, { items, continueOnFail: true });
		expect(run.json.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
		expect(run.json[2]).toMatchObject({ daily_budget_amount_local_micro: 160_000_000 });
	});

	it('forgets a change that was refused', async () => {
		const items = [{ daily: '100', part: '0.000001' }, { total: '120' }].map((json) => ({ json }));
		const parameters = {
			...changedCampaign({}),
			operation_type: 'Update',
			additionalFields: {
				daily_budget_amount_local_micro: '={{ $json.part || $json.daily }}',
				total_budget_amount_local_micro: '={{ $json.total }}',
				check_bidding_rules: true,
			},
		};
		const run = await ads(sim(), 'campaign.batch', parameters, { items, continueOnFail: true });
		expect(run.json.map(({ error }) => error)).toEqual([
			expect.stringContaining('must be a multiple of'),
			expect.stringContaining('(140 is more than 120)'),
		]);
	});

	it('lets the objective for website clicks choose what is paid for, and says that it may be refused', async () => {
		const form = newLineItem({
			campaign_id: byId(ids.campaign),
			objective: 'WEBSITE_CLICKS',
			additionalFields: { goal: 'LINK_CLICKS', pay_by: 'LINK_CLICK' },
		});
		const run = await ads(sim(), 'lineItem.create', form);
		expect(run.json[0]).toMatchObject({ goal: 'LINK_CLICKS' });
		expect(run.hints.map(({ message }) => message)).toEqual([expect.stringContaining('Pay By')]);
	});

	it('is looked up for all items of a batch at once', async () => {
		const items = [ids.lineItem, ids.websiteLineItem, ids.followersLineItem].map((id) => ({ json: { id } }));
		const parameters = {
			account_id: account,
			operation_type: 'Update',
			line_item_id: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			additionalFields: { bid_amount_local_micro: '1' },
		};
		const run = await ads(sim(), 'lineItem.batch', parameters, { items });
		expect(run.error).toBeUndefined();
		expect(sent(sim())).toEqual([
			`GET /12/accounts/${ids.account}/line_items`,
			`POST /12/batch/accounts/${ids.account}/line_items`,
		]);
	});
});
