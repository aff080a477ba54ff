/** Sends requests and turns the answers into output items, including the errors that X reports inside a success. */
import { get } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { ZodError } from 'zod';
import { classify, partialErrors, toNodeApiError, type Problem } from '../errors';
import { MaxCostError } from '../http/bill';
import type { ApiRequest, ApiResponse } from '../http/connection';
import type { Call, Operation } from '../operation/operation';
import { pushAll } from '../util/pushAll';
import { title } from '../operation/labels';
import { isObject } from '../util/lenient';
import { asText } from '../util/text';
import type { Hints } from './hints';
import { brokenOff } from './brokenOffList';
import { emptyEntries, holdsAnswer, refuseUnsaid, UNKNOWN_FORM } from './contract';
import { stoppedList } from './maxCost';
import { entities, toItems, type OutputChoice } from './output';
import { nextToken, pages } from './paging';

/** What is known about an item while it runs. */
export interface ItemState extends Pick<
	Call,
	'context' | 'itemIndex' | 'api' | 'values' | 'options' | 'item'
> {
	readonly operation: Operation;
	readonly choice: OutputChoice;
	readonly hints: Hints;
	/** The operation's own `read`, or the answer unchanged. */
	readonly read: (body: unknown) => Promise<unknown>;
}

/**
 * Sends a request, or one for each page, and turns the answers into items.
 *
 * @throws BrokenOffList with the items of the earlier pages, if a later page fails.
 */
export async function sendAndOutput(state: ItemState, request: ApiRequest): Promise<INodeExecutionData[]> {
	const { itemIndex, api, operation, choice, hints } = state;
	if (!operation.paging) {
		const { body } = await api.send(request);
		refuseUnsaid(state.context, operation, request, body, itemIndex);
		return toOutputItems(state, await readOr(state, body));
	}
	const { limit } = state.options;
	const output: INodeExecutionData[] = [];
	const count = (response: ApiResponse) => entities(operation.result, response.body).length;
	let next: string | undefined;
	try {
		for await (const { body } of pages(api, request, operation.paging, limit, count)) {
			const total: unknown = state.values.with_total_count === true && get(body, 'total_count');
			if (typeof total === 'number') hints.add(itemIndex, `There are ${total.toLocaleString('en')} in total`);
			const page = operation.page?.(body, state.values) ?? { body, last: false };
			pushAll(output, toOutputItems(state, await readOr(state, page.body)));
			if (page.last) break;
			next = nextToken(operation.paging, body);
		}
	} catch (error) {
		if (!(error instanceof MaxCostError) || next === undefined) throw brokenOff(error, state, output, next);
		hints.add(itemIndex, stoppedList(operation, output.length, next));
	}
	return choice.mode === 'raw' ? output : output.slice(0, limit);
}

/** The items of one answer. Errors inside it are thrown, or shown as a hint. */
export function toOutputItems(state: ItemState, body: unknown): INodeExecutionData[] {
	const { operation, item, hints } = state;
	const items = itemsOrAnswer(state, body).map(item);
	const { isList, deleted } = operation.result ?? {};
	const hasNoData = get(body, 'data') === undefined;
	const isNothing = items.length === 0 || (deleted !== undefined && hasNoData);
	// A missing entity is an error if the path names it; a search without results is not.
	const isOfOne = isList !== true || (hasNoData && operation.route.includes('{'));
	reportPartialErrors(state, body, isNothing && isOfOne);
	for (const { to, label = title(to) } of missedInclusions(state, items))
		hints.advise(`Choose Include → ${label} for names`);
	return items;
}

/** What the operation makes of an answer; an answer that it cannot read stays as it is. */
async function readOr({ read, hints, itemIndex }: ItemState, body: unknown): Promise<unknown> {
	try {
		return await read(body);
	} catch (error) {
		throwOthers(error);
		hints.add(itemIndex, UNKNOWN_FORM);
		return body;
	}
}

/** The items of an answer, or the answer itself as one item if it holds something else than expected. */
function itemsOrAnswer(state: ItemState, body: unknown): Record<string, unknown>[] {
	const { operation, choice, values, hints, itemIndex } = state;
	const missing = choice.mode === 'raw' ? 0 : emptyEntries(operation, body);
	if (missing > 0)
		hints.add(itemIndex, `X sent ${missing === 1 ? 'an entry' : `${missing} entries`} without content`);
	try {
		const items = toItems(operation.result, body, values, choice);
		if (items.length > 0 || !holdsAnswer(body) || partialErrors(body).length > 0) return items;
	} catch (error) {
		throwOthers(error);
	}
	hints.add(itemIndex, UNKNOWN_FORM);
	return [isObject(body) ? body : { value: body }];
}

/** Throws what does not come from an answer of a form that the code does not know. */
function throwOthers(error: unknown): void {
	if (!(error instanceof TypeError || error instanceof ZodError)) throw error;
}

/** Expansions that most people want, if the user chose none and the items contain only IDs. */
const missedInclusions = ({ operation, choice, values }: ItemState, items: readonly INodeExecutionData[]) =>
	choice.mode !== 'simplified' || !operation.fields.expansions || values.expansions !== undefined
		? []
		: (operation.result?.shape?.expansions ?? []).filter(
				({ isEssential, from: [path = ''], to }) =>
					isEssential === true && items.some(({ json }) => path in json && !(to in json)),
			);

/**
 * Shows the errors inside a success.
 *
 * @param isNothing Whether the answer contains nothing else.
 * @throws NodeApiError if the answer contains nothing else, or if the user chose to fail on such errors.
 */
export function reportPartialErrors(state: ItemState, body: unknown, isNothing: boolean): void {
	const { context, itemIndex, hints, options } = state;
	const problems = partialErrors(body);
	if (problems.length === 0) return;
	if (isNothing || options.failOnPartialErrors)
		throw toNodeApiError(context.getNode(), classify({ status: 200, body: { errors: problems } }), itemIndex);
	const lines = new Set(problems.map((problem) => describeProblem(problem).replace(/\.$/, '')));
	hints.add(itemIndex, `X left something out: ${[...lines].join('; ')}`);
}

const describeProblem = (problem: Problem): string => {
	const said = [problem.detail, problem.message, problem.title].find((each) => typeof each === 'string');
	return asText(said ?? problem);
};
