/** Requests after whose refusal n8n renews the token of the credential. */
import type { IHttpRequestOptions } from 'n8n-workflow';

/**
 * Sends a request that gives out every status but 401, which must throw: that is what makes n8n renew a token, or
 * fetch a new one, and send the request once more. n8n 1 knows no exceptions, so that there a 401 is given out as well
 * and the request is sent again with all of them thrown.
 *
 * @param send Sends the request with this member among its options.
 */
export async function withRenewal<T extends { statusCode: number }>(
	send: (options: Pick<IHttpRequestOptions, 'ignoreHttpStatusErrors'>) => Promise<T>,
): Promise<T> {
	const answer = await send({ ignoreHttpStatusErrors: { ignore: true, except: [401] } });
	return answer.statusCode === 401 ? await send({ ignoreHttpStatusErrors: false }) : answer;
}
