import { classify, type FailureKind } from '../../../nodes/shared/errors';

const wire = 'https://api.twitter.com/2/problems/';
const documented = 'https://api.x.com/2/problems/';

interface Row {
	name: string;
	status: number;
	body: unknown;
	kind: FailureKind;
	message: string;
	code?: string;
	parameter?: string;
	advice: RegExp;
}

const problemObjects: Row[] = [
	{
		name: 'resource-not-found',
		status: 404,
		body: {
			type: `${documented}resource-not-found`,
			title: 'Not Found Error',
			detail: 'Could not find user with id: [123].',
			parameter: 'id',
			value: '123',
			resource_id: '123',
			resource_type: 'user',
		},
		kind: 'notFound',
		message: 'Not found: Could not find user with id: [123]',
		code: 'resource-not-found',
		parameter: 'id',
		advice: /Check the ID/,
	},
	{
		name: 'the same type under the other prefix',
		status: 404,
		body: { type: `${wire}resource-not-found`, title: 'Not Found Error', detail: 'No such tweet.' },
		kind: 'notFound',
		message: 'Not found: No such tweet',
		code: 'resource-not-found',
		advice: /Check the ID/,
	},
	{
		name: 'invalid-request with errors and parameters',
		status: 400,
		body: {
			type: `${wire}invalid-request`,
			title: 'Invalid Request',
			detail: 'One or more parameters to your request was invalid.',
			errors: [
				{ message: 'max_results must be between 10 and 100', parameters: { max_results: ['5'] } },
				{ message: 'query is required', parameters: { query: [''] } },
			],
		},
		kind: 'badRequest',
		message: 'The request was not accepted: max_results must be between 10 and 100; query is required',
		code: 'invalid-request',
		parameter: 'max_results',
		advice: /Correct the value/,
	},
	{
		name: 'unsupported-authentication',
		status: 403,
		body: {
			type: `${wire}unsupported-authentication`,
			title: 'Unsupported Authentication',
			status: 403,
			detail:
				'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
		},
		kind: 'wrongCredentialKind',
		message:
			'This operation does not accept this kind of credential: Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint. Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context]',
		code: 'unsupported-authentication',
		advice: /Authentication in the node/,
	},
	{
		name: 'client-forbidden with an address to register at',
		status: 403,
		body: {
			type: `${wire}client-forbidden`,
			title: 'Client Forbidden',
			detail: 'This app is not in a project.',
			reason: 'client-not-enrolled',
			registration_url: 'https://developer.x.com/en/docs/projects/overview',
		},
		kind: 'forbidden',
		message: 'The app may not make this request: This app is not in a project',
		code: 'client-forbidden',
		advice: /Register at https:\/\/developer\.x\.com\/en\/docs\/projects\/overview$/,
	},
	{
		name: 'usage-capped',
		status: 429,
		body: {
			type: `${wire}usage-capped`,
			title: 'UsageCapExceeded',
			detail: 'Usage cap exceeded: Monthly product cap',
			period: 'Monthly',
			scope: 'Product',
		},
		kind: 'usageCap',
		message: 'The usage cap is reached: Usage cap exceeded: Monthly product cap',
		code: 'usage-capped',
		advice: /Trying again does not help/,
	},
	{
		name: 'about:blank with 401',
		status: 401,
		body: { type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Unauthorized' },
		kind: 'authentication',
		message: 'The platform did not accept the credential: Unauthorized',
		advice: /revoked or has expired/,
	},
	{
		name: 'about:blank with 403',
		status: 403,
		body: {
			type: 'about:blank',
			title: 'Forbidden',
			detail: 'You are not permitted to perform this action.',
		},
		kind: 'forbidden',
		message: 'This is not allowed: You are not permitted to perform this action',
		advice: /scopes of the credential/,
	},
	{
		name: 'about:blank that names a scope',
		status: 403,
		body: { type: 'about:blank', title: 'Forbidden', detail: 'The token lacks the scope dm.read.' },
		kind: 'missingScope',
		message: 'The credential lacks a scope that this operation needs: The token lacks the scope dm.read',
		advice: /Add the scope/,
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
		name: 'operational-disconnect',
		status: 503,
		body: {
			type: `${wire}operational-disconnect`,
			title: 'operational-disconnect',
			detail: 'This stream has been disconnected.',
			disconnect_type: 'SlowReader',
		},
		kind: 'connection',
		message: 'The platform ended the connection: This stream has been disconnected. SlowReader',
		code: 'operational-disconnect',
		advice: /Try again/,
	},
	{
		name: 'streaming-connection',
		status: 429,
		body: {
			type: `${wire}streaming-connection`,
			title: 'ConnectionException',
			detail: 'Maximum connections',
			connection_issue: 'TooManyConnections',
		},
		kind: 'rateLimit',
		message: 'Rate limit reached: Maximum connections. TooManyConnections',
		code: 'streaming-connection',
		advice: /Max Wait/,
	},
	{
		name: 'a type nobody has documented',
		status: 422,
		body: { type: `${wire}brand-new`, title: 'Brand New', detail: 'Something new.' },
		kind: 'badRequest',
		message: 'The request was not accepted: Something new',
		code: 'brand-new',
		advice: /Correct the value/,
	},
	{
		name: 'a type named like a property of every object',
		status: 500,
		body: { type: `${wire}constructor`, title: 'Odd' },
		kind: 'server',
		message: 'The platform failed to handle the request: Odd',
		code: 'constructor',
		advice: /Try again/,
	},
];

const otherBodies: Row[] = [
	{
		name: 'legacy body',
		status: 400,
		body: { code: 214, message: 'Webhook URL does not meet the requirements.' },
		kind: 'badRequest',
		message: 'The request was not accepted: Webhook URL does not meet the requirements',
		code: '214',
		advice: /Correct the value/,
	},
	{
		name: 'wrapped legacy body',
		status: 401,
		body: { errors: [{ code: 89, message: 'Invalid or expired token.' }] },
		kind: 'authentication',
		message: 'The token is not valid any more: Invalid or expired token',
		code: '89',
		advice: /connect it again/,
	},
	{
		name: 'legacy code of an app that needs a user',
		status: 403,
		body: { errors: [{ code: 220, message: 'Your credentials do not allow access to this resource.' }] },
		kind: 'wrongCredentialKind',
		message:
			'This operation needs a user, not only an app: Your credentials do not allow access to this resource',
		code: '220',
		advice: /OAuth2 or OAuth1/,
	},
	{
		name: 'legacy code of an app that may only read',
		status: 403,
		body: { errors: [{ code: 261, message: 'Application cannot perform write actions.' }] },
		kind: 'missingScope',
		message: 'The permissions of the app do not allow writing: Application cannot perform write actions',
		code: '261',
		advice: /generate a new access token/,
	},
	{
		name: 'token exchange refused',
		status: 403,
		body: {
			errors: [{ code: 99, message: 'Unable to verify your credentials', label: 'authenticity_token_error' }],
		},
		kind: 'authentication',
		message: 'The platform did not accept the consumer key and secret: Unable to verify your credentials',
		code: '99',
		advice: /wait some minutes/,
	},
	{
		name: 'OAuth 2.0 error',
		status: 400,
		body: { error: 'invalid_grant', error_description: 'Value passed for the token was invalid.' },
		kind: 'authentication',
		message: 'The platform did not accept the credential: Value passed for the token was invalid',
		code: 'invalid_grant',
		advice: /connect it again/,
	},
	{
		name: 'detail alone',
		status: 403,
		body: { detail: 'Not an enrolled note writer' },
		kind: 'forbidden',
		message: 'This is not allowed: Not an enrolled note writer',
		advice: /access level/,
	},
	{
		name: 'message alone',
		status: 404,
		body: { message: 'No such note' },
		kind: 'notFound',
		message: 'Not found: No such note',
		advice: /Check the ID/,
	},
	{
		name: 'title alone, with a status inside',
		status: 503,
		body: { title: 'Service Unavailable', status: 503 },
		kind: 'unavailable',
		message: 'The platform is not available: Service Unavailable',
		advice: /Try again/,
	},
	{
		name: 'several complaints',
		status: 400,
		body: { errors: ['one', 'two', 'three', 'four', 'five'].map((message) => ({ message })) },
		kind: 'badRequest',
		message: 'The request was not accepted: one; two; three (and 2 more)',
		advice: /Correct the value/,
	},
	{
		name: 'credit used up',
		status: 402,
		body: { title: 'CreditsDepleted', detail: 'Your account has no credits.', type: `${wire}credits` },
		kind: 'usageCap',
		message: 'The usage cap is reached: Your account has no credits',
		code: 'credits',
		advice: /add credit/,
	},
	{
		name: 'JSON that arrived as text',
		status: 404,
		body: '{"title":"Not Found","type":"about:blank","status":404,"detail":"Nothing here"}',
		kind: 'notFound',
		message: 'Not found: Nothing here',
		advice: /Check the ID/,
	},
	{
		name: 'bytes',
		status: 404,
		body: Buffer.from('{"detail":"Nothing here"}'),
		kind: 'notFound',
		message: 'Not found: Nothing here',
		advice: /Check the ID/,
	},
	{
		name: 'web page with 404',
		status: 404,
		body: '<!DOCTYPE html><html><body>Not here</body></html>',
		kind: 'notJson',
		message: 'The address did not answer as the API does: HTTP 404 with a web page instead of data',
		advice: /Base URL/,
	},
	{
		name: 'web page with 503',
		status: 503,
		body: '<html><h1>Over capacity</h1></html>',
		kind: 'unavailable',
		message: 'The platform is not available: HTTP 503 with a web page instead of data',
		advice: /Try again/,
	},
	{
		name: 'web page with 200',
		status: 200,
		body: '<html>Sign in to the network</html>',
		kind: 'notJson',
		message: 'The address did not answer as the API does: HTTP 200 with a web page instead of data',
		advice: /proxy or gateway/,
	},
	{
		name: 'JSON cut off',
		status: 200,
		body: '{"data":[{"id":"1"},{"i',
		kind: 'notJson',
		message: 'The answer is not complete JSON',
		advice: /look first whether it exists/,
	},
	{
		name: 'nothing at all',
		status: 500,
		body: '',
		kind: 'server',
		message: 'The platform failed to handle the request: HTTP 500 without a body',
		advice: /Try again/,
	},
	{
		name: 'an empty object',
		status: 409,
		body: {},
		kind: 'conflict',
		message: 'The request is in conflict with what exists',
		advice: /exists already/,
	},
	{
		name: 'plain text',
		status: 400,
		body: 'Bad request.\n',
		kind: 'badRequest',
		message: 'The request was not accepted: Bad request',
		advice: /Correct the value/,
	},
];

describe.each([
	['problem objects', problemObjects],
	['other bodies', otherBodies],
])('classify: %s', (_group, rows) => {
	test.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
		const failure = classify({ status: row.status, headers: {}, body: row.body });
		expect({ kind: failure.kind, message: failure.message, status: failure.status }).toEqual({
			kind: row.kind,
			message: row.message,
			status: row.status,
		});
		expect(failure.description).toMatch(row.advice);
		expect(failure.code).toBe(row.code);
		expect(failure.parameter).toBe(row.parameter);
		expect(failure.notSent).toBe(false);
	});
});

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
		'resource-not-found': 'notFound',
		'resource-unavailable': 'notFound',
		'rule-cap': 'badRequest',
		'streaming-connection': 'conflict',
		'unsupported-authentication': 'wrongCredentialKind',
		'usage-capped': 'usageCap',
	};
	test.each(Object.entries(types))('%s means %s, whatever the prefix', (slug, kind) => {
		for (const prefix of [wire, documented]) {
			const failure = classify({
				status: 400,
				body: { type: prefix + slug, title: 'T', detail: 'It says so.' },
			});
			expect(failure.kind).toBe(kind);
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
	const places: Array<[string, (reason: string) => unknown]> = [
		['title', (reason) => ({ type: 'about:blank', title: reason, detail: 'It failed.' })],
		[
			'detail',
			(reason) => ({ type: `${wire}invalid-request`, title: 'Invalid', detail: `${reason}: It failed.` }),
		],
		[
			'reason',
			(reason) => ({ type: `${wire}invalid-request`, title: 'Invalid', detail: 'It failed.', reason }),
		],
		[
			'errors',
			(reason) => ({
				type: `${wire}invalid-request`,
				title: 'I',
				errors: [{ message: `${reason}: It failed.` }],
			}),
		],
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

	it('reads them off a web page as well', () => {
		const failure = classify({
			status: 429,
			headers: { 'retry-after': '60' },
			body: '<html></html>',
			now: new Date(Date.UTC(2026, 10, 21, 12, 14)),
		});
		expect(failure).toMatchObject({ kind: 'rateLimit', retryAt: new Date(reset * 1000) });
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

it('keeps every problem as it was sent', () => {
	const errors = [
		{ code: 'INVALID_PARAMETER', message: 'bad', parameter: 'name', value: 'x' },
		{ code: 'MISSING_PARAMETER', message: 'missing', parameter: 'start_time' },
	];
	expect(classify({ status: 400, body: { errors, request: { params: {} } } }).problems).toEqual(errors);
});

it('cuts a message that is too long to read', () => {
	expect(classify({ status: 400, body: { detail: 'x'.repeat(5000) } }).message.length).toBeLessThan(350);
});
