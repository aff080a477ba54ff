import type { IHttpRequestHelper, IN8nHttpFullResponse } from 'n8n-workflow';
import type { z } from 'zod';
import { classify } from '../errors/classify';
import { TOKEN_REQUEST, FailureError } from '../errors/failure';
import { readText } from '../errors/readBody';
import { tryParseExact } from '../util/exactJson';

/** Asks for a token, and returns what X gave, or what went wrong. Keys must not follow a redirect. */
export async function askForToken<T>(
	helpers: IHttpRequestHelper['helpers'],
	request: { url: string; headers: Record<string, string>; body: string },
	reply: z.ZodType<T, z.ZodTypeDef, unknown>,
	secrets: string[],
) {
	const { body, headers, statusCode } = (await helpers.httpRequest({
		method: 'POST',
		...request,
		headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...request.headers },
		encoding: 'stream',
		returnFullResponse: true,
		disableFollowRedirect: true,
		// n8n would take a 401 thrown here for one from the API, and ask again.
		ignoreHttpStatusErrors: true,
	})) as IN8nHttpFullResponse;
	const text = (await readText(body, 'short')) ?? '';
	const { data } = reply.safeParse(tryParseExact(text));
	if (statusCode === 200 && data) return { data };
	return { failure: classify({ status: statusCode, headers, body: text, secrets, request: TOKEN_REQUEST }) };
}

/** Returns the error of a credential that cannot be used as it is. Nothing was sent. */
export const refusedWith = (message: string, description: string): FailureError =>
	new FailureError({
		kind: 'authentication',
		message,
		description,
		problems: [],
		notSent: false,
		unsure: false,
	});
