import { until } from '../../../scripts/runtime/until';
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
		expect(Object.fromEntries(sent.answers)).toEqual({ 200: GENUINE, 401: FORGED });

		const at = { workflowId: guest.workflow.id, node: guest.last, key: 'eventId' };
		const events = genuine.map(({ event }) => event);
		await executions.reached(at, events);
		expect(await executions.outcome(at, events)).toMatchObject({ lost: 0, doubled: 0, of: GENUINE });
		expect((await executions.runs(at)).finished.size).toBe(GENUINE);

		for (const workflow of [guest.workflow, owner]) await client.deactivate(workflow);
		await until('nothing to be left on X', async () => {
			const { webhooks, activity } = platform.inventory();
			return await Promise.resolve(webhooks.length + activity.length === 0 || undefined);
		});
	});
}
