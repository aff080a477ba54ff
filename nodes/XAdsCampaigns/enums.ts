/** Values of the parameters of campaign management, with their names in the form. */
import { titled } from '../shared/ads/fields';
import type { Choices } from '../shared/fields';

export const OBJECTIVES = titled(`
	APP_ENGAGEMENTS APP_INSTALLS ENGAGEMENTS FOLLOWERS PREROLL_VIEWS REACH VIDEO_VIEWS WEBSITE_CLICKS`);

export const PRODUCT_TYPES = titled('MEDIA PROMOTED_ACCOUNT PROMOTED_TWEETS');

export const GOALS: Choices = {
	...titled(`
		APP_CLICKS APP_INSTALLS APP_PURCHASES ENGAGEMENT FOLLOWERS LINK_CLICKS MAX_REACH PREROLL PREROLL_STARTS
		REACH_WITH_ENGAGEMENT SITE_VISITS VIDEO_VIEW WEBSITE_CONVERSIONS`),
	VIEW_15S: 'View of 15 Seconds',
	VIEW_3S_100PCT: 'View of 3 Seconds at 100 %',
	VIEW_6S: 'View of 6 Seconds',
};

export const BID_STRATEGIES: Choices = {
	AUTO: ['Auto', 'X bids, within the daily budget and the flight dates'],
	MAX: ['Max', 'The bid is the most that is paid'],
	TARGET: ['Target', 'The daily average stays within 20 percent of the bid'],
};

export const PAY_BY = titled('APP_CLICK IMPRESSION LINK_CLICK');

export const AUDIENCE_EXPANSIONS = titled('BROAD DEFINED EXPANDED');

export const BUDGET_OPTIMIZATIONS: Choices = {
	CAMPAIGN: ['Campaign', 'For older campaigns; no longer documented'],
	LINE_ITEM: ['Line Item', 'Every line item has its own budget'],
};

export const NEW_STATUSES: Choices = {
	ACTIVE: ['Active', 'Serves, and costs money, as soon as everything is in place'],
	DRAFT: ['Draft', 'Not shown in lists unless asked for'],
	PAUSED: ['Paused', 'Serves nothing until it is activated'],
};

export const STATUSES = titled('ACTIVE PAUSED');

export const INDUSTRIES = titled(`
	AGENCY BUSINESS_TO_BUSINESS EDUCATION FINANCIAL GOVERNMENT HEALTH MEDIA MOBILE ONLINE_SERVICES OTHER
	RESTAURANT RETAIL TECHNOLOGY TRAVEL`);

export const FUNDING_TYPES = titled(`
	AGENCY_CREDIT_LINE CREDIT_CARD CREDIT_LINE INSERTION_ORDER PARTNER_MANAGED`);

export const FEATURES_TO_ASK = titled(`
	REACH_AND_FREQUENCY_ANALYTICS REACH_FREQUENCY_CAP WEBSITE_CLICKS_CPM_BILLING`);

export const SANDBOX_FEATURES = titled(`
	AGE_TARGETING ALLOW_SKIPPABLE_VIDEOS_FOR_PREROLL_VIEWS_OBJECTIVE AWARENESS_OBJECTIVE BRAND_TPN
	CHARGE_FOR_GOOD_CLICK CONVERSATION_CARD CONVERSATION_CARD_FOUR_OPTIONS CONVERSATION_CARD_UNLOCK
	CPI_CHARGING DIRECT_MESSAGE_CARD DR_TAP ENGAGER_RETARGETING EVENT_TARGETING
	INSTALLED_APP_CATEGORY_TARGETING MOBILE_CONVERSION_TRANSACTION_VALUE OPTIMIZED_ACTION_BIDDING
	PREROLL_VIEWS_OBJECTIVE REACH_AND_FREQUENCY_ANALYTICS REACH_FREQUENCY_CAP VALIDATED_AGE_TARGETING
	VIDEO_APP_DOWNLOAD_CARD VIDEO_VIEWS_MIDROLL_OBJECTIVE`);

export const TARGETING_TYPES = titled(`
	AGE APP_LIST APP_STORE_CATEGORY APP_STORE_CATEGORY_LOOKALIKE BROAD_KEYWORD CAMPAIGN_ENGAGEMENT
	CAMPAIGN_ENGAGEMENT_LOOKALIKE CONVERSATION CUSTOM_AUDIENCE CUSTOM_AUDIENCE_EXPANDED DEVICE
	ENGAGEMENT_TYPE EVENT EXACT_KEYWORD FOLLOWERS_OF_USER GENDER INTEREST LANGUAGE LIVE_TV_EVENT
	LOCATION NETWORK_ACTIVATION_DURATION NETWORK_OPERATOR PHRASE_KEYWORD PLATFORM PLATFORM_VERSION
	SIMILAR_TO_FOLLOWERS_OF_USER TV_SHOW UNORDERED_KEYWORD USER_ENGAGEMENT USER_ENGAGEMENT_LOOKALIKE
	WIFI_ONLY`);

/**
 * Types that only batches accept, for in-stream ads: all IAB categories of a content category, and publishers to
 * exclude (https://docs.x.com/x-ads-api/campaign-management#set-targeting-criteria).
 */
export const BATCH_TARGETING_TYPES: Choices = {
	...TARGETING_TYPES,
	...titled('CONTENT_PUBLISHER_USER IAB_CATEGORY'),
};

export const KEYWORD_TYPES = ['BROAD_KEYWORD', 'EXACT_KEYWORD', 'PHRASE_KEYWORD', 'UNORDERED_KEYWORD'];

/** Types whose values X lists by TV market. */
export const ON_TV = ['LIVE_TV_EVENT', 'TV_SHOW'];

export const OPERATORS: Choices = {
	EQ: ['Equals', 'Reach people who match'],
	GTE: ['Greater Than or Equal', 'For the network activation duration'],
	LT: ['Less Than', 'For the network activation duration'],
	NE: ['Exclude', 'Leave out people who match'],
};

export const ESTIMATE_OPERATORS: Choices = {
	EQ: ['Equals', 'Count people who match'],
	NE: ['Exclude', 'Leave out people who match'],
};

/** `AGE_13_TO_24` → "13 to 24", `AGE_OVER_13` → "13 and Over". */
const ageRange = (value: string) =>
	value
		.replace('AGE_', '')
		.replace('_TO_', ' to ')
		.replace(/OVER_(.*)/, '$1 and Over');

/** The values of targeting types that X has no list for. */
export const FIXED_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	AGE: titled(
		`
			AGE_13_TO_24 AGE_13_TO_34 AGE_13_TO_49 AGE_13_TO_54 AGE_OVER_13 AGE_18_TO_34 AGE_18_TO_49
			AGE_18_TO_54 AGE_OVER_18 AGE_21_TO_34 AGE_21_TO_49 AGE_21_TO_54 AGE_OVER_21 AGE_25_TO_49
			AGE_25_TO_54 AGE_OVER_25 AGE_35_TO_49 AGE_35_TO_54 AGE_OVER_35 AGE_OVER_50`,
		ageRange,
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

export const LOCATION_TYPES = titled('CITIES COUNTRIES METROS POSTAL_CODES REGIONS');

export const EVENT_TYPES = titled(
	'CONFERENCE HOLIDAY MUSIC_AND_ENTERTAINMENT OTHER POLITICS RECURRING SPORTS',
);

export const CONVERSATION_TYPES = titled(`
	ACTORS ATHLETES BOOK_GENRES BOOKS BRAND_CATEGORIES BRANDS CELEBRITIES COACHES DIGITAL_CREATORS
	ENTERTAINMENT_BRANDS ENTERTAINMENT_PERSONALITIES FICTIONAL_CHARACTERS JOURNALISTS LIFESTYLES
	MOVIE_GENRES MOVIES MUSIC_GENRES MUSICIANS NEWS NEWS_STORIES PERSONS PLACES PODCASTS
	POLITICAL_AFFILIATIONS POLITICIANS PRODUCTS RADIO_STATIONS SPORTS SPORTS_LEAGUES
	SPORTS_PERSONALITIES SPORTS_TEAMS TRENDS TV_SHOWS VIDEO_GAME_PLATFORMS VIDEO_GAME_PUBLISHERS
	VIDEO_GAMES`);

export const OS_TYPES = titled('ANDROID IOS');

export const SUGGESTION_TYPES = titled('KEYWORD USER_ID');

export const TRACKING_TAG_TYPES = titled('CLICK_TRACKER IMPRESSION_TAG');
