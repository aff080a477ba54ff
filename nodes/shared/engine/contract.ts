/**
 * What a good answer holds. An answer that holds something else is passed on as it is, with a hint, because it may have
 * been paid for; a write whose answer holds nothing is an error, because no one knows whether it was done.
 */
import { get, isPlainObject } from 'lodash';
import type { IExecuteFunctions, NodeApiError } from 'n8n-workflow';
import { classify, partialErrors, toNodeApiError } from '../errors';
import type { ApiRequest } from '../http/connection';
import type { Operation } from '../operation/operation';
import { isObject } from '../util/lenient';

/** The hint beside an answer that is passed on as it is. */
export const UNKNOWN_FORM =
	'X answered in a form that this node does not know. The answer is in the output as it is';

/** Members of an answer that are about the answer itself. */
const ABOUT_ANSWER = new Set([
	'errors',
	'includes',
	'meta',
	'request',
	'data_type',
	'next_cursor',
	'total_count',
]);

/** Whether anything in a value is more than an empty list, an empty object, an empty text or null. */
export function holdsSomething(value: unknown): boolean {
	if (Array.isArray(value)) return value.some(holdsSomething);
	if (isPlainObject(value)) return Object.values(value as object).some(holdsSomething);
	return value !== undefined && value !== null && value !== '';
}

/** Whether an answer holds more than what is about the answer itself. */
export function holdsAnswer(body: unknown): boolean {
	if (!isObject(body)) return holdsSomething(body);
	// The rules of a stream are removed with a summary alone.
	if (holdsSomething(get(body, 'meta.summary'))) return true;
	if (Array.isArray(body.data)) return holdsSomething(body.data);
	return Object.entries(body).some(([name, value]) => !ABOUT_ANSWER.has(name) && holdsSomething(value));
}

/** How many entries of a list are nothing at all. They are passed over. */
export function emptyEntries({ result }: Operation, body: unknown): number {
	const found: unknown = get(body, (result?.at || 'data').split('.'));
	return Array.isArray(found) ? found.filter((entry) => entry === null || entry === undefined).length : 0;
}

/**
 * Throws for a write whose answer does not say that it was done: without what was created, or without the flag of what
 * was deleted. An answer without a body was checked before.
 *
 * @throws NodeApiError that says so.
 */
export function refuseUnsaid(
	context: Pick<IExecuteFunctions, 'getNode'>,
	{ result }: Operation,
	request: ApiRequest,
	body: unknown,
	itemIndex: number,
): void {
	if (request.method === 'GET' || body === undefined || partialErrors(body).length > 0) return;
	if (result?.deleted === undefined ? holdsAnswer(body) : isOfDelete(request, body)) return;
	throw unsaidError({ context, itemIndex }, request);
}

/**
 * Returns the answer of a write that a `run` sends itself, if it holds anything.
 *
 * @throws NodeApiError that says that X did not say whether it was done.
 */
export function said(call: Parameters<typeof unsaidError>[0], request: ApiRequest, body: unknown): unknown {
	if (holdsAnswer(body) || partialErrors(body).length > 0) return body;
	throw unsaidError(call, request);
}

/** The error for a write whose answer does not say whether it was done. */
export function unsaidError(
	{
		context,
		itemIndex,
	}: { readonly context: Pick<IExecuteFunctions, 'getNode'>; readonly itemIndex: number },
	request: ApiRequest,
): NodeApiError {
	return toNodeApiError(context.getNode(), classify({ status: 200, body: {}, request }), itemIndex);
}

/**
 * Whether an answer is about a delete: it has the flag, which is documented for API v2. The Ads API may have none, but
 * what was deleted, with its ID, or a list of what is left.
 */
function isOfDelete({ path }: ApiRequest, body: unknown): boolean {
	const data: unknown = get(body, 'data');
	if (typeof get(data, 'deleted') === 'boolean') return true;
	if (path.startsWith('/2/')) return false;
	const id = decodeURIComponent(path.split('/').at(-1) ?? '');
	return Array.isArray(data)
		? data.some(holdsSomething)
		: holdsSomething(data) && JSON.stringify(data).includes(id);
}
