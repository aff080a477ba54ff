/** Exchanges the token of OAuth 1.0a for a pair of OAuth 2.0. https://docs.x.com/fundamentals/authentication/oauth-2-0/oauth-1-0a-token-exchange */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { CREDENTIALS } from '../../shared/auth/credentialKinds';
import { unsaidError } from '../../shared/engine/contract';
import type { Failure } from '../../shared/errors';
import { additional, formList, formText, optional } from '../../shared/fields';
import type { ApiRequest } from '../../shared/http/connection';
import { broken, type BrokenRule, type Call, type ValuesOf } from '../../shared/operation/operation';
import { encodeRfc3986, asText } from '../../shared/util/text';

const ofAnother = (label: string) =>
	formText({
		label,
		password: true,
		description: 'Of another user of the app, if not that of the credential',
	});

export const exchangeFields = {
	client_id: formText({
		description: 'Client ID of the same app, from the OAuth 2.0 keys in the Developer Console',
	}),
	client_secret: optional(formText({ password: true, description: 'Leave empty for a public client' })),
	...additional({
		oauth_token_secret: ofAnother('Access Token Secret'),
		scope: formList({
			label: 'Scopes',
			placeholder: 'e.g. tweet.read,users.read,offline.access',
			description: 'What the new token may do, separated by commas. Default: all that the old one may do.',
		}),
		subject_token: ofAnother('Access Token'),
	}),
};

type ExchangeValues = ValuesOf<typeof exchangeFields>;

/** A token and its secret belong together. */
export function* checkExchange(values: ExchangeValues): Generator<BrokenRule<keyof ExchangeValues>> {
	const { subject_token: token, oauth_token_secret: secret } = values;
	if (token !== undefined && secret === undefined)
		yield broken('oauth_token_secret', 'required', 'is required with {subject_token}');
	if (secret !== undefined && token === undefined)
		yield broken('subject_token', 'required', 'is required with {oauth_token_secret}');
}

const answerSchema = z.object({ access_token: z.string() }).passthrough();

/** Exchanges a token. That ends the pair before it, so it is sent again only where it certainly did not arrive. */
export async function exchangeToken(call: Call<ExchangeValues>): Promise<INodeExecutionData[]> {
	const { context, itemIndex, values } = call;
	const stored = await context.getCredentials<IDataObject>(CREDENTIALS.oAuth1.type, itemIndex);
	const token = values.subject_token ?? asText(stored.accessToken);
	const tokenSecret = values.oauth_token_secret ?? asText(stored.accessTokenSecret);
	const request = exchangeRequest(values, token, tokenSecret);
	const parsed = answerSchema.safeParse((await call.api.send(request)).body);
	if (!parsed.success) throw unsaidError(call, request);
	return [call.item(parsed.data)];
}

/** A confidential client identifies itself in the header, a public one in the body. */
function exchangeRequest(values: ExchangeValues, token: string, tokenSecret: string): ApiRequest {
	const { client_id: clientId, client_secret: clientSecret, scope } = values;
	const client = `${encodeRfc3986(clientId)}:${encodeRfc3986(clientSecret ?? '')}`;
	const basic = Buffer.from(client).toString('base64');
	const body = new URLSearchParams({
		grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
		subject_token: token,
		subject_token_type: 'urn:x:params:oauth:token-type:oauth1_token',
		oauth_token_secret: tokenSecret,
		...(scope !== undefined && { scope: scope.join(' ') }),
		...(clientSecret === undefined && { client_id: clientId }),
	});
	return {
		method: 'POST',
		path: '/2/oauth2/token',
		file: { content: Buffer.from(body.toString()), type: 'application/x-www-form-urlencoded' },
		own: {
			authorization: clientSecret === undefined ? undefined : `Basic ${basic}`,
			secrets: [token, tokenSecret, basic, clientSecret ?? ''].filter(Boolean),
			explain,
		},
	};
}

/** The token endpoint names the problem in one word. */
const ADVICE: Readonly<Record<string, string>> = {
	invalid_grant:
		'The access token or its secret is wrong, of another app, or was revoked. Check both; trying again does not help',
	invalid_scope: 'Ask for no more than the permissions of the old token allow, or leave Scopes empty',
	invalid_client: 'Check Client ID and Client Secret, which belong to the same app as the access token',
	unauthorized_client: 'Check Client ID and Client Secret, which belong to the same app as the access token',
};

const explain = (failure: Failure): Failure => ({
	...failure,
	message: `The token was not exchanged: ${failure.message}`,
	description: ADVICE[failure.code ?? ''] ?? failure.description,
});
