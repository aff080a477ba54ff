/** A list that failed after some of its pages: their items are kept, and the error says where to go on. */
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { addAdvice, addFacts, failureOf, isNodeError, meaningOf, type NodeError } from '../errors';
import { labelOf } from '../operation/labels';
import type { Call, Operation } from '../operation/operation';
import { PagingLoopError } from './paging';

/** The failure of a later page, with the items of the pages before. */
export class BrokenOffList extends Error {
	constructor(
		/** Why it broke off. */
		readonly reason: NodeError,
		readonly items: readonly INodeExecutionData[],
	) {
		super(reason.message);
	}
}

/**
 * The error of a later page, with how to go on after the pages before where the operation can begin at a page.
 *
 * @param items The items of the pages before.
 * @param next The token of the page that failed; undefined for the first one.
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
	// A fault of X, or one that passes: the same page can be asked for again.
	const isPassing = reason !== error || (failure && meaningOf(failure.kind).passes !== undefined);
	const goOn = field !== undefined && isPassing ? `: to go on from there, set ${field} to ${next}` : '';
	const count = items.length === 1 ? '1 item' : `${items.length.toLocaleString('en')} items`;
	const place = `${items.length === 1 ? 'is' : 'are'} ${context.continueOnFail() ? '' : 'not '}in the output`;
	addAdvice(reason, `${count} came before and ${place}${goOn}`);
	if (goOn !== '') addFacts(reason, { nextToken: next });
	return new BrokenOffList(reason, items);
}

/** Label of the field by which a list begins at a page. */
function startField({ fields, paging }: Operation): string | undefined {
	const key = paging?.request ?? '';
	const field = fields[key];
	return field && labelOf(key, field);
}
