import { leftNothing } from '../../../scripts/runtime/leftNothing';
import { webhookSimulator } from '../../simulator/webhooks';
import { APP_KINDS } from '../../support/appKinds';
import { makeShots, sendAll } from '../support/deliveries';
import { openShared } from '../support/lanes';
import type { QueueStage } from '../support/stage';

const GENUINE = 15;
const FORGED = 5;

/** A webhook whose owner forwards to another workflow, both of them in two processes. */
export function sharedWebhook(stage: () => QueueStage): void {
	it.each(Object.values(APP_KINDS))('$kind: a guest runs once for what its owner forwards', async (app) => {
		const { client, executions, sim } = stage();
		const platform = webhookSimulator(sim.platform);
		const { owner, guest } = await openShared(stage(), app);
		const genuine = makeShots(platform, guest, 'once', GENUINE);
		const forged = makeShots(platform, guest, 'forged', FORGED);
		const sent = await sendAll([...genuine, ...forged]);
		// On a busy machine a guest does not answer its owner in time, and X sends the delivery again.
		const { 502: late = 0, ...answers } = Object.fromEntries(sent.answers);
		expect(answers).toEqual({ 200: GENUINE, 401: FORGED });

		const at = { workflowId: guest.workflow.id, node: guest.last, key: 'eventId' };
		const events = genuine.map(({ event }) => event);
		await executions.reached(at, events);
		const { doubled, ...outcome } = await executions.outcome(at, events);
		expect(outcome).toMatchObject({ lost: 0, of: GENUINE });
		// The guest may have run it before, in the other process.
		expect(doubled).toBeLessThanOrEqual(late);
		expect((await executions.runs(at)).finished.size).toBe(GENUINE);

		for (const workflow of [guest.workflow, owner]) await client.deactivate(workflow);
		await leftNothing(platform);
	});
}
