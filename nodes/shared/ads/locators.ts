/** Fields for entities of an advertising account that several nodes use. Their searches are in lists.ts. */
import { userOf } from '../core/locators';
import { list, locatorOf, text, type ListRules } from '../fields';

/** IDs of the Ads API are short and consist of letters and digits. */
export const AD_ID = /^[0-9A-Za-z_-]{1,40}$/;
export const AD_ID_SHAPE = 'an ID of letters and digits';

/** An ID without a list to choose from. */
export const adId = (label: string, example: string, description?: string) =>
	text({
		label,
		placeholder: `e.g. ${example}`,
		pattern: AD_ID,
		shape: AD_ID_SHAPE,
		...(description !== undefined && { description }),
	});

/** The most IDs in the filter of a list: https://docs.x.com/x-ads-api/campaign-management/reference */
export const MOST_IDS = 200;

/** Several IDs, at most as many as one request may have. */
export const adIds = (label: string, rest: ListRules = {}) =>
	list({
		label,
		placeholder: 'e.g. 8wku2,f4z6x',
		pattern: AD_ID,
		shape: AD_ID_SHAPE,
		max: MOST_IDS,
		description: 'Only these; up to 200 IDs, separated by commas',
		...rest,
	});

/** The filter of lists whose entries belong to line items. */
export const ofLineItems = () => adIds('Line Item IDs');

/** A function that builds locators for one kind of entity. */
export const adLocator = (name: string, example: string, search?: string) =>
	locatorOf({ name, pattern: AD_ID, shape: AD_ID_SHAPE, example, ...(search !== undefined && { search }) });

export const account = adLocator('Account', '18ce54d4x5t', 'searchAccounts');
export const campaign = adLocator('Campaign', '8wku2', 'searchCampaigns');
export const fundingInstrument = adLocator('Funding Instrument', 'lygyi', 'searchFundingInstruments');
export const lineItem = adLocator('Line Item', 'itttx', 'searchLineItems');

/** An image or in-stream video that line items can show. */
export const accountMedia = adLocator('Account Media', '10miy', 'searchAccountMedia');

export const scheduledPost = locatorOf({
	name: 'Scheduled Post',
	search: 'searchScheduledPosts',
	example: '917438609065623552',
});

export const userToPromote = userOf({ search: 'searchUsersToPromote', example: '756201191646691328' });

/** The account field of nearly every operation. It is the same object everywhere, so the form has it only once. */
export const inAccount = { account_id: account({ description: 'The advertising account' }) };
