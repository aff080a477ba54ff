/** Requests after whose refusal n8n renews the token of the credential. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import type { ApiContext } from './apiContext';

/** An answer as n8n gives it. */
export interface RawResponse {
	readonly statusCode: number;
	readonly headers: Record<string, unknown>;
	readonly body: unknown;
}

/**
 * Sends a request that gives out every status but 401, which must throw: that is what makes n8n renew a token, or
 * fetch a new one, and send the request once more. n8n 1 knows no exceptions, so that there a 401 is given out as well
 * and the request is sent again with all of them thrown.
 *
 * @param context What n8n gives a node.
 * @param type The type of the credential.
 * @param options The request.
 * @throws what n8n throws where there is no answer, or where it could not renew the token.
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
