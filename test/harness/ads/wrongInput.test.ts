/**
 * Wrong input is refused with the field's name and the rule, and nothing reaches X.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { account, byId, ids, useAds } from './support';
import {
	brokenRules,
	campaign,
	type WrongForms,
	changedCampaign,
	changedItem,
	criterion,
	EMPTY,
	estimate,
	history,
	item,
	list,
	manyIds,
	refusedBeforeSending,
} from './wrongForms';

const wrong: WrongForms = {
	'campaign.create': {
		'name: maxLength': [campaign({ name: 'x'.repeat(256) })],
		'name: required': [campaign({ name: EMPTY })],
		'daily_budget_amount_local_micro: amount': [campaign({ daily_budget_amount_local_micro: '5 USD' })],
		'daily_budget_amount_local_micro: positive': [campaign({ daily_budget_amount_local_micro: '0' })],
		'daily_budget_amount_local_micro: maximum': [
			campaign({ daily_budget_amount_local_micro: '10.01', total_budget_amount_local_micro: '10' }),
		],
		'amounts_in: enum': [
			campaign({ daily_budget_amount_local_micro: '12500000', options: { amounts_in: '={{ "Micros" }}' } }),
		],
	},
	'campaign.update': {
		'updateFields: required': [changedCampaign({})],
		'total_budget_amount_local_micro: positive': [
			changedCampaign({ total_budget_amount_local_micro: '0.000000' }),
		],
		'entity_status: enum': [changedCampaign({ entity_status: 'DRAFT' })],
	},
	'lineItem.create': {
		'name: maxLength': [item({ name: 'ä'.repeat(256) })],
		'end_time: after': [item({}, { end_time: '2026-11-01T00:00:00Z' })],
		'start_time: format': [item({}, { start_time: 'soon' })],
	},
	'campaign.get': {
		'campaign_id: pattern': [{ account_id: account, campaign_id: byId('not an id') }],
		'account_id: required': [{ account_id: byId(EMPTY), campaign_id: byId(ids.campaign) }],
	},
	'account.update': {
		'updateFields: required': [{ account_id: account, updateFields: {} }],
	},
	'lineItem.update': {
		'daily_budget_amount_local_micro: maximum': [
			changedItem({ daily_budget_amount_local_micro: '2', total_budget_amount_local_micro: '1' }),
		],
		'entity_status: enum': [changedItem({ entity_status: 'DRAFT' })],
		'business_categories: minItems': [changedItem({ business_categories: [] })],
	},
	'campaign.getMany': {
		'campaign_ids: maxItems': [list({ filters: { campaign_ids: manyIds(201) } })],
		'sort_by: exclusive': [
			list({
				filters: { changed_since: '2026-01-01T00:00:00Z' },
				sort_by: { values: [{ attribute: 'name', direction: 'asc' }] },
			}),
		],
		'limit: minimum': [list({ limit: 0 }), list({ limit: -1 })],
		'limit: integer': [list({ limit: 1.5 })],
	},
	'lineItem.getMany': {
		'line_item_ids: pattern': [list({ filters: { line_item_ids: 'ok,not ok' } })],
	},
	'targetingCriterion.getMany': {
		'line_item_ids: required': [list({ line_item_ids: EMPTY })],
	},
	'promotedPost.create': {
		'tweet_ids: pattern': [list({ line_item_id: byId(ids.lineItem), tweet_ids: '123,abc' })],
	},
	'curatedCategory.getMany': {
		'country_codes: pattern': [list({ country_codes: 'USA' })],
	},
	'biddingRule.getMany': {
		'currency: pattern': [{ filters: { currency: 'dollars' } }],
	},
	'accountHistory.getMany': {
		'end_time: after': [history('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z')],
	},
	'targetingCriterion.create': {
		'operator_type: targetingType': [
			criterion('APP_LIST'),
			criterion('NETWORK_ACTIVATION_DURATION'),
			criterion('LOCATION', 'x', 'LT'),
			criterion('CUSTOM_AUDIENCE_EXPANDED', 'x', 'NE'),
		],
		'targeting_value: pattern': [criterion('FOLLOWERS_OF_USER', '@acme')],
		'targeting_value: required': [criterion('BROAD_KEYWORD', EMPTY)],
	},
	'audienceEstimate.get': {
		'targeting_criteria: primary': [estimate('LOCATION')],
		'targeting_criteria: maxOne': [estimate('INTEREST', 'AGE', 'AGE')],
		'targeting_criteria: location': [estimate('TV_SHOW')],
		'targeting_criteria.1.operator_type: targetingType': [estimate('INTEREST', 'APP_LIST')],
		'targeting_criteria: required': [{ account_id: account, targeting_criteria: {} }],
	},
	'campaign.batch': {
		'additionalFields: required': [
			{ account_id: account, operation_type: 'Update', campaign_id: byId(ids.campaign) },
		],
		'operation_type: enum': [list({ operation_type: 'Replace' })],
		'name: empty': [list({ operation_type: 'Create', funding_instrument_id: byId('a'), name: EMPTY })],
	},
	'targetingSuggestion.getMany': {
		'targeting_values: pattern': [list({ suggestion_type: 'USER_ID', targeting_values: '12,coffee' })],
	},
	'targetingOption.getLocations': {
		'country_code: pattern': [{ filters: { country_code: 'usa' } }],
	},
	'trackingTag.create': {
		'tracking_tag_url: pattern': [
			list({
				line_item_id: byId(ids.lineItem),
				tracking_tag_type: 'CLICK_TRACKER',
				tracking_tag_url: 'ad.example.net',
			}),
		],
	},
	'mediaCreative.create': {
		'landing_url: pattern': [
			list({
				line_item_id: byId(ids.lineItem),
				account_media_id: '10miy',
				additionalFields: { landing_url: 'example' },
			}),
		],
	},
	'scheduledPromotedPost.create': {
		'scheduled_tweet_id: pattern': [list({ line_item_id: byId(ids.lineItem), scheduled_tweet_id: 'soon' })],
	},
	'promotedAccount.create': {
		'user_id: pattern': [list({ line_item_id: byId(ids.lineItem), user_id: byId('acme shop') })],
	},
	'taxSetting.update': {
		'client_address_city: agency': [
			list({ updateFields: { business_relationship: 'SELF', client_address_city: 'Leeds' } }),
		],
	},
	'lineItem.batch': {
		'changed_status: enum': [
			list({
				operation_type: 'Update',
				line_item_id: byId('a'),
				additionalFields: { changed_status: 'DRAFT' },
			}),
		],
		'standard_delivery: operationType': [
			list({
				operation_type: 'Update',
				line_item_id: byId('a'),
				additionalFields: { standard_delivery: true },
				name: 'New',
			}),
		],
	},
	'targetingCriterion.batch': {
		'operator_type: targetingType': [{ ...criterion('APP_LIST'), operation_type: 'Create' }],
	},
};

describe('wrong input', () => {
	refusedBeforeSending(wrong);

	const { ads } = useAds();
	it('is told all at once, by the names of the form', async () => {
		const form = campaign({
			additionalFields: { purchase_order_number: '7'.repeat(51) },
			name: EMPTY,
			options: { amounts_in: 'euros' },
		});
		const run = await ads('campaign.create', form);
		expect(brokenRules(run)).toEqual([
			{ field: 'name', rule: 'required' },
			{ field: 'amounts_in', rule: 'enum' },
			{ field: 'purchase_order_number', rule: 'maxLength' },
		]);
		expect(run.error?.message).toBe('"Name" is required, and {{ "" }} has no value');
		expect(run.error?.description).toContain('"Purchase Order Number" must be at most 50');
	});
});
