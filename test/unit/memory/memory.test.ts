import { groupBy } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { fc } from '../../support/properties';
import { BoundedMap } from '../../../nodes/shared/memory/boundedMap';
import { KeyedQueue } from '../../../nodes/shared/memory/process';
import { lastResult, memoized } from '../../../nodes/shared/memory/pureResults';
import { RequestMemo } from '../../../nodes/shared/memory/requestMemo';
import type * as StoredRoom from '../../../nodes/shared/memory/stored';
import type * as MemoryRoom from '../../../nodes/shared/memory/workflowMemory';
import { startProcess, TriggeredWorkflow } from '../../support/triggeredWorkflow';

/** The same by a list of pairs, oldest first. */
class Model {
	pairs: [string, number][] = [];

	constructor(private readonly limit: number) {}

	set(key: string, value: number) {
		this.delete(key);
		this.pairs = [...this.pairs, [key, value] as [string, number]].slice(-this.limit);
	}

	delete(key: string) {
		this.pairs = this.pairs.filter(([each]) => each !== key);
	}
}

it('holds the newest entries, whatever was set, deleted and cleared before', () => {
	const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
	const step = fc.oneof(
		{ weight: 6, arbitrary: fc.record({ kind: fc.constant('set' as const), key, value: fc.nat() }) },
		{ weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
		{ weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
	);
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
			const map = new BoundedMap<string, number>(limit);
			const model = new Model(limit);
			for (const each of steps) {
				if (each.kind === 'set') {
					map.set(each.key, each.value);
					model.set(each.key, each.value);
				} else if (each.kind === 'delete') {
					map.delete(each.key);
					model.delete(each.key);
				} else {
					map.clear();
					model.pairs = [];
				}
				expect([...map.keys()].map((known) => [known, map.get(known)])).toEqual(model.pairs);
				expect(map.size).toBe(model.pairs.length);
			}
		}),
		{ numRuns: 300 },
	);
});

const tasks = fc.array(
	fc.record({ key: fc.constantFrom('a', 'b', 'c'), turns: fc.nat({ max: 5 }), fails: fc.boolean() }),
	{ maxLength: 20 },
);

describe('a queue by keys', () => {
	it('runs what has one key in order, each by itself; other keys, and failures, do not matter', async () => {
		await fc.assert(
			fc.asyncProperty(tasks, async (plan) => {
				const queue = new KeyedQueue();
				const seen: { key: string; place: number; what: 'begins' | 'ends' }[] = [];
				const outcomes = await Promise.allSettled(
					plan.map(async ({ key, turns, fails }, place) => {
						return await queue.run(key, async () => {
							seen.push({ key, place, what: 'begins' });
							for (let turn = 0; turn < turns; turn++) await Promise.resolve();
							seen.push({ key, place, what: 'ends' });
							if (fails) throw new Error(`failure ${place}`);
							return place;
						});
					}),
				);
				for (const [key, ofKey] of Object.entries(groupBy(seen, 'key')))
					expect(ofKey).toEqual(
						plan.flatMap((task, place) =>
							task.key === key
								? [
										{ key, place, what: 'begins' },
										{ key, place, what: 'ends' },
									]
								: [],
						),
					);
				expect(outcomes).toEqual(
					plan.map(({ fails }, place) =>
						fails
							? { status: 'rejected', reason: new Error(`failure ${place}`) }
							: { status: 'fulfilled', value: place },
					),
				);
			}),
		);
	});

	it('lets another key begin at once', async () => {
		const queue = new KeyedQueue();
		let end = () => {};
		const first = queue.run('a', () => new Promise<void>((resolve) => (end = resolve)));
		await expect(queue.run('b', () => Promise.resolve('done'))).resolves.toBe('done');
		end();
		await first;
	});
});

/** The texts that are computed while a cache is asked for these, in order. */
function computed(cache: typeof lastResult, texts: readonly string[]): string[] {
	const found: string[] = [];
	const upper = cache((text) => {
		found.push(text);
		return text.toUpperCase();
	});
	for (const text of texts) expect(upper(text)).toBe(text.toUpperCase());
	return found;
}

describe('what is remembered of a function', () => {
	it('is the last result', () => {
		expect(computed(lastResult, ['a', 'a', 'b', 'a'])).toEqual(['a', 'b', 'a']);
	});

	it('is every result for a short text, and none for a long one', () => {
		const long = 'a long text of a file '.repeat(5);
		expect(computed(memoized, ['a', 'b', 'a', long, long, 'b'])).toEqual(['a', 'b', long, long]);
	});
});

describe('the memo of an execution', () => {
	it('asks each question once, also for callers at the same time', async () => {
		const memo = new RequestMemo();
		const ask = jest.fn(() => Promise.resolve('answer'));
		expect(await Promise.all([memo.get('a', ask), memo.get('a', ask), memo.get('b', ask)])).toEqual([
			'answer',
			'answer',
			'answer',
		]);
		expect(ask).toHaveBeenCalledTimes(2);
	});

	it('forgets a failure, which all who waited for it are told of', async () => {
		const memo = new RequestMemo();
		const ask = jest.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue('yes');
		const both = await Promise.allSettled([memo.get('a', ask), memo.get('a', ask)]);
		expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(await memo.get('a', ask)).toBe('yes');
		expect(ask).toHaveBeenCalledTimes(2);
	});

	it('keeps an answer that came meanwhile, though the older question fails', async () => {
		const memo = new RequestMemo();
		const failing = memo.get('a', () => Promise.reject(new Error('no')));
		memo.set('a', 'changed');
		await expect(failing).rejects.toThrow('no');
		expect(await memo.get('a', () => Promise.resolve('asked'))).toBe('changed');
		memo.delete('a');
		expect(await memo.get('a', () => Promise.resolve('asked'))).toBe('asked');
	});
});

const start = () =>
	startProcess(() => ({
		...jest.requireActual<typeof StoredRoom>('../../../nodes/shared/memory/stored'),
		...jest.requireActual<typeof MemoryRoom>('../../../nodes/shared/memory/workflowMemory'),
	}));

const form = (name: string, most?: number) => ({
	name,
	of: 'workflow',
	shape: z.unknown(),
	without: 'nothing is known',
	...(most !== undefined && { most }),
});

const alone = (data: object) =>
	({
		getInputData: () => [],
		getMode: () => 'trigger',
		getNode,
		getParentNodes,
		getWorkflowStaticData: () => data,
	}) as never;
const getNode = () => ({ name: 'Node', type: 'n8n-nodes-x-platform.xCatalog' });
const getParentNodes = () => [{ name: 'Start', type: 'n8n-nodes-base.scheduleTrigger' }];

describe('behind no trigger of this package', () => {
	const { Stored } = start();

	it('keeps what was written last of many things', () => {
		const data: { runs?: object } = {};
		for (const key of ['a', 'b', 'a', 'c']) new Stored(alone(data), form('runs', 2), key).write(key);
		expect(data.runs).toEqual({ a: 'a', c: 'c' });
	});

	it.each(['constructor', 'toString', '__proto__'])('knows nothing of a node with the name %s', (name) => {
		const memory = new Stored(alone({ runs: {} }), form('runs'), name);
		expect(memory.value).toBeUndefined();
		memory.write('own');
		expect(memory.value).toBe('own');
	});
});

describe('behind a trigger of this package', () => {
	const note = (room: ReturnType<typeof start>, text: string) => (context: IExecuteFunctions) => {
		const memory = new room.Stored(context, form('notes'), 'One');
		const { value } = memory;
		memory.write(text);
		return value;
	};

	it('outlives restarts, once the trigger has stored it, and sets nothing back', async () => {
		const workflow = new TriggeredWorkflow('xCatalog');
		for (let restart = 0; restart < 4; restart++) {
			const process = start();
			const poll = workflow.publish(process);
			poll();
			const known = await workflow.run(note(process, `run ${restart}`));
			expect(known).toBe(restart === 0 ? undefined : `run ${restart - 1}`);
			expect(workflow.cursor).toBe(3 * restart + 1);
			expect(poll()).toBe(true);
			expect(poll()).toBe(false);
		}
	});

	it.each(['agent', 'n8n'] as const)(
		'a tool that %s runs is behind the trigger of its agent',
		async (runsTool) => {
			const workflow = new TriggeredWorkflow('xCoreTool', { runsTool });
			const poll = workflow.publish(start());
			poll();
			const worker = start();
			await workflow.run((context) => {
				const memory = new worker.Stored(context, form('notes'));
				memory.write('of a tool');
				poll();
				expect(memory.isLostWithProcess).toBe(true);
			});
			expect(workflow.cursor).toBe(2);
			expect(workflow.global).toEqual({});
		},
	);

	it('a trigger that is disabled has no place to set back, so that the run stores', async () => {
		const workflow = new TriggeredWorkflow('xCatalog', { isDisabled: true });
		await workflow.run(note(start(), 'first'));
		expect(await workflow.run(note(start(), 'second'))).toBe('first');
	});

	it('a test run sees what is stored, and leaves nothing', async () => {
		const workflow = new TriggeredWorkflow('xCatalog');
		const process = start();
		const poll = workflow.publish(process);
		poll();
		await workflow.run(note(process, 'published'));
		poll();
		expect(await workflow.run(note(process, 'by hand'), 'manual')).toBe('published');
		poll();
		expect(workflow.global.notes).toEqual({ One: 'published' });
	});
});
