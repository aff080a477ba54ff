/** Lists of X that campaigns refer to, and what an account may use. This node only reads them. */
import { accountHistory } from '../../shared/ads/accountHistory';
import { accountList, adsResource, accountChildren } from '../../shared/ads/children';
import { currency, countries } from '../../shared/ads/fields';
import { countOptions } from '../../shared/ads/listFields';
import { inAccount, adLocator } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/shape';
import { wholeList } from '../../shared/ads/wholeList';
import { filters, choice } from '../../shared/fields';
import { op, cursor, many, cursorWithoutSize, one } from '../../shared/operation/operation';
import { PRODUCT_TYPES } from '../enums';
import { curatedCategory } from '../locators';

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
