/** Sends requests in such a way that n8n renews a refused token. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import type { ApiContext } from './apiContext';

/** An answer as n8n gives it. */
export interface RawResponse {
	readonly statusCode: number;
	readonly headers: Record<string, unknown>;
	readonly body: unknown;
}

/**
 * Sends a request and returns every status but 401. A 401 must throw: only then n8n renews or fetches a token and
 * sends the request again. n8n 1 cannot make one status throw, so there the request is sent again with all of them
 * throwing.
 *
 * @param context What n8n gives a node.
 * @param type The type of the credential.
 * @param options The request.
 * @throws what n8n throws if there is no answer, or if it could not renew the token.
 */
export async function requestWithRenewal(
	context: ApiContext,
	type: string,
	options: IHttpRequestOptions,
): Promise<RawResponse> {
	const send = async (ignoreHttpStatusErrors: NonNullable<IHttpRequestOptions['ignoreHttpStatusErrors']>) =>
		(await context.helpers.httpRequestWithAuthentication.call(context, type, {
			...options,
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors,
		})) as RawResponse;
	const answer = await send({ ignore: true, except: [401] });
	return answer.statusCode === 401 ? await send(false) : answer;
}
