/**
 * Wrong input is refused with the field's name and the rule, and nothing reaches X.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { byId } from './support';
import { type WrongForms, changedItem, item, MAX, refusedBeforeSending, TARGET } from './wrongForms';

const wrong: WrongForms = {
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
		'frequency_cap: minimum': [item({ frequency_cap: 0 })],
		'frequency_cap: integer': [item({ frequency_cap: 1.5 })],
		'duration_in_days: enum': [item({ duration_in_days: '14' })],
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

describe('a wrong line item', () => {
	refusedBeforeSending(wrong);
});
