/**
 * Wrong input is refused with the field's name and the rule, and nothing reaches the platform.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { byId } from './support';
import { type Case, changedItem, item, MAX, refusedBeforeSending, TARGET } from './wrongForms';

const cases: readonly Case[] = [
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
	...['ENGAGEMENTS', 'FOLLOWERS', 'REACH', 'VIDEO_VIEWS'].map((objective): Case => [
		'lineItem.create',
		item({ pay_by: 'IMPRESSION' }, { objective }),
		`"Pay By" can be set with the objective APP_INSTALLS only, or for the goals LINK_CLICKS and SITE_VISITS; the objective is ${objective}`,
	]),
	[
		'lineItem.create',
		item({ pay_by: 'APP_CLICK', ios_app_store_identifier: '1' }, { objective: 'APP_ENGAGEMENTS' }),
		'"Pay By" can be set with the objective APP_INSTALLS only, or for the goals LINK_CLICKS and SITE_VISITS; the objective is APP_ENGAGEMENTS',
	],
	[
		'lineItem.create',
		item(
			{ goal: 'WEBSITE_CONVERSIONS', primary_web_event_tag: 'nvo4z', pay_by: 'IMPRESSION' },
			{ objective: 'WEBSITE_CLICKS' },
		),
		'"Pay By" can be set with the objective APP_INSTALLS only, or for the goals LINK_CLICKS and SITE_VISITS; the objective is WEBSITE_CLICKS',
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
];

describe('a wrong line item', () => {
	refusedBeforeSending(cases);
});
