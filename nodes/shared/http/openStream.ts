/** Opens streams of X: answers that do not end. */
import type { ITriggerFunctions } from 'n8n-workflow';
import type { CredentialKind } from '../auth/credentialKinds';
import { classify, classifyException, FailureError, type Failure } from '../errors';
import { queryString } from '../util/text';
import type { ApiRequest } from './api';
import { readAsApp, readBaseUrl, secretsOf } from './credential';
import { requestAsApp, type RawResponse } from './requestWithRenewal';

export interface OpenStream {
	readonly body: Body;
	/** The time according to X. */
	readonly date: Date | undefined;
}

/** The bytes of an answer. */
interface Body extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
}

/** Longest refusal that is read. */
const LONGEST_REFUSAL = 64_000;

/**
 * Opens a stream as the app: no stream accepts a user's token.
 *
 * @throws FailureError if X refuses the stream or cannot be reached.
 */
export async function openStream(
	context: ITriggerFunctions,
	holder: CredentialKind,
	{ path, query = [] }: Pick<ApiRequest, 'path' | 'query'>,
	signal: AbortSignal,
): Promise<OpenStream> {
	const credentials = await readAsApp(context, holder);
	// With the token that was fetched for this request.
	const secrets = async () => secretsOf(await readAsApp(context, holder).catch(() => credentials));
	const asked = queryString(query);
	const answer = await requestAsApp(context, holder, {
		method: 'GET',
		url: `${readBaseUrl(context, credentials, 'baseUrl')}${path}${asked && `?${asked}`}`,
		// Compression would hold back lines until a block is full.
		headers: { Accept: 'application/json', 'Accept-Encoding': 'identity' },
		encoding: 'stream',
		abortSignal: signal,
	}).catch(async (error: unknown) =>
		refuse(classifyException(error, await secrets(), { method: 'GET', path })),
	);
	const stream = answer.body as Body;
	if (answer.statusCode === 200) return { body: stream, date: dateOf(answer.headers) };
	const { statusCode: status, headers } = answer;
	const body = await textOf(stream);
	return refuse(
		classify({ status, headers, secrets: await secrets(), body, request: { method: 'GET', path } }),
	);
}

function refuse(failure: Failure): never {
	throw new FailureError(failure);
}

function dateOf({ date }: RawResponse['headers']): Date | undefined {
	const moment = new Date(typeof date === 'string' ? date : NaN);
	return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** The beginning of a refusal, as text. */
async function textOf(body: Body): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	try {
		for await (const chunk of body) {
			text += decoder.decode(chunk, { stream: true });
			if (text.length > LONGEST_REFUSAL) break;
		}
	} catch {
		// A broken refusal is explained by what arrived of it.
	}
	body.destroy();
	return text;
}
