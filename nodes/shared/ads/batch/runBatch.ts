/**
 * Runs a batch: many input items in few requests. X accepts or rejects a request as a whole and answers in the order of
 * its operations. Every input item still gets its own result or error.
 */
import { chunk, get, groupBy, mapValues, partition, uniq } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { writes } from '../children';
import { hasId, holdsSomething } from '../../http/confirmed';
import { failureOf } from '../../errors';
import { PARALLEL_REQUESTS } from '../../fields';
import type { ApiRequest } from '../../http/connection';
import type { BatchCall, Call, Operation } from '../../operation/operation';
import { asText } from '../../util/text';
import {
	checkBatchItem,
	operationOf,
	ownValues,
	paramsOf,
	UNKNOWN_PARENT,
	type BatchKind,
	warnBatchItem,
	type BatchParams,
} from './batchKind';
import { inOrder, notApplied, ownFailure, unanswered, wholeFailure, type ItemOutcome } from './results';
import { TaskPool } from '../../util/taskPool';

interface BatchEntry {
	readonly call: Call;
	readonly type: string;
	readonly params: BatchParams;
}

/** Returns the record of a batch operation. */
export const batchOperation = (
	kind: BatchKind,
	record: Pick<Operation, 'route' | 'action' | 'description' | 'result'> & Partial<Pick<Operation, 'name'>>,
): Operation => ({
	name: 'Batch',
	auth: writes,
	fields: kind.fields,
	check: (values) => checkBatchItem(kind, values),
	warn: (values) => warnBatchItem(kind, values),
	runAll: (batch) => runBatch(batch, kind),
	resumes: 'items',
	...record,
});

async function runBatch(batch: BatchCall, kind: BatchKind): Promise<INodeExecutionData[]> {
	const outcomes = new Map<number, ItemOutcome>();
	const calls: Call[] = [];
	const entries: BatchEntry[] = [];
	// Without Continue On Fail the first problem throws, and nothing has been sent yet.
	const trying = async (itemIndex: number, attempt: () => Promise<void>) =>
		await attempt().catch((error: unknown) => {
			outcomes.set(itemIndex, { items: [batch.fail(error, itemIndex)] });
		});
	for (const itemIndex of batch.wanted) {
		const known = batch.known(itemIndex);
		if (known) outcomes.set(itemIndex, { items: [...known] });
		else if (batch.isApplied(itemIndex))
			outcomes.set(itemIndex, { error: unanswered({ ...batch, itemIndex }) });
		else
			await trying(itemIndex, async () => {
				const call = await batch.call(itemIndex);
				calls.push({ ...call, values: ownValues(kind, call.values) });
			});
	}
	await kind.prepare?.(calls);
	for (const call of calls)
		await trying(call.itemIndex, async () => void entries.push(await entryOf(call, kind)));
	// At once, as the run may be cancelled, and as a later try may share the items among other requests.
	const settle = ({ call: { itemIndex } }: BatchEntry) => {
		const outcome = outcomes.get(itemIndex);
		if (outcome && 'items' in outcome) batch.settle(itemIndex, outcome.items);
	};
	const [unsure, others] = partition(
		entries,
		({ call, type }) => call.unsureSince() !== undefined && type === 'Create',
	);
	for (const entry of unsure)
		await trying(entry.call.itemIndex, async () => {
			outcomes.set(entry.call.itemIndex, { items: await createAlone(entry) });
			settle(entry);
		});
	await sendInTurn(requestsOf(others, kind), {
		concurrency: Number(entries[0]?.call.values.parallelRequests ?? PARALLEL_REQUESTS),
		send: async (members) => await send(members, kind, outcomes).finally(() => members.forEach(settle)),
		stopEarly: !batch.goesOn(),
		signal: batch.context.getExecutionCancelSignal(),
	});
	return inOrder(batch, outcomes);
}

/** Sends what an earlier try may have created in a request of its own: the engine looks on X before that. */
async function createAlone({ call, params }: BatchEntry): Promise<INodeExecutionData[]> {
	const { path, template = path } = call.request();
	const alone = (each: string) => each.replace('/batch/', '/');
	const query = Object.entries(mapValues(params, (value) => [value].flat().map(asText).join()));
	const { body } = await call.api.send({
		method: 'POST',
		path: alone(path),
		template: alone(template),
		query,
	});
	return call.items(body);
}

async function entryOf(call: Call, kind: BatchKind): Promise<BatchEntry> {
	const type = asText(operationOf(call.values));
	const completed = type === 'Delete' ? {} : await kind.complete?.(call);
	return { call, type, params: { ...paramsOf(kind, call.values), ...completed } };
}

function requestsOf(entries: readonly BatchEntry[], kind: BatchKind): BatchRequest<BatchEntry>[] {
	const byAccount = groupBy(
		entries,
		({ call: { api, values } }) => `${api.account} ${asText(values.account_id)}`,
	);
	return Object.entries(byAccount).flatMap(([account, own]) => inPortions(account, own, kind));
}

function inPortions(account: string, entries: readonly BatchEntry[], { size, parent }: BatchKind) {
	const parentsOf = (some: readonly BatchEntry[]) =>
		uniq(some.map(({ params }) => parent(params)).filter((each) => each !== undefined));
	const all = parentsOf(entries);
	return chunk(entries, size).map((members) => {
		const own = parentsOf(members);
		const parents = own.includes(UNKNOWN_PARENT) ? all : own;
		return { members, parents: parents.map((each) => `${account} ${each}`) };
	});
}

async function send(
	members: readonly BatchEntry[],
	kind: BatchKind,
	outcomes: Map<number, ItemOutcome>,
): Promise<boolean> {
	const [first] = members;
	if (!first) return true;
	const { api, values } = first.call;
	const request: ApiRequest = {
		method: 'POST',
		path: first.call.request().path,
		body: members.map(({ type, params }) => ({ operation_type: type, params })),
		items: members.map(({ call }) => call.itemIndex),
	};
	// An earlier run may have deleted them.
	const unsure = members.filter(({ call, type }) => type === 'Delete' && call.unsureSince() !== undefined);
	const [sent] = await Promise.allSettled([api.send(request)]);
	if (sent.status === 'fulfilled') {
		recordResults(members, kind, sent.value.body, outcomes);
		return true;
	}
	const problems = groupBy(failureOf(sent.reason)?.problems, 'operation_index');
	const isGone = (entry: BatchEntry, place: number) =>
		unsure.includes(entry) && problems[place]?.every(({ code }) => /NOT_FOUND$/.test(asText(code)));
	const gone = members.filter(isGone);
	const rest = recordRefusal(members, kind, sent.reason, outcomes);
	for (const entry of gone) outcomes.set(entry.call.itemIndex, { items: deletedItem(entry, kind) });
	const faulty = members.length - rest.length;
	const isSettled = gone.length === faulty;
	if (faulty === 0 || (!isSettled && values.on_refusal !== 'sendRest')) return false;
	for (const { call } of rest) outcomes.delete(call.itemIndex);
	return (await send(rest, kind, outcomes)) && isSettled;
}

/** Answers come in the order of the operations. */
function recordResults(
	members: readonly BatchEntry[],
	kind: BatchKind,
	body: unknown,
	outcomes: Map<number, ItemOutcome>,
): void {
	const answers = [get(body, 'data') as unknown].flat();
	for (const [place, entry] of members.entries()) {
		const { call, type } = entry;
		try {
			call.sayErrors(body);
			// A batch is applied as a whole. What the answer has for a delete is not documented.
			if (type === 'Delete' ? !holdsSomething(answers) : !hasId(answers[place])) throw unanswered(call);
			const items = type === 'Delete' ? deletedItem(entry, kind) : call.items({ data: answers[place] });
			outcomes.set(call.itemIndex, { items });
		} catch (error) {
			outcomes.set(call.itemIndex, { error });
		}
	}
}

const deletedItem = ({ call, params }: BatchEntry, { id }: BatchKind) => [
	call.item({ deleted: true, [id]: params[id] }),
];

/** Gives every item its error: its own, or that of the request. Returns those without a fault, not applied either. */
function recordRefusal(
	members: readonly BatchEntry[],
	kind: BatchKind,
	error: unknown,
	outcomes: Map<number, ItemOutcome>,
): readonly BatchEntry[] {
	const problems = failureOf(error)?.problems ?? [];
	const byPlace = groupBy(
		problems.filter(({ operation_index: place }) => typeof place === 'number' && place in members),
		'operation_index',
	);
	const failed = members.filter((_, place) => byPlace[place]);
	for (const [place, { call }] of members.entries()) {
		const own = byPlace[place];
		outcomes.set(call.itemIndex, {
			error: own
				? ownFailure(call, error, own, kind.fields)
				: failed.length === 0
					? wholeFailure(call, error)
					: notApplied(call, failed),
		});
	}
	return failed.length === 0 ? members : members.filter((_, place) => !byPlace[place]);
}

export interface BatchRequest<T> {
	readonly members: readonly T[];
	/** The entities that this request changes. It waits for earlier requests with the same parents. */
	readonly parents: readonly string[];
}

interface SendingOptions<T> {
	readonly concurrency: number;
	/** Sends a request, and returns whether X applied all of it. Does not throw if X refuses it. */
	send(members: readonly T[]): Promise<boolean>;
	readonly stopEarly: boolean;
	readonly signal?: AbortSignal | undefined;
}

/** Sends requests concurrently, but never two that change the same parent. Errors are thrown after all have ended. */
export async function sendInTurn<T>(deliveries: readonly BatchRequest<T>[], sending: SendingOptions<T>) {
	const pool = new TaskPool(Math.max(1, sending.concurrency), sending.signal);
	const latest = new Map<string, Promise<void>>();
	let isStopped = false;
	const send = async (members: readonly T[]) => {
		if (isStopped) return;
		let goesOn = false;
		try {
			goesOn = (await sending.send(members)) || !sending.stopEarly;
		} finally {
			isStopped ||= !goesOn;
		}
	};
	const all = deliveries.map(async ({ members, parents }) => {
		const before = parents.flatMap((parent) => latest.get(parent) ?? []);
		let finish: () => void = () => undefined;
		const finished = new Promise<void>((resolve) => (finish = resolve));
		for (const parent of parents) latest.set(parent, finished);
		await Promise.all(before);
		let hasStarted = false;
		try {
			await pool.add(() => {
				hasStarted = true;
				return send(members).finally(finish);
			});
		} finally {
			if (!hasStarted) finish();
		}
	});
	await Promise.all(all);
	await pool.drain();
}
