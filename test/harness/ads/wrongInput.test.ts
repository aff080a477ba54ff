/**
 * Wrong input is refused with the field's name and the rule, and nothing reaches the platform.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { useSimulator } from '../../support/simulator';
import { account, ads, byId, ids } from './support';
import {
	campaign,
	type Case,
	changedCampaign,
	changedItem,
	criterion,
	empty,
	estimate,
	history,
	item,
	list,
	manyIds,
	refusedBeforeSending,
} from './wrongForms';

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
		campaign({ total_budget_amount_local_micro: '9999999999999.1' }),
		'"Total Budget" must be at most 9223372036854.775807 in currency units, and is "9999999999999.1"',
	],
	[
		'campaign.create',
		campaign({ total_budget_amount_local_micro: '9007199254.740993' }),
		'"Total Budget" has more digits than can be sent exactly: round it, and is "9007199254.740993"',
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
	...[0, -1, 1.5].map((limit): Case => [
		'campaign.getMany',
		list({ limit }),
		limit === 1.5
			? '"Limit" must be a whole number, and is 1.5'
			: `"Limit" must be at least 1, and is ${limit}`,
	]),

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
	[
		'lineItem.update',
		changedItem({ business_categories: [] }),
		'"Advertiser Business Category Names or IDs" needs at least one; to take the categories away, add IAB Category Names or IDs and leave it empty',
	],
	[
		'campaign.batch',
		{ account_id: account, operation_type: 'Update', campaign_id: byId(ids.campaign) },
		'"Additional Fields" needs at least one field to change',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '12500000' }, { amounts_in: '={{ "Micros" }}' }),
		'"Amounts In" must be micros or units, and is "Micros"',
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
		'"Status (Update)" must be ACTIVE or PAUSED in an update, and is DRAFT',
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
	refusedBeforeSending(cases);

	const sim = useSimulator();
	it('is told all at once', async () => {
		const form = campaign({ purchase_order_number: '7'.repeat(51) }, { name: empty });
		const run = await ads(sim(), 'campaign.create', form);
		expect(run.error?.message).toBe('"Name" is required');
		expect(run.error?.description).toContain(
			'Nothing was sent. Correct all of these: "Name" is required; "Purchase Order',
		);
	});
});
