/** Runs the operations of all nodes: input items in, output items out. */
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { ZodError } from 'zod';
import { addAdvice, advice, isNodeError } from '../errors';
import type { NodeSpec } from '../operation/nodeSpec';
import type { BatchCall } from '../operation/operation';
import { CancelledError } from '../util/wait';
import { BrokenOffList } from './brokenOffList';
import { errorJson } from './errorJson';
import { openSession } from './execution';
import { Hints } from './hints';
import { runItems } from './items';
import { MaxCost } from './maxCost';
import { openCall } from './openCall';
import { readSome } from './values';
import { waitHint } from './waitHint';

export async function execute(this: IExecuteFunctions, spec: NodeSpec): Promise<INodeExecutionData[][]> {
	const session = openSession(this, spec);
	const hints = new Hints();
	const maxCost = new MaxCost(this, session);
	const batch: BatchCall = {
		context: this,
		items: this.getInputData(),
		call: (itemIndex) => openCall(this, session, hints, itemIndex),
		read: (fields, itemIndex) => readSome(this, fields, itemIndex),
		fail: (error, itemIndex) => failedItem(this, hints, maxCost.explain(error, itemIndex), itemIndex),
		isLeftOut: (error, itemIndex) => maxCost.leavesOut(error, itemIndex),
	};
	const { operation } = session;
	try {
		return [await (operation.runAll ? operation.runAll(batch) : runItems(operation, batch))];
	} finally {
		hints.show(this);
		const message = waitHint(session.waited);
		if (message !== undefined) this.addExecutionHints({ message, location: 'outputPane', type: 'info' });
		maxCost.show();
		hints.showAdvice(this);
	}
}

/** A message of the language says nothing to a user. */
const inWords = (reason: unknown): Error | string =>
	reason instanceof TypeError || reason instanceof RangeError || reason instanceof ZodError
		? 'X answered in a form that this node does not know'
		: (reason as Error);

/**
 * With Continue On Fail the failure becomes an item, with the facts in `details`; otherwise it is thrown. A cancelled
 * run always ends, so that no further items are sent.
 */
function failedItem(
	context: IExecuteFunctions,
	hints: Hints,
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	if (context.getExecutionCancelSignal()?.aborted) throw new CancelledError();
	const reason = error instanceof BrokenOffList ? error.reason : error;
	const known = isNodeError(reason)
		? reason
		: new NodeOperationError(context.getNode(), inWords(reason), {
				itemIndex,
				description: advice.lookFirst,
			});
	known.context.itemIndex ??= itemIndex;
	if (!context.continueOnFail()) {
		// A failed run shows no hints, so the error contains them.
		throw addAdvice(known, ...hints.of(itemIndex));
	}
	const data = known.context.data as IDataObject | undefined;
	return {
		json: errorJson(known.message, { description: known.description ?? '', ...data }),
		pairedItem: { item: itemIndex },
	};
}
