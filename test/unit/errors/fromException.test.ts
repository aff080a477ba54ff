import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';
import {
	classify,
	classifyException,
	FailureError,
	type FailureKind,
	partialErrors,
	redact,
	toNodeApiError,
} from '../../../nodes/shared/errors';
import { NODE } from '../../support/node';

/** An error as n8n's HTTP client throws it: the fault of the socket inside the client's own error. */
function clientError(code: string, message: string, socket: object = {}): Error {
	return Object.assign(
		new Error(message, { cause: Object.assign(new Error(message), { code, ...socket }) }),
		{
			name: 'AxiosError',
			isAxiosError: true,
			code,
			config: { url: 'https://api.x.com/2/users/me?user.fields=id', headers: {} },
		},
	);
}

const FAULTS: Array<[code: string, kind: FailureKind, message: string, notSent: boolean]> = [
	['ENOTFOUND', 'dns', 'The host was not found: api.x.com', true],
	['EAI_AGAIN', 'dns', 'The host was not found: api.x.com', true],
	['ECONNREFUSED', 'refused', 'The host refused the connection: api.x.com', true],
	['ECONNRESET', 'connection', 'The connection was lost: api.x.com', false],
	['ETIMEDOUT', 'timeout', 'No answer came in time: api.x.com', false],
	['CERT_HAS_EXPIRED', 'tls', 'The certificate of the host is not trusted: api.x.com', false],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', 'The certificate of the host is not trusted: api.x.com', false],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls', 'The certificate of the host is not trusted: api.x.com', false],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'The certificate of the host is not trusted: api.x.com', false],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'No secure connection to the host could be made: api.x.com', false],
	['EPROTO', 'tls', 'No secure connection to the host could be made: api.x.com', false],
	['ERR_CANCELED', 'cancelled', 'The execution was cancelled', false],
];

describe('classifyException', () => {
	describe.each([
		['as thrown', (error: Error): unknown => error],
		['wrapped by n8n', (error: Error): unknown => new NodeApiError(NODE, error as never)],
		[
			'wrapped twice',
			(error: Error): unknown => new Error('outer', { cause: new NodeApiError(NODE, error as never) }),
		],
	])('connection faults %s', (_how, wrap) => {
		test.each(FAULTS)('%s means %s', (code, kind, message, notSent) => {
			expect(classifyException(wrap(clientError(code, `some text ${code}`)))).toMatchObject({
				kind,
				message,
				notSent,
				code,
				problems: [],
			});
		});
	});

	describe('without the cause, which n8n 1 loses', () => {
		const left = (error: Error) =>
			Object.defineProperty(new NodeApiError(NODE, error as never), 'cause', { value: undefined });

		test.each([
			['ECONNRESET', 'read ECONNRESET', 'connection', false],
			['ECONNRESET', 'socket hang up', 'connection', false],
			['ECONNRESET', 'aborted', 'connection', false],
			['ERR_BAD_RESPONSE', 'stream has been aborted', 'connection', false],
			['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:443', 'refused', true],
			['ENOTFOUND', 'getaddrinfo ENOTFOUND api.x.com', 'dns', true],
			['ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443', 'timeout', true],
			['ECONNABORTED', 'timeout of 300000ms exceeded', 'timeout', false],
			['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'tls', false],
		] as const)('%s: %s', (code, message, kind, notSent) => {
			expect(classifyException(left(clientError(code, message)))).toMatchObject({ kind, notSent });
		});

		test('the status and the body of an answer', () => {
			const response = { status: 401, data: { title: 'Unauthorized', detail: 'Unauthorized' } };
			// n8n knows the client's errors by the name of their class.
			const refused = Object.assign(new (class AxiosError extends Error {})('Request failed'), { response });
			expect(classifyException(left(refused))).toMatchObject({
				kind: 'authentication',
				status: 401,
				problems: [{ detail: 'Unauthorized' }],
			});
		});
	});

	it('looks into the attempts on several addresses of one host', () => {
		const attempts = ['::1', '127.0.0.1'].map((address) =>
			Object.assign(new Error(`connect ECONNREFUSED ${address}`), {
				code: 'ECONNREFUSED',
				syscall: 'connect',
			}),
		);
		expect(classifyException(new Error('failed', { cause: new AggregateError(attempts) }))).toMatchObject({
			kind: 'refused',
			notSent: true,
		});
	});

	it('reads status, headers and body of an answer that was thrown', () => {
		const thrown = Object.assign(new Error('Request failed with status code 401'), {
			code: 'ERR_BAD_REQUEST',
			response: {
				status: 401,
				headers: {},
				data: { errors: [{ code: 89, message: 'Invalid or expired token.' }] },
			},
		});
		expect(classifyException(new NodeApiError(NODE, thrown as never))).toEqual({
			kind: 'authentication',
			unsure: false,
			status: 401,
			code: '89',
			message: 'The token is no longer valid: Invalid or expired token',
			description:
				'Check the keys in the credential, or connect it again: a token that was revoked or has expired cannot be used',
			problems: [{ code: 89, message: 'Invalid or expired token.' }],
			notSent: false,
		});
	});

	const create = { method: 'POST', path: '/2/tweets' };
	const ofTokens = { config: { url: 'https://api.x.com/2/oauth2/token' } };
	it.each([
		['answered with 503', { ...ofTokens, response: { status: 503, data: '' } }],
		['lost', { ...ofTokens, code: 'ECONNRESET' }],
		['exchanged in vain', { cause: new FailureError(classify({ status: 502 })) }],
	])('knows that a create was not done whose token was %s', (_how, thrown) => {
		const error = Object.assign(new Error('no token'), thrown);
		expect(classifyException(error, [], create)).toMatchObject({
			unsure: false,
			description: 'Try again in a few minutes',
		});
	});
});

describe('what n8n throws', () => {
	it('hands back a failure that was thrown', () => {
		const failure = classify({ status: 403, body: { errors: [{ code: 99, message: 'No.' }] } });
		expect(classifyException(new NodeApiError(NODE, new FailureError(failure) as never))).toBe(failure);
	});

	test.each<[string, Error]>([
		['never connected', new NodeApiError(NODE, new UserError('OAuth credentials not connected') as never)],
		[
			'refresh refused',
			new NodeApiError(
				NODE,
				Object.assign(new Error('Value passed for the token was invalid.'), {
					code: 'EAUTH',
					body: { error: 'invalid_request' },
				}) as never,
			),
		],
		['revoked', new NodeOperationError(NODE, 'The credential "My X" needs to be reconnected.')],
	])('tells the user to connect again: %s', (_case, error) => {
		const failure = classifyException(error);
		expect(failure.kind).toBe('authentication');
		expect(failure.message).not.toBe('');
		expect(failure.description).toMatch(/connect it again/);
	});

	it('takes the cancelled execution of n8n for what it is', () => {
		const aborted = new DOMException('This operation was aborted', 'AbortError');
		expect(classifyException(aborted)).toMatchObject({ kind: 'cancelled' });
	});

	test.each([undefined, null, 'text', 7, {}])('says something about %p', (thrown) => {
		expect(classifyException(thrown)).toMatchObject({
			kind: 'unknown',
			message: 'The request failed',
			notSent: false,
		});
	});

	it('ends when causes go round in circles', () => {
		const a = new Error('first');
		const b = new Error('second', { cause: a });
		a.cause = b;
		expect(classifyException(a)).toMatchObject({ kind: 'unknown', message: 'first' });
	});
});

/** Secrets as a careless server, proxy or error could repeat them. */
const SECRETS = {
	bearer: 'AAAAAAAAAAAAAAAAAAAAAbearer%2FSecret',
	basic: 'a2V5OnZlcnktc2VjcmV0LXZhbHVl',
	oauthToken: '370773112-oauthTokenSecretValue',
	signature: 'tnnArxj06cWHq44gCs1OSKk',
	refresh: 'refreshTokenSecretValue',
	client: 'clientSecretValue',
	known: 'a/known+secret of the credential',
};

const SPILLED = [
	`Authorization: Bearer ${SECRETS.bearer}`,
	`authorization=Basic ${SECRETS.basic}`,
	`OAuth oauth_consumer_key="k", oauth_token="${SECRETS.oauthToken}", oauth_signature="${SECRETS.signature}"`,
	`refresh_token=${SECRETS.refresh}&client_secret=${SECRETS.client}`,
	`{"access_token":"${SECRETS.oauthToken}","client_secret": "${SECRETS.client}"}`,
	`https://user:${SECRETS.client}@proxy.example/`,
	`we saw ${SECRETS.known} and ${encodeURIComponent(SECRETS.known)}`,
].join(' \n ');

const BODIES: Array<[string, unknown]> = [
	['text', SPILLED],
	['web page', `<html>${SPILLED}</html>`],
	['problem', { type: 'about:blank', title: 'Bad', detail: SPILLED }],
	['legacy', { errors: [{ code: 32, message: SPILLED }] }],
	['ads', { errors: [{ code: 'INVALID_PARAMETER', message: SPILLED, details: SPILLED, value: SPILLED }] }],
	[
		'fields named after secrets',
		{
			detail: 'See the request',
			request: { headers: { Authorization: SECRETS.bearer, cookie: SECRETS.basic } },
			access_token: SECRETS.oauthToken,
			refreshToken: SECRETS.refresh,
			clientSecret: SECRETS.client,
			oauth_signature: SECRETS.signature,
		},
	],
];

function expectClean(text: string): void {
	for (const secret of Object.values(SECRETS)) {
		expect(text).not.toContain(secret);
		expect(text).not.toContain(encodeURIComponent(secret));
	}
}

/** Everything of an error that n8n shows, stores or logs. */
function everythingIn(error: NodeApiError): string {
	return JSON.stringify([
		error,
		error.message,
		error.description,
		error.messages,
		error.context,
		error.cause ?? null,
		error.stack,
	]);
}

describe('no secret survives', () => {
	test.each(BODIES)('%s', (_name, body) => {
		for (const status of [200, 400, 401, 429, 503]) {
			const failure = classify({ status, body, secrets: [SECRETS.known] });
			expectClean(JSON.stringify(failure));
			expectClean(everythingIn(toNodeApiError(NODE, failure, 0)));
		}
		expectClean(JSON.stringify(partialErrors(body, [SECRETS.known])));
	});

	test.each(BODIES)('%s, in a thrown error', (_name, body) => {
		const thrown = Object.assign(new Error('Request failed with status code 401'), {
			config: {
				headers: { Authorization: `Bearer ${SECRETS.bearer}` },
				url: `https://api.x.com/?t=${SECRETS.known}`,
			},
			response: { status: 401, headers: { 'set-cookie': SECRETS.basic }, data: body },
		});
		const failure = classifyException(new NodeApiError(NODE, { message: '', cause: thrown as never }), [
			SECRETS.known,
		]);
		expectClean(everythingIn(toNodeApiError(NODE, failure)));
	});

	it('an error of unknown kind', () => {
		const failure = classifyException(new Error(SPILLED), [SECRETS.known]);
		expectClean(JSON.stringify(failure));
	});
});

it('leaves alone what is no secret', () => {
	const body = {
		parameters: { pagination_token: ['7140dibdnow9c7btw3'], next_token: 'abc' },
		crc_token: 'challenge',
		detail: 'The pagination_token is not valid. Bearer tokens are not accepted here.',
		token_type: 'bearer',
		valid: true,
	};
	expect(redact(body)).toEqual(body);
});
