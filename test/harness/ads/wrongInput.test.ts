/**
 * Wrong input is refused with the field's name and the rule, and nothing reaches X. Every documented bound is held in
 * test/unit/tree/bounds.test.ts, every menu and every expression without a value in test/unit/tree/meant.test.ts.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { form, media, websiteCard, account, byId, ids, useAds } from './support';
import {
	brokenRules,
	campaign,
	changedCampaign,
	changedItem,
	criterion,
	history,
	item,
	list,
	refusedBeforeSending,
	type WrongForms,
} from './wrongForms';

const estimate = (...types: string[]) => ({
	account_id: account,
	targeting_criteria: {
		values: types.map((type) => {
			const [criterion_type = '', operator_type = 'EQ'] = type.split('/');
			return { criterion_type, targeting_value: '1', operator_type };
		}),
	},
});
const MAX = { bid_strategy: 'MAX', bid_amount_local_micro: '1' };
const TARGET = { bid_strategy: 'TARGET', bid_amount_local_micro: '1' };

const wrong: WrongForms = {
	'campaign.create': {
		'daily_budget_amount_local_micro: amount': [campaign({ daily_budget_amount_local_micro: '5 USD' })],
		'daily_budget_amount_local_micro: positive': [campaign({ daily_budget_amount_local_micro: '0' })],
		'daily_budget_amount_local_micro: maximum': [
			campaign({ daily_budget_amount_local_micro: '10.01', total_budget_amount_local_micro: '10' }),
		],
	},
	'campaign.update': {
		'updateFields: required': [changedCampaign({})],
	},
	'lineItem.create': {
		'end_time: after': [item({}, { end_time: '2026-11-01T00:00:00Z' })],
		'start_time: format': [item({}, { start_time: 'soon' })],
	},
	'campaign.get': {
		'campaign_id: pattern': [{ account_id: account, campaign_id: byId('not an id') }],
	},
	'lineItem.update': {
		'daily_budget_amount_local_micro: maximum': [
			changedItem({ daily_budget_amount_local_micro: '2', total_budget_amount_local_micro: '1' }),
		],
		'business_categories: minItems': [changedItem({ business_categories: [] })],
	},
	'campaign.getMany': {
		'sort_by: exclusive': [
			list({
				filters: { changed_since: '2026-01-01T00:00:00Z' },
				sort_by: { values: [{ attribute: 'name', direction: 'asc' }] },
			}),
		],
	},
	'promotedPost.create': {
		'tweet_ids: pattern': [list({ line_item_id: byId(ids.lineItem), tweet_ids: '123,abc' })],
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
	},
	'audienceEstimate.get': {
		'targeting_criteria: primary': [estimate('LOCATION')],
		'targeting_criteria: maxOne': [estimate('INTEREST', 'AGE', 'AGE')],
		'targeting_criteria: location': [estimate('TV_SHOW')],
		'targeting_criteria.1.operator_type: targetingType': [estimate('INTEREST', 'APP_LIST')],
	},
	'campaign.batch': {
		'additionalFields: required': [
			{ account_id: account, operation_type: 'Update', campaign_id: byId(ids.campaign) },
		],
	},
	'targetingSuggestion.getMany': {
		'targeting_values: pattern': [list({ suggestion_type: 'USER_ID', targeting_values: '12,coffee' })],
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
	'promotedAccount.create': {
		'user_id: pattern': [list({ line_item_id: byId(ids.lineItem), user_id: byId('acme shop') })],
	},
	'taxSetting.update': {
		'client_address_city: agency': [
			list({ updateFields: { business_relationship: 'SELF', client_address_city: 'Leeds' } }),
		],
	},
	'lineItem.batch': {
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

const wrongLineItems: WrongForms = {
	'lineItem.create': {
		'bid_amount_local_micro: required': [
			item({ bid_strategy: 'MAX' }),
			item({ bid_strategy: 'TARGET' }, { objective: 'WEBSITE_CLICKS' }),
		],
		'bid_amount_local_micro: positive': [item({ bid_strategy: 'MAX', bid_amount_local_micro: '0' })],
		'bid_strategy: objective': [
			item(MAX, { objective: 'REACH' }),
			item(MAX, { objective: 'FOLLOWERS' }),
			item(TARGET),
			item(TARGET, { objective: 'VIDEO_VIEWS' }),
		],
		'frequency_cap: objective': [
			item({ frequency_cap: 3 }, { objective: 'WEBSITE_CLICKS' }),
			item({ frequency_cap: 3 }, { objective: 'FOLLOWERS' }),
		],
		'frequency_cap: integer': [item({ frequency_cap: 1.5 })],
		'android_app_store_identifier: required': [
			item({}, { objective: 'APP_INSTALLS' }),
			item({}, { objective: 'APP_ENGAGEMENTS' }),
		],
		'ios_app_store_identifier: pattern': [item({ ios_app_store_identifier: 'id333903271' })],
		'goal: objective': [
			item({ goal: 'SITE_VISITS' }),
			item({ goal: 'APP_PURCHASES', ios_app_store_identifier: '1' }, { objective: 'APP_ENGAGEMENTS' }),
			item({ goal: 'APP_CLICKS' }),
		],
		'primary_web_event_tag: required': [
			item({ goal: 'WEBSITE_CONVERSIONS' }, { objective: 'WEBSITE_CLICKS' }),
		],
		'pay_by: goal': [
			item(
				{ goal: 'APP_INSTALLS', pay_by: 'LINK_CLICK', ios_app_store_identifier: '1' },
				{ objective: 'APP_INSTALLS' },
			),
			item({ goal: 'SITE_VISITS', pay_by: 'LINK_CLICK' }, { objective: 'WEBSITE_CLICKS' }),
		],
		'pay_by: bidStrategy': [
			item({ ...TARGET, goal: 'LINK_CLICKS', pay_by: 'IMPRESSION' }, { objective: 'WEBSITE_CLICKS' }),
		],
		'pay_by: objective': [
			...['ENGAGEMENTS', 'FOLLOWERS', 'REACH', 'VIDEO_VIEWS'].map((objective) =>
				item({ pay_by: 'IMPRESSION' }, { objective }),
			),
			item({ pay_by: 'APP_CLICK', ios_app_store_identifier: '1' }, { objective: 'APP_ENGAGEMENTS' }),
			item(
				{ goal: 'WEBSITE_CONVERSIONS', primary_web_event_tag: 'nvo4z', pay_by: 'IMPRESSION' },
				{ objective: 'WEBSITE_CLICKS' },
			),
		],
		'advertiser_domain: required': [item({ categories: ['IAB1'], placements: byId('PUBLISHER_NETWORK') })],
		'categories: required': [
			item({ advertiser_domain: 'example.com', placements: byId('PUBLISHER_NETWORK') }),
		],
		'advertiser_domain: pattern': [item({ advertiser_domain: 'https://example.com' })],
		'placements: alone': [item({ placements: byId('TWITTER_PROFILE') })],
		'placements: objective': [item({ placements: byId('TWITTER_SEARCH') }, { objective: 'REACH' })],
		'placements: pattern': [item({ placements: byId('everywhere!') })],
		'product_type: objective': [item({ categories: ['IAB7'] }, { objective: 'PREROLL_VIEWS' })],
		'business_categories: required': [item({ product_type: 'MEDIA' }, { objective: 'PREROLL_VIEWS' })],
		'business_categories: maxItems': [
			item({ business_categories: ['a', 'b', 'c'], product_type: 'MEDIA' }, { objective: 'PREROLL_VIEWS' }),
		],
	},
	'lineItem.update': {
		'bid_amount_local_micro: positive': [changedItem({ bid_amount_local_micro: '0' })],
		'bid_amount_local_micro: required': [changedItem({ bid_strategy: 'MAX', bid_amount_local_micro: '' })],
		'pay_by: goal': [changedItem({ goal: 'LINK_CLICKS', pay_by: 'APP_CLICK' })],
		'business_categories: exclusive': [changedItem({ business_categories: ['a'], categories: ['IAB7'] })],
	},
};

const APP_DESTINATION = {
	destination: 'app',
	country_code: 'US',
	googleplay_app_id: 'com.example.app',
	button: 'OPEN',
};
const keys = (count: number) => media(...Array.from({ length: count }, (_, at) => `3_${at + 1}`));
const slide = { media_key: byId('3_1'), title: 'A', url: 'https://example.com' };
const post = (more: INodeParameters) => form({ as_user_id: byId(ME.id), text: 'Hello', ...more });

const wrongCreatives: WrongForms = {
	'card.create': {
		'media_key: pattern': [websiteCard({ media_key: byId('931236738554519552') })],
		'media_keys: minItems': [websiteCard({ card_format: 'carousel', media_keys: keys(1) })],
		'card_slides: minItems': [
			websiteCard({ card_format: 'multiDestination', card_slides: { values: [slide] } }),
		],
		'card_slides.1.url: pattern': [
			websiteCard({
				card_format: 'multiDestination',
				card_slides: { values: [slide, { ...slide, url: 'example' }] },
			}),
		],
		'googleplay_app_id: required': [websiteCard({ ...APP_DESTINATION, googleplay_app_id: '' })],
		'country_code: pattern': [websiteCard({ ...APP_DESTINATION, country_code: 'USA' })],
		'ios_deep_link: requires': [websiteCard({ ...APP_DESTINATION, ios_deep_link: 'app://x' })],
		'googleplay_deep_link: requires': [
			websiteCard({
				...APP_DESTINATION,
				googleplay_app_id: '',
				ios_app_store_identifier: '333903271',
				googleplay_deep_link: 'app://x',
			}),
		],
		'lead_form_id: pattern': [websiteCard({ destination: 'leadForm', lead_form_id: '12' })],
	},
	'card.update': {
		'updateFields: required': [form({ card_id: byId(ids.card) })],
	},
	'imageConversationCard.create': {
		'first_cta: maxLength': [
			form({
				name: 'Talk',
				media_key: byId(ids.libraryImage),
				first_cta: `#${'x'.repeat(21)}`,
				first_cta_tweet: 'First',
				title: 'Talk to us',
				thank_you_text: 'Thanks',
			}),
		],
	},
	'post.create': {
		'media_keys: together': [post({ with_media: true, media_keys: media('13_1', '3_1') })],
		'card_uri: pattern': [post({ additionalFields: { card_uri: byId('card:1') } })],
	},
	'scheduledPost.create': {
		'scheduled_at: maximum': [post({ scheduled_at: '2199-01-01T00:00:00Z' })],
	},
};

describe('wrong input', () => {
	refusedBeforeSending(wrong);
	const { ads } = useAds();
	it('is told all at once, by the names of the form', async () => {
		const form = campaign({
			additionalFields: { purchase_order_number: '7'.repeat(51) },
			name: '={{ "" }}',
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

describe('a wrong line item', () => refusedBeforeSending(wrongLineItems));

describe('wrong creatives', () => refusedBeforeSending(wrongCreatives, 'xAdsCreatives'));
