/** A list that failed after some of its pages: their items are kept, and the error says where to go on. */
import { NodeApiError, NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import type { FailureKind } from '../errors/failure';
import { labelOf } from '../operation/labels';
import type { Call, Operation } from '../operation/operation';
import { PagingLoopError } from './paging';

/** The failure of a later page, with the items of the pages before. */
export class BrokenOffList extends Error {
	constructor(
		/** Why it broke off. */
		readonly reason: NodeApiError | NodeOperationError,
		readonly items: readonly INodeExecutionData[],
	) {
		super(reason.message);
	}
}

/** Temporary faults, after which the same page can be asked for again. */
const PASSING: ReadonlySet<unknown> = new Set<FailureKind>([
	'rateLimit',
	'usageCap',
	'server',
	'unavailable',
	'connection',
	'timeout',
]);

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
	if (next === undefined || !(reason instanceof NodeApiError || reason instanceof NodeOperationError))
		return reason;
	const data = (reason.context.data ?? {}) as { kind?: unknown };
	const field = startField(operation);
	const mayGoOn = field !== undefined && (reason !== error || PASSING.has(data.kind));
	const isKept = context.continueOnFail();
	const count = items.length === 1 ? '1 item' : `${items.length.toLocaleString('en')} items`;
	const place = `${items.length === 1 ? 'is' : 'are'} ${isKept ? '' : 'not '}in the output`;
	reason.description = [
		(reason.description ?? '').replace(/\.$/, ''),
		`${count} came before and ${place}${mayGoOn ? `: to go on from there, set ${field} to ${next}` : ''}`,
	].join('. ');
	reason.context.data = { ...data, ...(mayGoOn && { nextToken: next }) };
	return new BrokenOffList(reason, items);
}

/** Label of the field by which a list begins at a page. */
function startField({ fields, paging }: Operation): string | undefined {
	const key = paging?.request ?? '';
	const field = fields[key];
	return field && labelOf(key, field);
}
