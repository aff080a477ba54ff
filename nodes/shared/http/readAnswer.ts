/** Turns an answer of n8n's client into a response or a failure. */
import { isEmpty, mapKeys, mapValues } from 'lodash';
import {
	adviceAfter,
	classify,
	errorText,
	hideSecrets,
	isUnsureAfter,
	redact,
	type Failure,
} from '../errors';
import { parseExact } from '../util/exactJson';
import type { ApiRequest, ApiResponse } from './api';
import { MOST_MEGABYTES } from '../errors/readBody';
import { isObject, object } from '../util/lenient';
import { holdsSomething, isConfirmed } from './confirmed';
import type { RawResponse } from './requestWithRenewal';

/** An answer whose body was read: bytes of a file, or text; undefined if it was too large. */
interface ReadResponse extends RawResponse {
	readonly headers: ApiResponse['headers'];
	readonly body: Buffer | string | undefined;
}

/** Shorter secrets might be ordinary words of an answer. */
const SHORTEST = 16;

/** Headers by their names in lower case. */
export const headersOf = ({ headers }: Pick<RawResponse, 'headers'>): ApiResponse['headers'] =>
	mapKeys(mapValues(headers, String), (_, name) => name.toLowerCase());

/**
 * Reads an answer.
 *
 * @param secrets Values of the credential; they reach neither a success nor a failure.
 * @returns The answer, or the failure that it means.
 */
export function readAnswer(
	request: ApiRequest,
	raw: ReadResponse,
	secrets: readonly string[],
): ApiResponse | Failure {
	const { headers } = raw;
	if (raw.body === undefined) return tooLarge(request, raw.statusCode);
	const isSuccess = raw.statusCode >= 200 && raw.statusCode < 300;
	if (isSuccess && request.answersFile) return { status: raw.statusCode, headers, body: raw.body };
	// The caller follows a redirect, so that another host does not get the credential.
	const isRedirect = raw.statusCode >= 300 && raw.statusCode < 400;
	if (request.answersFile && isRedirect && headers.location !== undefined)
		return { status: raw.statusCode, headers, body: undefined };
	// An exchange of tokens answers with what its caller is to get.
	const isWhole = !isSuccess || request.own !== undefined;
	const text = isWhole ? raw.body.toString() : hideSecrets(raw.body.toString(), secrets, SHORTEST);
	if (isSuccess && request.answersText && /^text\/plain\b/i.test(headers['content-type'] ?? ''))
		return { status: raw.statusCode, headers, body: text };
	const parsed = parse(text);
	const response = { status: raw.statusCode, headers, body: parsed.ok ? parsed.value : text };
	const asked = { request, secrets };
	if (!isSuccess || !parsed.ok) return classify({ ...response, ...asked });
	const problem = problemIn(response.body);
	if (problem) return classify({ ...response, ...asked, status: problem.status, body: problem });
	if (saysNothing(request, response)) return classify({ ...response, ...asked });
	if (isConfirmed(request, raw.statusCode, response.body)) return response;
	const failure = classify({ ...response, ...asked, body: {} });
	const isPaidFor = holdsSomething(response.body);
	return { ...failure, ...(isPaidFor && { answer: redact(response.body, secrets) }) };
}

/** A problem in place of an answer, also in a wrapper: its own status counts, and not that of a gateway on the way. */
function problemIn(body: unknown): (Record<string, unknown> & { status: number }) | undefined {
	return isProblem(body) ? body : Object.values(object(body)).find(isProblem);
}

const isProblem = (value: unknown): value is Record<string, unknown> & { status: number } =>
	isObject(value) &&
	typeof value.title === 'string' &&
	typeof value.type === 'string' &&
	typeof value.status === 'number' &&
	value.status >= 400;

/**
 * Checks whether a success comes from a proxy or gateway: every documented answer of the two APIs is an object, or 204
 * (https://docs.x.com/x-api/introduction, https://docs.x.com/x-ads-api/introduction).
 */
function saysNothing(
	{ method, path, mayBeEmpty, confirms }: ApiRequest,
	{ status, body }: ApiResponse,
): boolean {
	if (body === undefined)
		return (method === 'GET' && confirms === undefined) || (status === 200 && isOfApi(path));
	if (!isOfApi(path)) return false;
	if (typeof body !== 'object' || body === null) return true;
	return method === 'GET' && mayBeEmpty !== true && isEmpty(body);
}

const isOfApi = (path: string) => /^\/(2|12)\//.test(path);

function parse(text: string): { ok: boolean; value?: unknown } {
	if (text.trim() === '') return { ok: true, value: undefined };
	try {
		return { ok: true, value: parseExact(text) };
	} catch {
		return { ok: false };
	}
}

/** X may have done what was asked: only the answer is not read. */
function tooLarge(request: ApiRequest, status: number): Failure {
	const unsure = isUnsureAfter('unknown', status);
	const isFile = request.answersFile === true && status < 300;
	const advice = isFile
		? 'Download it without n8n, or in parts'
		: 'Ask for fewer results per page or fewer fields. If a proxy or gateway stands between n8n and X, look there';
	const own = errorText('unknown', '', advice);
	return {
		kind: 'unknown',
		status,
		message: isFile
			? `The file is larger than ${MOST_MEGABYTES.file} MB`
			: `The answer is larger than ${MOST_MEGABYTES.answer} MB, so it was not read to its end`,
		description: adviceAfter(own, unsure, request),
		problems: [],
		notSent: false,
		unsure,
	};
}
