/**
 * The guard in a workflow with a trigger of this package: n8n stores the memory of the workflow as one, a run as it was when
 * the run began, so a run must not store anything.
 */
import type * as DayRoom from '../../../nodes/shared/http/credentialDay';
import type * as GuardRoom from '../../../nodes/shared/http/withGuard';
import type * as MemoryRoom from '../../../nodes/shared/memory/workflowMemory';
import { startProcess, TriggeredWorkflow } from '../../support/triggeredWorkflow';

const start = () =>
	startProcess(() => ({
		...jest.requireActual<typeof DayRoom>('../../../nodes/shared/http/credentialDay'),
		...jest.requireActual<typeof GuardRoom>('../../../nodes/shared/http/withGuard'),
		...jest.requireActual<typeof MemoryRoom>('../../../nodes/shared/memory/workflowMemory'),
	}));

type Process = ReturnType<typeof start>;

const LIMIT = 5;

/** A workflow whose runs write one Post each, under a guard. */
function guarded() {
	const workflow = new TriggeredWorkflow('xCore');
	const seen = { sent: 0, hints: [] as string[] };
	const run = async ({ Guard }: Process, during: () => unknown = () => {}) =>
		await workflow.run(async (context) => {
			const guard = new Guard(context);
			const send = async () => {
				seen.sent++;
				return await Promise.resolve({ status: 201, headers: {}, body: { data: { id: '1' } } });
			};
			const api = guard.watch(
				{ kind: 'oAuth2', baseUrl: '', account: '', send },
				true,
				{ writesPerDay: LIMIT },
				'',
			);
			await during();
			await api.send({ method: 'POST', path: '/2/tweets', body: { text: '1' } }).catch(() => undefined);
			const hint = guard.store();
			if (hint !== undefined) seen.hints.push(hint);
		});
	return { workflow, run, seen };
}

it('never sets back the trigger, and is kept over restarts by the next poll', async () => {
	const { workflow, run, seen } = guarded();
	for (let restart = 0; restart < 8; restart++) {
		const process = start();
		const poll = workflow.publish(process);
		poll();
		const { cursor } = workflow;
		// Polls go on while the run takes its time.
		await run(process, () => [poll(), poll()]);
		expect(workflow.cursor).toBe(cursor + 2);
		poll();
	}
	expect(seen.sent).toBe(LIMIT);
	expect(seen.hints).toEqual([]);
});

it('is kept by deliveries that overlap', async () => {
	const { workflow, run, seen } = guarded();
	for (let restart = 0; restart < 8; restart++) {
		const process = start();
		workflow.deliver(process)();
		await run(process);
		// Both were read before either was stored.
		const overlapping = [workflow.deliver(process), workflow.deliver(process)];
		for (const end of overlapping) end();
	}
	expect(seen.sent).toBe(LIMIT);
});

it('says so where the trigger is in another process, as in queue mode', async () => {
	const { workflow, run, seen } = guarded();
	workflow.publish(start())();
	await run(start());
	expect(seen.hints).toEqual([expect.stringContaining('a workflow of their own')]);
	expect(workflow.global).toEqual({});
});

describe('the limit of a credential', () => {
	const MAX = { maxCostPerDay: 1 };
	const spend = async (workflow: TriggeredWorkflow, { credentialDay }: Process, during = () => {}) =>
		await workflow.run((context) => {
			const day = credentialDay(context, 'xOAuth2Api', MAX);
			const { spentUsd } = day;
			during();
			day.spend(0.1);
			return { spentUsd, hint: day.store() };
		});

	it('is kept by the trigger over restarts, with the next event', async () => {
		const workflow = new TriggeredWorkflow('xCore');
		for (let restart = 0; restart < 4; restart++) {
			const process = start();
			const poll = workflow.publish(process);
			poll();
			const { cursor } = workflow;
			const { spentUsd, hint } = await spend(workflow, process, () => void poll());
			expect(spentUsd).toBeCloseTo(restart / 10);
			expect(hint).toBeUndefined();
			expect(workflow.cursor).toBe(cursor + 1);
			// A poll without events has n8n store nothing for it.
			expect(poll()).toBe(false);
		}
	});

	it('says so where the trigger is in another process', async () => {
		const workflow = new TriggeredWorkflow('xCore');
		workflow.publish(start())();
		const { hint } = await spend(workflow, start());
		expect(hint).toContain('a workflow of their own');
		expect(workflow.global).toEqual({});
	});
});
