/** Input items × record → output items: the one executor of all nodes. */
import { get } from 'lodash';
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { addAdvice, advice, isNodeError } from '../errors';
import { formFields } from '../fields';
import { withLabels } from '../operation/labels';
import type { NodeSpec } from '../operation/nodeSpec';
import type { BatchCall, Call, Lookup } from '../operation/operation';
import { CancelledError } from '../util/wait';
import { reportPartialErrors, sendAndOutput, toOutputItems, type ItemState } from './answer';
import { MaxCostError, type Bill } from '../http/bill';
import type { Api, ApiRequest } from '../http/connection';
import { BrokenOffList } from './brokenOffList';
import { costHint } from './costHint';
import { withDefaultFields } from './defaultFields';
import { errorJson } from './errorJson';
import { openSession, type Session } from './execution';
import { Hints } from './hints';
import { runItems } from './items';
import { itemsLeftOut, leftOutError } from './maxCost';
import type { OutputChoice } from './output';
import { buildRequest } from './request';
import { waitHint } from './waitHint';
import { invalidValues, readSome, readValues, resolveValues } from './values';

/** Runs the chosen operation over the input items. */
export async function execute(this: IExecuteFunctions, spec: NodeSpec): Promise<INodeExecutionData[][]> {
	const session = openSession(this, spec);
	const hints = new Hints();
	const batch: BatchCall = {
		context: this,
		items: this.getInputData(),
		call: (itemIndex) => openCall(this, session, hints, itemIndex),
		read: (fields, itemIndex) => readSome(this, fields, itemIndex),
		fail: (error, itemIndex) => failedItem(this, hints, asLeftOut(error, itemIndex), itemIndex),
		isLeftOut: (error, itemIndex) => {
			// A run that can do nothing at all fails.
			const isLeft =
				error instanceof MaxCostError && error.reason === 'reached' && session.bill?.isBegun === true;
			if (!isLeft || this.continueOnFail()) return false;
			leftOut.push(itemIndex);
			return true;
		},
	};
	const leftOut: number[] = [];
	const asLeftOut = (error: unknown, itemIndex: number) =>
		error instanceof MaxCostError
			? leftOutError(this, error, session.bill?.maxUsd ?? Infinity, itemIndex)
			: error;
	const { operation } = session;
	try {
		return [await (operation.runAll ? operation.runAll(batch) : runItems(operation, batch))];
	} finally {
		hints.show(this);
		const message = waitHint(session.waited);
		if (message !== undefined) this.addExecutionHints({ message, location: 'outputPane', type: 'info' });
		if (session.bill) showCost(this, session.bill, leftOut);
		hints.showAdvice(this);
	}
}

/** One hint for what was left out, and one for what the run cost. */
function showCost(context: IExecuteFunctions, bill: Bill, leftOut: readonly number[]): void {
	const location = 'outputPane';
	if (leftOut.length > 0)
		context.addExecutionHints({ message: itemsLeftOut(bill.maxUsd, leftOut), location, type: 'warning' });
	const message = costHint(bill);
	if (message !== undefined) context.addExecutionHints({ message, location, type: 'info' });
}

async function openCall(
	context: IExecuteFunctions,
	session: Session,
	hints: Hints,
	itemIndex: number,
): Promise<Call> {
	const { operation } = session;
	const { values: given, options } = readValues(context, operation, itemIndex);
	const api = await session.api(itemIndex, options);
	const lookups = session.lookup(api, itemIndex, options);
	const values = await resolveValues(context, operation, itemIndex, given, lookups);
	const lookup: Lookup = { ...lookups, values };
	const choice: OutputChoice = { mode: options.output, fields: options.outputFields };
	for (const text of operation.warn?.(values) ?? [])
		hints.add(itemIndex, withLabels(text, formFields(operation)));
	const item = (json: Record<string, unknown>): INodeExecutionData => ({
		json: json as IDataObject,
		pairedItem: { item: itemIndex },
	});
	const shared = { context, itemIndex, api, operation, values, options, choice, item, hints };
	const state: ItemState = {
		...shared,
		read: async (body) => (operation.read && choice.mode !== 'raw' ? await operation.read(body, call) : body),
	};
	const sendBy =
		(through: Api) =>
		async (request: ApiRequest): Promise<unknown> => {
			const { body } = await through.send(request);
			reportPartialErrors(state, body, get(body, 'data') === undefined);
			return body;
		};
	const call: Call = {
		...shared,
		lookup,
		items: (body) => toOutputItems(state, body),
		invalid: (rules) => invalidValues(context, formFields(operation), itemIndex, rules),
		hint: (message) => hints.add(itemIndex, message),
		send: sendBy(api),
		on: async (host) => ({ send: sendBy(await session.api(itemIndex, options, host)) }),
		request: () => withDefaultFields(operation, buildRequest(operation, values), choice),
		sendAndOutput: (request) => sendAndOutput(state, request),
	};
	return call;
}

/**
 * With Continue On Fail the failure becomes an item of its own, with the facts in `details`, else it is thrown. A
 * cancelled run always ends: the items after this one must not be sent.
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
		: new NodeOperationError(context.getNode(), reason as Error, {
				itemIndex,
				description: advice.lookFirst,
			});
	known.context.itemIndex ??= itemIndex;
	if (!context.continueOnFail()) {
		// A run that fails shows no hints.
		throw addAdvice(known, ...hints.of(itemIndex));
	}
	const data = known.context.data as IDataObject | undefined;
	return {
		json: errorJson(known.message, { description: known.description ?? '', ...data }),
		pairedItem: { item: itemIndex },
	};
}
