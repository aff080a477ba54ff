/**
 * Wrong input is refused with the field's name and the rule, and nothing reaches the platform.
 *
 * @jest-environment ./test/harness/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { useSimulator } from '../support/simulator';
import { account, ads, byId, ids, newCampaign, newLineItem } from './support';

const sim = useSimulator();

/** n8n itself refuses a required field without a value; an expression can still turn out empty. */
const empty = '={{ "" }}';

const campaign = (additionalFields: INodeParameters, more: INodeParameters = {}) =>
	newCampaign({ additionalFields, ...more });
const item = (additionalFields: INodeParameters, more: INodeParameters = {}) =>
	newLineItem({ additionalFields, ...more });
const changedItem = (updateFields: INodeParameters) => ({
	account_id: account,
	line_item_id: byId(ids.lineItem),
	updateFields,
});
const changedCampaign = (updateFields: INodeParameters) => ({
	account_id: account,
	campaign_id: byId(ids.campaign),
	updateFields,
});
const list = (more: INodeParameters) => ({ account_id: account, ...more });
const manyIds = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join(',');
const criterion = (targeting_type: string, targeting_value = 'x', operator_type = 'EQ') => ({
	account_id: account,
	line_item_id: byId(ids.lineItem),
	targeting_type,
	targeting_value: byId(targeting_value),
	operator_type,
});
const estimate = (...types: string[]) => ({
	account_id: account,
	targeting_criteria: {
		values: types.map((type) => {
			const [criterion_type = '', operator_type = 'EQ'] = type.split('/');
			return { criterion_type, targeting_value: '1', operator_type };
		}),
	},
});
const history = (start_time: string, end_time: string) => ({
	account_id: account,
	entity_type: 'CAMPAIGN',
	entity_id: ids.campaign,
	start_time,
	end_time,
});
const MAX = { bid_strategy: 'MAX', bid_amount_local_micro: '1' };
const TARGET = { bid_strategy: 'TARGET', bid_amount_local_micro: '1' };

type Case = readonly [operation: string, form: INodeParameters, message: string];

const cases: readonly Case[] = [
	// Names, numbers and texts
	[
		'campaign.create',
		campaign({}, { name: 'x'.repeat(256) }),
		'"Name" must be at most 255 characters long, and has 256',
	],
	['campaign.create', campaign({}, { name: empty }), '"Name" is required'],
	[
		'campaign.update',
		changedCampaign({ name: 'x'.repeat(256) }),
		'"Name" must be at most 255 characters long, and has 256',
	],
	[
		'lineItem.create',
		item({ name: 'ä'.repeat(256) }),
		'"Name" must be at most 255 characters long, and has 256',
	],
	[
		'campaign.create',
		campaign({ purchase_order_number: '7'.repeat(51) }),
		'"Purchase Order Number" must be at most 50 characters long, and has 51',
	],
	[
		'campaign.get',
		{ account_id: account, campaign_id: byId('not an id') },
		'"Campaign" must be an ID of letters and digits, and is "not an id"',
	],
	['campaign.get', { account_id: byId(empty), campaign_id: byId(ids.campaign) }, '"Account" is required'],
	['campaign.update', changedCampaign({}), '"Update Fields" needs at least one field to change'],
	[
		'account.update',
		{ account_id: account, updateFields: {} },
		'"Update Fields" needs at least one field to change',
	],

	// Amounts
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '1.2345678' }),
		'"Daily Budget" has 7 decimals, and a millionth is the smallest part: round it, and is "1.2345678"',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '-5' }),
		'"Daily Budget" must be a plain number such as 12.50, and is "-5"',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '1,000' }),
		'"Daily Budget" must be a plain number such as 12.50, and is "1,000"',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '5 USD' }),
		'"Daily Budget" must be a plain number such as 12.50, and is "5 USD"',
	],
	[
		'campaign.create',
		campaign({ total_budget_amount_local_micro: '9999999999.1' }),
		'"Total Budget" must be at most 9007199254.740991 in currency units, and is "9999999999.1"',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '0.5' }, { amounts_in: 'micros' }),
		'"Daily Budget" must be a whole number of micros; set Amounts In to Currency Units for fractions, and is "0.5"',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '0' }),
		'"Daily Budget" must be more than 0',
	],
	[
		'campaign.update',
		changedCampaign({ total_budget_amount_local_micro: '0.000000' }),
		'"Total Budget" must be more than 0',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '10.01', total_budget_amount_local_micro: '10' }),
		'"Daily Budget" must be at most the total budget (10.01 is more than 10)',
	],
	[
		'lineItem.update',
		changedItem({ daily_budget_amount_local_micro: '2', total_budget_amount_local_micro: '1' }),
		'"Daily Budget" must be at most the total budget (2 is more than 1)',
	],
	[
		'campaign.create',
		campaign({ standard_delivery: false, budget_optimization: 'LINE_ITEM' }),
		'"Standard Delivery" can be set only with Budget Optimization "Campaign"',
	],
	[
		'campaign.update',
		changedCampaign({ standard_delivery: true, budget_optimization: 'LINE_ITEM' }),
		'"Standard Delivery" can be set only with Budget Optimization "Campaign"',
	],

	// Status
	[
		'campaign.update',
		changedCampaign({ entity_status: 'DRAFT' }),
		'"Status" must be ACTIVE or PAUSED in an update, and is DRAFT',
	],
	[
		'lineItem.update',
		changedItem({ entity_status: 'DRAFT' }),
		'"Status" must be ACTIVE or PAUSED in an update, and is DRAFT',
	],

	// Lists
	[
		'campaign.getMany',
		list({ filters: { campaign_ids: manyIds(201) } }),
		'"Campaign IDs" takes at most 200 values, and has 201',
	],
	[
		'campaign.getMany',
		list({ filters: { funding_instrument_ids: manyIds(201) } }),
		'"Funding Instrument IDs" takes at most 200 values, and has 201',
	],
	[
		'lineItem.getMany',
		list({ filters: { line_item_ids: 'ok,not ok' } }),
		'"Line Item IDs" must hold values that are each an ID of letters and digits, and "not ok" is not',
	],
	[
		'trackingTag.getMany',
		list({ filters: { tracking_tag_ids: manyIds(201) } }),
		'"Tracking Tag IDs" takes at most 200 values, and has 201',
	],
	['targetingCriterion.getMany', list({ line_item_ids: empty }), '"Line Item IDs" is required'],
	[
		'campaign.getMany',
		list({ filters: { q: 'x'.repeat(256) } }),
		'"Name Contains" must be at most 255 characters long, and has 256',
	],
	[
		'campaign.getMany',
		list({ options: { cursor: 'abc', with_total_count: true } }),
		'"With Total Count" cannot be combined with Start Cursor; the platform counts on the first page only',
	],
	[
		'category.getIab',
		{ options: { cursor: 'abc', with_total_count: true } },
		'"With Total Count" cannot be combined with Start Cursor; the platform counts on the first page only',
	],
	[
		'campaign.getMany',
		list({
			filters: { changed_since: '2026-01-01T00:00:00Z' },
			sort_by: { values: [{ attribute: 'name', direction: 'asc' }] },
		}),
		'"Sort" cannot be combined with Changed Since, which sorts by the last change',
	],
	[
		'promotedPost.create',
		list({
			line_item_id: byId(ids.lineItem),
			tweet_ids: Array.from({ length: 51 }, (_, i) => `${i + 1}`).join(),
		}),
		'"Post IDs" takes at most 50 values, and has 51',
	],
	[
		'promotedPost.create',
		list({ line_item_id: byId(ids.lineItem), tweet_ids: '123,abc' }),
		'"Post IDs" must hold values that are each an ID of 1 to 19 digits, and "abc" is not',
	],
	[
		'curatedCategory.getMany',
		list({ country_codes: 'USA' }),
		'"Country Codes" must hold values that are each a country code of two letters, such as US, and "USA" is not',
	],
	[
		'biddingRule.getMany',
		{ filters: { currency: 'dollars' } },
		'"Currency" must be a currency code of three capital letters, such as USD, and is "dollars"',
	],

	// Bidding
	['lineItem.create', item({ bid_strategy: 'MAX' }), '"Bid Amount" is required with the bid strategy "Max"'],
	[
		'lineItem.create',
		item({ bid_strategy: 'TARGET' }, { objective: 'WEBSITE_CLICKS' }),
		'"Bid Amount" is required with the bid strategy "Target"',
	],
	[
		'lineItem.create',
		item({ bid_strategy: 'MAX', bid_amount_local_micro: '0' }),
		'"Bid Amount" must be more than 0',
	],
	['lineItem.update', changedItem({ bid_amount_local_micro: '0' }), '"Bid Amount" must be more than 0'],
	[
		'lineItem.update',
		changedItem({ bid_strategy: 'MAX', bid_amount_local_micro: '' }),
		'"Bid Amount" cannot be cleared with the bid strategy "Max"',
	],
	[
		'lineItem.create',
		item(MAX, { objective: 'REACH' }),
		'"Bid Strategy" must not be "Max" with the objective REACH',
	],
	[
		'lineItem.create',
		item(MAX, { objective: 'FOLLOWERS' }),
		'"Bid Strategy" must not be "Max" with the objective FOLLOWERS',
	],
	[
		'lineItem.create',
		item(TARGET),
		'"Bid Strategy" can be "Target" with the objectives REACH, FOLLOWERS and WEBSITE_CLICKS only, and the objective is ENGAGEMENTS',
	],
	[
		'lineItem.create',
		item(TARGET, { objective: 'VIDEO_VIEWS' }),
		'"Bid Strategy" can be "Target" with the objectives REACH, FOLLOWERS and WEBSITE_CLICKS only, and the objective is VIDEO_VIEWS',
	],

	// Objectives, goals, caps
	[
		'lineItem.create',
		item({ frequency_cap: 3 }, { objective: 'WEBSITE_CLICKS' }),
		'"Frequency Cap" is available for the objectives REACH, ENGAGEMENTS, VIDEO_VIEWS, PREROLL_VIEWS only, and the objective is WEBSITE_CLICKS',
	],
	[
		'lineItem.create',
		item({ frequency_cap: 3 }, { objective: 'FOLLOWERS' }),
		'"Frequency Cap" is available for the objectives REACH, ENGAGEMENTS, VIDEO_VIEWS, PREROLL_VIEWS only, and the objective is FOLLOWERS',
	],
	['lineItem.create', item({ frequency_cap: 0 }), '"Frequency Cap" must be at least 1, and is 0'],
	['lineItem.create', item({ frequency_cap: 1.5 }), '"Frequency Cap" must be a whole number, and is 1.5'],
	[
		'lineItem.create',
		item({ duration_in_days: '14' }),
		'"Frequency Cap Period" must be 1, 7 or 30 days, and is "14"',
	],
	[
		'lineItem.create',
		item({}, { objective: 'APP_INSTALLS' }),
		'"Android App Store Identifier" or iOS App Store Identifier is required with the objective APP_INSTALLS',
	],
	[
		'lineItem.create',
		item({}, { objective: 'APP_ENGAGEMENTS' }),
		'"Android App Store Identifier" or iOS App Store Identifier is required with the objective APP_ENGAGEMENTS',
	],
	[
		'lineItem.create',
		item({ ios_app_store_identifier: 'id333903271' }),
		'"iOS App Store Identifier" must be the numeric part of the identifier, such as 333903271, and is "id333903271"',
	],
	[
		'lineItem.create',
		item({ goal: 'SITE_VISITS' }),
		'"Goal" can be SITE_VISITS with the objective WEBSITE_CLICKS only, and the objective is ENGAGEMENTS',
	],
	[
		'lineItem.create',
		item({ goal: 'APP_PURCHASES', ios_app_store_identifier: '1' }, { objective: 'APP_ENGAGEMENTS' }),
		'"Goal" can be APP_PURCHASES with the objective APP_INSTALLS only, and the objective is APP_ENGAGEMENTS',
	],
	[
		'lineItem.create',
		item({ goal: 'APP_CLICKS' }),
		'"Goal" can be APP_CLICKS with the objective APP_INSTALLS or APP_ENGAGEMENTS only, and the objective is ENGAGEMENTS',
	],
	[
		'lineItem.create',
		item({ goal: 'WEBSITE_CONVERSIONS' }, { objective: 'WEBSITE_CLICKS' }),
		'"Primary Web Event Tag" is required with the goal WEBSITE_CONVERSIONS',
	],
	[
		'lineItem.create',
		item(
			{ goal: 'APP_INSTALLS', pay_by: 'LINK_CLICK', ios_app_store_identifier: '1' },
			{ objective: 'APP_INSTALLS' },
		),
		'"Pay By" must be APP_CLICK or IMPRESSION with the goal APP_INSTALLS, and is LINK_CLICK',
	],
	[
		'lineItem.update',
		changedItem({ goal: 'LINK_CLICKS', pay_by: 'APP_CLICK' }),
		'"Pay By" must be LINK_CLICK or IMPRESSION with the goal LINK_CLICKS, and is APP_CLICK',
	],
	[
		'lineItem.create',
		item({ goal: 'SITE_VISITS', pay_by: 'LINK_CLICK' }, { objective: 'WEBSITE_CLICKS' }),
		'"Pay By" must be IMPRESSION with the goal SITE_VISITS, and is LINK_CLICK',
	],
	[
		'lineItem.create',
		item({ ...TARGET, goal: 'LINK_CLICKS', pay_by: 'IMPRESSION' }, { objective: 'WEBSITE_CLICKS' }),
		'"Pay By" cannot be set with the bid strategy "Target" and the goal LINK_CLICKS',
	],

	// Placements
	[
		'lineItem.create',
		item({ categories: ['IAB1'] }, { placements: byId('PUBLISHER_NETWORK') }),
		'"Advertiser Domain" is required with the placement PUBLISHER_NETWORK',
	],
	[
		'lineItem.create',
		item({ advertiser_domain: 'example.com' }, { placements: byId('PUBLISHER_NETWORK') }),
		'"IAB Category Names or IDs" is required with the placement PUBLISHER_NETWORK',
	],
	[
		'lineItem.create',
		item({ advertiser_domain: 'https://example.com' }),
		'"Advertiser Domain" must be a domain without protocol and path, such as example.com, and is "https://example.com"',
	],
	[
		'lineItem.create',
		item({}, { placements: byId('TWITTER_PROFILE') }),
		'"Placements" must not be TWITTER_PROFILE alone',
	],
	[
		'lineItem.create',
		item({}, { objective: 'REACH', placements: byId('TWITTER_SEARCH') }),
		'"Placements" must include ALL_ON_TWITTER or TWITTER_TIMELINE with the objective REACH',
	],
	[
		'lineItem.create',
		item({}, { placements: byId('everywhere!') }),
		'"Placements" must be one placement or several separated by commas, such as ALL_ON_TWITTER, and is "everywhere!"',
	],
	[
		'lineItem.create',
		item({ categories: ['IAB7'] }, { objective: 'PREROLL_VIEWS' }),
		'"Product Type" must be "Media" with the objective PREROLL_VIEWS',
	],
	[
		'lineItem.create',
		item({}, { objective: 'PREROLL_VIEWS', product_type: 'MEDIA' }),
		'"Advertiser Business Category Names or IDs" must name one or two with the objective PREROLL_VIEWS',
	],
	[
		'lineItem.create',
		item({ business_categories: ['a', 'b', 'c'] }, { objective: 'PREROLL_VIEWS', product_type: 'MEDIA' }),
		'"Advertiser Business Category Names or IDs" takes one or two, and has 3',
	],
	[
		'lineItem.update',
		changedItem({ business_categories: ['a'], categories: ['IAB7'] }),
		'"Advertiser Business Category Names or IDs" cannot be combined with IAB Category Names or IDs, which it stands for',
	],

	// Times
	[
		'lineItem.create',
		item({}, { end_time: '2026-11-01T00:00:00Z' }),
		'"End Time" must be after the start time (2026-11-01T00:00:00Z is before 2026-12-01T00:00:00Z)',
	],
	[
		'lineItem.create',
		item({}, { start_time: 'soon' }),
		'"Start Time" must be a date and time such as 2026-01-31T09:00:00Z, and is "soon"',
	],
	[
		'accountHistory.getMany',
		history('2026-01-01T00:30:00Z', '2026-01-02T00:00:00Z'),
		'"Start Time" must be a whole hour, such as 2026-01-31T09:00:00Z, and is 2026-01-01T00:30:00Z',
	],
	[
		'accountHistory.getMany',
		history('2026-01-01T00:00:00Z', '2026-01-02T00:00:01Z'),
		'"End Time" must be a whole hour, such as 2026-01-31T09:00:00Z, and is 2026-01-02T00:00:01Z',
	],
	[
		'accountHistory.getMany',
		history('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'),
		'"End Time" must be after the start time (2026-01-01T00:00:00Z is before 2026-01-02T00:00:00Z)',
	],

	// Targeting
	['targetingCriterion.create', criterion('APP_LIST'), '"Operator" must be "Not Equal" for APP_LIST'],
	[
		'targetingCriterion.create',
		criterion('NETWORK_ACTIVATION_DURATION'),
		'"Operator" must be "Less Than" or "Greater Than or Equal" for NETWORK_ACTIVATION_DURATION',
	],
	[
		'targetingCriterion.create',
		criterion('LOCATION', 'x', 'LT'),
		'"Operator" can be "Less Than" for NETWORK_ACTIVATION_DURATION only, and the targeting type is LOCATION',
	],
	[
		'targetingCriterion.create',
		criterion('CUSTOM_AUDIENCE_EXPANDED', 'x', 'NE'),
		'"Operator" must be "Equals" for CUSTOM_AUDIENCE_EXPANDED, which cannot be left out',
	],
	[
		'targetingCriterion.create',
		criterion('FOLLOWERS_OF_USER', '@acme'),
		'"Targeting Value" must be a user ID of 1 to 19 digits for FOLLOWERS_OF_USER, and is "@acme"',
	],
	['targetingCriterion.create', criterion('BROAD_KEYWORD', empty), '"Targeting Value" is required'],
	[
		'audienceEstimate.get',
		estimate('LOCATION'),
		'"Targeting Criteria" must include something primary: followers, a custom audience, an interest, a keyword or a TV show',
	],
	['audienceEstimate.get', estimate('INTEREST', 'AGE', 'AGE'), '"Targeting Criteria" can have one AGE only'],
	['audienceEstimate.get', estimate('TV_SHOW'), '"Targeting Criteria" must include a LOCATION with TV_SHOW'],
	[
		'audienceEstimate.get',
		estimate('INTEREST', 'APP_LIST'),
		'"Targeting Criteria" has an entry whose Operator must be "Not Equal" for APP_LIST',
	],
	[
		'audienceEstimate.get',
		{ account_id: account, targeting_criteria: {} },
		'"Targeting Criteria" is required',
	],
	[
		'targetingSuggestion.getMany',
		list({ suggestion_type: 'USER_ID', targeting_values: '12,coffee' }),
		'"Based On" must hold user IDs of digits for the suggestion type "User ID", and "coffee" is none',
	],
	[
		'targetingOption.getLocations',
		{ filters: { country_code: 'usa' } },
		'"Country Code" must be a country code of two capital letters, such as US, and is "usa"',
	],

	// Creatives, tags, settings
	[
		'trackingTag.create',
		list({
			line_item_id: byId(ids.lineItem),
			tracking_tag_type: 'CLICK_TRACKER',
			tracking_tag_url: 'ad.example.net',
		}),
		'"Tracking Tag URL" must be a web address that begins with http:// or https://, and is "ad.example.net"',
	],
	[
		'mediaCreative.create',
		list({
			line_item_id: byId(ids.lineItem),
			account_media_id: '10miy',
			additionalFields: { landing_url: 'example' },
		}),
		'"Landing URL" must be a web address that begins with http:// or https://, and is "example"',
	],
	[
		'scheduledPromotedPost.create',
		list({ line_item_id: byId(ids.lineItem), scheduled_tweet_id: 'soon' }),
		'"Scheduled Post ID" must be an ID of 1 to 19 digits, and is "soon"',
	],
	[
		'promotedAccount.create',
		list({ line_item_id: byId(ids.lineItem), user_id: byId('@acme') }),
		'"User" must be an ID of 1 to 19 digits, and is "@acme"',
	],
	[
		'taxSetting.update',
		list({ updateFields: { business_relationship: 'SELF', client_address_city: 'Leeds' } }),
		'"Client City" can be set only where the Business Relationship is "Agency"',
	],

	// Batches
	[
		'campaign.batch',
		list({ operation_type: 'Replace' }),
		'"Operation Type" must be Create, Update or Delete, and is "Replace"',
	],
	[
		'campaign.batch',
		list({ operation_type: 'Create', funding_instrument_id: byId('a'), name: empty }),
		'"Name" is required to create',
	],
	[
		'lineItem.batch',
		list({
			operation_type: 'Update',
			line_item_id: byId('a'),
			additionalFields: { changed_status: 'DRAFT' },
		}),
		'"Status" must be ACTIVE or PAUSED in an update, and is DRAFT',
	],
	[
		'lineItem.batch',
		list({
			operation_type: 'Update',
			line_item_id: byId('a'),
			additionalFields: { standard_delivery: true },
		}),
		'"Standard Delivery" can be set only when a line item is created',
	],
	[
		'targetingCriterion.batch',
		{ ...criterion('APP_LIST'), operation_type: 'Create' },
		'"Operator" must be "Not Equal" for APP_LIST',
	],
];

describe('wrong input', () => {
	it.each(cases)('%s %#', async (operation, form, message) => {
		const run = await ads(sim(), operation, form);
		expect(run.error?.message).toBe(message);
		expect(sim().requests).toEqual([]);
	});

	it('is told all at once', async () => {
		const run = await ads(
			sim(),
			'campaign.create',
			campaign({ purchase_order_number: '7'.repeat(51) }, { name: empty }),
		);
		expect(run.error?.message).toBe('"Name" is required');
		expect(run.error?.description).toContain(
			'Nothing was sent. Everything to mend: "Name" is required; "Purchase Order',
		);
	});
});
