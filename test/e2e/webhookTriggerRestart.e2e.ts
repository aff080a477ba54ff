import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { N8nClient } from '../../scripts/runtime/client';
import { killedWrites } from '../../scripts/runtime/killedWrites';
import { leftNothing } from '../../scripts/runtime/leftNothing';
import type { N8n } from '../../scripts/runtime/n8n';
import type { Workflow } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { PUBLIC_URL, setStage, type Stage } from '../../scripts/world';
import { ME } from '../simulator/identities';
import { PATIENT_SETTINGS, webhookSimulator } from '../simulator/webhooks';
import { cases } from '../support/cases';
import { randomFrom } from '../support/random';
import { ownFolder, startOwn } from './support/ownN8n';

/** An n8n of its own, because it is stopped and started again. */
describe('A restart of n8n', () => {
	let userFolder: string;
	let n8n: N8n;
	let stage: Stage;
	let client: N8nClient;
	const workflow: Workflow = {
		name: 'A trigger',
		nodes: [
			{
				name: 'X Webhook Trigger',
				type: 'n8n-nodes-x-platform.xWebhookTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: { authentication: 'app', eventTypes: ['post.create'], userIds: ME.id },
				credentials: { xAppApi: { id: '', name: '' } },
			},
		],
		connections: {},
	};
	/** A copy with an address of its own, as the editor makes one. */
	const named = (name: string): Workflow => ({
		...workflow,
		name,
		nodes: workflow.nodes.map((node) => ({ ...node, webhookId: randomUUID() })),
	});

	/** Starts n8n again on what it has stored, and lets X reach it. */
	const start = async (publicUrl = PUBLIC_URL): Promise<void> => {
		// After a crash n8n would wait for ten seconds.
		await rm(join(userFolder, '.n8n', 'crash.journal'), { force: true });
		n8n = await startOwn(userFolder, { N8N_WEBHOOK_URL: `${publicUrl}/` });
		webhookSimulator(stage.sim.platform).route(publicUrl, n8n.url);
		client = new N8nClient(n8n.url);
		await client.signIn();
	};

	beforeAll(async () => {
		userFolder = await ownFolder('restart');
		n8n = await startOwn(userFolder);
		stage = await setStage(n8n.url, PATIENT_SETTINGS);
		({ client } = stage);
	});
	afterAll(async () => {
		await n8n.stop();
		await stage.sim.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	it('keeps its registration, takes what was missed, and remembers what had run', async () => {
		const { sim, credentials } = stage;
		const events = webhookSimulator(sim.platform);
		const saved = await client.createWorkflow(named('Before and after a restart'), credentials);
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

		await start();
		await until('the workflow to listen again', async () => {
			const [challenge] = await events.check();
			return challenge?.verdict === 'passed' ? true : undefined;
		});
		expect(events.inventory()).toEqual(registered);

		// Whatever try is next comes now: X's time goes on while n8n is down.
		sim.platform.clock.advance(242_000);
		await events.settled();
		expect(missed?.state).toBe('delivered');
		expect((await events.deliver(early))[0]?.attempts).toMatchObject([{ outcome: '200' }]);
		await events.publish(events.build('post.create'));
		const runs = await until('the later runs', async () => {
			const found = await client.executions(saved.id);
			return found.length >= 3 ? found : undefined;
		});
		expect(runs).toHaveLength(3);
		// The next workflow that needs its place on X has it removed there.
		await client.deactivate(saved);
	});

	it('that kills it behind the end of a workflow, or moves it to another address, leaves no webhook', async () => {
		const { sim, credentials } = stage;
		const events = webhookSimulator(sim.platform);
		const unpublished = await client.createWorkflow(named('Unpublished and killed'), credentials);
		await client.activate(unpublished);
		await client.deactivate(unpublished);
		await n8n.kill();
		expect(events.inventory().webhooks).toHaveLength(1);
		await start();
		await client.activate(unpublished);
		await client.deactivate(unpublished);
		await leftNothing(events);

		const moved = await client.createWorkflow(named('Behind a tunnel'), credentials);
		await client.activate(moved);
		await n8n.kill();
		const tunnel = 'https://new-name.example.com';
		await start(tunnel);
		await until('the workflow to be registered under the new name', async () => {
			const [webhook] = events.inventory().webhooks;
			return await Promise.resolve(webhook?.url.startsWith(tunnel) === true || undefined);
		});
		await until('the run', async () => {
			await events.publish(events.build('post.create'));
			return (await client.executions(moved.id)).length > 0 ? true : undefined;
		});
		expect(events.inventory()).toMatchObject({ webhooks: [{ valid: true }], activity: [{}] });
		expect(events.inventory().activity).toHaveLength(1);
		await client.deactivate(moved);
		await leftNothing(events);
	});

	it('that kills it while it writes with Retry On Fail: a run that resumes since then writes the rest', async () => {
		const random = randomFrom(11);
		const pick = (count: number) => Math.floor(random() * count);
		for (let kills = 0; kills < cases(1, 6); kills++) {
			const moment = { before: pick(4), isDone: pick(2) === 0 };
			const { times, statuses } = await killedWrites(
				{ ...stage, client },
				`Killed ${kills}`,
				moment,
				async (executions) => {
					await n8n.kill();
					await start();
					for (const id of executions)
						await expect(client.send('POST', `/rest/executions/${id}/retry`, {})).rejects.toThrow();
					return client;
				},
			);
			expect({ moment, times }).toEqual({
				moment,
				times: { Posts: [1, 1, 1, 1], 'Direct Messages': [1, 1, 1, 1] },
			});
			expect(statuses).toEqual(['crashed', 'crashed']);
		}
	});
});
