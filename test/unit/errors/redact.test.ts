import { NodeApiError } from 'n8n-workflow';

import {
	classify,
	classifyException,
	partialErrors,
	redact,
	toNodeApiError,
} from '../../../nodes/shared/errors';
import { NODE } from '../../support/node';

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
