import type { ICredentialDataDecryptedObject, IHttpRequestHelper, IN8nHttpFullResponse } from 'n8n-workflow';
import { z } from 'zod';

import { encodeRfc3986 } from './encode';
import { classify } from './errors/classify';
import { FailureError } from './errors/failure';

const tokenReply = z.object({ access_token: z.string().min(1) });

/**
 * Exchanges the consumer key and secret for an app-only token at `POST /oauth2/token` (core facts: one token lives
 * per app, repeated calls return the same one).
 *
 * @returns The token; undefined when a bearer token was pasted, or a key is missing, and nothing is to be exchanged.
 * @throws FailureError when the platform refuses the keys or does not answer with a token.
 */
export async function exchangeKeys(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<string | undefined> {
	const { bearerToken, consumerKey, consumerSecret } = fields(credentials);
	if (bearerToken || !consumerKey || !consumerSecret) return undefined;

	const basic = Buffer.from(`${encodeRfc3986(consumerKey)}:${encodeRfc3986(consumerSecret)}`).toString(
		'base64',
	);
	const response = (await helpers.httpRequest({
		method: 'POST',
		url: `${fields(credentials).baseUrl.replace(/\/+$/, '')}/oauth2/token`,
		headers: { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' },
		body: 'grant_type=client_credentials',
		returnFullResponse: true,
		// Thrown as an HTTP error, a 401 from here would be taken for one from the API and the exchange repeated.
		ignoreHttpStatusErrors: true,
	})) as IN8nHttpFullResponse;

	const reply = tokenReply.safeParse(response.body);
	if (response.statusCode === 200 && reply.success) return reply.data.access_token;
	const failure = classify({ status: response.statusCode, headers: response.headers, body: response.body });
	throw new FailureError({
		...failure,
		message: `Could not get an app token: ${failure.message}`,
		description:
			failure.status !== undefined && failure.status < 500 && failure.kind !== 'rateLimit'
				? 'Check the consumer key and consumer secret in the X App API credential, or paste a bearer token instead'
				: failure.description,
	});
}

/**
 * The header that authenticates as the app: the pasted bearer token, else the exchanged one.
 *
 * @throws Error when the credential holds neither.
 */
export function bearerHeaders(credentials: ICredentialDataDecryptedObject): { Authorization: string } {
	const { bearerToken, exchangedToken } = fields(credentials);
	const token = bearerToken || exchangedToken;
	if (!token) {
		throw new Error(
			'The X App API credential has neither a bearer token nor a consumer key with its secret: fill in one of the two',
		);
	}
	return { Authorization: `Bearer ${token}` };
}

const fields = (credentials: ICredentialDataDecryptedObject) => fieldsSchema.parse(credentials);

const field = z.string().trim().catch('');
const fieldsSchema = z.object({
	baseUrl: field,
	bearerToken: field,
	consumerKey: field,
	consumerSecret: field,
	exchangedToken: field,
});
