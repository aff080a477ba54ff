import { escapeRegExp } from 'lodash';
import { type IDataObject, type INode, NodeApiError, type NodeOperationError } from 'n8n-workflow';

import { defined } from '../util/defined';
import type { Failure } from './failure';

/**
 * The error that n8n shows: message, advice and status, with its machine-readable part in `context.data`.
 *
 * @param itemIndex The input item that the request was made for.
 */
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
		},
	);
	// n8n replaces messages in which it recognises a connection code; ours says more.
	error.message = message;
	error.context.data = failureData(failure);
	return error;
}

/** Adds sentences to the advice of an error. */
export function addAdvice(error: NodeError, sentences: readonly string[]): void {
	error.description = [error.description?.replace(/\.$/, ''), ...sentences].filter(Boolean).join('. ');
}

type NodeError = NodeApiError | NodeOperationError;

/** What X says often lacks the name of what it is about. */
function withParameter({ kind, message, parameter, field }: Failure): string {
	if (kind !== 'badRequest' || parameter === undefined || saysWord(message, parameter)) return message;
	return `${message} (in ${field === undefined ? parameter : `"${field}"`})`;
}

const saysWord = (text: string, word: string) => new RegExp(`\\b${escapeRegExp(word)}\\b`, 'i').test(text);

const withField = ({ description, parameter, field }: Failure): string =>
	field === undefined ? description : `This is about "${field}" (${parameter}). ${description}`;

/** What a failure says as JSON: for `context.data`, and for the item of Continue On Fail. */
export function failureData({ kind, status, code, parameter, retryAt, problems }: Failure): IDataObject {
	return defined<IDataObject>({
		kind,
		status,
		code,
		parameter,
		retryAt: retryAt?.toISOString(),
		problems: problems.length > 0 ? problems : undefined,
	});
}
