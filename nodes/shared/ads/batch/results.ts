/** Returns the results and errors for the input items of a batch. */
import { omit } from 'lodash';
import { NodeApiError, NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { addAdvice, classify, isUnsure, toNodeApiError } from '../../errors';
import { itemNames, itemsWere } from '../../report/wording';
import type { BatchCall, Call, Fields } from '../../operation/operation';
import { nameField } from '../../operation/nodeSpec';

type OfItem = Pick<Call, 'context' | 'itemIndex'>;

export type ItemOutcome = { readonly items: INodeExecutionData[] } | { readonly error: unknown };

/** Returns the error with which X refused this item. */
export function ownFailure(
	{ context, itemIndex }: OfItem,
	error: unknown,
	problems: readonly object[],
	fields: Fields,
): unknown {
	const status = error instanceof NodeApiError ? Number(error.httpCode) : 400;
	const own = problems.map((problem) => omit(problem, 'operation_index'));
	const failure = classify({ status, body: { errors: own } });
	return toNodeApiError(context.getNode(), nameField(failure, [{ fields }]), itemIndex);
}

/** Returns the error of an item that X did not apply because it refused another item of the same request. */
export function notApplied({ context, itemIndex }: Call, failed: readonly { call: Call }[]): unknown {
	return new RejectedWithBatchError(
		context.getNode(),
		`Not applied: ${itemsWere(failed.map(({ call }) => call.itemIndex))} refused, in the same batch`,
		{
			itemIndex,
			description:
				'X takes a batch as a whole. Correct what was refused and run again, or set "When a Batch Is Rejected" to "Retry Without the Faulty Items".',
		},
	);
}

/** Returns the error of an item that is missing in the answer to a successful request. */
export function unanswered({ context, itemIndex }: OfItem): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'X did not say what became of this item', {
		itemIndex,
		description: 'It accepted the batch. Look whether the item is there before you send it again.',
	});
}

/** The item itself may be valid: X rejected it together with another item of its batch. */
export class RejectedWithBatchError extends NodeOperationError {}

/** Returns a copy of the request's error for one of its items. */
export function wholeFailure({ context, itemIndex }: OfItem, error: unknown): unknown {
	if (!(error instanceof NodeApiError)) return error;
	const copy = new NodeApiError(context.getNode(), {}, { message: error.message, itemIndex });
	copy.message = error.message;
	copy.description = error.description;
	copy.httpCode = error.httpCode;
	copy.context.data = error.context.data;
	return copy;
}

/** Returns the items of all outcomes in order. Without Continue On Fail, it throws the first item's own error. */
export function inOrder(batch: BatchCall, outcomes: ReadonlyMap<number, ItemOutcome>): INodeExecutionData[] {
	const ordered = [...outcomes].sort(([a], [b]) => a - b);
	const done = ordered.flatMap(([index, outcome]) => ('items' in outcome ? [index] : []));
	for (const index of done) batch.settle(index);
	const errors = ordered.flatMap(([index, outcome]) => ('error' in outcome ? [{ index, ...outcome }] : []));
	const first = errors.find(({ error }) => !(error instanceof RejectedWithBatchError)) ?? errors[0];
	if (first && !batch.goesOn()) {
		const advice =
			done.length > 0
				? [
						`Applied before it stopped: ${itemNames(done)}`,
						'For the others, run it with the same items and with resume of this error in Options → Resume From',
					]
				: errors.some(({ error }) => isUnsure(error))
					? []
					: ['No item of this run was applied'];
		batch.fail(addAdvice(first.error, ...advice), first.index);
	}
	return ordered.flatMap(([index, outcome]) =>
		'items' in outcome ? outcome.items : [batch.fail(outcome.error, index)],
	);
}
