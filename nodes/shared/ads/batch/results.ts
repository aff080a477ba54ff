/** What becomes of each input item of a batch. */
import { omit } from 'lodash';
import { NodeApiError, NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { classify, toNodeApiError } from '../../errors';
import type { BatchCall, Call, Fields } from '../../operation/operation';
import { nameField } from '../../operation/blamedField';

/** What an error needs to know of the item that it is about. */
type OfItem = Pick<Call, 'context' | 'itemIndex'>;

/** Result or error of an input item. */
export type ItemOutcome = { readonly items: INodeExecutionData[] } | { readonly error: unknown };

/** X's error about this very item. */
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

/** Another item of the same request was refused, and with it the whole request. */
export function notApplied({ context, itemIndex }: Call, failed: readonly { call: Call }[]): unknown {
	const items = failed.map(({ call }) => call.itemIndex);
	const named = `${items.length === 1 ? 'item' : 'items'} ${items.slice(0, 10).join(', ')}${items.length > 10 ? ' and more' : ''}`;
	return new RejectedWithBatchError(
		context.getNode(),
		`Not applied: ${named} of the same batch ${items.length === 1 ? 'was' : 'were'} refused`,
		{
			itemIndex,
			description:
				'X takes a batch as a whole. Correct what was refused and run again, or set "When a Batch Is Rejected" to "Retry Without the Faulty Items".',
		},
	);
}

/** The request succeeded, and its answer holds nothing for this item. */
export function unanswered({ context, itemIndex }: OfItem): unknown {
	return new NodeOperationError(context.getNode(), 'X did not say what became of this item', {
		itemIndex,
		description: 'It accepted the batch. Look whether the item is there before you send it again.',
	});
}

/** An item that was rejected because another item of its batch was. */
export class RejectedWithBatchError extends NodeOperationError {}

/** The request failed as a whole: the same for each of its items. */
export function wholeFailure({ context, itemIndex }: OfItem, error: unknown): unknown {
	if (!(error instanceof NodeApiError)) return error;
	const copy = new NodeApiError(context.getNode(), {}, { message: error.message, itemIndex });
	copy.message = error.message;
	copy.description = error.description;
	copy.httpCode = error.httpCode;
	copy.context.data = error.context.data;
	return copy;
}

/**
 * The items of all outcomes, in the order of the input.
 *
 * @throws The first error that is an item's own, where Continue On Fail is off; it says what was applied nevertheless.
 */
export function inOrder(batch: BatchCall, outcomes: ReadonlyMap<number, ItemOutcome>): INodeExecutionData[] {
	const ordered = [...outcomes].sort(([a], [b]) => a - b);
	const errors = ordered.flatMap(([, outcome]) => ('error' in outcome ? [outcome.error] : []));
	if (errors.length > 0 && !batch.context.continueOnFail()) {
		const done = ordered.flatMap(([index, outcome]) => ('items' in outcome ? [index] : []));
		throw withAppliedItems(
			errors.find((error) => !(error instanceof RejectedWithBatchError)) ?? errors[0],
			done,
		);
	}
	return ordered.flatMap(([index, outcome]) =>
		'items' in outcome ? outcome.items : [batch.fail(outcome.error, index)],
	);
}

function withAppliedItems(error: unknown, done: readonly number[]): unknown {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	const applied =
		done.length === 0
			? 'No item of this run was applied.'
			: `Applied before it stopped: ${ranges(done)}. Do not run these items again.`;
	error.description = [error.description, applied].filter(Boolean).join('. ').replace('..', '.');
	return error;
}

/** [0,1,2,5] → "items 0 to 2, 5". */
function ranges(indexes: readonly number[]): string {
	const spans: [number, number][] = [];
	for (const index of indexes) {
		const last = spans.at(-1);
		if (last && last[1] === index - 1) last[1] = index;
		else spans.push([index, index]);
	}
	return `items ${spans.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ')}`;
}
