import { classify } from '../../../nodes/shared/errors';
import { problem, testRows, WIRE_TYPES, type Row } from './rows';

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
		message: 'The token is no longer valid: Invalid or expired token',
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
		advice: /user credential/,
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
		message: 'X did not accept the consumer key and secret: Unable to verify your credentials',
		code: '99',
		advice: /wait some minutes/,
	},
	{
		name: 'OAuth 2.0 error',
		status: 400,
		body: { error: 'invalid_grant', error_description: 'Value passed for the token was invalid.' },
		kind: 'authentication',
		message: 'X did not accept the credential: Value passed for the token was invalid',
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
		message: 'X is not available: Service Unavailable',
		advice: /Try again/,
	},
	{
		name: 'several problems',
		status: 400,
		body: { errors: ['one', 'two', 'three', 'four', 'five'].map((message) => ({ message })) },
		kind: 'badRequest',
		message: 'The request was not accepted: one; two; three (and 2 more)',
		advice: /Correct the value/,
	},
	{
		name: 'credit used up',
		status: 402,
		body: problem('credits', 'CreditsDepleted', 'Your account has no credits.'),
		kind: 'noCredit',
		message: 'The account has no credit left: Your account has no credits',
		advice: /Buy credit/,
	},
	{
		name: 'credit used up, by its title alone',
		status: 403,
		body: { title: 'CreditsDepleted', detail: 'This request cannot be paid.', type: 'about:blank' },
		kind: 'noCredit',
		message: 'The account has no credit left: This request cannot be paid',
		advice: /Buy credit/,
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
		kind: 'notFound',
		message: 'Not found: HTTP 404 with a web page instead of data',
		advice: /Check the ID.*If every request is answered so.*Base URL/,
	},
	{
		name: 'web page with 503',
		status: 503,
		body: '<html><h1>Over capacity</h1></html>',
		kind: 'unavailable',
		message: 'X is not available: HTTP 503 with a web page instead of data',
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
		name: 'redirect',
		status: 302,
		body: '<html>Moved</html>',
		kind: 'notJson',
		message: 'The host sends requests on to another address: HTTP 302 with a web page instead of data',
		advice: /Base URL/,
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
		message: 'X failed to handle the request: HTTP 500 without a body',
		advice: /Try again/,
	},
	{
		name: 'a success of a write that says nothing',
		status: 200,
		body: {},
		request: { method: 'POST', path: '/2/tweets' },
		kind: 'unsaid',
		message: 'X did not say whether it was done',
		advice: /Check on X whether it was done/,
		inside: 'unknown',
	},
	{
		name: 'an empty object',
		status: 409,
		body: {},
		kind: 'conflict',
		message: 'The request conflicts with what exists',
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

describe('classify: bodies that are no problem objects', () => testRows(otherBodies));

describe('the parameter that a body blames', () => {
	it.each([
		['a name', { parameter: 'max_results' }, 'max_results'],
		['a list of names and values', { parameters: { max_results: ['5'] } }, 'max_results'],
		['a member of the body', { parameters: { 'requestBody.filter.direction': ['x'] } }, 'filter.direction'],
		['an attribute', { code: 'INVALID', attribute: 'advertiser_domain' }, 'advertiser_domain'],
	])('%s', (_form, blame, parameter) => {
		const body = { errors: [{ message: 'This is not valid.', ...blame }] };
		expect(classify({ status: 400, body }).parameter).toBe(parameter);
	});
});

describe('problems inside of a success', () => {
	const inside = (problem: object) =>
		classify({ status: 200, body: { errors: [{ detail: 'It says so.', ...problem }] } });

	it('have the status that the problem itself would have', () => {
		expect(inside({ type: `${WIRE_TYPES}resource-not-found` })).toMatchObject({
			kind: 'notFound',
			status: 404,
		});
		expect(inside({ type: `${WIRE_TYPES}not-authorized-for-resource` })).toMatchObject({
			kind: 'forbidden',
			status: 403,
		});
		expect(inside({ type: 'about:blank', status: 410 })).toMatchObject({ status: 410 });
	});

	it('have none where nothing says which', () => {
		const failure = inside({ subscription_id: '5', reason: 'NotFound', detail: 'No such subscription.' });
		expect(failure).toMatchObject({
			kind: 'badRequest',
			message: 'Not everything could be done: No such subscription',
		});
		expect(failure.status).toBeUndefined();
		expect(failure.description).toMatch(/problems in the data/);
	});
});
