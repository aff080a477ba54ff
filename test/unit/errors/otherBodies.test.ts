import { Readable } from 'node:stream';
import { classify, partialErrors } from '../../../nodes/shared/errors';
import { testRows, WIRE_TYPES, type Row } from './rows';
import { readBytes, readText } from '../../../nodes/shared/errors/readBody';
import { fc } from '../../support/properties';

const otherBodies: Row[] = [
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
		name: 'several problems',
		status: 400,
		body: { errors: ['one', 'two', 'three', 'four', 'five'].map((message) => ({ message })) },
		kind: 'badRequest',
		message: 'The request was not accepted: one; two; three (and 2 more)',
		advice: /Correct the value/,
	},
	{
		name: 'credit used up, by its title alone',
		status: 403,
		body: { title: 'CreditsDepleted', detail: 'This request cannot be paid.', type: 'about:blank' },
		kind: 'noCredit',
		message: 'The account has no credit left: This request cannot be paid',
		advice: /Buy credit.*Auto-recharge adds credit at most once in 5 minutes/,
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

const MISSING = {
	value: '12',
	detail: 'Could not find user with ids: [12].',
	title: 'Not Found Error',
	resource_type: 'user',
	parameter: 'ids',
	resource_id: '12',
	type: 'https://api.twitter.com/2/problems/resource-not-found',
};

describe('the problems in an answer', () => {
	test.each<[string, unknown, unknown[]]>([
		['data with errors', { data: [{ id: '1' }], errors: [MISSING] }, [MISSING]],
		['a body that is text', JSON.stringify({ data: [], errors: [MISSING] }), [MISSING]],
		[
			'failed deletions of subscriptions',
			{ data: [], errors: [{ subscription_id: '5', reason: 'NotFound', message: 'No such subscription' }] },
			[{ subscription_id: '5', reason: 'NotFound', message: 'No such subscription' }],
		],
		[
			'entries of a batch',
			{ data: [], operation_errors: [[{ code: 'NOT_FOUND', message: 'gone' }]] },
			[{ code: 'NOT_FOUND', message: 'gone', operation_index: 0 }],
		],
		['an error that is only text', { errors: ['odd'] }, [{ message: 'odd' }]],
		['no errors', { data: [{ id: '1' }], meta: { result_count: 1 } }, []],
	])('%s', (_name, body, problems) => {
		expect(partialErrors(body)).toEqual(problems);
	});
});

/** Bytes in parts that may end within a character. */
const inParts = fc
	.tuple(
		fc.oneof(
			fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
			// With the sign that some programs put first, and with bytes that are no UTF-8.
			fc.string({ unit: 'binary' }).map((text) => Buffer.from(`\uFEFF${text}`)),
			fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
		),
		fc.array(fc.nat(12), { maxLength: 12 }),
	)
	.map(([bytes, sizes]) => {
		const parts: Buffer[] = [];
		let at = 0;
		for (const size of sizes) parts.push(bytes.subarray(at, (at += size)));
		return { bytes, parts: [...parts, bytes.subarray(at)] };
	});

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

describe('a body', () => {
	it('is the same text, wherever its parts end', async () => {
		await fc.assert(
			fc.asyncProperty(inParts, async ({ bytes, parts }) => {
				const text = new TextDecoder().decode(bytes);
				expect(await readText(Readable.from(parts), 'short')).toBe(text);
				expect(await readText(bytes, 'short')).toBe(text);
				expect(await readBytes(Readable.from(parts), 'file')).toEqual(bytes);
			}),
		);
	});

	it('that is too long is not read on, and its stream is closed', async () => {
		const long = Readable.from([MEGABYTE, Buffer.from('x'), MEGABYTE]);
		expect(await readText(long, 'short')).toBeUndefined();
		expect(long.destroyed).toBe(true);
		expect(await readText(Readable.from([MEGABYTE]), 'short')).toHaveLength(MEGABYTE.length);
	});

	it('that is given up is an error with the code of a timeout', async () => {
		const given = new AbortController();
		const endless = new Readable({ read: () => undefined });
		const reading = readText(endless, 'short', given.signal);
		given.abort();
		await expect(reading).rejects.toMatchObject({ code: 'ETIMEDOUT' });
		expect(endless.destroyed).toBe(true);
	});
});
