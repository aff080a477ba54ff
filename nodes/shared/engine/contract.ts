/**
 * This file checks the contents of a successful answer. Unexpected contents are passed on with a hint, because they may
 * have been paid for; a write with an empty answer is an error, because no one knows whether it was done.
 */
import { get, isNil, isPlainObject } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { addFacts, classify, partialErrors, toNodeApiError, type Failure } from '../errors';
import type { ApiRequest } from '../http/connection';
import type { Call, Operation } from '../operation/operation';
import { isObject, text } from '../util/lenient';

/** The message for an answer that the code cannot read. */
export const UNKNOWN = 'X answered in a form that this node does not know';

/** The hint beside an answer that is passed on as it is. */
export const UNKNOWN_FORM = `${UNKNOWN}. The answer is in the output as it is`;

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

/** Checks whether anything in a value is more than an empty list, an empty object, an empty text or null. */
export function holdsSomething(value: unknown): boolean {
	if (Array.isArray(value)) return value.some(holdsSomething);
	if (isPlainObject(value)) return Object.values(value as object).some(holdsSomething);
	return value !== undefined && value !== null && value !== '';
}

/** Checks whether an answer has more than metadata. */
export function holdsAnswer(body: unknown): boolean {
	if (!isObject(body)) return holdsSomething(body);
	// The rules of a stream are removed with a summary alone.
	if (holdsSomething(get(body, 'meta.summary'))) return true;
	if (Array.isArray(body.data)) return holdsSomething(body.data);
	return Object.entries(body).some(([name, value]) => !ABOUT_ANSWER.has(name) && holdsSomething(value));
}

/** Counts the empty entries of a list, which are skipped. */
export function emptyEntries({ result }: Operation, body: unknown): number {
	const found: unknown = get(body, (result?.at || 'data').split('.'));
	return Array.isArray(found) ? found.filter(isNil).length : 0;
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
	throw withAnswer(unsaidError({ context, itemIndex }, request), body);
}

/** An item, as far as its errors need it. */
interface Asking {
	readonly context: Pick<IExecuteFunctions, 'getNode'>;
	readonly itemIndex: number;
}

/**
 * Returns the answer of a write that a `run` sends itself, if it confirms the write.
 *
 * @param confirms Whether an answer does; by default, whether it holds anything.
 * @throws NodeApiError that says that X did not say whether it was done, with the answer if it holds anything.
 */
export function said(
	call: Asking,
	request: ApiRequest,
	body: unknown,
	confirms: (body: unknown) => boolean = holdsAnswer,
): unknown {
	if (confirms(body) || partialErrors(body).length > 0) return body;
	throw withAnswer(unsaidError(call, request), body);
}

/** Returns the error for a write whose answer does not say whether it was done. */
export function unsaidError({ context, itemIndex }: Asking, request: ApiRequest): NodeApiError {
	return toNodeApiError(context.getNode(), classify({ status: 200, body: {}, request }), itemIndex);
}

/** Adds the answer to the error, because the user may have paid for it. */
function withAnswer(error: NodeApiError, body: unknown): NodeApiError {
	if (holdsSomething(body)) addFacts(error, { answer: body as IDataObject });
	return error;
}

const NEEDED =
	'The operation needs this answer to go on. Check the Base URL in the credential, and any proxy or gateway on the way';

/**
 * Returns the error for an answer that an operation needs in order to go on, and cannot read. It holds the answer.
 *
 * @param message What X did not say.
 * @param advice What to do about it.
 */
export function unknownForm(
	{ context, itemIndex }: Asking,
	body: unknown,
	message = UNKNOWN,
	advice = NEEDED,
): NodeApiError {
	const description = `${advice}. With On Error set to Continue, details.answer has the answer as it is`;
	const failure: Failure = {
		kind: 'notJson',
		status: 200,
		message,
		description,
		problems: [],
		notSent: false,
		mayBeDone: false,
	};
	return withAnswer(toNodeApiError(context.getNode(), failure, itemIndex), body);
}

/** Returns an answer that an operation cannot read, as the output: as it is, with a hint. */
export function asItIs({ hint, item }: Pick<Call, 'hint' | 'item'>, body: unknown): INodeExecutionData[] {
	hint(UNKNOWN_FORM);
	return [item(isObject(body) ? body : { value: body })];
}

/**
 * Checks whether an answer is about a delete: API v2 documents a flag. An answer of the Ads API may instead have the
 * deleted entity with its ID, or a list of the remaining ones.
 */
function isOfDelete({ path }: ApiRequest, body: unknown): boolean {
	const data: unknown = get(body, 'data');
	if (typeof get(data, 'deleted') === 'boolean') return true;
	if (path.startsWith('/2/')) return false;
	const id = decodeURIComponent(path.split('/').at(-1) ?? '');
	return Array.isArray(data)
		? data.some((entry) => text(get(entry, 'id')) !== undefined || typeof get(entry, 'deleted') === 'boolean')
		: holdsSomething(data) && JSON.stringify(data).includes(id);
}
