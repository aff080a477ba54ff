/** What nodes of a workflow remember: alone, behind a trigger of this package, and with the trigger in another process. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type * as StoredRoom from '../../../nodes/shared/memory/stored';
import type * as MemoryRoom from '../../../nodes/shared/memory/workflowMemory';
import { startProcess, TriggeredWorkflow } from '../../support/triggeredWorkflow';

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

	it('is what n8n stores, each thing under its key', () => {
		const data = {};
		new Stored(alone(data), form('runs'), 'One').write('first');
		new Stored(alone(data), form('runs'), 'Other').write('second');
		new Stored(alone(data), form('whole')).write({ a: 1 });
		expect(data).toEqual({ runs: { One: 'first', Other: 'second' }, whole: { a: 1 } });
		expect(new Stored(alone(data), form('runs'), 'Other').value).toBe('second');
	});

	it('keeps what was written last of many things', () => {
		const data: { runs?: object } = {};
		for (const key of ['a', 'b', 'a', 'c']) new Stored(alone(data), form('runs', 2), key).write(key);
		expect(data.runs).toEqual({ a: 'a', c: 'c' });
	});

	it.each([['a text'], [7], [null], [['list']]])('goes on where %j is stored in its place', (damaged) => {
		const data = { runs: damaged };
		const memory = new Stored(alone(data), form('runs'), 'One');
		expect(memory.value).toBeUndefined();
		memory.write('new');
		expect(memory.value).toBe('new');
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

	it('is not relied on where the trigger is in another process, which may know something newer', async () => {
		const workflow = new TriggeredWorkflow('xCatalog');
		const [main, worker] = [start(), start()];
		const poll = workflow.publish(main);
		poll();
		await workflow.run(note(main, 'of the main process'));
		poll();
		await workflow.run(note(worker, 'of the worker'));
		expect(await workflow.run(note(worker, ''))).toBeUndefined();
		expect(workflow.cursor).toBe(2);
		expect(workflow.global.notes).toEqual({ One: 'of the main process' });
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
