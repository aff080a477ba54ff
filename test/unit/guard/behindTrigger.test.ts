/**
 * The guard in a workflow with a trigger of this package: n8n stores the memory of the workflow as one, a run as it was when
 * the run began, so a run must not store anything.
 */
import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type * as MemoryRoom from '../../../nodes/shared/http/guardMemory';
import type * as GuardRoom from '../../../nodes/shared/http/withGuard';

interface Process {
	readonly guard: typeof GuardRoom;
	readonly memory: typeof MemoryRoom;
}

/** A process of n8n: the modules anew, with nothing in their memory. */
function startProcess(): Process {
	let loaded: Process | undefined;
	jest.isolateModules(() => {
		loaded = {
			guard: jest.requireActual<typeof GuardRoom>('../../../nodes/shared/http/withGuard'),
			memory: jest.requireActual<typeof MemoryRoom>('../../../nodes/shared/http/guardMemory'),
		};
	});
	return loaded!;
}

const NODE = { id: '1', name: 'X Core', type: 'xCore', typeVersion: 1, position: [0, 0], parameters: {} };
const LIMIT = 5;

/** A workflow as n8n's database has it, and the trigger's copy in a process. */
class Workflow {
	stored: { global: IDataObject; trigger: { cursor: number } } = { global: {}, trigger: { cursor: 0 } };
	sent = 0;
	hints: string[] = [];

	/** What n8n does: a run gets the memory as it is stored, and where it changes it, all of it is written back. */
	async run({ guard: room }: Process, during: () => void = () => {}): Promise<void> {
		const own = structuredClone(this.stored);
		const before = JSON.stringify(own);
		const context = {
			getWorkflow: () => ({ id: 'one', active: true }),
			getWorkflowStaticData: () => own.global,
			getNode: () => NODE,
			getMode: () => 'trigger',
			getParentNodes: () => [{ name: 'Mentions', type: 'n8n-nodes-x-platform.xCoreTrigger' }],
		} as unknown as IExecuteFunctions;
		const guard = new room.Guard(context, { writesPerDay: LIMIT });
		const send = async () => {
			this.sent++;
			return await Promise.resolve({ status: 201, headers: {}, body: { data: { id: '1' } } });
		};
		const api = guard.watch({ kind: 'oAuth2', baseUrl: '', send }, true, () => Promise.resolve('1'));
		during();
		await api.send({ method: 'POST', path: '/2/tweets', body: { text: '1' } }).catch(() => undefined);
		const hint = guard.store();
		if (hint !== undefined) this.hints.push(hint);
		if (JSON.stringify(own) !== before) this.stored = own;
	}

	/** Publishes the workflow in a process. Polls there move the cursor, and store all that the trigger has. */
	publish({ memory: room }: Process): () => void {
		const own = structuredClone(this.stored);
		const context = {
			getWorkflow: () => ({ id: 'one', active: true }),
			getWorkflowStaticData: () => own.global,
		} as unknown as IPollFunctions;
		return () => {
			own.trigger.cursor++;
			room.keepGuard(context);
			this.stored = structuredClone(own);
		};
	}
}

it('never sets back the trigger, and is kept over restarts by the next poll', async () => {
	const workflow = new Workflow();
	for (let restart = 0; restart < 8; restart++) {
		const process = startProcess();
		const poll = workflow.publish(process);
		poll();
		const { cursor } = workflow.stored.trigger;
		// Polls go on while the run takes its time.
		await workflow.run(process, () => [poll(), poll()]);
		expect(workflow.stored.trigger.cursor).toBe(cursor + 2);
		poll();
	}
	expect(workflow.sent).toBe(LIMIT);
	expect(workflow.hints).toEqual([]);
});

it('says so where the trigger is in another process, as in queue mode', async () => {
	const workflow = new Workflow();
	workflow.publish(startProcess())();
	const worker = startProcess();
	await workflow.run(worker);
	expect(workflow.hints).toEqual([expect.stringContaining('a workflow of their own')]);
	expect(workflow.stored.global).toEqual({});
});
