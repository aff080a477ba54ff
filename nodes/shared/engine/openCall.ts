/** This file gives the `run` of an operation one item: its values and its requests. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { formFields } from '../fields';
import type { Api } from '../http/connection';
import { withLabels } from '../operation/labels';
import type { Call } from '../operation/operation';
import {
	endList,
	outputItem,
	sayErrors,
	sayRefusal,
	sendAndOutput,
	toOutputItems,
	type ItemState,
} from './answer';
import { withDefaultFields } from './defaultFields';
import type { Session } from './execution';
import type { Hints, UnfoundFields } from './hints';
import { leftEmpty } from './meant';
import type { OutputChoice } from './output';
import { itemParameters } from './parameters';
import type { Progress } from './progress';
import { buildRequest } from './request';
import { withSteps } from './steps';
import { invalidValues, readValues, resolveValues } from './values';
import type { NodeWrites, OfItem } from './withIntent';

/** The state that the items of a run share besides their session. */
export interface Shared {
	hints: Hints;
	progress: Progress;
	unfound: UnfoundFields;
	writes: NodeWrites;
	/** Since when a retried execution does not know what X has done for an item. */
	triedSince: (itemIndex: number) => number | undefined;
	isForModel: boolean;
	atEnd: (() => void)[];
}

/**
 * Reads, checks and resolves the values of an item.
 *
 * @throws NodeOperationError that names the fields whose values break a rule.
 */
export async function openCall(
	context: IExecuteFunctions,
	session: Session,
	{ hints, progress, unfound, writes, triedSince, isForModel, atEnd }: Readonly<Shared>,
	itemIndex: number,
): Promise<Call> {
	const { operation } = session;
	const read = () => readValues(context, operation, itemIndex);
	const tried = writes.isTriedAgain ? writes.item(itemIndex) : undefined;
	const { values: given, options } = tried ? tried.values(read) : read();
	const since = options.since ?? (options.sendsAgain ? undefined : triedSince(itemIndex));
	if (since !== undefined) writes.item(itemIndex).resume(since);
	progress.unsure(itemIndex, tried?.since ?? since);
	const connection = await session.api(itemIndex, options);
	const lookups = session.lookup(connection, itemIndex, options);
	// Look-ups of several items are combined over the connection that they share.
	const intent: OfItem = {
		context,
		itemIndex,
		writes,
		hints,
		ownUserId: lookups.ownUserId,
		listAt: session.listAt,
		unsure: (item, since) => progress.unsure(item, since),
	};
	const remembering = (api: Api) => withSteps(api, { intent: operation.gather ? undefined : intent });
	const api = remembering(connection);
	const looksUp = Object.values(operation.fields).some((field) => field.resolve !== undefined);
	const isGuarded = options.guard && options.guard.dryRun !== true && looksUp;
	// The node does not repeat a write of an earlier try of the item.
	if (isGuarded && tried?.hasWritten !== true && since === undefined)
		session.guard?.beforeLookups(options.guard, operation.route);
	const values = await resolveValues(context, operation, itemIndex, given, lookups);
	const choice: OutputChoice = { mode: options.output, fields: options.outputFields, isForModel };
	for (const text of operation.warn?.(values) ?? [])
		hints.add(itemIndex, withLabels(text, formFields(operation)));
	// The form is the same for all items.
	if (itemIndex === 0)
		for (const text of leftEmpty(formFields(operation), itemParameters(context, 0)))
			hints.advise(withLabels(text, formFields(operation)));
	const item: Call['item'] = (json) => outputItem(json, itemIndex);
	const shared = { context, itemIndex, api, values, options, item };
	const state: ItemState = {
		...shared,
		operation,
		choice,
		hints,
		progress,
		unfound,
		read: async (body) => {
			const whole = operation.complete ? await operation.complete(body, call) : body;
			return operation.read && choice.mode !== 'raw' ? await operation.read(whole, call) : whole;
		},
	};
	const call: Call = {
		...shared,
		lookup: { ...lookups, values },
		invalid: (rules) => invalidValues(context, formFields(operation), itemIndex, rules),
		hint: (message) => hints.add(itemIndex, message),
		about: (name) => hints.name(itemIndex, name),
		endList: (error, output, next) => endList(state, error, output, next),
		isPart: () => options.resumeFrom !== undefined || progress.isLeft(itemIndex),
		left: () => progress.leftOf(itemIndex),
		unsureSince: () => writes.item(itemIndex).since,
		atEnd: (act) => void atEnd.push(act),
		reached: (from, done) => progress.reached(itemIndex, from, done),
		on: async (host) => sender(state, remembering(await session.api(itemIndex, options, host))),
		request: () => withDefaultFields(operation, buildRequest(operation, values), choice),
		send: sender(state, api).send,
		sendAndOutput: (request) => sendAndOutput(state, request),
		items: (body) => toOutputItems(state, body),
		sayErrors: (body) => sayErrors(state, body),
	};
	return call;
}

/** Sends single steps of an item over one connection, and shows the errors inside a success. */
function sender(state: ItemState, api: Api): Pick<Call, 'api' | 'send'> {
	const ask: Api['send'] = async (request) => {
		const response = await api.send(request);
		sayRefusal(state, request, response.body);
		sayErrors(state, response.body);
		return response;
	};
	return { api: { ...api, send: ask }, send: async (request) => (await ask(request)).body };
}
