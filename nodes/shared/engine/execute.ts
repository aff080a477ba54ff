/** Input items × record → output items: the one executor of all nodes. */
import { get } from 'lodash';
import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { pushAll } from '../util/pushAll';
import type { Api, ApiRequest, ApiResponse } from '../http/connection';
import { classify, partialErrors, toNodeApiError, type Problem } from '../errors';
import { errorJson } from './errorJson';
import { Hints } from './hints';
import type { BatchCall, Call, EngineOptions, Lookup, Operation, Values } from '../operation/operation';
import { entities, toItems, type OutputChoice } from './output';
import { withOwnChoices } from './ownChoices';
import { nextToken, pages } from './paging';
import { buildRequest } from './request';
import { withResumeToken } from './resumeToken';
import { openSession, type Session } from './execution';
import type { NodeSpec } from '../operation/nodeSpec';
import { formFields } from '../fields';
import { withLabels } from '../operation/labels';
import { asText } from '../util/text';
import { invalidValues, readValues, resolveValues } from './values';
import { CancelledError } from '../util/wait';
import { withDefaultFields } from './defaultFields';

/** Runs the chosen operation over the input items, one after the other. */
export async function execute(this: IExecuteFunctions, spec: NodeSpec): Promise<INodeExecutionData[][]> {
	const session = openSession(this, spec);
	const hints = new Hints();
	const batch: BatchCall = {
		context: this,
		items: this.getInputData(),
		call: (itemIndex) => openCall(this, session, hints, itemIndex),
		fail: (error, itemIndex) => failedItem(this, error, itemIndex),
	};
	const { operation } = session;
	try {
		return [await (operation.runAll ? operation.runAll(batch) : oneByOne(operation, batch))];
	} finally {
		hints.show(this);
	}
}

async function oneByOne(operation: Operation, batch: BatchCall) {
	const output: INodeExecutionData[] = [];
	for (const itemIndex of batch.items.keys()) {
		try {
			const call = await batch.call(itemIndex);
			pushAll(output, await (operation.run ? operation.run(call) : call.sendAndOutput(call.request())));
		} catch (error) {
			output.push(batch.fail(error, itemIndex));
		}
	}
	return output;
}

async function openCall(
	context: IExecuteFunctions,
	session: Session,
	hints: Hints,
	itemIndex: number,
): Promise<Call> {
	const { operation } = session;
	const { values: given, options } = readValues(context, operation, itemIndex);
	const api = withOwnChoices(await session.api(itemIndex, options.maxWait), session.refused);
	const lookups = session.lookup(api);
	const values = await resolveValues(context, operation, itemIndex, given, lookups);
	const lookup: Lookup = { ...lookups, values };
	const choice: OutputChoice = { mode: options.output, fields: options.outputFields };
	for (const text of operation.warn?.(values) ?? [])
		hints.add(itemIndex, withLabels(text, formFields(operation)));
	const item = (json: Record<string, unknown>): INodeExecutionData => ({
		json: json as IDataObject,
		pairedItem: { item: itemIndex },
	});
	const state: ItemState = { context, itemIndex, api, operation, values, options, choice, item, hints };
	return {
		context,
		itemIndex,
		api,
		lookup,
		values,
		options,
		item,
		items: (body) => toOutputItems(state, body),
		invalid: (rules) => invalidValues(context, operation, itemIndex, rules),
		hint: (message) => hints.add(itemIndex, message),
		send: async (request) => {
			const { body } = await api.send(request);
			reportPartialErrors(state, body, get(body, 'data') === undefined);
			return body;
		},
		request: () => withDefaultFields(operation, buildRequest(operation, values), choice),
		sendAndOutput: (request) => answer(state, request),
	};
}

interface ItemState {
	context: IExecuteFunctions;
	itemIndex: number;
	api: Api;
	operation: Operation;
	values: Values;
	options: EngineOptions;
	choice: OutputChoice;
	item: Call['item'];
	hints: Hints;
}

async function answer(state: ItemState, request: ApiRequest): Promise<INodeExecutionData[]> {
	const { itemIndex, api, operation, choice } = state;
	if (!operation.paging) return toOutputItems(state, (await api.send(request)).body);
	const { limit } = state.options;
	const output: INodeExecutionData[] = [];
	const count = (response: ApiResponse) => entities(operation.result, response.body).length;
	let next: string | undefined;
	try {
		for await (const { body } of pages(api, request, operation.paging, limit, count)) {
			const total: unknown = state.values.with_total_count === true && get(body, 'total_count');
			if (typeof total === 'number')
				state.hints.add(itemIndex, `There are ${total.toLocaleString('en')} in total`);
			const page = operation.page?.(body, state.values) ?? { body, last: false };
			pushAll(output, toOutputItems(state, page.body));
			if (page.last) break;
			next = nextToken(operation.paging, body);
		}
	} catch (error) {
		throw withResumeToken(error, operation, output.length, next);
	}
	return choice.mode === 'raw' ? output : output.slice(0, limit);
}

/** The items of one answer; what the platform could not give is never lost. */
function toOutputItems(state: ItemState, body: unknown): INodeExecutionData[] {
	const { operation, choice, values, item } = state;
	const items = toItems(operation.result, body, values, choice).map(item);
	const { many, deleted } = operation.result ?? {};
	const nothing = many !== true && (items.length === 0 || (deleted !== undefined && !get(body, 'data')));
	reportPartialErrors(state, body, nothing);
	return items;
}

/** Shows the errors inside of a success; throws where nothing else came, or where the user wants them fatal. */
function reportPartialErrors(
	{ context, itemIndex, hints, options }: ItemState,
	body: unknown,
	nothing: boolean,
): void {
	const problems = partialErrors(body);
	if (problems.length === 0) return;
	if (nothing || options.failOnPartialErrors)
		throw toNodeApiError(
			context.getNode(),
			classify({ status: 200, headers: {}, body: { errors: problems } }),
			itemIndex,
		);
	const lines = new Set(problems.map((problem) => describeProblem(problem).replace(/\.$/, '')));
	hints.add(itemIndex, `The platform left something out: ${[...lines].join('; ')}`);
}

const describeProblem = (problem: Problem): string => {
	const said = [problem.detail, problem.message, problem.title].find((each) => typeof each === 'string');
	return asText(said ?? problem);
};

/**
 * With Continue On Fail the failure becomes an item of its own, with the facts in `details`, else it is thrown. A
 * cancelled run always ends: the items after this one must not be sent.
 */
function failedItem(context: IExecuteFunctions, error: unknown, itemIndex: number): INodeExecutionData {
	if (context.getExecutionCancelSignal()?.aborted) throw new CancelledError();
	const known =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? error
			: new NodeOperationError(context.getNode(), error as Error, { itemIndex });
	known.context.itemIndex ??= itemIndex;
	if (!context.continueOnFail()) throw known;
	const data = known.context.data as IDataObject | undefined;
	return {
		json: errorJson(known.message, { description: known.description ?? '', ...data }),
		pairedItem: { item: itemIndex },
	};
}
