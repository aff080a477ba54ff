/** The things that fields of the Ads API refer to: chosen from a list, or by ID. The lists are in lists.ts. */
import { entity, type Look } from '../shared/fields';
import type { Field } from '../shared/operation';
import { asText } from '../shared/text';
import { AD_ID, AD_ID_SHAPE } from './fields/common';
import { LABELS } from './labels';

const locator =
	(name: string, example: string, search?: string) =>
	(rest: Look = {}): Field =>
		entity(
			{ name, pattern: AD_ID, shape: AD_ID_SHAPE, example, ...(search !== undefined && { search }) },
			rest,
		);

export const account = locator('Account', '18ce54d4x5t', 'searchAccounts');
export const campaign = locator('Campaign', '8wku2', 'searchCampaigns');
export const lineItem = locator('Line Item', 'itttx', 'searchLineItems');
export const fundingInstrument = locator('Funding Instrument', 'lygyi', 'searchFundingInstruments');
export const curatedCategory = locator('Curated Category', '9ddrgesiap6o', 'searchCuratedCategories');
export const lineItemCuratedCategory = locator(
	'Line Item Curated Category',
	'xq',
	'searchLineItemCuratedCategories',
);
export const mediaCreative = locator('Media Creative', '1bzq3', 'searchMediaCreatives');
export const promotedAccount = locator('Promoted Account', '19pl2', 'searchPromotedAccounts');
export const promotedPost = locator('Promoted Post', '1efwlo', 'searchPromotedPosts');
export const scheduledPromotedPost = locator(
	'Scheduled Promoted Post',
	'1xtfl',
	'searchScheduledPromotedPosts',
);
export const promotableUser = locator('Promotable User', 'l310s', 'searchPromotableUsers');
export const recommendation = locator('Recommendation', '62ce8zza1q0w', 'searchRecommendations');
export const targetingCriterion = locator('Targeting Criterion', 'eijd4y');
export const trackingTag = locator('Tracking Tag', '3m82', 'searchTrackingTags');

/** A market of TV shows, by its locale. */
export const tvMarket = (rest: Look = {}): Field =>
	entity(
		{
			name: 'Market',
			search: 'searchTvMarkets',
			pattern: /^[A-Za-z]{2}[A-Za-z-]{0,8}$/,
			shape: 'a locale such as en-US',
			example: 'en-US',
		},
		{ description: 'The market whose shows to list, by its locale', ...rest },
	);

/** The market that the list of targeting values is about. */
export const tvMarketOfList = (): Field =>
	tvMarket({
		label: 'TV Market',
		default: { mode: 'list', value: 'en-US' },
		description: 'Whose shows the list of Targeting Value has; it is not sent',
	});

/** A user of the platform who can be promoted by the account. */
export const userToPromote = (rest: Look = {}): Field =>
	entity({ name: 'User', search: 'searchUsersToPromote', example: '756201191646691328' }, rest);

/** The authenticated user: nobody else may see the settings. */
export const settingsUser = (): Field =>
	entity(
		{ name: 'User', search: 'searchOwnUser', example: '756201191646691328' },
		{ description: 'The authenticated user: nobody else may read or change these settings' },
	);

/** The account of nearly every operation: its property is the same everywhere, so the form has it once. */
export const inAccount: { account_id: Field } = {
	account_id: account({ description: 'The advertising account' }),
};

/**
 * Where the ads of a line item appear: one of the combinations that the platform offers for the product type, or any
 * placements separated by commas. The names with SERVICE are another vocabulary for those with TWITTER.
 */
export function placements(): Field {
	const field = entity(
		{
			name: LABELS.placements,
			search: 'searchPlacements',
			pattern: /^[A-Z_]+(\s*,\s*[A-Z_]+)*$/,
			shape: 'one placement or several separated by commas, such as ALL_ON_TWITTER',
			example: 'ALL_ON_TWITTER',
		},
		{ description: 'The list has the combinations that the chosen product type allows' },
	);
	return {
		...field,
		encode: (value, context) => {
			const found = field.encode(Array.isArray(value) ? value.map(asText).join(',') : value, context);
			return typeof found === 'string'
				? found.split(',').map((name) => name.trim().replace('SERVICE', 'TWITTER'))
				: found;
		},
	};
}

/** What a targeting criterion asks for; the list depends on the targeting type. */
export const targetingValue = (rest: Look = {}): Field =>
	entity(
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
