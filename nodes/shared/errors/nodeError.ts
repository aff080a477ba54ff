import { escapeRegExp, get } from 'lodash';
import {
	type Failure as CauseForN8n,
	type IDataObject,
	type INode,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { defined, object } from '../util/lenient';
import { type Failure, FailureError } from './failure';
import { meaningOf } from './kinds';
import { classify } from './classify';
import { partialErrors } from './parseBody';

/** Returns the error that n8n shows: message, advice and status, with its machine-readable part in `context.data`. */
export function toNodeApiError(node: INode, failure: Failure, itemIndex?: number): NodeApiError {
	const { status } = failure;
	const message = withParameter(failure);
	const description = withField(failure);
	const error = new NodeApiError(
		node,
		{},
		{
			message,
			description,
			...(status !== undefined && { httpCode: String(status) }),
			...(itemIndex !== undefined && { itemIndex }),
			...causeForN8n(failure),
		},
	);
	// n8n replaces messages that contain a connection code; ours is more precise.
	error.message = message;
	error.context.data = failureData(failure);
	return error;
}

/**
 * Why it failed, and when X can be asked again, as n8n reads it. Versions that do not know the option ignore it:
 * https://docs.n8n.io/connect/create-nodes/build-your-node/reference/error-handling
 */
function causeForN8n({ kind, retryAt }: Failure): { failure?: CauseForN8n } {
	const { cause } = meaningOf(kind);
	if (cause === undefined) return {};
	const timed = { ...cause, ...(retryAt && { resetsAtEpochMs: retryAt.getTime() }) };
	return { failure: timed };
}

export type NodeError = NodeApiError | NodeOperationError;

/** Checks whether n8n shows the advice of an error. */
export const isNodeError = (error: unknown): error is NodeError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

/** Adds sentences without a full stop to the advice of an error, if it has any, and returns the error. */
export function addAdvice<T>(error: T, ...sentences: readonly string[]): T {
	if (isNodeError(error) && sentences.some(Boolean))
		error.description = [error.description, ...sentences]
			.map((text) => text?.replace(/\.$/, ''))
			.filter(Boolean)
			.join('. ');
	return error;
}

/** Adds facts for the item of Continue On Fail. */
export function addFacts(error: NodeError, facts: IDataObject): void {
	error.context.data = { ...(error.context.data as IDataObject | undefined), ...facts };
}

/** X's texts often do not name the parameter that they are about. */
function withParameter({ kind, message, parameter, field }: Failure): string {
	if (kind !== 'badRequest' || parameter === undefined || saysWord(message, parameter)) return message;
	return `${message} (in ${field === undefined ? parameter : `"${field}"`})`;
}

const saysWord = (text: string, word: string) => new RegExp(`\\b${escapeRegExp(word)}\\b`, 'i').test(text);

const withField = ({ description, parameter, field }: Failure): string =>
	field === undefined ? description : `This is about "${field}" (${parameter}). ${description}`;

/** Returns a failure as JSON: for `context.data`, and for the item of Continue On Fail. */
export function failureData({
	kind,
	status,
	code,
	parameter,
	retryAt,
	problems,
	unsure,
	mayBeBilled,
	answer,
}: Failure): IDataObject {
	return defined<IDataObject>({
		kind,
		status,
		code,
		parameter,
		retryAt: retryAt?.toISOString(),
		problems: problems.length > 0 ? problems : undefined,
		unsure: unsure || undefined,
		mayBeBilled: mayBeBilled || undefined,
		answer: answer as IDataObject,
	});
}

/**
 * Returns the object in an answer (HTTP 200). A trigger that took a fault for a list without entries would go on as if
 * nothing had come.
 *
 * @throws If it has no data, but errors, or a count of what it does not have.
 */
export function lookedAt(answer: unknown, node?: INode): IDataObject {
	const body = object(answer);
	const { data } = body;
	const isEmptyList = Array.isArray(data) && data.length === 0;
	if (data !== undefined && data !== null && !isEmptyList) return body;
	// Beside an empty list they are about what its entries refer to.
	const errors = isEmptyList ? [] : partialErrors(body);
	// A page of accounts that X does not show may be counted; the next one goes on.
	const counted =
		get(body, 'meta.next_token') === undefined ? Number(get(body, 'meta.result_count') ?? 0) : 0;
	if (errors.length === 0 && !(counted > 0)) return body;
	const failure = classify({ status: 200, body: { errors } });
	if (errors.length === 0) failure.message = `The answer counts ${counted} entries and has none`;
	throw node ? toNodeApiError(node, failure) : new FailureError(failure);
}
