/** Lists of X that campaigns refer to, and what an account may use. This node only reads them. */
import { accountHistory } from '../../shared/ads/accountHistory';
import { accountList, adsResource, accountChildren, wholeList, reads } from '../../shared/ads/children';
import {
	currency,
	countries,
	countOptions,
	country,
	endTime,
	language,
	startTime,
	titled,
	nameQuery,
} from '../../shared/ads/fields';
import { inAccount, adLocator } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/micros';
import { filters, choice, choices } from '../../shared/fields';
import {
	op,
	cursor,
	many,
	cursorWithoutSize,
	one,
	type Fields,
	type Operation,
} from '../../shared/operation/operation';
import { PRODUCT_TYPES, curatedCategory, EVENT_TYPES, tvMarket } from '../locators';
import { checkWindow } from '../../shared/operation/window';
import { title } from '../../shared/operation/labels';

const appShape = adsShape(`
	id app_store_identifier os_type conversion_tracking_enabled deep_link_pattern created_at updated_at deleted`);

export const accountAppResource = adsResource('accountApp', 'Account App', {
	getMany: accountList('account_apps', appShape, 'Get the apps that belong to an account'),
});

export const accountHistoryResource = adsResource('accountHistory', 'Account History', {
	getMany: accountHistory,
});

export const biddingRuleResource = adsResource('biddingRule', 'Bidding Rule', {
	getMany: op({
		route: 'GET /12/bidding_rules',
		action: 'Get many bidding rules',
		description: 'Get the bid limits and minimum amounts of each currency',
		fields: filters({ currency: currency({ description: 'Only the rule for this currency' }) }),
		...wholeList(
			adsShape('currency minimum_cpe_bid maximum_cpe_bid minimum_denomination', 'minimum_denomination'),
		),
	}),
});

export const categoryResource = adsResource('category', 'Category', {
	getBusiness: op({
		route: 'GET /12/advertiser_business_categories',
		name: 'Get Advertiser Business Categories',
		action: 'Get advertiser business categories',
		description: 'Get the business categories for line items with in-stream ads',
		fields: {},
		...wholeList(),
	}),
	getContent: op({
		route: 'GET /12/content_categories',
		name: 'Get Content Categories',
		action: 'Get content categories',
		description: 'Get the kinds of videos that in-stream ads can run with',
		fields: {},
		...wholeList(),
	}),
	getIab: op({
		route: 'GET /12/iab_categories',
		name: 'Get IAB Categories',
		action: 'Get IAB categories',
		description: 'Get the categories of the Interactive Advertising Bureau that X knows',
		fields: countOptions,
		paging: cursor(),
		result: many(),
	}),
});

const categories = accountChildren({
	segment: 'curated_categories',
	locator: curatedCategory,
	simplified: `
		id name description country_codes videos_monetized_in_last_thirty_days publisher_user_ids created_at
		updated_at`,
});

export const curatedCategoryResource = adsResource('curatedCategory', 'Curated Category', {
	get: categories.getOne('Get one curated category'),
	getMany: categories.listOf(
		'Get the collections of publishers that in-stream ads can run with in given countries',
		{ country_codes: countries() },
		{ paging: cursorWithoutSize },
	),
});

export const placementResource = adsResource('placement', 'Placement', {
	getMany: op({
		route: 'GET /12/line_items/placements',
		action: 'Get many placements',
		description: 'Get the combinations of placements that each product type allows',
		fields: filters({ product_type: choice(PRODUCT_TYPES) }),
		...wholeList(),
	}),
});

const users = accountChildren({
	segment: 'promotable_users',
	locator: adLocator('Promotable User', 'l310s', 'searchPromotableUsers'),
	simplified: 'id user_id promotable_user_type created_at updated_at deleted',
});

export const promotableUserResource = adsResource('promotableUser', 'Promotable User', {
	get: users.get('Get one user that an account may promote'),
	getMany: users.list('Get the users that an account may promote'),
});

export const publisherResource = adsResource('publisher', 'Publisher', {
	getMany: op({
		route: 'GET /12/publishers',
		action: 'Get many publishers',
		description: 'Get the publishers whose videos in-stream ads can run with',
		fields: {},
		...wholeList(
			adsShape(`
				user_id username content_category_ids monetizable_country_codes promotion_eligible_country_codes
				monetization_restricted`),
		),
	}),
});

/** Only version 5 of the documentation has these. */
const recommendations = accountChildren({
	version: 5,
	segment: 'recommendations',
	locator: adLocator('Recommendation', '62ce8zza1q0w', 'searchRecommendations'),
	simplified: 'id account_id funding_instrument_id status message changes created_at updated_at',
});

export const recommendationResource = adsResource('recommendation', 'Recommendation', {
	get: recommendations.getOne('Get one recommendation with the changes it would make: closed beta'),
	getMany: recommendations.listOf(
		'Get the changes that X recommends: closed beta',
		{},
		wholeList(recommendations.shape),
	),
});

export const userAccessResource = adsResource('authenticatedUserAccess', 'Authenticated User Access', {
	get: op({
		route: 'GET /12/accounts/{account_id}/authenticated_user_access',
		action: 'Get the access of the authenticated user',
		description: 'Get what the authenticated user may do in an account',
		fields: inAccount,
		result: one(),
	}),
});

const CONVERSATION_TYPES = titled(`
	ACTORS ATHLETES BOOK_GENRES BOOKS BRAND_CATEGORIES BRANDS CELEBRITIES COACHES DIGITAL_CREATORS
	ENTERTAINMENT_BRANDS ENTERTAINMENT_PERSONALITIES FICTIONAL_CHARACTERS JOURNALISTS LIFESTYLES
	MOVIE_GENRES MOVIES MUSIC_GENRES MUSICIANS NEWS NEWS_STORIES PERSONS PLACES PODCASTS
	POLITICAL_AFFILIATIONS POLITICIANS PRODUCTS RADIO_STATIONS SPORTS SPORTS_LEAGUES
	SPORTS_PERSONALITIES SPORTS_TEAMS TRENDS TV_SHOWS VIDEO_GAME_PLATFORMS VIDEO_GAME_PUBLISHERS
	VIDEO_GAMES`);

const byName = filters({ q: nameQuery() });

/** A list of what can be targeted. A criterion takes the `targeting_value` of an option. */
const optionList = (
	segment: string,
	description: string,
	fields: Fields,
	answer: Pick<Operation, 'paging' | 'result' | 'check' | 'run'> = { paging: cursor(), result: many() },
): Operation => ({
	route: `GET /12/targeting_criteria/${segment}`,
	name: `Get ${title(segment)}`,
	action: `Get ${segment.replaceAll('_', ' ').replace(/^tv/, 'TV')}`,
	description,
	auth: reads,
	fields,
	...answer,
});

const eventShape = adsShape(
	'name targeting_value event_type country_code is_global start_time end_time reach top_users top_tweets top_hashtags gender_breakdown_percentage device_breakdown_percentage country_breakdown_percentage',
);

export const targetingOptionResource = adsResource('targetingOption', 'Targeting Option', {
	getAppStoreCategories: optionList(
		'app_store_categories',
		'Get the categories of apps by which users can be targeted',
		filters({ q: nameQuery(), os_type: choice(titled('ANDROID IOS'), { label: 'Operating System' }) }),
		wholeList(),
	),
	getConversations: optionList(
		'conversations',
		'Get the topics of conversation that can be targeted',
		filters({ conversation_type: choice(CONVERSATION_TYPES) }),
	),
	getDevices: optionList('devices', 'Get the devices that can be targeted', byName),
	getEvents: optionList(
		'events',
		'Get the events that can be targeted',
		{
			event_types: choices(EVENT_TYPES),
			...filters({ country_codes: countries(), end_time: endTime(), start_time: startTime() }),
		},
		{ paging: cursor(), result: many(eventShape), check: checkWindow },
	),
	getInterests: optionList('interests', 'Get the interests that can be targeted', byName),
	getLanguages: optionList('languages', 'Get the languages that can be targeted', byName),
	getLocations: optionList(
		'locations',
		'Get the countries, regions, cities and postal codes that can be targeted',
		filters({
			country_code: country({ description: 'Only places in this country' }),
			location_type: choice(titled('CITIES COUNTRIES METROS POSTAL_CODES REGIONS')),
			q: nameQuery(),
		}),
	),
	getNetworkOperators: optionList(
		'network_operators',
		'Get the mobile networks that can be targeted',
		filters({
			country_code: country({ description: 'Only networks of this country (default: US)' }),
			q: nameQuery(),
		}),
	),
	getPlatformVersions: optionList(
		'platform_versions',
		'Get the versions of operating systems that can be targeted',
		byName,
		wholeList(),
	),
	getPlatforms: optionList(
		'platforms',
		'Get the platforms that can be targeted',
		filters({ lang: language(), q: nameQuery() }),
	),
	getTvMarkets: optionList('tv_markets', 'Get the markets whose TV shows can be targeted', {}, wholeList()),
	getTvShows: optionList(
		'tv_shows',
		'Get the TV shows of a market that can be targeted',
		{ locale: tvMarket(), ...byName },
		{ paging: cursor(50), result: many() },
	),
});
