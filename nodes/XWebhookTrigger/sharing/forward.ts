import { get } from 'lodash';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { SIGNATURE_HEADERS } from '../signature';

/** The platform waits 10 s for an answer; forwarding must be over before. In milliseconds. */
export const PATIENCE = 7_000;

/**
 * Passes a delivery on to every address at once.
 *
 * @param rawBody The bytes as they came.
 * @param signature The signature header's value as it came.
 * @returns Who did not take it: what each answered, or why there was no answer, and whether the workflow is gone.
 */
export async function forward(
	context: IWebhookFunctions,
	urls: readonly string[],
	rawBody: Buffer,
	signature: string,
) {
	const answers = await Promise.all(
		urls.map(async (url) => ({ url, status: await post(context, url, rawBody, signature) })),
	);
	return answers
		.filter(({ status }) => typeof status === 'string' || status < 200 || status >= 300)
		.map(({ url, status }) => ({ url, answer: String(status), isGone: status === 404 || status === 410 }));
}

/**
 * Sends a signed body.
 *
 * @returns The status of the answer, or why there was none.
 */
export async function post(
	context: IHookFunctions | IWebhookFunctions,
	url: string,
	body: Buffer,
	signature: string,
): Promise<number | string> {
	try {
		const answer = (await context.helpers.httpRequest({
			method: 'POST',
			url,
			// A Buffer is sent as it is; text would be trimmed on the way, and the signature would no longer fit.
			body,
			headers: { 'content-type': 'application/json', [SIGNATURE_HEADERS[0]]: signature },
			encoding: 'text',
			timeout: PATIENCE,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		})) as { statusCode: number };
		return answer.statusCode;
	} catch (error) {
		return noAnswerReason(error);
	}
}

/** Why there was no answer, in words: n8n replaces a whole message in which it finds an error code. */
function noAnswerReason(error: unknown): string {
	const message = error instanceof Error ? `${String(get(error, 'code'))} ${error.message}` : '';
	if (/ENOTFOUND|EAI_AGAIN/.test(message)) return 'its name was not found';
	if (/ECONNREFUSED/.test(message)) return 'it refused the connection';
	return /ETIMEDOUT|ECONNABORTED|timeout/.test(message) ? 'no answer in time' : 'no connection';
}
