/** Runs an operation for all input items: in parallel if their order does not matter, otherwise one after the other. */
import { chunk, sortBy, upperFirst } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { addAdvice, addFacts, isNodeError } from '../errors';
import { isSideBySide, type BatchCall, type Call, type Operation } from '../operation/operation';
import { itemsWere } from '../report/wording';
import { KeyedQueue } from '../memory/keyedQueue';
import { pushAll } from '../util/pushAll';
import { sideBySide } from '../util/taskPool';
import { BrokenOffList } from './brokenOffList';
import { gather, type GatheredAnswer } from './gather';

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

/** Adds to the failure of a run that writes which items were already done. */
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
