import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { readExample } from '../../scripts/examples';
import { N8nClient } from '../../scripts/runtime/client';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { killedWrites } from '../../scripts/runtime/killedWrites';
import type { N8n } from '../../scripts/runtime/n8n';
import { errorOf, outputOf, type Workflow } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { PUBLIC_URL, setStage, type Stage } from '../../scripts/world';
import { core } from '../simulator/core/area';
import { APP, ME } from '../simulator/identities';
import { PATIENT_SETTINGS, webhookSimulator } from '../simulator/webhooks';
import { cases } from '../support/cases';
import { randomFrom } from '../support/random';
import { ownFolder, startOwn } from './support/ownN8n';
import { chain } from './support/stage';

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

	/** Waits until the removal that follows some seconds after a workflow is switched off has left nothing on X. */
	const leftNothing = async () =>
		await until('nothing to be left on X', async () => {
			const { webhooks, activity } = webhookSimulator(stage.sim.platform).inventory();
			return await Promise.resolve(webhooks.length + activity.length === 0 || undefined);
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

	it('says in its log why it refused, without secrets', async () => {
		const events = webhookSimulator(stage.sim.platform);
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
	});

	it('in the middle of a publish queue, a removal and a move leaves each row on X once and no webhook', async () => {
		const { sim, credentials } = stage;
		const events = webhookSimulator(sim.platform);
		// X's own refusal of texts that it has just seen must not hide a second request.
		core.state(sim.platform).settings.refuseDuplicates = false;
		const example = await readExample('x-schedule-posts-from-sheet.json');
		const nodes = example.nodes.map((node) =>
			node.name === 'Publish what is due'
				? { ...node, parameters: { ...node.parameters, pauseMinutes: 0 } }
				: node,
		);
		const queue = await client.createWorkflow({ ...example, nodes }, credentials);
		const texts = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `Offer ${word}`);
		const filled = await client.run(await client.createWorkflow(rowsOf(example, texts)));
		expect(errorOf(filled)?.message).toBeUndefined();

		const asked = () =>
			sim.requests.filter(({ method, path }) => method === 'POST' && path === '/2/tweets').length;
		/** Runs the queue until X has had so many requests, without an answer to the last one. */
		const runUntil = async (count: number, isDone: boolean) => {
			const match = { method: 'POST', path: '/2/tweets' };
			sim.fail({ match, kind: 'silent', after: isDone, skip: count - asked() - 1 });
			await client.startRun(queue, { trigger: 'When clicking Execute' });
			await until('the request without an answer', async () =>
				Promise.resolve(asked() === count || undefined),
			);
		};
		const unpublished = await client.createWorkflow(named('Unpublished and killed'), credentials);
		await client.activate(unpublished);
		await runUntil(3, true);
		await client.deactivate(unpublished);
		await n8n.kill();
		expect(events.inventory().webhooks).toHaveLength(1);
		await start();
		await client.activate(unpublished);
		await client.deactivate(unpublished);
		await leftNothing();

		const moved = await client.createWorkflow(named('Behind a tunnel'), credentials);
		await client.activate(moved);
		expect(events.inventory().webhooks).toMatchObject([
			{ url: expect.stringContaining(PUBLIC_URL) as string },
		]);
		await runUntil(5, false);
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

		const last = await client.run(queue, { trigger: 'When clicking Execute' });
		expect(errorOf(last)?.message).toBeUndefined();
		const posts = [...core.state(sim.platform).posts.values()].filter(({ text }) =>
			text.startsWith('Offer '),
		);
		expect(posts.map(({ text }) => text)).toEqual(texts);
		const links = posts.map(({ id }) => `https://x.com/i/status/${id}`);
		expect(outputOf(last, 'Note it in the row').map(({ text, link }) => [text, link])).toEqual(
			texts.map((text, place) => [text, links[place]]),
		);
		await leftNothing();
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

/** A workflow that fills the table of the example: its own first node, and a row for each text. */
function rowsOf({ nodes }: Workflow, texts: readonly string[]): Workflow {
	const due = new Date(Date.now() - 60_000).toISOString();
	const rows = texts.map((text) => ({ post_at: due, text }));
	const table = nodes.find(({ name }) => name === 'Create the table once');
	const update = nodes.find(({ name }) => name === 'Note it in the row');
	if (!table || !update) throw new Error('The example has other nodes');
	const { dataTableId, columns } = update.parameters as { dataTableId: IDataObject; columns: IDataObject };
	const value = { post_at: '={{ $json.post_at }}', text: '={{ $json.text }}' };
	return chain(
		'Fill the table',
		table,
		{
			name: 'Rows',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
		},
		{
			name: 'One by one',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'rows', options: {} },
		},
		{
			...update,
			name: 'Insert',
			parameters: {
				resource: 'row',
				operation: 'insert',
				dataTableId,
				columns: { ...columns, value, schema: columnsOf(value) },
				options: {},
			},
		},
	);
}

const columnsOf = (value: object) =>
	Object.keys(value).map((id) => ({
		id,
		displayName: id,
		required: false,
		defaultMatch: false,
		display: true,
		type: id === 'post_at' ? 'dateTime' : 'string',
		readOnly: false,
		removed: false,
	}));
