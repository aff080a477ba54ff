import { classify, type FailureKind } from '../../../nodes/shared/errors';

/** Every code of the Ads API's documentation with its status (null: none is documented), and what we make of it. */
const codes: Array<[code: string, status: number | null, kind: FailureKind, lead: string]> = [
	['ACCOUNT_LOCKED_OUT', 403, 'forbidden', 'The account is locked'],
	['ACCOUNT_MEDIA_NOT_FOUND', 404, 'notFound', 'The account media was not found'],
	['ACCOUNT_NOT_FOUND', 403, 'forbidden', 'The ads account was not found, or this user has no access to it'],
	['ACTION_NOT_ALLOWED', 403, 'forbidden', 'This is not allowed'],
	[
		'APP_EVENT_PROVIDER_CONFIGURATION_NOT_FOUND',
		404,
		'notFound',
		'The app event provider configuration was not found',
	],
	['APP_EVENT_TAG_NOT_FOUND', 404, 'notFound', 'The app event tag was not found'],
	['BEHAVIOR_OR_BEHAVIOR_EXPANDED_NOT_FOUND', 404, 'notFound', 'The behavior was not found'],
	['CAMPAIGN_NOT_FOUND', 404, 'notFound', 'The campaign was not found'],
	['CANCELLED_REQUEST', 408, 'timeout', 'The platform stopped working on the request'],
	['CARD_NOT_FOUND', 404, 'notFound', 'The card was not found'],
	['CURRENT_USER_SUSPENDED', 403, 'forbidden', 'Your account is suspended'],
	['DUPLICATE_TWEET', 400, 'conflict', 'This Post was already sent'],
	['EXCLUSIVE_PARAMETERS', 400, 'badRequest', 'Two values exclude each other'],
	['FEATURE_NOT_AVAILABLE', 400, 'forbidden', 'The account does not have this feature'],
	['FUNDING_INSTRUMENT_ACCESS_NOT_ALLOWED', 403, 'forbidden', 'This user may not use the funding instrument'],
	[
		'FUNDING_INSTRUMENT_EXCEEDS_AVAILABLE_CREDIT_LIMIT',
		403,
		'forbidden',
		'The credit limit of the funding instrument is exceeded',
	],
	['FUNDING_INSTRUMENT_NOT_FOUND', 404, 'notFound', 'The funding instrument was not found'],
	['GENERIC_TWEET_ERROR', 403, 'forbidden', 'The Post was refused'],
	['ILLEGAL_CHARACTERS', 400, 'badRequest', 'A text holds characters that are not allowed'],
	['INCLUSIVE_PARAMETERS', 400, 'badRequest', 'A value needs another one beside it'],
	['INCOMPATIBLE_LINE_ITEM', 400, 'badRequest', 'The line item cannot hold this'],
	['INTERNAL_ERROR', 500, 'server', 'The platform failed to handle the request'],
	['INVALID_APP_ID', 404, 'notFound', 'The app ID is not known'],
	['INVALID_APP_STORE', 404, 'notFound', 'The app store is not known'],
	['INVALID_DENOMINATION', 400, 'badRequest', 'The amount is not valid in this currency'],
	['INVALID_FUNDING_INSTRUMENT', 400, 'badRequest', 'The funding instrument cannot be used'],
	['INVALID_IAB_CATEGORY', 404, 'notFound', 'The IAB category is not known'],
	['INVALID_ID_ILLEGAL_CHARACTERS', 404, 'notFound', 'An ID holds characters that no ID has'],
	['INVALID_IMAGE', 400, 'badRequest', 'The image is not accepted'],
	['INVALID_MEDIA', 400, 'badRequest', 'The media is not accepted'],
	['INVALID_MEDIA_ID', 400, 'badRequest', 'The media ID is not accepted'],
	['INVALID_PARAMETER', 400, 'badRequest', 'A value is not accepted'],
	['INVALID_PLACEMENT_TYPE', 400, 'badRequest', 'The placement is not accepted'],
	['INVALID_TAILORED_AUDIENCE_TYPE', 400, 'badRequest', 'The audience type is not accepted'],
	['INVALID_TARGETING_TYPE', 400, 'badRequest', 'The targeting type is not accepted'],
	['INVALID_TIME_WINDOW', 400, 'badRequest', 'The time window is not accepted'],
	['INVALID_TV_SHOW_LOCATIONS', 400, 'badRequest', 'The TV show does not go with the locations'],
	['INVALID_TWEET', 400, 'badRequest', 'The Post is not accepted'],
	['INVALID_USER', 400, 'badRequest', 'The user is not accepted'],
	['INVALID_USER_ID', 400, 'badRequest', 'The user ID is not accepted'],
	['LINE_ITEM_APP_NOT_FOUND', 404, 'notFound', 'The line item app was not found'],
	['LINE_ITEM_NOT_FOUND', 404, 'notFound', 'The line item was not found'],
	['LOCK_ACQUISITION_TIMEOUT', 423, 'locked', 'Another request is changing the same entity'],
	['MACT_APP_NOT_FOUND', 404, 'notFound', 'The app for conversion tracking was not found'],
	['MALWARE_STATUS', 403, 'forbidden', 'An address in the request is listed as harmful'],
	['MEDIA_CREATIVE_NOT_FOUND', 404, 'notFound', 'The media creative was not found'],
	['MEDIA_NOT_FOUND', 404, 'notFound', 'The media was not found'],
	['METHOD_NOT_ALLOWED', 405, 'badRequest', 'This address does not take this method'],
	['MISSING_PARAMETER', 400, 'badRequest', 'A required value is missing'],
	[
		'NO_PROVIDER_AVAILABLE_FOR_THIS_CLIENT_APPLICATION',
		404,
		'notFound',
		'The app has no provider of app events',
	],
	['NOT_FOUND', 404, 'notFound', 'The entity was not found'],
	['OVER_CAPACITY', 503, 'unavailable', 'The platform is over capacity'],
	['PROMOTABLE_USER_NOT_FOUND', 404, 'notFound', 'The promotable user was not found'],
	['PROMOTED_ACCOUNT_NOT_FOUND', 404, 'notFound', 'The promoted account was not found'],
	['PROMOTED_TWEET_NOT_FOUND', 404, 'notFound', 'The promoted Post was not found'],
	['READONLY_CLIENT_APPLICATION', 403, 'missingScope', 'The app may only read'],
	['REQUEST_TOO_COMPLEX', 400, 'badRequest', 'The request asks for too much at once'],
	['ROUTE_NOT_FOUND', 404, 'notFound', 'The Ads API has no such address'],
	['SCHEDULED_TWEET_LIMIT_EXCEEDED', null, 'badRequest', 'Too many Posts are scheduled for this time'],
	['SERVICE_UNAVAILABLE', 503, 'unavailable', 'The Ads API is not available'],
	['SPEND_EXCEEDS_BUDGET', 400, 'badRequest', 'The budget is lower than what was already spent'],
	[
		'TAILORED_AUDIENCE_CHANGE_FILE_NOT_FOUND',
		404,
		'notFound',
		'The change file of the audience was not found',
	],
	['TAILORED_AUDIENCE_NOT_FOUND', 404, 'notFound', 'The audience was not found'],
	[
		'TAILORED_AUDIENCE_OR_TAILORED_AUDIENCE_EXPANDED_NOT_FOUND',
		404,
		'notFound',
		'The audience was not found',
	],
	['TARGETING_CRITERION_NOT_FOUND', 404, 'notFound', 'The targeting criterion was not found'],
	[
		'TOO_MANY_CAMPAIGNS',
		400,
		'badRequest',
		'The account has as many active campaigns as allowed (200 unless raised)',
	],
	['TOO_MANY_LINE_ITEMS', 400, 'badRequest', 'The campaign has as many line items as allowed (100)'],
	['TOO_MANY_REQUESTS', 429, 'rateLimit', 'Rate limit reached'],
	['TV_SHOW_OUTSIDE_MARKET', 400, 'badRequest', 'The TV show is not shown in the targeted market'],
	['TWEET_CANNOT_BE_BLANK', 400, 'badRequest', 'A Post cannot be empty'],
	['TWEET_IS_SPAM', 403, 'forbidden', 'The Post looks like spam to the platform'],
	['TWEET_NOT_FOUND', 404, 'notFound', 'The Post was not found'],
	['TWEET_RATE_LIMIT_EXCEEDED', 429, 'rateLimit', 'Rate limit for Posts reached'],
	['UNAUTHORIZED_ACCESS', 401, 'authentication', 'The platform did not accept the credential'],
	['UNAUTHORIZED_CLIENT_APPLICATION', 403, 'forbidden', 'The app is not approved for the Ads API'],
	['UNKNOWN_CARD_TYPE', 400, 'badRequest', 'The card type is not known'],
	['UNKNOWN_CRITERIA_TYPE', 400, 'badRequest', 'The targeting type is not known'],
	['USER_NOT_FOUND', 403, 'forbidden', 'The user was not found, or may not be used'],
	['WEB_EVENT_TAG_NOT_FOUND', 404, 'notFound', 'The web event tag was not found'],
];

describe('Ads API error codes', () => {
	it('are all there', () => {
		expect(new Set(codes.map(([code]) => code)).size).toBe(79);
	});

	test.each(codes)('%s (%s) means %s', (code, status, kind, lead) => {
		const body = { errors: [{ code, message: 'What the API says.' }], request: { params: {} } };
		const failure = classify({ status: status ?? 400, body });
		expect(failure).toMatchObject({ kind, code, message: `${lead}: What the API says` });
		expect(failure.description).toMatch(/^[A-Z].*[^.]$/);
	});

	it('name the parameter and keep the details', () => {
		const failure = classify({
			status: 400,
			body: {
				errors: [
					{
						code: 'INVALID_PARAMETER',
						message: 'Expected a time in whole hours',
						details: 'start_time has minutes',
						parameter: 'start_time',
						value: '2026-11-21T12:30:00Z',
					},
				],
				request: { params: { account_id: '18ce54d4x5t' } },
			},
		});
		expect(failure).toMatchObject({
			message: 'A value is not accepted: Expected a time in whole hours. start_time has minutes',
			parameter: 'start_time',
		});
	});

	it('say which entry of a batch was refused', () => {
		const failure = classify({
			status: 400,
			body: {
				data: [],
				errors: [],
				operation_errors: [
					[],
					[{ code: 'MISSING_PARAMETER', message: 'name is required', parameter: 'name' }],
					[],
				],
				request: { params: {} },
			},
		});
		expect(failure).toMatchObject({
			kind: 'badRequest',
			code: 'MISSING_PARAMETER',
			parameter: 'name',
			message: 'A required value is missing: Entry 2: name is required',
		});
		expect(failure.problems).toEqual([
			{ code: 'MISSING_PARAMETER', message: 'name is required', parameter: 'name', operation_index: 1 },
		]);
	});

	it('fall back to the status when the code is new', () => {
		const failure = classify({ status: 403, body: { errors: [{ code: 'BRAND_NEW', message: 'No.' }] } });
		expect(failure).toMatchObject({
			kind: 'forbidden',
			code: 'BRAND_NEW',
			message: 'This is not allowed: No',
		});
	});

	it('a lock without a body is still a lock', () => {
		expect(classify({ status: 423, body: '' })).toMatchObject({ kind: 'locked' });
	});
});
