/**
 * What X Chat remembers behind a trigger of this package, over restarts: n8n stores the memory of a workflow as one, and
 * a run that stores writes all of it back as it was at the start.
 */
import { omit } from 'lodash';
import type * as TrustRoom from '../../../nodes/shared/chat/trust/memory';
import type { Identity } from '../../../nodes/shared/chat/trust/publicKeys';
import type * as MemoryRoom from '../../../nodes/shared/memory/workflowMemory';
import { startProcess, TriggeredWorkflow } from '../../support/triggeredWorkflow';

const start = () =>
	startProcess(() => ({
		...jest.requireActual<typeof TrustRoom>('../../../nodes/shared/chat/trust/memory'),
		...jest.requireActual<typeof MemoryRoom>('../../../nodes/shared/memory/workflowMemory'),
	}));

const identity = (userId: number): Identity => ({
	userId: String(userId),
	mark: `mark${userId}`.padEnd(22, '_'),
	fingerprint: 'f'.repeat(43),
	version: '1700000000000',
});

test.each(['xChat', 'xChatTool'])('%s: people and keys are known after restarts', async (type) => {
	const workflow = new TriggeredWorkflow(type);
	for (let restart = 0; restart < 5; restart++) {
		const process = start();
		const run = async (seen: number, during: () => unknown = () => {}) =>
			await workflow.run(async (context) => {
				const trust = new process.StoredTrust(context);
				await during();
				const found = trust.memory.recognize(identity(seen), () => [identity(seen)]);
				trust.memory.useKey('11:22', String(1000 + seen));
				trust.store();
				return found;
			});
		const poll = workflow.publish(process);
		poll();
		const { cursor } = workflow;
		// Polls go on while the run takes its time, and another run learns of someone.
		const during = async () => {
			poll();
			expect(await run(100 + restart)).toBe('new');
			poll();
		};
		expect(await run(restart, during)).toBe('new');
		expect(workflow.cursor).toBe(cursor + 2);
		poll();
		for (let known = 0; known <= restart; known++) {
			expect(await run(known)).toBe('known');
			expect(await run(100 + known)).toBe('known');
		}
		poll();
	}
	expect(workflow.global.chatTrust).toContain('key 11:22 1104');
});

test('what is decided holds in the triggers of the workflow as well, and in no other workflow', async () => {
	const { StoredTrust } = start();
	await new TriggeredWorkflow('xChat').run((context) => {
		const elsewhere = { ...context, getWorkflow: () => ({ id: 'two', active: true }) };
		const contexts = [context, omit(context, 'getInputData'), omit(elsewhere, 'getInputData')];
		const [run, trigger, other] = contexts.map((each) => new StoredTrust(each as typeof context));
		run?.decide((memory) => memory.accept(identity(7)));
		const trusted = [run, trigger, other].map((each) => each?.memory.trusted().length);
		expect(trusted).toEqual([1, 1, 0]);
	});
});
