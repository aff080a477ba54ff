/** Runs an operation for all input items: in parallel if their order does not matter, otherwise one after the other. */
import { chunk, sortBy, upperFirst, groupBy, uniq } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import {
	addAdvice,
	addFacts,
	isNodeError,
	failureOf,
	partialErrors,
	type FailureKind,
	type Problem,
} from '../errors';
import {
	isSideBySide,
	type BatchCall,
	type Call,
	type Operation,
	type GatherRule,
} from '../operation/operation';
import { itemsWere } from '../report/wording';
import { KeyedQueue } from '../memory/process';
import { pushAll } from '../util/pushAll';
import { sideBySide } from '../util/taskPool';
import { BrokenOffList } from './paging';
import type { Entity } from '../model/escapedText';
import type { ApiRequest } from '../http/connection';
import { asText } from '../util/text';
import { entities } from './output';
import { fillPath } from './request';

/** The number of items read in advance: enough to combine their look-ups, and few enough to save memory. */
const READ_AHEAD = 1000;

/** An item with its values, with the reason why they are not valid, or with what an earlier try made of it. */
type Opened = { readonly itemIndex: number } & (
	| { readonly call: Call; readonly failure?: undefined; readonly known?: undefined }
	| { readonly failure: unknown; readonly call?: undefined; readonly known?: undefined }
	| { readonly known: readonly INodeExecutionData[]; readonly call?: undefined; readonly failure?: undefined }
);

/**
 * Executes an operation for every input item.
 *
 * @returns The output items, in the order of the input.
 * @throws The failure of the first item that failed, without Continue On Fail. Items are checked in chunks, and
 *   nothing of a chunk is sent if one of its items has wrong values.
 */
export async function runItems(operation: Operation, batch: BatchCall): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const done: number[] = [];
	try {
		for (const items of chunk(batch.wanted, READ_AHEAD))
			for (const made of await runSome(operation, batch, items, done)) pushAll(output, made);
		return output;
	} catch (error) {
		throw operation.route.startsWith('GET ') ? error : withDone(error, done);
	}
}

function withDone(error: unknown, done: readonly number[]): unknown {
	if (done.length === 0) return error;
	if (isNodeError(error)) addFacts(error, { itemsDone: sortBy(done) });
	return addAdvice(error, `${upperFirst(itemsWere(done))} done before the run stopped`);
}

async function runSome(
	operation: Operation,
	batch: BatchCall,
	items: readonly number[],
	done: number[],
): Promise<INodeExecutionData[][]> {
	const opened = await Promise.all(items.map((itemIndex) => open(batch, itemIndex)));
	const failed = new Map<number, INodeExecutionData[]>();
	for (const { itemIndex, failure } of opened)
		if (failure !== undefined) failed.set(itemIndex, failedItems(batch, failure, itemIndex));
	const calls = opened.flatMap(({ call }) => call ?? []);
	const answers = await gather(operation, calls);
	const updates = new KeyedQueue();
	const parallel = isSideBySide(operation) ? (calls[0]?.options.parallelRequests ?? 1) : 1;
	const settle = (itemIndex: number, made?: readonly INodeExecutionData[]) => {
		done.push(itemIndex);
		batch.settle(itemIndex, made);
	};
	return await sideBySide(opened, parallel, async ({ itemIndex, call, known }) => {
		if (known) {
			settle(itemIndex);
			return [...known];
		}
		if (!call) return failed.get(itemIndex) ?? [];
		const run = () => runOne(operation, call, answers.get(call));
		try {
			const isUpdate = operation.route.startsWith('PUT ');
			const made = await (isUpdate ? updates.run(call.request().path, run) : run());
			settle(itemIndex, made);
			return made;
		} catch (error) {
			const items = failedItems(batch, error, itemIndex);
			return error instanceof BrokenOffList ? [...error.items, ...items] : items;
		}
	});
}

const failedItems = (batch: BatchCall, error: unknown, itemIndex: number): INodeExecutionData[] =>
	batch.isLeftOut(error, itemIndex) ? [] : [batch.fail(error, itemIndex)];

async function open(batch: BatchCall, itemIndex: number): Promise<Opened> {
	const known = batch.known(itemIndex);
	if (known) return { itemIndex, known };
	try {
		return { itemIndex, call: await batch.call(itemIndex) };
	} catch (failure) {
		return { itemIndex, failure };
	}
}

async function runOne(
	operation: Operation,
	call: Call,
	answer: GatheredAnswer | undefined,
): Promise<INodeExecutionData[]> {
	if (answer && 'error' in answer) throw answer.error;
	if (answer) return call.items(answer.body);
	return await (operation.run ? operation.run(call) : call.sendAndOutput(call.request()));
}

/** The answer for an item: a body like that of a single look-up, or the error of the combined request. */
export type GatheredAnswer = { readonly body: unknown } | { readonly error: unknown };

interface Asked {
	readonly call: Call;
	readonly rule: GatherRule;
	readonly id: string;
	readonly request: ApiRequest;
}

/** Failures that a single ID may have caused. Each item then sends its own request, so that only that one fails. */
const OF_ONE: ReadonlySet<FailureKind | undefined> = new Set<FailureKind>([
	'badRequest',
	'notFound',
	'forbidden',
]);

/**
 * Requests the entities of several items together, grouped by their other parameters.
 *
 * @param calls The items. Those with Raw output send their own requests, because Raw shows the answer of X unchanged.
 * @returns The answers by item. Items without an answer send their own requests.
 */
export async function gather(
	operation: Operation,
	calls: readonly Call[],
): Promise<ReadonlyMap<Call, GatheredAnswer>> {
	const { gather: rule } = operation;
	const apis = uniq(calls.map(({ api }) => api));
	// Items of several accounts are not combined.
	const connectionNumber = (api: Call['api']) => apis.indexOf(api);
	const answers = new Map<Call, GatheredAnswer>();
	if (!rule) return answers;
	const all = calls
		.filter(({ options }) => options.output !== 'raw')
		.map((call): Asked => asked(ruleFor(rule, call), call));
	const groups = Object.values(
		groupBy(all, ({ call, request }) =>
			JSON.stringify([connectionNumber(call.api), call.api.baseUrl, request.path, request.query]),
		),
	);
	const parts = groups.flatMap((group) =>
		chunk(Object.values(groupBy(group, 'id')), group[0]?.rule.max ?? 1),
	);
	await sideBySide(parts, calls[0]?.options.parallelRequests ?? 1, async (wanted) => {
		const first = wanted[0]?.[0];
		// A single item needs no combined request.
		if (!first || wanted.flat().length < 2) return;
		const { api } = first.call;
		// Requests only as many as Max Cost allows. The other items send their own requests, which Max Cost stops.
		const room = (await api.room?.(asking(first, wanted), wanted.length)) ?? wanted.length;
		const part = room > 0 ? wanted.slice(0, room) : wanted;
		try {
			const { body } = await api.send(asking(first, part));
			for (const [call, answer] of shares(operation, first.rule, part.flat(), body))
				answers.set(call, { body: answer });
		} catch (error) {
			if (OF_ONE.has(failureOf(error)?.kind)) return;
			for (const { call } of part.flat()) answers.set(call, { error });
		}
	});
	return answers;
}

/** IDs and usernames are looked up at different addresses. */
function ruleFor(rule: GatherRule, { values }: Call): GatherRule {
	const isName = asText(values[rule.field]).startsWith('@');
	return isName && rule.byName ? rule.byName : rule;
}

const asked = (rule: GatherRule, call: Call): Asked => ({
	call,
	rule,
	id: idOf(rule, call.values[rule.field]),
	request: toRequest(rule, call),
});

/** The combined request. Apart from the IDs, all items of a group need the same one. */
const asking = ({ rule, request }: Asked, part: readonly (readonly Asked[])[]): ApiRequest => ({
	...request,
	query: [
		[rule.parameter, part.map(([first]) => first && writtenId(first)).join(',')],
		...(request.query ?? []),
	],
});

/** Usernames are sent in the spelling of the user, because X may compare them exactly. */
const writtenId = ({ rule, call, id }: Asked): string =>
	rule.key === 'username' ? asText(call.values[rule.field]).replace(/^@/, '') : id;

function toRequest({ route, query = [] }: GatherRule, call: Call): ApiRequest {
	const template = route.slice('GET '.length);
	const single = call.request();
	return {
		...single,
		template,
		path: fillPath(template, call.values),
		query: [...query.map(([name, value]): [string, string] => [name, value]), ...(single.query ?? [])],
	};
}

/** An ID or username in a form that can be compared: usernames ignore case. */
const idOf = ({ key }: GatherRule, value: unknown): string =>
	key === 'username' ? asText(value).replace(/^@/, '').toLowerCase() : asText(value);

/** The part of an answer for each item. Items that it does not mention get none, and send their own requests. */
function* shares(
	{ result }: Operation,
	rule: GatherRule,
	part: readonly Asked[],
	body: unknown,
): Generator<[Call, unknown]> {
	const found = new Map<string, Entity>();
	for (const entity of entities(result && { ...result, isList: true }, body))
		found.set(idOf(rule, entity[rule.key ?? 'id']), entity);
	const problems = partialErrors(body);
	const { includes } = body as { includes?: unknown };
	const isAbout = ({ value, resource_id: resourceId }: Problem, id: string) =>
		[value, resourceId].some((each) => idOf(rule, each) === id);
	const ids = new Set(part.map(({ id }) => id));
	// The other problems are about entities that the requested ones refer to.
	const others = problems.filter((problem) => ![...ids].some((id) => isAbout(problem, id)));
	const texts = new Map(
		others.length > 0 ? [...found].map(([id, entity]) => [id, JSON.stringify(entity)]) : [],
	);
	const refersTo = (id: string, { value }: Problem) =>
		texts.get(id)?.includes(JSON.stringify(asText(value))) === true;
	const isOfNobody = (problem: Problem) => ![...ids].some((id) => refersTo(id, problem));
	for (const { call, id } of part) {
		const data = found.get(id);
		const aboutEntity = problems.filter((problem) => isAbout(problem, id));
		if (data === undefined && aboutEntity.length === 0) continue;
		const errors = [
			...aboutEntity,
			...others.filter((problem) => refersTo(id, problem) || isOfNobody(problem)),
		];
		yield [
			call,
			{
				...(data !== undefined && { data }),
				...(includes !== undefined && { includes }),
				...(errors.length > 0 && { errors }),
			},
		];
	}
}
