import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { titled } from '../shared/ads/fields';
import {
	accountLists,
	LARGEST_PAGE,
	listInAccount,
	listRequest,
	nameOf,
	listOfVersion,
	page,
	searchInAccount,
	unnamedList,
} from '../shared/ads/lists';
import { type ListContext, type ListSpec, listSearch } from '../shared/form/search';
import type { ApiRequest } from '../shared/http/connection';
import { title } from '../shared/operation/labels';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { asText } from '../shared/util/text';
import { EVENT_TYPES } from './locators';
import { spec } from './spec';

/** The values of targeting types that X has no list for. */
const FIXED_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	AGE: titled(
		`
			AGE_13_TO_24 AGE_13_TO_34 AGE_13_TO_49 AGE_13_TO_54 AGE_OVER_13 AGE_18_TO_34 AGE_18_TO_49
			AGE_18_TO_54 AGE_OVER_18 AGE_21_TO_34 AGE_21_TO_49 AGE_21_TO_54 AGE_OVER_21 AGE_25_TO_49
			AGE_25_TO_54 AGE_OVER_25 AGE_35_TO_49 AGE_35_TO_54 AGE_OVER_35 AGE_OVER_50`,
		(value: string) =>
			value
				.replace('AGE_', '')
				.replace('_TO_', ' to ')
				.replace(/OVER_(.*)/, '$1 and Over'),
	),
	GENDER: { '1': 'Male', '2': 'Female' },
	ENGAGEMENT_TYPE: {
		ENGAGEMENT: 'Engagement',
		IMPRESSION: 'Impression',
		VIDEO_VIEW: 'Video View',
		VIDEO_VIEW_COMPLETE: 'Video View, Complete',
		VIDEO_VIEW_PARTIAL: 'Video View, Partial',
	},
	WIFI_ONLY: { '1': 'Only on Wi-Fi' },
};

/** Countries with a market for in-stream ads. X lists curated categories for named countries only. */
const MARKETS =
	'AE,AR,AU,BE,BR,CA,CH,CL,CO,DE,DK,EG,ES,FI,FR,GB,HK,ID,IE,IN,IT,JP,KR,MX,MY,NG,NL,NO,NZ,PE,PH,PL,PT,SA,SE,SG,TH,TR,TW,UA,US,VE,VN,ZA';

/** The searches behind From List. Pages are loaded one by one and filtered by what the user types. */
const lists: Readonly<Record<string, ListSpec>> = {
	...accountLists,
	searchCuratedCategories: {
		request: listInAccount('curated_categories', ['country_codes', MARKETS]),
		label: (entity) => `${nameOf(entity)} (${asText(entity.id)})`,
		page,
		filterLocally: true,
		unique: true,
	},
	searchLineItemCuratedCategories: unnamedList(
		'line_item_curated_categories',
		'line_item_id',
		'curated_category_id',
	),
	searchMediaCreatives: unnamedList('media_creatives', 'creative_type', 'line_item_id', 'landing_url'),
	searchPromotedAccounts: unnamedList('promoted_accounts', 'user_id', 'line_item_id'),
	searchPromotedPosts: unnamedList('promoted_tweets', 'tweet_id', 'line_item_id'),
	searchScheduledPromotedPosts: unnamedList(
		'scheduled_promoted_tweets',
		'scheduled_tweet_id',
		'line_item_id',
	),
	searchTrackingTags: unnamedList('tracking_tags', 'tracking_tag_url', 'line_item_id'),
	searchPromotableUsers: unnamedList('promotable_users', 'user_id', 'promotable_user_type'),
	searchOwnUser: {
		request: listInAccount('authenticated_user_access'),
		label: ({ user_id: id }) => `${asText(id)} (the authenticated user)`,
		value: ({ user_id: id }) => asText(id),
	},
	searchRecommendations: {
		request: listOfVersion(5, 'recommendations'),
		label: ({ message, id }) => `${asText(message)} (${asText(id)})`,
		filterLocally: true,
	},
	/** Each entry is a combination of placements that X allows. */
	searchPlacements: {
		request: ({ parameter }) =>
			listRequest('/12/line_items/placements', [
				'product_type',
				parameter('product_type') || parameter('additionalFields.product_type') || 'PROMOTED_TWEETS',
			]),
		at: 'data.0.placements',
		label: (combination) => Object.values(combination).map(asText).map(title).join(' + '),
		value: (combination) => Object.values(combination).map(asText).join(','),
		filterLocally: true,
	},
	searchTvMarkets: {
		request: () => listRequest('/12/targeting_criteria/tv_markets'),
		label: ({ name, locale }) => `${asText(name)} (${asText(locale)})`,
		value: ({ locale }) => asText(locale),
		filterLocally: true,
	},
	searchTargetingValues: {
		request: (context) => requestsByType[typeIn(context)]?.(context),
		staticOptions: (context) => fixedValues(typeIn(context), context.filter),
		label: ({ name, username, id, user_id: user, ...entity }) => {
			const { location_type: type, os_type: os, country_code: country } = entity;
			const more = [type, os, country].filter((each) => each !== undefined && each !== null);
			const own = asText(name) || asText(username) || asText(user) || asText(id);
			return more.length > 0 ? `${own} (${more.map(asText).join(', ')})` : own;
		},
		value: ({ targeting_value: value, user_id: user, id }) => asText(value ?? user ?? id),
		page,
		filterLocally: true,
		unique: true,
	},
};

/** The targeting type beside the field that is being filled (the ampersand), or that of the form. */
const typeIn = ({ parameter }: ListContext) => parameter('&criterion_type') || parameter('targeting_type');

const marketIn = ({ parameter }: ListContext) => parameter('&tv_market') || parameter('tv_market') || 'en-US';

const fixedValues = (type: string, typed: string) =>
	Object.entries(FIXED_VALUES[type] ?? (typed === '' ? {} : { [typed]: typed })).map(([value, name]) => ({
		name,
		value,
	}));

type ListRequest = (context: ListContext) => ApiRequest | undefined;

const options =
	(name: string, ...query: [string, string][]): ListRequest =>
	({ filter }) =>
		listRequest(`/12/targeting_criteria/${name}`, ['q', filter], ...query);

/** A list of targeting options that X cannot filter. */
const unfiltered =
	(name: string, ...query: [string, string][]): ListRequest =>
	() =>
		listRequest(`/12/targeting_criteria/${name}`, ...query, LARGEST_PAGE);

const tvShows: ListRequest = (context) =>
	options('tv_shows', ['locale', marketIn(context)], ['count', '50'])(context);
const promotableUsers = listInAccount('promotable_users', LARGEST_PAGE);
const appStoreCategories = options('app_store_categories');
const campaigns = searchInAccount('campaigns');

const audiences: ListRequest = (context) =>
	listInAccount('custom_audiences', ['q', context.filter], ['count', '100'])(context);

/** The requests that find the values of each targeting type. Users type keywords themselves. */
const requestsByType: Readonly<Record<string, ListRequest>> = {
	APP_STORE_CATEGORY: appStoreCategories,
	APP_STORE_CATEGORY_LOOKALIKE: appStoreCategories,
	CAMPAIGN_ENGAGEMENT: campaigns,
	CAMPAIGN_ENGAGEMENT_LOOKALIKE: campaigns,
	CONTENT_PUBLISHER_USER: () => listRequest('/12/publishers'),
	CONVERSATION: unfiltered('conversations'),
	CUSTOM_AUDIENCE: audiences,
	CUSTOM_AUDIENCE_EXPANDED: audiences,
	DEVICE: options('devices', LARGEST_PAGE),
	EVENT: unfiltered('events', ['event_types', Object.keys(EVENT_TYPES).join(',')]),
	FOLLOWERS_OF_USER: promotableUsers,
	IAB_CATEGORY: () => listRequest('/12/iab_categories', LARGEST_PAGE),
	INTEREST: options('interests', LARGEST_PAGE),
	LANGUAGE: options('languages', LARGEST_PAGE),
	LIVE_TV_EVENT: tvShows,
	LOCATION: options('locations', ['count', '100']),
	NETWORK_OPERATOR: options('network_operators', LARGEST_PAGE),
	PLATFORM: options('platforms'),
	PLATFORM_VERSION: options('platform_versions'),
	TV_SHOW: tvShows,
	USER_ENGAGEMENT: promotableUsers,
	USER_ENGAGEMENT_LOOKALIKE: promotableUsers,
};

/** Menus that n8n loads from X as a whole. */
const specs: Readonly<Record<string, ListSpec>> = {
	getIabCategories: {
		request: () => ({ method: 'GET', path: '/12/iab_categories', query: [['count', '1000']] }),
		label: ({ id, name }) => `${asText(id)} ${asText(name)}`,
		page,
	},
	getBusinessCategories: {
		request: () => ({ method: 'GET', path: '/12/advertiser_business_categories' }),
		label: ({ name }) => asText(name),
	},
};

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** Returns the `loadOptions` methods of the node. Each reads all pages of a list. */
function loadOptions(spec: NodeSpec): Record<string, LoadOptions> {
	const searches = listSearch(spec, specs);
	return Object.fromEntries(
		Object.entries(searches).map(([name, search]) => [
			name,
			async function (this: ILoadOptionsFunctions) {
				const options: INodePropertyOptions[] = [];
				let next: string | undefined;
				do {
					const { results, paginationToken } = await search.call(this, '', next);
					options.push(...results.map(({ name: label, value }) => ({ name: label, value })));
					next = asText(paginationToken) || undefined;
				} while (next !== undefined);
				return options;
			},
		]),
	);
}

export const methods = { listSearch: listSearch(spec, lists), loadOptions: loadOptions(spec) };
