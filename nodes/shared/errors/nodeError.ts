import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import type { Failure } from './failure';

/**
 * The error that n8n shows: message, advice and status, with the machine-readable facts in `context.data`.
 *
 * @param itemIndex The input item that the request was made for.
 */
export function toNodeApiError(node: INode, failure: Failure, itemIndex?: number): NodeApiError {
	const { message, description, status } = failure;
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

/** The facts of a failure as JSON: for `context.data`, and for the item of Continue On Fail. */
export function failureData({ kind, status, code, parameter, retryAt, problems }: Failure): IDataObject {
	return {
		kind,
		...(status !== undefined && { status }),
		...(code !== undefined && { code }),
		...(parameter !== undefined && { parameter }),
		...(retryAt && { retryAt: retryAt.toISOString() }),
		...(problems.length > 0 && { problems }),
	};
}
