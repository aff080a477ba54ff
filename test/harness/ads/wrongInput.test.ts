/**
 * Wrong input is refused with the field's name and the rule, and nothing reaches X.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { account, byId, ids, useAds } from './support';
import {
	brokenRules,
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
	['campaign.create', campaign({}, { name: 'x'.repeat(256) }), 'name', 'maxLength'],
	['campaign.create', campaign({}, { name: empty }), 'name', 'required'],
	['campaign.update', changedCampaign({ name: 'x'.repeat(256) }), 'name', 'maxLength'],
	['lineItem.create', item({ name: 'ä'.repeat(256) }), 'name', 'maxLength'],
	[
		'campaign.create',
		campaign({ purchase_order_number: '7'.repeat(51) }),
		'purchase_order_number',
		'maxLength',
	],
	['campaign.get', { account_id: account, campaign_id: byId('not an id') }, 'campaign_id', 'pattern'],
	['campaign.get', { account_id: byId(empty), campaign_id: byId(ids.campaign) }, 'account_id', 'required'],
	['campaign.update', changedCampaign({}), 'updateFields', 'required'],
	['account.update', { account_id: account, updateFields: {} }, 'updateFields', 'required'],

	// Amounts
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '1.2345678' }),
		'daily_budget_amount_local_micro',
		'decimals',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '-5' }),
		'daily_budget_amount_local_micro',
		'amount',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '1,000' }),
		'daily_budget_amount_local_micro',
		'amount',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '5 USD' }),
		'daily_budget_amount_local_micro',
		'amount',
	],
	[
		'campaign.create',
		campaign({ total_budget_amount_local_micro: '9999999999999.1' }),
		'total_budget_amount_local_micro',
		'maximum',
	],
	[
		'campaign.create',
		campaign({ total_budget_amount_local_micro: '9007199254.740993' }),
		'total_budget_amount_local_micro',
		'exact',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '0.5' }, { amounts_in: 'micros' }),
		'daily_budget_amount_local_micro',
		'wholeMicros',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '0' }),
		'daily_budget_amount_local_micro',
		'positive',
	],
	[
		'campaign.update',
		changedCampaign({ total_budget_amount_local_micro: '0.000000' }),
		'total_budget_amount_local_micro',
		'positive',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '10.01', total_budget_amount_local_micro: '10' }),
		'daily_budget_amount_local_micro',
		'maximum',
	],
	[
		'lineItem.update',
		changedItem({ daily_budget_amount_local_micro: '2', total_budget_amount_local_micro: '1' }),
		'daily_budget_amount_local_micro',
		'maximum',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '1000000.01' }),
		'daily_budget_amount_local_micro',
		'large',
	],

	// Status
	['campaign.update', changedCampaign({ entity_status: 'DRAFT' }), 'entity_status', 'enum'],
	['lineItem.update', changedItem({ entity_status: 'DRAFT' }), 'entity_status', 'enum'],

	// Lists
	['campaign.getMany', list({ filters: { campaign_ids: manyIds(201) } }), 'campaign_ids', 'maxItems'],
	[
		'campaign.getMany',
		list({ filters: { funding_instrument_ids: manyIds(201) } }),
		'funding_instrument_ids',
		'maxItems',
	],
	['lineItem.getMany', list({ filters: { line_item_ids: 'ok,not ok' } }), 'line_item_ids', 'pattern'],
	[
		'trackingTag.getMany',
		list({ filters: { tracking_tag_ids: manyIds(201) } }),
		'tracking_tag_ids',
		'maxItems',
	],
	['targetingCriterion.getMany', list({ line_item_ids: empty }), 'line_item_ids', 'required'],
	['campaign.getMany', list({ filters: { q: 'x'.repeat(256) } }), 'q', 'maxLength'],
	[
		'campaign.getMany',
		list({ options: { cursor: 'abc', with_total_count: true } }),
		'with_total_count',
		'exclusive',
	],
	[
		'category.getIab',
		{ options: { cursor: 'abc', with_total_count: true } },
		'with_total_count',
		'exclusive',
	],
	[
		'campaign.getMany',
		list({
			filters: { changed_since: '2026-01-01T00:00:00Z' },
			sort_by: { values: [{ attribute: 'name', direction: 'asc' }] },
		}),
		'sort_by',
		'exclusive',
	],
	[
		'promotedPost.create',
		list({
			line_item_id: byId(ids.lineItem),
			tweet_ids: Array.from({ length: 51 }, (_, i) => `${i + 1}`).join(),
		}),
		'tweet_ids',
		'maxItems',
	],
	[
		'promotedPost.create',
		list({ line_item_id: byId(ids.lineItem), tweet_ids: '123,abc' }),
		'tweet_ids',
		'pattern',
	],
	['curatedCategory.getMany', list({ country_codes: 'USA' }), 'country_codes', 'pattern'],
	['biddingRule.getMany', { filters: { currency: 'dollars' } }, 'currency', 'pattern'],
	['campaign.getMany', list({ limit: 0 }), 'limit', 'minimum'],
	['campaign.getMany', list({ limit: -1 }), 'limit', 'minimum'],
	['campaign.getMany', list({ limit: 1.5 }), 'limit', 'integer'],

	// Times
	['lineItem.create', item({}, { end_time: '2026-11-01T00:00:00Z' }), 'end_time', 'after'],
	['lineItem.create', item({}, { start_time: 'soon' }), 'start_time', 'format'],
	[
		'accountHistory.getMany',
		history('2026-01-01T00:30:00Z', '2026-01-02T00:00:00Z'),
		'start_time',
		'wholeHour',
	],
	[
		'accountHistory.getMany',
		history('2026-01-01T00:00:00Z', '2026-01-02T00:00:01Z'),
		'end_time',
		'wholeHour',
	],
	['accountHistory.getMany', history('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'), 'end_time', 'after'],

	// Targeting
	['targetingCriterion.create', criterion('APP_LIST'), 'operator_type', 'targetingType'],
	['targetingCriterion.create', criterion('NETWORK_ACTIVATION_DURATION'), 'operator_type', 'targetingType'],
	['targetingCriterion.create', criterion('LOCATION', 'x', 'LT'), 'operator_type', 'targetingType'],
	[
		'targetingCriterion.create',
		criterion('CUSTOM_AUDIENCE_EXPANDED', 'x', 'NE'),
		'operator_type',
		'targetingType',
	],
	['targetingCriterion.create', criterion('FOLLOWERS_OF_USER', '@acme'), 'targeting_value', 'pattern'],
	['targetingCriterion.create', criterion('BROAD_KEYWORD', empty), 'targeting_value', 'required'],
	['audienceEstimate.get', estimate('LOCATION'), 'targeting_criteria', 'primary'],
	['lineItem.update', changedItem({ business_categories: [] }), 'business_categories', 'minItems'],
	[
		'campaign.batch',
		{ account_id: account, operation_type: 'Update', campaign_id: byId(ids.campaign) },
		'additionalFields',
		'required',
	],
	[
		'campaign.create',
		campaign({ daily_budget_amount_local_micro: '12500000' }, { amounts_in: '={{ "Micros" }}' }),
		'amounts_in',
		'enum',
	],
	['audienceEstimate.get', estimate('INTEREST', 'AGE', 'AGE'), 'targeting_criteria', 'maxOne'],
	['audienceEstimate.get', estimate('TV_SHOW'), 'targeting_criteria', 'location'],
	[
		'audienceEstimate.get',
		estimate('INTEREST', 'APP_LIST'),
		'targeting_criteria.1.operator_type',
		'targetingType',
	],
	['audienceEstimate.get', { account_id: account, targeting_criteria: {} }, 'targeting_criteria', 'required'],
	[
		'targetingSuggestion.getMany',
		list({ suggestion_type: 'USER_ID', targeting_values: '12,coffee' }),
		'targeting_values',
		'pattern',
	],
	['targetingOption.getLocations', { filters: { country_code: 'usa' } }, 'country_code', 'pattern'],

	// Creatives, tags, settings
	[
		'trackingTag.create',
		list({
			line_item_id: byId(ids.lineItem),
			tracking_tag_type: 'CLICK_TRACKER',
			tracking_tag_url: 'ad.example.net',
		}),
		'tracking_tag_url',
		'pattern',
	],
	[
		'mediaCreative.create',
		list({
			line_item_id: byId(ids.lineItem),
			account_media_id: '10miy',
			additionalFields: { landing_url: 'example' },
		}),
		'landing_url',
		'pattern',
	],
	[
		'scheduledPromotedPost.create',
		list({ line_item_id: byId(ids.lineItem), scheduled_tweet_id: 'soon' }),
		'scheduled_tweet_id',
		'pattern',
	],
	[
		'promotedAccount.create',
		list({ line_item_id: byId(ids.lineItem), user_id: byId('acme shop') }),
		'user_id',
		'pattern',
	],
	[
		'taxSetting.update',
		list({ updateFields: { business_relationship: 'SELF', client_address_city: 'Leeds' } }),
		'client_address_city',
		'agency',
	],

	// Batches
	['campaign.batch', list({ operation_type: 'Replace' }), 'operation_type', 'enum'],
	[
		'campaign.batch',
		list({ operation_type: 'Create', funding_instrument_id: byId('a'), name: empty }),
		'name',
		'required',
	],
	[
		'lineItem.batch',
		list({
			operation_type: 'Update',
			line_item_id: byId('a'),
			additionalFields: { changed_status: 'DRAFT' },
		}),
		'changed_status',
		'enum',
	],
	[
		'lineItem.batch',
		list({
			operation_type: 'Update',
			line_item_id: byId('a'),
			additionalFields: { standard_delivery: true },
			name: 'New',
		}),
		'standard_delivery',
		'operationType',
	],
	[
		'targetingCriterion.batch',
		{ ...criterion('APP_LIST'), operation_type: 'Create' },
		'operator_type',
		'targetingType',
	],
];

describe('wrong input', () => {
	refusedBeforeSending(cases);

	const { ads } = useAds();
	it('is told all at once, by the names of the form', async () => {
		const form = campaign({ purchase_order_number: '7'.repeat(51) }, { name: empty, amounts_in: 'euros' });
		const run = await ads('campaign.create', form);
		expect(brokenRules(run)).toEqual([
			{ field: 'name', rule: 'required' },
			{ field: 'amounts_in', rule: 'enum' },
			{ field: 'purchase_order_number', rule: 'maxLength' },
		]);
		expect(run.error?.message).toBe('"Name" is required');
		expect(run.error?.description).toContain('"Purchase Order Number" must be at most 50');
	});
});
