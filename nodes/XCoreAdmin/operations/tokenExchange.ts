/** Exchanges the token of OAuth 1.0a for a pair of OAuth 2.0. https://docs.x.com/fundamentals/authentication/oauth-2-0/oauth-1-0a-token-exchange */
import type { IDataObject, IN8nHttpFullResponse, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { CREDENTIALS } from '../../shared/auth/credentialKinds';
import { additional, formOnly, list, optional, text } from '../../shared/fields';
import { classify, classifyException, toNodeApiError, type Failure } from '../../shared/errors';
import { broken, type BrokenRule, type Call, type ValuesOf } from '../../shared/operation/operation';
import { encodeRfc3986 } from '../../shared/util/encode';
import { tryParseExact } from '../../shared/util/exactJson';
import { readText } from '../../shared/errors/readBody';
import { asText } from '../../shared/util/text';

export const exchangeFields = {
	client_id: formOnly(
		text({
			label: 'Client ID',
			description: 'Client ID of the same app, from the OAuth 2.0 keys in the Developer Console',
		}),
	),
	client_secret: optional(
		formOnly(
			text({ label: 'Client Secret', password: true, description: 'Leave empty for a public client' }),
		),
	),
	...additional({
		oauth_token_secret: formOnly(
			text({
				label: 'Access Token Secret',
				password: true,
				description: 'Of another user of the app, if not that of the credential',
			}),
		),
		scope: formOnly(
			list({
				label: 'Scopes',
				placeholder: 'e.g. tweet.read,users.read,offline.access',
				description: 'What the new token may do, separated by commas. Default: all that the old one may do.',
			}),
		),
		subject_token: formOnly(
			text({
				label: 'Access Token',
				password: true,
				description: 'Of another user of the app, if not that of the credential',
			}),
		),
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

/**
 * Exchanges the token of the credential, or the one in the form. It is sent only once, because each exchange ends the
 * pair before it.
 */
export async function exchangeToken(call: Call<ExchangeValues>): Promise<INodeExecutionData[]> {
	const { context, itemIndex, api, values } = call;
	const stored = await context.getCredentials<IDataObject>(CREDENTIALS.oAuth1.type, itemIndex);
	const token = values.subject_token ?? asText(stored.accessToken);
	const tokenSecret = values.oauth_token_secret ?? asText(stored.accessTokenSecret);
	const { headers: sent, body, basic } = exchangeRequest(values, token, tokenSecret);
	const secrets = [token, tokenSecret, basic, values.client_secret ?? ''].filter(Boolean);
	const fail = (failure: Failure) => toNodeApiError(context.getNode(), failure, itemIndex);
	const failed = (error: unknown): never => {
		throw fail(classifyException(error, secrets));
	};
	const answer = (await context.helpers
		.httpRequest({
			method: 'POST',
			url: `${api.baseUrl}/2/oauth2/token`,
			headers: sent,
			body,
			encoding: 'stream',
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
		})
		.catch(failed)) as IN8nHttpFullResponse;
	const text = (await readText(answer.body, 'short').catch(failed)) ?? '';
	const parsed = answerSchema.safeParse(tryParseExact(text));
	if (answer.statusCode === 200 && parsed.success) return [call.item(parsed.data)];
	const { statusCode: status, headers } = answer;
	const failure = classify({ status, headers, body: text, secrets });
	throw fail({
		...failure,
		message: `The token was not exchanged: ${failure.message}`,
		description: adviceFor(failure),
	});
}

/** A confidential client identifies itself in the header, a public one in the body. */
function exchangeRequest(values: ExchangeValues, token: string, tokenSecret: string) {
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
	const headers = {
		'Content-Type': 'application/x-www-form-urlencoded',
		...(clientSecret !== undefined && { Authorization: `Basic ${basic}` }),
	};
	return { headers, body: body.toString(), basic };
}

/** The token endpoint names the problem in one word. */
const ADVICE: Readonly<Record<string, string>> = {
	invalid_grant:
		'The access token or its secret is wrong, of another app, or was revoked. Check both; trying again does not help',
	invalid_scope: 'Ask for no more than the permissions of the old token allow, or leave Scopes empty',
	invalid_client: 'Check Client ID and Client Secret, which belong to the same app as the access token',
	unauthorized_client: 'Check Client ID and Client Secret, which belong to the same app as the access token',
};

const adviceFor = ({ code = '', description }: { code?: string; description: string }): string =>
	ADVICE[code] ?? description;
