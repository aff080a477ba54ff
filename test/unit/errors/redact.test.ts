import { NodeApiError, type INode } from 'n8n-workflow';

import {
	classify,
	classifyException,
	partialErrors,
	redact,
	toNodeApiError,
} from '../../../nodes/shared/errors';

const node: INode = { id: '1', name: 'X', type: 'xCore', typeVersion: 1, position: [0, 0], parameters: {} };

/** Secrets as a careless server, proxy or error could repeat them. */
const secrets = {
	bearer: 'AAAAAAAAAAAAAAAAAAAAAbearer%2FSecret',
	basic: 'a2V5OnZlcnktc2VjcmV0LXZhbHVl',
	oauthToken: '370773112-oauthTokenSecretValue',
	signature: 'tnnArxj06cWHq44gCs1OSKk',
	refresh: 'refreshTokenSecretValue',
	client: 'clientSecretValue',
	known: 'a/known+secret of the credential',
};

const spilled = [
	`Authorization: Bearer ${secrets.bearer}`,
	`authorization=Basic ${secrets.basic}`,
	`OAuth oauth_consumer_key="k", oauth_token="${secrets.oauthToken}", oauth_signature="${secrets.signature}"`,
	`refresh_token=${secrets.refresh}&client_secret=${secrets.client}`,
	`{"access_token":"${secrets.oauthToken}","client_secret": "${secrets.client}"}`,
	`https://user:${secrets.client}@proxy.example/`,
	`we saw ${secrets.known} and ${encodeURIComponent(secrets.known)}`,
].join(' \n ');

const bodies: Array<[string, unknown]> = [
	['text', spilled],
	['web page', `<html>${spilled}</html>`],
	['problem', { type: 'about:blank', title: 'Bad', detail: spilled }],
	['legacy', { errors: [{ code: 32, message: spilled }] }],
	['ads', { errors: [{ code: 'INVALID_PARAMETER', message: spilled, details: spilled, value: spilled }] }],
	[
		'fields named after secrets',
		{
			detail: 'See the request',
			request: { headers: { Authorization: secrets.bearer, cookie: secrets.basic } },
			access_token: secrets.oauthToken,
			refreshToken: secrets.refresh,
			clientSecret: secrets.client,
			oauth_signature: secrets.signature,
		},
	],
];

function expectClean(text: string): void {
	for (const secret of Object.values(secrets)) {
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
	test.each(bodies)('%s', (_name, body) => {
		for (const status of [200, 400, 401, 429, 503]) {
			const failure = classify({ status, body, secrets: [secrets.known] });
			expectClean(JSON.stringify(failure));
			expectClean(everythingIn(toNodeApiError(node, failure, 0)));
		}
		expectClean(JSON.stringify(partialErrors(body, [secrets.known])));
	});

	test.each(bodies)('%s, in a thrown error', (_name, body) => {
		const thrown = Object.assign(new Error('Request failed with status code 401'), {
			config: {
				headers: { Authorization: `Bearer ${secrets.bearer}` },
				url: `https://api.x.com/?t=${secrets.known}`,
			},
			response: { status: 401, headers: { 'set-cookie': secrets.basic }, data: body },
		});
		const failure = classifyException(new NodeApiError(node, { message: '', cause: thrown as never }), [
			secrets.known,
		]);
		expectClean(everythingIn(toNodeApiError(node, failure)));
	});

	it('an error of unknown kind', () => {
		const failure = classifyException(new Error(spilled), [secrets.known]);
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
