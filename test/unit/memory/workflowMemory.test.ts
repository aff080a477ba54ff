/** What nodes of a workflow remember: alone, behind a trigger of this package, and with the trigger in another process. */
import type { IExecuteFunctions } from 'n8n-workflow';
import type * as Room from '../../../nodes/shared/memory/workflowMemory';
import { startProcess, TriggeredWorkflow } from '../../support/triggeredWorkflow';

const start = () =>
	startProcess(() => jest.requireActual<typeof Room>('../../../nodes/shared/memory/workflowMemory'));

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
	const { WorkflowMemory } = start();

	it('is what n8n stores, each thing under its key', () => {
		const data = {};
		new WorkflowMemory(alone(data), 'runs', 'One').write('first');
		new WorkflowMemory(alone(data), 'runs', 'Other').write('second');
		new WorkflowMemory(alone(data), 'whole').write({ a: 1 });
		expect(data).toEqual({ runs: { One: 'first', Other: 'second' }, whole: { a: 1 } });
		expect(new WorkflowMemory(alone(data), 'runs', 'Other').value).toBe('second');
	});

	it('keeps what was written last of many things', () => {
		const data: { runs?: object } = {};
		for (const key of ['a', 'b', 'a', 'c']) new WorkflowMemory(alone(data), 'runs', key, 2).write(key);
		expect(data.runs).toEqual({ a: 'a', c: 'c' });
	});

	it.each([['a text'], [7], [null], [['list']]])('goes on where %j is stored in its place', (damaged) => {
		const data = { runs: damaged };
		const memory = new WorkflowMemory(alone(data), 'runs', 'One');
		expect(memory.value).toBeUndefined();
		memory.write('new');
		expect(memory.value).toBe('new');
	});

	it.each(['constructor', 'toString', '__proto__'])('knows nothing of a node with the name %s', (name) => {
		const memory = new WorkflowMemory(alone({ runs: {} }), 'runs', name);
		expect(memory.value).toBeUndefined();
		memory.write('own');
		expect(memory.value).toBe('own');
	});
});

describe('behind a trigger of this package', () => {
	const note = (room: typeof Room, text: string) => (context: IExecuteFunctions) => {
		const memory = new room.WorkflowMemory(context, 'notes', 'One');
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
				const memory = new worker.WorkflowMemory(context, 'notes');
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
