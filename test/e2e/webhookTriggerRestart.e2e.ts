import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nClient } from '../../scripts/runtime/client';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import type { N8n } from '../../scripts/runtime/n8n';
import type { Workflow } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { PUBLIC_URL, setStage, startN8nWithPackage, type Stage } from '../../scripts/world';
import { APP, ME } from '../simulator/identities';
import { PATIENT_SETTINGS, webhookSimulator } from '../simulator/webhooks';

/** An n8n of its own, because it is stopped and started again. */
describe('X Webhook Trigger over a restart of n8n', () => {
	let userFolder: string;
	let n8n: N8n;
	let stage: Stage;
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

	/** Waits until the removal that follows some seconds after a workflow is switched off has left nothing on X. */
	const leftNothing = async () =>
		await until('nothing to be left on X', async () => {
			const { webhooks, activity } = webhookSimulator(stage.sim.platform).inventory();
			return await Promise.resolve(webhooks.length + activity.length === 0 || undefined);
		});

	beforeAll(async () => {
		userFolder = await mkdtemp(join(tmpdir(), 'x-platform-restart-'));
		n8n = await startN8nWithPackage({ userFolder });
		stage = await setStage(n8n.url, PATIENT_SETTINGS);
	});
	afterAll(async () => {
		await n8n.stop();
		await stage.sim.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	it('keeps its registration, takes what was missed, and remembers what had run', async () => {
		const { client, sim, credentials } = stage;
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

		n8n = await startN8nWithPackage({ userFolder });
		events.route(PUBLIC_URL, n8n.url);
		const again = new N8nClient(n8n.url);
		await again.signIn();
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
			const found = await again.executions(saved.id);
			return found.length >= 3 ? found : undefined;
		});
		expect(runs).toHaveLength(3);

		await again.deactivate(saved);
		await leftNothing();
	});

	it('that comes right after unpublishing leaves nothing on X once the workflow was published again', async () => {
		const client = new N8nClient(n8n.url);
		await client.signIn();
		const saved = await client.createWorkflow(named('Unpublished and killed'), stage.credentials);
		await client.activate(saved);
		await client.deactivate(saved);
		await n8n.kill();
		expect(webhookSimulator(stage.sim.platform).inventory().webhooks).toHaveLength(1);
		n8n = await startN8nWithPackage({ userFolder });
		webhookSimulator(stage.sim.platform).route(PUBLIC_URL, n8n.url);
		const again = new N8nClient(n8n.url);
		await again.signIn();
		await again.activate(saved);
		await again.deactivate(saved);
		await leftNothing();
	});

	it('with another public name takes its registration along, as with a new name of a tunnel', async () => {
		const events = webhookSimulator(stage.sim.platform);
		const again = new N8nClient(n8n.url);
		await again.signIn();
		const saved = await again.createWorkflow(named('Behind a tunnel'), stage.credentials);
		await again.activate(saved);
		expect(events.inventory().webhooks).toMatchObject([
			{ url: expect.stringContaining(PUBLIC_URL) as string },
		]);

		await n8n.stop();
		const tunnel = 'https://new-name.example.com';
		n8n = await startN8nWithPackage({ userFolder, env: { N8N_WEBHOOK_URL: `${tunnel}/` } });
		events.route(tunnel, n8n.url);
		const later = new N8nClient(n8n.url);
		await later.signIn();
		await until('the workflow to be registered under the new name', async () => {
			const [webhook] = events.inventory().webhooks;
			return await Promise.resolve(webhook?.url.startsWith(tunnel) === true || undefined);
		});
		await until('the run', async () => {
			await events.publish(events.build('post.create'));
			return (await later.executions(saved.id)).length > 0 ? true : undefined;
		});
		expect(events.inventory()).toMatchObject({ webhooks: [{ valid: true }], activity: [{}] });
		expect(events.inventory().activity).toHaveLength(1);
		await later.deactivate(saved);
		await leftNothing();
	});

	it('says in its log why it refused, without secrets', async () => {
		const events = webhookSimulator(stage.sim.platform);
		const client = new N8nClient(n8n.url);
		await client.signIn();
		const saved = await client.createWorkflow(named('Refusals'), stage.credentials);
		await client.activate(saved);
		const [webhook] = events.inventory().webhooks;
		await events.deliver(events.build('post.create'), { forgery: 'otherSecret', once: true });
		const credential = stage.credentials.find(({ type }) => type === CREDENTIAL_TYPES.app);
		if (credential === undefined || webhook === undefined) throw new Error('no credential or webhook');
		await client.saveCredential({
			...credential,
			data: { ...credential.data, consumerSecret: '', clientSecret: '' },
		});
		const { pathname } = new URL(webhook.url);
		const challenge = await fetch(`${n8n.url}${pathname}?crc_token=x`);
		expect(challenge.status).toBe(500);
		await client.saveCredential(credential);

		const lines = await until('both lines', async () => {
			const found = (await readFile(n8n.logFile, 'utf8'))
				.split('\n')
				.filter((line) => line.includes('X Webhook Trigger "') && line.includes('"Refusals"'));
			return found.length >= 2 ? found : undefined;
		});
		expect(lines).toEqual([
			expect.stringContaining('refused a delivery: its signature is wrong'),
			expect.stringContaining('The challenge could not be answered: There is no secret'),
		]);
		expect(lines.join()).not.toContain(APP.consumerSecret);
		await client.deactivate(saved);
		await leftNothing();
	});
});
