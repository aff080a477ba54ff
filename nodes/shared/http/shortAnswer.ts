/** Sends requests without a credential: to another workflow, or for a list of prices. */
import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { readText } from '../errors/readBody';

interface ShortAnswer {
	readonly status: number;
	/** The body. Is undefined if it is longer than a megabyte. */
	readonly text: string | undefined;
}

/**
 * Sends a request, and reads its answer. No redirect is followed.
 *
 * @param patience Milliseconds for all of it. The timeout of n8n's client starts anew with each byte that arrives.
 * @throws what n8n throws if there is no answer, and an error with the code of a timeout if it does not end in time.
 */
export async function askForShortAnswer(
	{ httpRequest }: IHttpRequestHelper['helpers'],
	request: Pick<IHttpRequestOptions, 'body' | 'headers' | 'method' | 'qs' | 'url'>,
	patience: number,
): Promise<ShortAnswer> {
	const deadline = AbortSignal.timeout(patience);
	const answered = async () => {
		const { statusCode: status, body } = (await httpRequest({
			...request,
			encoding: 'stream',
			timeout: patience,
			abortSignal: deadline,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		})) as IN8nHttpFullResponse;
		return { status, text: await readText(body, 'short', deadline) };
	};
	return await answered().catch((error: unknown) => {
		// n8n's client calls it a cancelled request.
		throw deadline.aborted ? Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' }) : error;
	});
}
