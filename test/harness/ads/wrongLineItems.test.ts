/**
 * Wrong input is refused with the field's name and the rule, and nothing reaches X.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { byId } from './support';
import { type Case, changedItem, item, MAX, refusedBeforeSending, TARGET } from './wrongForms';

const cases: readonly Case[] = [
	// Bidding
	['lineItem.create', item({ bid_strategy: 'MAX' }), 'bid_amount_local_micro', 'required'],
	[
		'lineItem.create',
		item({ bid_strategy: 'TARGET' }, { objective: 'WEBSITE_CLICKS' }),
		'bid_amount_local_micro',
		'required',
	],
	[
		'lineItem.create',
		item({ bid_strategy: 'MAX', bid_amount_local_micro: '0' }),
		'bid_amount_local_micro',
		'positive',
	],
	['lineItem.update', changedItem({ bid_amount_local_micro: '0' }), 'bid_amount_local_micro', 'positive'],
	[
		'lineItem.update',
		changedItem({ bid_strategy: 'MAX', bid_amount_local_micro: '' }),
		'bid_amount_local_micro',
		'required',
	],
	['lineItem.create', item(MAX, { objective: 'REACH' }), 'bid_strategy', 'objective'],
	['lineItem.create', item(MAX, { objective: 'FOLLOWERS' }), 'bid_strategy', 'objective'],
	['lineItem.create', item(TARGET), 'bid_strategy', 'objective'],
	['lineItem.create', item(TARGET, { objective: 'VIDEO_VIEWS' }), 'bid_strategy', 'objective'],

	// Objectives, goals, caps
	[
		'lineItem.create',
		item({ frequency_cap: 3 }, { objective: 'WEBSITE_CLICKS' }),
		'frequency_cap',
		'objective',
	],
	['lineItem.create', item({ frequency_cap: 3 }, { objective: 'FOLLOWERS' }), 'frequency_cap', 'objective'],
	['lineItem.create', item({ frequency_cap: 0 }), 'frequency_cap', 'minimum'],
	['lineItem.create', item({ frequency_cap: 1.5 }), 'frequency_cap', 'integer'],
	['lineItem.create', item({ duration_in_days: '14' }), 'duration_in_days', 'enum'],
	['lineItem.create', item({}, { objective: 'APP_INSTALLS' }), 'android_app_store_identifier', 'required'],
	['lineItem.create', item({}, { objective: 'APP_ENGAGEMENTS' }), 'android_app_store_identifier', 'required'],
	[
		'lineItem.create',
		item({ ios_app_store_identifier: 'id333903271' }),
		'ios_app_store_identifier',
		'pattern',
	],
	['lineItem.create', item({ goal: 'SITE_VISITS' }), 'goal', 'objective'],
	[
		'lineItem.create',
		item({ goal: 'APP_PURCHASES', ios_app_store_identifier: '1' }, { objective: 'APP_ENGAGEMENTS' }),
		'goal',
		'objective',
	],
	['lineItem.create', item({ goal: 'APP_CLICKS' }), 'goal', 'objective'],
	[
		'lineItem.create',
		item({ goal: 'WEBSITE_CONVERSIONS' }, { objective: 'WEBSITE_CLICKS' }),
		'primary_web_event_tag',
		'required',
	],
	[
		'lineItem.create',
		item(
			{ goal: 'APP_INSTALLS', pay_by: 'LINK_CLICK', ios_app_store_identifier: '1' },
			{ objective: 'APP_INSTALLS' },
		),
		'pay_by',
		'goal',
	],
	['lineItem.update', changedItem({ goal: 'LINK_CLICKS', pay_by: 'APP_CLICK' }), 'pay_by', 'goal'],
	[
		'lineItem.create',
		item({ goal: 'SITE_VISITS', pay_by: 'LINK_CLICK' }, { objective: 'WEBSITE_CLICKS' }),
		'pay_by',
		'goal',
	],
	[
		'lineItem.create',
		item({ ...TARGET, goal: 'LINK_CLICKS', pay_by: 'IMPRESSION' }, { objective: 'WEBSITE_CLICKS' }),
		'pay_by',
		'bidStrategy',
	],
	...['ENGAGEMENTS', 'FOLLOWERS', 'REACH', 'VIDEO_VIEWS'].map((objective): Case => [
		'lineItem.create',
		item({ pay_by: 'IMPRESSION' }, { objective }),
		'pay_by',
		'objective',
	]),
	[
		'lineItem.create',
		item({ pay_by: 'APP_CLICK', ios_app_store_identifier: '1' }, { objective: 'APP_ENGAGEMENTS' }),
		'pay_by',
		'objective',
	],
	[
		'lineItem.create',
		item(
			{ goal: 'WEBSITE_CONVERSIONS', primary_web_event_tag: 'nvo4z', pay_by: 'IMPRESSION' },
			{ objective: 'WEBSITE_CLICKS' },
		),
		'pay_by',
		'objective',
	],

	// Placements
	[
		'lineItem.create',
		item({ categories: ['IAB1'] }, { placements: byId('PUBLISHER_NETWORK') }),
		'advertiser_domain',
		'required',
	],
	[
		'lineItem.create',
		item({ advertiser_domain: 'example.com' }, { placements: byId('PUBLISHER_NETWORK') }),
		'categories',
		'required',
	],
	['lineItem.create', item({ advertiser_domain: 'https://example.com' }), 'advertiser_domain', 'pattern'],
	['lineItem.create', item({}, { placements: byId('TWITTER_PROFILE') }), 'placements', 'alone'],
	[
		'lineItem.create',
		item({}, { objective: 'REACH', placements: byId('TWITTER_SEARCH') }),
		'placements',
		'objective',
	],
	['lineItem.create', item({}, { placements: byId('everywhere!') }), 'placements', 'pattern'],
	[
		'lineItem.create',
		item({ categories: ['IAB7'] }, { objective: 'PREROLL_VIEWS' }),
		'product_type',
		'objective',
	],
	[
		'lineItem.create',
		item({}, { objective: 'PREROLL_VIEWS', product_type: 'MEDIA' }),
		'business_categories',
		'required',
	],
	[
		'lineItem.create',
		item({ business_categories: ['a', 'b', 'c'] }, { objective: 'PREROLL_VIEWS', product_type: 'MEDIA' }),
		'business_categories',
		'maxItems',
	],
	[
		'lineItem.update',
		changedItem({ business_categories: ['a'], categories: ['IAB7'] }),
		'business_categories',
		'exclusive',
	],
];

describe('a wrong line item', () => {
	refusedBeforeSending(cases);
});
