import { keyBy, mapValues } from 'lodash';
import { words } from '../util/text';
import { advice } from './advice';
import { common, errorText, type ErrorText } from './errorText';

const IN_ACCOUNT =
	'Check the ID and that it belongs to the chosen ads account; what was deleted is found only by operations that have the option Include Deleted';

const missing = (what: string) => errorText('notFound', `${what} was not found`, IN_ACCOUNT);
const wrong = (summary: string, help?: string) => errorText('badRequest', summary, help);
const forbidden = (summary: string, help: string) => errorText('forbidden', summary, help);

const RENEW_TOKEN =
	'generate a new access token for every user and enter it in the credential: a token keeps the permissions it was made with';
const TWEET_HELP = 'Check the ID of the Post, that it is public, and that the account may promote it';
const MEDIA_HELP = 'Check that the upload is complete and that its type and size are allowed for this use';

const MISSING = words(`
	ACCOUNT_MEDIA_NOT_FOUND APP_EVENT_PROVIDER_CONFIGURATION_NOT_FOUND APP_EVENT_TAG_NOT_FOUND
	CAMPAIGN_NOT_FOUND CARD_NOT_FOUND FUNDING_INSTRUMENT_NOT_FOUND LINE_ITEM_APP_NOT_FOUND
	LINE_ITEM_NOT_FOUND MEDIA_CREATIVE_NOT_FOUND MEDIA_NOT_FOUND PROMOTABLE_USER_NOT_FOUND
	PROMOTED_ACCOUNT_NOT_FOUND TARGETING_CRITERION_NOT_FOUND WEB_EVENT_TAG_NOT_FOUND`);

/** The error codes of the Ads API, grouped by what helps: https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses */
export const ADS_CODES: Readonly<Record<string, ErrorText>> = {
	// No entity has this ID.
	...mapValues(keyBy(MISSING), (code) =>
		missing(`The ${code.replace('_NOT_FOUND', '').replaceAll('_', ' ').toLowerCase()}`),
	),
	BEHAVIOR_OR_BEHAVIOR_EXPANDED_NOT_FOUND: missing('The behavior'),
	MACT_APP_NOT_FOUND: missing('The app for conversion tracking'),
	NOT_FOUND: missing('What was asked for'),
	PROMOTED_TWEET_NOT_FOUND: missing('The promoted Post'),
	TAILORED_AUDIENCE_CHANGE_FILE_NOT_FOUND: missing('The change file of the audience'),
	TAILORED_AUDIENCE_NOT_FOUND: missing('The audience'),
	TAILORED_AUDIENCE_OR_TAILORED_AUDIENCE_EXPANDED_NOT_FOUND: missing('The audience'),
	TWEET_NOT_FOUND: errorText('notFound', 'The Post was not found', TWEET_HELP),
	INVALID_APP_ID: errorText('notFound', 'The app ID is not known', 'Check the ID of the app in its store'),
	INVALID_APP_STORE: errorText('notFound', 'The app store is not known', advice.values),
	INVALID_IAB_CATEGORY: errorText(
		'notFound',
		'The IAB category is not known',
		'Choose one of the categories the Ads API lists',
	),
	INVALID_ID_ILLEGAL_CHARACTERS: errorText(
		'notFound',
		'An ID has characters that are not allowed',
		'Check the ID: IDs of the Ads API are short lower-case letters and digits',
	),
	NO_PROVIDER_AVAILABLE_FOR_THIS_CLIENT_APPLICATION: errorText(
		'notFound',
		'The app has no provider of app events',
		'Ask X to set the app up as a provider, or use the app of one',
	),
	ROUTE_NOT_FOUND: errorText(
		'notFound',
		'The Ads API has no such address',
		'Check the Ads URL in the credential; in a custom call, check method, version and path',
	),

	// A value is wrong.
	DUPLICATE_TWEET: common.duplicate,
	EXCLUSIVE_PARAMETERS: wrong('Two values exclude each other', 'Leave one of the two empty'),
	ILLEGAL_CHARACTERS: wrong(
		'A text has characters that are not allowed',
		'Remove characters such as < and >',
	),
	INCLUSIVE_PARAMETERS: wrong('A value needs another one with it', 'Fill in the other field too'),
	INCOMPATIBLE_LINE_ITEM: wrong(
		'The line item does not take this',
		'Choose a line item whose objective and product type fit what you add',
	),
	INVALID_DENOMINATION: wrong('The amount is not valid in this currency', 'Use whole cents: 0.01, not 0.005'),
	INVALID_FUNDING_INSTRUMENT: wrong(
		'The funding instrument cannot be used',
		'Choose another funding instrument',
	),
	INVALID_IMAGE: wrong('The image is not accepted', MEDIA_HELP),
	INVALID_MEDIA: wrong('The media is not accepted', MEDIA_HELP),
	INVALID_MEDIA_ID: wrong('The media ID is not accepted', MEDIA_HELP),
	INVALID_PARAMETER: wrong('A value is not accepted'),
	INVALID_PLACEMENT_TYPE: wrong(
		'The placement is not accepted',
		'Choose placements that the product type allows',
	),
	INVALID_TAILORED_AUDIENCE_TYPE: wrong('The audience type is not accepted'),
	INVALID_TARGETING_TYPE: wrong('The targeting type is not accepted'),
	INVALID_TIME_WINDOW: wrong(
		'The time window is not accepted',
		'Check that the start is before the end, and the length of the window',
	),
	INVALID_TV_SHOW_LOCATIONS: wrong(
		'The TV show does not go with the locations',
		'Target a location of that market first',
	),
	INVALID_TWEET: wrong('The Post is not accepted', TWEET_HELP),
	INVALID_USER: wrong(
		'The user is not accepted',
		'Check the user ID and that the account may act for this user',
	),
	INVALID_USER_ID: wrong('The user ID is not accepted', 'Check the user ID: it is a number, not a username'),
	METHOD_NOT_ALLOWED: common.method,
	MISSING_PARAMETER: wrong('A required value is missing', 'Fill in the field that the message names'),
	REQUEST_TOO_COMPLEX: wrong(
		'The request asks for too much at once',
		'Ask for fewer entities, metrics or days at a time',
	),
	SPEND_EXCEEDS_BUDGET: wrong('The budget is lower than what was already spent', 'Choose a higher budget'),
	TOO_MANY_CAMPAIGNS: wrong(
		'The account has as many active campaigns as allowed (200 unless raised)',
		'Delete campaigns that are done (paused ones may count too), or ask your account manager for a higher limit (up to 8,000)',
	),
	// Not documented, but seen: https://github.com/xdevplatform/twitter-python-ads-sdk/issues/242
	TOO_MANY_JOBS: wrong(
		'X already works on the most report jobs of an account (100)',
		'Wait until some of them are done, or cancel those that nobody needs',
	),
	TOO_MANY_LINE_ITEMS: wrong(
		'The campaign has as many line items as allowed (100)',
		'Delete a line item, or use another campaign',
	),
	SCHEDULED_TWEET_LIMIT_EXCEEDED: wrong(
		'Too many Posts are scheduled for this time',
		'Schedule them further apart',
	),
	TV_SHOW_OUTSIDE_MARKET: wrong(
		'The TV show is not shown in the targeted market',
		'Choose a show of that market',
	),
	TWEET_CANNOT_BE_BLANK: wrong('A Post cannot be empty', 'Give the Post a text or media'),
	UNKNOWN_CARD_TYPE: wrong('The card type is not known'),
	UNKNOWN_CRITERIA_TYPE: wrong('The targeting type is not known'),

	// The caller may not do this.
	ACCOUNT_LOCKED_OUT: forbidden('The account is locked', 'Sign in on X to unlock it'),
	ACCOUNT_NOT_FOUND: forbidden(
		'The ads account was not found, or this user has no access to it',
		'Check the account ID and the role of the user in that account; sandbox and production accounts differ',
	),
	ACTION_NOT_ALLOWED: forbidden('This is not allowed', advice.adsRole),
	CURRENT_USER_SUSPENDED: forbidden('Your account is suspended', 'Sign in on X to see why'),
	FEATURE_NOT_AVAILABLE: forbidden(
		'The account does not have this feature',
		'Ask your account manager at X to turn it on',
	),
	FUNDING_INSTRUMENT_ACCESS_NOT_ALLOWED: forbidden(
		'This user may not use the funding instrument',
		'Choose another funding instrument, or ask for access to it',
	),
	FUNDING_INSTRUMENT_EXCEEDS_AVAILABLE_CREDIT_LIMIT: forbidden(
		'The credit limit of the funding instrument is exceeded',
		'Lower the budget, or ask for more credit',
	),
	GENERIC_TWEET_ERROR: forbidden('The Post was refused', TWEET_HELP),
	// Not documented, but reported by users; the help is in
	// https://docs.x.com/x-ads-api/getting-started/step-by-step-guide
	INSUFFICIENT_USER_AUTHORIZED_PERMISSION: forbidden(
		'The access token does not allow what the app is approved for',
		`Check that the app may write, then ${RENEW_TOKEN}`,
	),
	INVALID_ACCOUNT_SERVICE_LEVEL: forbidden(
		'The service level of the account does not include this',
		'Ask your account manager at X which service level has it',
	),
	MALWARE_STATUS: forbidden('An address in the request is listed as harmful', 'Remove the address'),
	READONLY_CLIENT_APPLICATION: errorText(
		'missingScope',
		'The app may only read',
		'Raise the app permissions in the Developer Console, then generate a new access token',
	),
	TWEET_IS_SPAM: forbidden('The Post looks like spam to X', 'Change the text'),
	UNAUTHORIZED_ACCESS: common.denied,
	UNAUTHORIZED_CLIENT_APPLICATION: forbidden(
		'The app is not approved for the Ads API',
		`Apply for access to the Ads API in the Developer Console. When it is granted, ${RENEW_TOKEN}`,
	),
	USER_NOT_FOUND: forbidden('The user was not found, or may not be used', 'Check the user ID'),

	// The time is wrong; the request may be right.
	CANCELLED_REQUEST: errorText(
		'timeout',
		'X stopped working on the request',
		'Ask for less at once, or try again',
	),
	INTERNAL_ERROR: common.failed,
	LOCK_ACQUISITION_TIMEOUT: common.locked,
	OVER_CAPACITY: errorText('unavailable', 'X is over capacity'),
	SERVICE_UNAVAILABLE: errorText('unavailable', 'The Ads API is not available'),
	TOO_MANY_REQUESTS: common.rateLimit,
	TWEET_RATE_LIMIT_EXCEEDED: errorText('rateLimit', 'Rate limit for Posts reached'),
};
