/** Fields for entities that only this node uses, and values of parameters. The searches are in methods.ts. */
import { pick } from 'lodash';
import { locator, type Appearance } from '../shared/fields';
import { adLocator } from '../shared/ads/locators';
import type { Field } from '../shared/operation/operation';
import { asText } from '../shared/util/text';
import { titled } from '../shared/ads/fields';

export const PRODUCT_TYPES = titled('MEDIA PROMOTED_ACCOUNT PROMOTED_TWEETS');

export const TARGETING_TYPES = titled(`
	AGE APP_LIST APP_STORE_CATEGORY APP_STORE_CATEGORY_LOOKALIKE BROAD_KEYWORD CAMPAIGN_ENGAGEMENT
	CAMPAIGN_ENGAGEMENT_LOOKALIKE CONVERSATION CUSTOM_AUDIENCE CUSTOM_AUDIENCE_EXPANDED DEVICE
	ENGAGEMENT_TYPE EVENT EXACT_KEYWORD FOLLOWERS_OF_USER GENDER INTEREST LANGUAGE LIVE_TV_EVENT
	LOCATION NETWORK_ACTIVATION_DURATION NETWORK_OPERATOR PHRASE_KEYWORD PLATFORM PLATFORM_VERSION
	SIMILAR_TO_FOLLOWERS_OF_USER TV_SHOW UNORDERED_KEYWORD USER_ENGAGEMENT USER_ENGAGEMENT_LOOKALIKE
	WIFI_ONLY`);

/** Types whose values X lists by TV market. */
export const ON_TV = ['LIVE_TV_EVENT', 'TV_SHOW'];

export const EVENT_TYPES = titled(
	'CONFERENCE HOLIDAY MUSIC_AND_ENTERTAINMENT OTHER POLITICS RECURRING SPORTS',
);

export const curatedCategory = adLocator('Curated Category', '9ddrgesiap6o', 'searchCuratedCategories');
export const targetingCriterion = adLocator('Targeting Criterion', 'eijd4y');

/** A TV market, by its locale. */
export const tvMarket = (rest: Appearance = {}) =>
	locator(
		{
			name: 'Market',
			search: 'searchTvMarkets',
			pattern: /^[A-Za-z]{2}[A-Za-z-]{0,8}$/,
			shape: 'a locale such as en-US',
			example: 'en-US',
		},
		{ description: 'The market whose shows to list, by its locale', ...rest },
	);

/** The TV market for the list of targeting values. */
export const tvMarketOfList = () =>
	tvMarket({
		label: 'TV Market',
		default: { mode: 'list', value: 'en-US' },
		description: 'Whose shows Targeting Value lists; not sent to X',
	});

/** Makes a field of placements: a combination that X offers, or any separated by commas. SERVICE counts as TWITTER. */
export function placements(): Field<string[]> {
	const field = locator(
		{
			name: 'Placements',
			search: 'searchPlacements',
			pattern: /^[A-Z_]+(\s*,\s*[A-Z_]+)*$/,
			shape: 'one placement or several separated by commas, such as ALL_ON_TWITTER',
			example: 'ALL_ON_TWITTER',
		},
		{ description: 'The list has the combinations that the chosen product type allows' },
	);
	return {
		...pick(field, 'property', 'label'),
		encode: (value, context) =>
			field
				.encode(Array.isArray(value) ? value.map(asText).join(',') : value, context)
				?.split(',')
				.map((name) => name.trim().replace('SERVICE', 'TWITTER')),
	};
}

/** The value of a targeting criterion. Its list depends on the targeting type. */
export const targetingValue = (rest: Appearance = {}) =>
	locator(
		{
			name: 'Targeting Value',
			search: 'searchTargetingValues',
			pattern: /\S/,
			shape: 'a text',
			example: 'coffee',
		},
		{
			description:
				'A keyword, or the value of a targeting option: the list has those of the chosen targeting type',
			...rest,
		},
	);
