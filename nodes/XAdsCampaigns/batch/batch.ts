/**
 * Batches: many input items in few requests. The platform takes a batch as a whole or not at all, and answers in the
 * order of its operations; every input item gets its own result or its own error nevertheless.
 */
import { chunk, get, groupBy, isNil, uniq } from 'lodash';
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import type { ApiRequest } from '../../shared/http/connection';
import type { BatchCall, Call, Field, Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import type { Check } from '../checks/combine';
import { formatRule } from '../checks/errors';
import { deliver, type Delivery } from './schedule';
import { ofItsType } from './operationType';
import { inOrder, notApplied, ownFailure, unanswered, wholeFailure, type Outcome } from './results';

/** What differs between the kinds of entities. */
export interface Batching {
	/** Most operations in one request. */
	readonly size: number;
	/** Field that names an existing entity. */
	readonly id: string;
	readonly fields: Readonly<Record<string, Field>>;
	readonly check: Check;
	/** Reads in few requests what the look will need. A failure is left to the look, which asks item by item. */
	ahead?(calls: readonly Call[]): Promise<void>;
	/**
	 * Begins a look at the items, one after the other: at the platform where a rule needs it, and at what the items
	 * before will change. The look answers with values to send instead, and throws where a rule is broken.
	 */
	preparing(): (call: Call) => Promise<Values>;
	/** Rules that items break together: place in the list and sentence. */
	together?(params: readonly Params[]): Iterable<readonly [place: number, sentence: string]>;
	/** Parent whose children must not be changed by two requests at once: the platform locks it. None for new ones. */
	readonly parent: (params: Params) => string | undefined;
}

/** A parent that is not known: it may be that of any other item of the account. No ID looks like this. */
export const ANY = '*';

export type Params = Readonly<Record<string, unknown>>;

/** One operation of a batch and the input item it came from. */
export interface Entry {
	readonly call: Call;
	readonly type: string;
	readonly params: Params;
}

/** Runs a batch operation over all input items. */
export async function batches(batch: BatchCall, kind: Batching): Promise<INodeExecutionData[]> {
	const outcomes = new Map<number, Outcome>();
	// Without Continue On Fail the first problem throws, and nothing has been sent yet.
	const refused = (itemIndex: number, error: unknown) =>
		outcomes.set(itemIndex, { items: [batch.fail(error, itemIndex)] });
	const calls: Call[] = [];
	for (const itemIndex of batch.items.keys())
		await batch.call(itemIndex).then(
			(call) => calls.push({ ...call, values: ofItsType(kind.fields, call.values) }),
			(error: unknown) => refused(itemIndex, error),
		);
	await kind.ahead?.(calls).catch(() => undefined);
	const entries: Entry[] = [];
	const look = kind.preparing();
	for (const call of calls) {
		try {
			entries.push(entryOf(call, kind, { ...call.values, ...(await look(call)) }));
		} catch (error) {
			refused(call.itemIndex, error);
		}
	}
	const stopEarly = !batch.context.continueOnFail();
	await deliver(requests(refuseTogether(batch, kind, entries, outcomes), kind), {
		settingsOf,
		send: (chunk) => send(chunk, kind, outcomes),
		stopEarly,
	});
	return inOrder(batch, outcomes);
}

const entryOf = (call: Call, kind: Batching, values: Values): Entry => ({
	call,
	type: asText(values.operation_type),
	params: paramsOf(kind, values),
});

/** Calls with the ID of what a look-up will read for them, for those that need one. */
export const toRead = (
	calls: readonly Call[],
	idOf: (values: Values) => string | undefined,
): (readonly [Call, string])[] =>
	calls.flatMap((call) => {
		const id = idOf(call.values);
		return id === undefined ? [] : [[call, id] as const];
	});

/** The wire's names and values. An update's empty value unsets; a delete needs no more than the ID. */
function paramsOf({ fields, id }: Batching, values: Values): Params {
	const type = values.operation_type;
	const params: Record<string, unknown> = {};
	for (const [key, field] of Object.entries(fields)) {
		const value = values[key];
		if (field.place !== 'body' || value === undefined || value === null) continue;
		if (value === '' && type !== 'Update') continue;
		if (type === 'Delete' && key !== id) continue;
		params[field.wire ?? key] = Array.isArray(value) ? value.join(',') : value;
	}
	return params;
}

/** Takes out the items that cannot go with the others. */
function refuseTogether(
	batch: BatchCall,
	kind: Batching,
	entries: readonly Entry[],
	outcomes: Map<number, Outcome>,
): Entry[] {
	const created = entries.filter(({ type }) => type === 'Create');
	const refused = new Set<Entry>();
	for (const [place, sentence] of kind.together?.(created.map(({ params }) => params)) ?? []) {
		const entry = created[place];
		if (!entry) continue;
		refused.add(entry);
		const { context, itemIndex } = entry.call;
		const error = new NodeOperationError(context.getNode(), formatRule(sentence), {
			itemIndex,
			description: 'Nothing was sent. Change the value and run again.',
		});
		outcomes.set(itemIndex, { items: [batch.fail(error, itemIndex)] });
	}
	return entries.filter((entry) => !refused.has(entry));
}

/** Input items in requests: in order, by account, at most as many as the platform takes. */
function requests(entries: readonly Entry[], kind: Batching): Delivery<Entry>[] {
	const byAccount = groupBy(
		entries,
		({ call: { api, values } }) => `${api.baseUrl} ${asText(values.account_id)}`,
	);
	return Object.entries(byAccount).flatMap(([account, own]) => inPortions(account, own, kind));
}

function inPortions(
	account: string,
	entries: readonly Entry[],
	{ size, parent }: Batching,
): Delivery<Entry>[] {
	const parentsOf = (some: readonly Entry[]) =>
		uniq(some.map(({ params }) => parent(params)).filter((each) => each !== undefined));
	const all = parentsOf(entries);
	return chunk(entries, size).map((members) => {
		const own = parentsOf(members);
		return { members, parents: (own.includes(ANY) ? all : own).map((each) => `${account} ${each}`) };
	});
}

const settingsOf = ({ call }: Entry) => Number(call.values.requests_at_once ?? 4);

/** Sends one batch; answers whether all of it was applied. */
async function send(
	members: readonly Entry[],
	kind: Batching,
	outcomes: Map<number, Outcome>,
): Promise<boolean> {
	const [first] = members;
	if (!first) return true;
	const { api, values } = first.call;
	const request: ApiRequest = {
		method: 'POST',
		path: first.call.request().path,
		body: members.map(({ type, params }) => ({ operation_type: type, params })),
	};
	try {
		const { body } = await api.send(request);
		settle(members, kind, get(body, 'data'), outcomes);
		return true;
	} catch (error) {
		const rest = settleRefused(members, kind, error, outcomes);
		if (values.on_refusal !== 'sendRest' || rest.length === members.length) return false;
		for (const { call } of rest) outcomes.delete(call.itemIndex);
		await send(rest, kind, outcomes);
		return false;
	}
}

/** Answers come in the order of the operations. */
function settle(
	members: readonly Entry[],
	{ id }: Batching,
	data: unknown,
	outcomes: Map<number, Outcome>,
): void {
	const made: unknown[] = Array.isArray(data) ? data : [data];
	for (const [place, { call, type, params }] of members.entries()) {
		const entity = made[place];
		if (type === 'Delete')
			outcomes.set(call.itemIndex, { items: [call.item({ deleted: true, [id]: params[id] })] });
		else if (isNil(entity)) outcomes.set(call.itemIndex, { error: unanswered(call) });
		else outcomes.set(call.itemIndex, { items: call.items({ data: entity }) });
	}
}

interface Blame {
	readonly operation_index?: unknown;
	readonly message?: unknown;
	readonly code?: unknown;
}

/**
 * Tells who was at fault: those that the platform blames, or everybody where the request failed as a whole.
 *
 * @returns Members that were not at fault. They were not applied either.
 */
function settleRefused(
	members: readonly Entry[],
	kind: Batching,
	error: unknown,
	outcomes: Map<number, Outcome>,
): readonly Entry[] {
	const problems = (get(error, 'context.data.problems') ?? []) as readonly Blame[];
	const blamed = new Map<number, Blame[]>();
	for (const problem of problems) {
		if (typeof problem.operation_index !== 'number' || !(problem.operation_index in members)) continue;
		blamed.set(problem.operation_index, [...(blamed.get(problem.operation_index) ?? []), problem]);
	}
	if (blamed.size === 0) {
		for (const { call } of members) outcomes.set(call.itemIndex, { error: wholeFailure(call, error) });
		return members;
	}
	const guilty = members.filter((_, place) => blamed.has(place));
	for (const [place, { call }] of members.entries()) {
		const own = blamed.get(place);
		outcomes.set(call.itemIndex, {
			error: own ? ownFailure(call, error, own, kind.fields) : notApplied(call, guilty),
		});
	}
	return members.filter((_, place) => !blamed.has(place));
}
