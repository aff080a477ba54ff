import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient } from '../../scripts/runtime/client';
import type { N8n } from '../../scripts/runtime/n8n';
import { until } from '../../scripts/runtime/until';
import { PUBLIC_URL, setStage, startN8nWithPackage, type Stage } from '../../scripts/world';
import { me } from '../simulator/identities';
import { webhookSimulator } from '../simulator/webhooks';

/** An n8n of its own, because it is stopped and started again. */
describe('X Webhook Trigger over a restart of n8n', () => {
	let userFolder: string;
	let n8n: N8n;
	let stage: Stage;

	beforeAll(async () => {
		userFolder = await mkdtemp(join(tmpdir(), 'x-platform-restart-'));
		n8n = await startN8nWithPackage({ userFolder });
		stage = await setStage(n8n.url);
	});
	afterAll(async () => {
		await n8n.stop();
		await stage.sim.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	it('keeps its registration, takes what was missed, and remembers what had run', async () => {
		const { client, sim, credentials } = stage;
		const events = webhookSimulator(sim.platform);
		const saved = await client.createWorkflow(
			{
				name: 'Before and after a restart',
				nodes: [
					{
						id: randomUUID(),
						name: 'X Webhook Trigger',
						type: 'n8n-nodes-x-platform.xWebhookTrigger',
						typeVersion: 1,
						position: [0, 0],
						webhookId: randomUUID(),
						parameters: { eventTypes: ['post.create'], userIds: me.id },
						credentials: { xAppApi: { id: '', name: '' } },
					},
				],
				connections: {},
			},
			credentials,
		);
		await client.activate(saved);
		const registered = events.inventory();
		const early = events.build('post.create');
		await events.publish(early);
		await until('the first run', async () =>
			(await client.executions(saved.id)).length === 1 ? true : undefined,
		);

		await n8n.stop();
		expect(events.inventory()).toEqual(registered);
		const [missed] = await events.publish(events.build('post.create'));
		expect(missed?.attempts).toMatchObject([{ outcome: 'closed' }]);

		n8n = await startN8nWithPackage({ userFolder });
		events.route(PUBLIC_URL, n8n.url);
		const again = new N8nClient(n8n.url);
		await again.signIn();
		await until('the workflow to listen again', async () => {
			const [challenge] = await events.check();
			return challenge?.verdict === 'passed' ? true : undefined;
		});
		expect(events.inventory()).toEqual(registered);

		// Whatever try is next comes now: the platform's time goes on while n8n is down.
		sim.platform.clock.advance(242_000);
		await events.settled();
		expect(missed?.state).toBe('delivered');
		expect((await events.deliver(early))[0]?.attempts).toMatchObject([{ outcome: '200' }]);
		await events.publish(events.build('post.create'));
		const runs = await until('the later runs', async () => {
			const found = await again.executions(saved.id);
			return found.length >= 3 ? found : undefined;
		});
		expect(runs).toHaveLength(3);

		await again.deactivate(saved);
		expect(events.inventory()).toMatchObject({ webhooks: [], activity: [] });
	});
});
