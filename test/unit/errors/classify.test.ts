import { classify, type FailureKind } from '../../../nodes/shared/errors';
import { DOCUMENTED_TYPES, problem, testRows, WIRE_TYPES, type Row } from './rows';

const PROBLEM_OBJECTS: Row[] = [
	{
		name: 'resource-not-found of a username, inside of a success',
		status: 200,
		body: {
			errors: [
				{
					type: `${WIRE_TYPES}resource-not-found`,
					title: 'Not Found Error',
					detail: 'Could not find user with username: [nobody_here_12].',
					parameter: 'username',
					value: 'nobody_here_12',
					resource_type: 'user',
				},
			],
		},
		kind: 'notFound',
		message: 'No user of this name was found on X: Could not find user with username: [nobody_here_12]',
		code: 'resource-not-found',
		parameter: 'username',
		advice: /^Check the spelling/,
		inside: 404,
	},
	{
		name: 'a search that begins before the seven days that X has',
		status: 400,
		body: problem(
			'invalid-request',
			'Invalid Request',
			'One or more parameters to your request was invalid.',
			{
				errors: [
					{
						message:
							"Invalid 'start_time':'2026-01-01T05:00Z'. 'start_time' must be on or after 2026-11-19T10:00Z.",
						parameters: { start_time: ['2026-01-01T05:00Z'] },
					},
				],
			},
		),
		kind: 'badRequest',
		message:
			"The start time is too early: Invalid 'start_time':'2026-01-01T05:00Z'. 'start_time' must be on or after 2026-11-19T10:00Z",
		parameter: 'start_time',
		advice: /use Search All .* in the time zone of the workflow$/,
	},
	{
		name: 'invalid-request with errors and parameters',
		status: 400,
		body: problem(
			'invalid-request',
			'Invalid Request',
			'One or more parameters to your request was invalid.',
			{
				errors: [
					{ message: 'max_results must be between 10 and 100', parameters: { max_results: ['5'] } },
					{ message: 'query is required', parameters: { query: [''] } },
				],
			},
		),
		kind: 'badRequest',
		message: 'The request was not accepted: max_results must be between 10 and 100; query is required',
		parameter: 'max_results',
		advice: /Correct the value/,
	},
	{
		name: 'unsupported-authentication',
		status: 403,
		body: problem(
			'unsupported-authentication',
			'Unsupported Authentication',
			'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
			{ status: 403 },
		),
		kind: 'wrongCredentialKind',
		message:
			'This operation does not accept this kind of credential: Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint. Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context]',
		advice: /credential of another type/,
	},
	{
		name: 'client-forbidden with an address to register at',
		status: 403,
		body: problem('client-forbidden', 'Client Forbidden', 'This app is not in a project.', {
			reason: 'client-not-enrolled',
			registration_url: 'https://developer.x.com/en/docs/projects/overview',
		}),
		kind: 'forbidden',
		message: 'The app may not make this request: This app is not in a project',
		advice: /Pay-per-use.*Register at https:\/\/developer\.x\.com\/en\/docs\/projects\/overview$/,
	},
	{
		name: 'usage-capped, a day',
		status: 429,
		body: problem('usage-capped', 'UsageCapExceeded', 'Usage cap exceeded: Daily account cap', {
			period: 'Daily',
			scope: 'Account',
		}),
		kind: 'usageCap',
		message:
			'The daily usage cap is reached until 2026-12-01 00:00:00 UTC: Usage cap exceeded: Daily account cap',
		advice: /^Trying again does not help.*at midnight UTC.*all of the account$/,
		retryAt: '2026-12-01T00:00:00.000Z',
	},
	{
		name: 'usage-capped, a month',
		status: 429,
		body: problem('usage-capped', 'UsageCapExceeded', 'Usage cap exceeded: Monthly product cap', {
			period: 'Monthly',
			scope: 'Product',
		}),
		kind: 'usageCap',
		message:
			'The monthly usage cap is reached until 2026-12-01 00:00:00 UTC: Usage cap exceeded: Monthly product cap',
		advice: /^Trying again does not help.*first of the month.*cap_reset_day.*one product of X$/,
		retryAt: '2026-12-01T00:00:00.000Z',
	},
	{
		name: 'usage-capped, in words that nobody has documented',
		status: 429,
		body: problem('usage-capped', 'Capped', undefined, { period: 'toString', scope: 7 }),
		kind: 'usageCap',
		message: 'The usage cap is reached: Capped',
		advice: /next billing period$/,
	},
	{
		name: 'about:blank for the same Post twice',
		status: 403,
		body: {
			type: 'about:blank',
			title: 'Forbidden',
			detail: 'You are not allowed to create a Tweet with duplicate content.',
		},
		kind: 'conflict',
		message: 'This Post was already sent: You are not allowed to create a Tweet with duplicate content',
		advice: /Change the text/,
	},
	{
		name: 'streaming-connection, too many',
		status: 429,
		body: problem('streaming-connection', 'ConnectionException', 'Maximum connections', {
			connection_issue: 'TooManyConnections',
		}),
		kind: 'conflict',
		message:
			'There are as many connections to the stream as allowed: Maximum connections. TooManyConnections',
		advice: /Connection resource/,
	},
	{
		name: 'streaming-connection, wrong rules',
		status: 409,
		body: problem('streaming-connection', 'ConnectionException', 'Not valid', {
			connection_issue: 'RulesInvalidIssue',
		}),
		kind: 'conflict',
		message: 'A rule of the stream is not valid: Not valid. RulesInvalidIssue',
		advice: /[Cc]orrect or delete/,
	},
	{
		name: 'a type named like a property of every object',
		status: 500,
		body: problem('constructor', 'Odd'),
		kind: 'server',
		message: 'X failed to handle the request: Odd',
		advice: /Try again/,
	},
];

describe('classify: problem objects', () => testRows(PROBLEM_OBJECTS));

describe('classify: every documented problem type', () => {
	const types: Record<string, FailureKind> = {
		'client-disconnected': 'connection',
		'client-forbidden': 'forbidden',
		conflict: 'conflict',
		'disallowed-resource': 'forbidden',
		'duplicate-rules': 'conflict',
		'field-hydration-failure': 'server',
		'field-unauthorized': 'forbidden',
		'internal-error': 'server',
		'invalid-request': 'badRequest',
		'invalid-rules': 'badRequest',
		'noncompliant-rules': 'forbidden',
		'not-authorized-for-field': 'forbidden',
		'not-authorized-for-resource': 'forbidden',
		'operational-disconnect': 'connection',
		'rate-limit-exceeded': 'rateLimit',
		'recipient-not-messageable': 'forbidden',
		'resource-not-found': 'notFound',
		'resource-unavailable': 'notFound',
		'rule-cap': 'badRequest',
		'streaming-connection': 'conflict',
		'unsupported-authentication': 'wrongCredentialKind',
		'usage-capped': 'usageCap',
	};
	test.each(Object.entries(types))('%s means %s, whatever the prefix', (slug, kind) => {
		for (const prefix of [WIRE_TYPES, DOCUMENTED_TYPES]) {
			const failure = classify({
				status: 400,
				body: { type: prefix + slug, title: 'T', detail: 'It says so.' },
			});
			expect(failure).toMatchObject({ kind, code: slug });
			expect(failure.message).toMatch(/^[A-Z].*: It says so$/);
			expect(failure.description).not.toBe('');
		}
	});
});

describe('classify: webhook failure reasons', () => {
	const reasons: Array<[string, FailureKind, string]> = [
		['CrcValidationFailed', 'badRequest', 'The webhook address did not pass the challenge check'],
		['UrlValidationFailed', 'badRequest', 'The webhook address is not accepted'],
		['DuplicateUrlFailed', 'conflict', 'This address is already registered as a webhook'],
		['WebhookLimitExceeded', 'badRequest', 'There are already as many webhooks as allowed'],
		['WebhookIdInvalid', 'notFound', 'The webhook was not found'],
		['DuplicateSubscriptionFailed', 'conflict', 'This user is already subscribed to the webhook'],
		['SubscriptionLimitExceeded', 'badRequest', 'There are already as many subscriptions as allowed'],
		['SubscriptionNotFound', 'notFound', 'The subscription was not found'],
		['QueryParamInvalid', 'badRequest', 'A value is not accepted'],
		['ReplayConflictError', 'conflict', 'Events are already being replayed to this webhook'],
	];
	const invalid = { type: `${WIRE_TYPES}invalid-request`, title: 'Invalid' };
	const places: Array<[string, (reason: string) => unknown]> = [
		['title', (reason) => ({ type: 'about:blank', title: reason, detail: 'It failed.' })],
		['detail', (reason) => ({ ...invalid, detail: `${reason}: It failed.` })],
		['reason', (reason) => ({ ...invalid, detail: 'It failed.', reason })],
		['errors', (reason) => ({ ...invalid, errors: [{ message: `${reason}: It failed.` }] })],
		['legacy message', (reason) => ({ errors: [{ code: 214, message: `${reason}: It failed.` }] })],
	];
	describe.each(places)('in the %s', (_place, body) => {
		test.each(reasons)('%s', (reason, kind, lead) => {
			const failure = classify({ status: 400, body: body(reason) });
			expect(failure).toMatchObject({ kind, code: reason });
			expect(failure.message.startsWith(`${lead}: `)).toBe(true);
			expect(failure.message).toMatch(/It failed$/);
		});
	});
});

describe('classify: rate limits', () => {
	const body = { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 };
	const reset = Date.UTC(2026, 10, 21, 12, 15) / 1000;

	it('says until when, and keeps the time', () => {
		const failure = classify({ status: 429, headers: { 'x-rate-limit-reset': String(reset) }, body });
		expect(failure.message).toBe('Rate limit reached until 2026-11-21 12:15:00 UTC: Too Many Requests');
		expect(failure.retryAt).toEqual(new Date(reset * 1000));
	});

	it('gives no time to wait for when a usage cap is reached', () => {
		const failure = classify({
			status: 429,
			headers: { 'x-rate-limit-reset': String(reset) },
			body: { title: 'UsageCapExceeded', detail: 'Monthly cap', type: 'about:blank' },
		});
		expect(failure.kind).toBe('usageCap');
		expect(failure.retryAt).toBeUndefined();
		expect(failure.message).not.toContain('until');
	});
});

it('takes a status that nobody has documented for a refusal', () => {
	const body = problem('brand-new', 'Brand New', 'Something new.');
	expect(classify({ status: 422, body }).message).toBe('The request was not accepted: Something new');
});
