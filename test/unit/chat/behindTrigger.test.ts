/**
 * What X Chat remembers behind a trigger of this package, over restarts: n8n stores the memory of a workflow as one, and
 * a run that stores writes all of it back as it was at the start.
 */
import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type * as TrustRoom from '../../../nodes/shared/chat/trust/memory';
import type * as KeepRoom from '../../../nodes/shared/http/guardMemory';
import type { Identity } from '../../../nodes/shared/chat/trust/publicKeys';

interface Process {
	readonly trust: typeof TrustRoom;
	readonly keep: typeof KeepRoom;
}

/** A process of n8n: the modules anew, with nothing in their memory. */
function startProcess(): Process {
	let loaded: Process | undefined;
	jest.isolateModules(() => {
		loaded = {
			trust: jest.requireActual<typeof TrustRoom>('../../../nodes/shared/chat/trust/memory'),
			keep: jest.requireActual<typeof KeepRoom>('../../../nodes/shared/http/guardMemory'),
		};
	});
	return loaded!;
}

const identity = (userId: number): Identity =>
	({ userId: String(userId), mark: `mark${userId}` }) as Identity;

class Workflow {
	stored: { global: IDataObject; cursor: number } = { global: {}, cursor: 0 };

	constructor(private readonly type = 'xChat') {}

	/** A run with the memory as it is stored. It writes all of it back if it changes it. */
	run({ trust: room }: Process, seen: number, during: () => void = () => {}): string {
		const own = structuredClone(this.stored);
		const before = JSON.stringify(own);
		const context = {
			getInputData: () => [],
			getWorkflow: () => ({ id: 'one', active: true }),
			getWorkflowStaticData: () => own.global,
			getNode: () => ({ name: 'Chat', type: `n8n-nodes-x-platform.${this.type}` }),
			getMode: () => 'trigger',
			getParentNodes: () =>
				this.type === 'xChat' ? [{ name: 'On message', type: 'n8n-nodes-x-platform.xCoreTrigger' }] : [],
		} as unknown as IExecuteFunctions;
		const trust = new room.StoredTrust(context);
		during();
		const found = trust.memory.recognize(identity(seen), () => [identity(seen)]);
		trust.memory.useKey('11:22', String(1000 + seen));
		trust.store();
		if (JSON.stringify(own) !== before) this.stored = own;
		return found;
	}

	/** Publishes the workflow in a process; polls move the cursor, and store all that the trigger has. */
	publish({ keep: room }: Process): () => void {
		const own = structuredClone(this.stored);
		const context = {
			getWorkflow: () => ({ id: 'one', active: true }),
			getWorkflowStaticData: () => own.global,
		} as unknown as IPollFunctions;
		return () => {
			own.cursor++;
			room.keepGuard(context);
			this.stored = structuredClone(own);
		};
	}
}

test.each(['xChat', 'xChatTool'])('%s: people and keys are known after restarts', (type) => {
	const workflow = new Workflow(type);
	for (let restart = 0; restart < 5; restart++) {
		const process = startProcess();
		const poll = workflow.publish(process);
		poll();
		const { cursor } = workflow.stored;
		// Polls go on while the run takes its time, and another run learns of someone.
		expect(
			workflow.run(process, restart, () => {
				poll();
				expect(workflow.run(process, 100 + restart)).toBe('new');
				poll();
			}),
		).toBe('new');
		expect(workflow.stored.cursor).toBe(cursor + 2);
		poll();
		for (let known = 0; known <= restart; known++) {
			expect(workflow.run(process, known)).toBe('known');
			expect(workflow.run(process, 100 + known)).toBe('known');
		}
		poll();
	}
	expect(workflow.stored.global.chatTrust).toContain('key 11:22 1104');
});
