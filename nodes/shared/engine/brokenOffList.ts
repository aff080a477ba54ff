/** A list that fails after some pages keeps their items, and its error explains how to continue from there. */
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { addAdvice, failureOf, isNodeError, meaningOf, type NodeError } from '../errors';
import { GuardRefusal } from '../ledger/refusal';
import type { Call } from '../operation/operation';
import { itemNames, counted } from '../report/wording';
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
 * Returns the error of a later page. If the operation can start at a page, the error explains how to continue.
 *
 * @param before The items of the earlier pages, and how many results these had.
 * @param next The token of the page that failed; undefined for the first page.
 */
export function brokenOff(
	error: unknown,
	{ context, itemIndex }: Pick<Call, 'context' | 'itemIndex'>,
	before: { readonly items: readonly INodeExecutionData[]; readonly came: number },
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
	const failure = failureOf(reason);
	// After a temporary failure, or a fault of X, the same page can be requested again.
	const isPassing =
		reason !== error ||
		error instanceof GuardRefusal ||
		(failure && meaningOf(failure.kind).passes !== undefined);
	const { items, came } = before;
	const count = counted(came, 'item');
	const place = `${came === 1 ? 'is' : 'are'} ${context.continueOnFail() ? '' : 'not '}in the output`;
	const item = context.getInputData().length > 1 ? `, with ${itemNames([itemIndex])} as the only input` : '';
	addAdvice(reason, `${count} came before and ${place}: ${goOnFrom(next, isPassing)}${item}`);
	return new BrokenOffList(reason, items);
}

/** Returns advice on how to continue a list. */
export const goOnFrom = (next: string, isPassing = true): string =>
	`to go on from there${isPassing ? '' : ' once the cause is gone'}, set Options → Resume From to ${next}`;
