/** A list that fails after some pages keeps their items, and its error explains how to continue from there. */
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { addAdvice, addFacts, failureOf, isNodeError, meaningOf, type NodeError } from '../errors';
import { labelOf } from '../operation/labels';
import type { Call, Operation } from '../operation/operation';
import { PagingLoopError } from './paging';

/** The failure of a later page, with the items of the earlier pages. */
export class BrokenOffList extends Error {
	constructor(
		/** Why the list stopped. */
		readonly reason: NodeError,
		readonly items: readonly INodeExecutionData[],
	) {
		super(reason.message);
	}
}

/**
 * The error of a later page. If the operation can start at a page, the error explains how to continue.
 *
 * @param items The items of the earlier pages.
 * @param next The token of the page that failed; undefined for the first page.
 */
export function brokenOff(
	error: unknown,
	{ context, itemIndex, operation }: Pick<Call, 'context' | 'itemIndex'> & { operation: Operation },
	items: readonly INodeExecutionData[],
	next: string | undefined,
): unknown {
	const reason =
		error instanceof PagingLoopError
			? new NodeOperationError(context.getNode(), error.message, {
					itemIndex,
					description: 'This is a fault of X. Try again later.',
				})
			: error;
	if (next === undefined || !isNodeError(reason)) return reason;
	const field = startField(operation);
	const failure = failureOf(reason);
	// After a temporary failure, or a fault of X, the same page can be requested again.
	const isPassing = reason !== error || (failure && meaningOf(failure.kind).passes !== undefined);
	const when = isPassing ? 'to go on from there' : 'to go on from there once the cause is gone';
	const goOn = field === undefined ? '' : `: ${when}, set ${field} to ${next}`;
	const count = items.length === 1 ? '1 item' : `${items.length.toLocaleString('en')} items`;
	const place = `${items.length === 1 ? 'is' : 'are'} ${context.continueOnFail() ? '' : 'not '}in the output`;
	addAdvice(reason, `${count} came before and ${place}${goOn}`);
	if (goOn !== '') addFacts(reason, { nextToken: next });
	return new BrokenOffList(reason, items);
}

/** The label of the field that sets the first page of a list. */
function startField({ fields, paging }: Operation): string | undefined {
	const key = paging?.request ?? '';
	const field = fields[key];
	return field && labelOf(key, field);
}
