import { randomUUID } from 'node:crypto';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import {
	errorOf,
	outputOf,
	type Execution,
	type SavedCredential,
	type SavedWorkflow,
	type Workflow,
} from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { PUBLIC_URL } from '../../scripts/world';
import { APP, ME } from '../simulator/identities';
import { webhookSimulator } from '../simulator/webhooks';
import { useStage } from './support/stage';
import { useEditor } from './support/useEditor';

/** Names of the nodes in the workflows of these tests. */
const TRIGGER = 'X Webhook Trigger';
const AFTER = 'After';

/** What X has registered when nothing was left behind. */
const NOTHING = { webhooks: [], activity: [], accounts: [], rules: [], links: [] };

/** What came of the first attempt of each delivery. */
const outcomes = (deliveries: ReadonlyArray<{ attempts: Array<{ outcome: string }> }>) =>
	deliveries.map(({ attempts }) => attempts[0]?.outcome);

describe('X Webhook Trigger in a real n8n', () => {
	const stage = useStage();
	const created: SavedWorkflow[] = [];
	const events = () => webhookSimulator(stage().sim.platform);

	afterEach(async () => {
		for (const { id } of created.splice(0)) {
			await stage().client.deactivate({ id });
			await stage().client.deleteWorkflow(id);
		}
		await settle();
		expect(events().inventory()).toMatchObject(NOTHING);
		events().configure({ webhookLimit: 1 });
	});

	/** A workflow that finds no place on X has n8n make room first. */
	const settle = async () => {
		const { webhookLimit } = events().settings;
		events().configure({ webhookLimit: 0 });
		const { client } = stage();
		const needy = await client.createWorkflow(workflow());
		await client.activate(needy).catch(() => {});
		await client.deleteWorkflow(needy.id);
		events().configure({ webhookLimit });
	};
	/** Stores a workflow, which is deleted after the test. */
	const save = async (definition: Workflow): Promise<SavedWorkflow> => {
		const saved = await stage().client.createWorkflow(definition);
		created.push(saved);
		return saved;
	};
	/** A trigger with the app's credential and those of further types, and a node behind it. */
	const workflow = (
		parameters: Readonly<Record<string, unknown>> = {},
		further: readonly string[] = [],
	): Workflow => ({
		name: `Trigger ${randomUUID()}`,
		nodes: [
			{
				id: randomUUID(),
				name: TRIGGER,
				type: 'n8n-nodes-x-platform.xWebhookTrigger',
				typeVersion: 1,
				position: [0, 0],
				webhookId: randomUUID(),
				parameters: {
					authentication: 'app',
					eventTypes: ['post.create'],
					userIds: ME.id,
					...parameters,
				},
				credentials: Object.fromEntries(
					[CREDENTIAL_TYPES.app, ...further].map((type) => {
						const { id, name } = stage().credential(type);
						return [type, { id, name }];
					}),
				),
			},
			{
				id: randomUUID(),
				name: AFTER,
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [220, 0],
				parameters: {},
			},
		],
		connections: { [TRIGGER]: { main: [[{ node: AFTER, type: 'main', index: 0 }]] } },
	});
	/** Stores such a workflow and activates it. */
	const activated = async (...definition: Parameters<typeof workflow>) => {
		const saved = await save(workflow(...definition));
		await stage().client.activate(saved);
		return saved;
	};
	/** The finished executions of a workflow once there are `count`, oldest first. */
	const executions = async ({ id }: SavedWorkflow, count: number): Promise<Execution[]> => {
		const { client } = stage();
		const list = await until(`${count} executions`, async () => {
			const found = await client.executions(id);
			return found.length >= count ? found : undefined;
		});
		const finished = await Promise.all(list.map(async (one) => await client.finishedExecution(one.id)));
		return finished.reverse();
	};

	/** Saves a new version of an active workflow and makes it the active one. */
	const publishVersion = async ({ id, nodes, connections, versionId }: SavedWorkflow) => {
		const { client } = stage();
		const answer = await client.send('PATCH', `/rest/workflows/${id}`, { nodes, connections, versionId });
		await client.activate({ id, versionId: (answer as { versionId: string }).versionId });
	};

	describe('its deliveries', () => {
		it('answers the challenge while it registers, runs for Posts and messages, and cleans up', async () => {
			const saved = await activated(
				{
					authentication: 'oAuth2',
					eventTypes: ['post.create', 'dm.received'],
					userIds: '',
					filters: { tag: 'desk' },
				},
				[CREDENTIAL_TYPES.oAuth2],
			);
			expect(events().challenges.at(-1)).toMatchObject({ cause: 'create', verdict: 'passed' });
			expect(events().inventory()).toMatchObject({
				webhooks: [{ valid: true, url: expect.stringContaining(`${PUBLIC_URL}/webhook/`) as string }],
				activity: [{ event_type: 'post.create' }, { event_type: 'dm.received' }],
			});

			expect(outcomes(await events().publish(events().build('post.create', { text: 'Hello' })))).toEqual([
				'200',
			]);
			await executions(saved, 1);
			await events().publish(events().build('dm.received', { text: 'Where is my order?' }));
			const [post, message] = await executions(saved, 2);
			if (post === undefined || message === undefined) throw new Error('no executions');
			expect(errorOf(post)).toBeUndefined();
			expect(outputOf(post, AFTER)).toMatchObject([
				{ eventType: 'post.create', source: 'activity', tag: 'desk', payload: { text: 'Hello' } },
			]);
			expect(outputOf(message, AFTER)).toMatchObject([{ eventType: 'dm.received', userId: ME.id }]);

			await stage().client.deactivate(saved);
			await settle();
			expect(events().inventory()).toMatchObject(NOTHING);
		});

		it('takes large deliveries of any content type, and none that was cut short', async () => {
			const saved = await activated();
			const send = async (options: Parameters<ReturnType<typeof events>['deliver']>[1]) =>
				outcomes(await events().deliver(events().build('post.create'), { ...options, once: true }))[0];
			expect(await send({ padTo: 1_000_000 })).toBe('200');
			expect(await send({ contentType: 'text/plain' })).toBe('200');
			expect(await send({ contentType: 'application/octet-stream' })).toBe('200');
			expect(await send({ truncateTo: 100, signWhole: true, contentType: 'text/plain' })).toBe('401');
			expect(await send({ truncateTo: 100 })).toMatch(/^4/);
			expect(await send({ contentType: 'multipart/form-data; boundary=x' })).not.toBe('200');
			expect(await executions(saved, 3)).toHaveLength(3);
		});
	});

	describe('changed while it is active', () => {
		it('is registered anew when it is switched on again, and changed in place with a new version', async () => {
			const { client } = stage();
			const saved = await activated();
			await client.deactivate(saved);
			await settle();
			await client.activate(saved);
			expect(events().inventory()).toMatchObject({
				webhooks: [{}],
				activity: [{ event_type: 'post.create' }],
			});
			const nodes = saved.nodes.map((node) =>
				node.name === TRIGGER
					? { ...node, parameters: { ...node.parameters, eventTypes: ['post.delete'] } }
					: node,
			);
			await publishVersion({ ...saved, nodes });
			const { webhooks, activity } = events().inventory();
			expect(webhooks).toHaveLength(1);
			expect(activity).toMatchObject([{ event_type: 'post.delete', webhook_id: webhooks[0]?.id }]);
		});

		/** Gives the trigger other credentials and activates that version, as saving and publishing in the editor does. */
		const changeCredentials = async (saved: SavedWorkflow, credentials: SavedCredential[]) => {
			const references = Object.fromEntries(credentials.map(({ type, id, name }) => [type, { id, name }]));
			const nodes = saved.nodes.map((node) =>
				node.name === TRIGGER ? { ...node, credentials: { ...node.credentials, ...references } } : node,
			);
			await publishVersion({ ...saved, nodes });
		};

		it('moves to the credential of another app: what it had on the first one is removed there', async () => {
			const saved = await activated();
			const secondApp = { id: '9100000000000000002', secret: 'second-app-secret', token: 'AAAAsecondApp' };
			events().addApp(secondApp.id, { consumerSecret: secondApp.secret }, secondApp.token);
			const { baseUrl, adsUrl, adsSandboxUrl } = stage().sim;
			const other = await stage().client.saveCredential({
				name: 'Another app',
				type: CREDENTIAL_TYPES.app,
				data: {
					baseUrl,
					adsUrl,
					adsSandboxUrl,
					bearerToken: secondApp.token,
					consumerSecret: secondApp.secret,
				},
			});
			await changeCredentials(saved, [other]);
			const { webhooks, activity } = events().inventory();
			expect(webhooks).toMatchObject([{ appId: secondApp.id, valid: true }]);
			expect(activity).toMatchObject([{ appId: secondApp.id, webhook_id: webhooks[0]?.id }]);
			const forged = await events().deliver(events().build('post.create'), {
				url: webhooks[0]?.url ?? '',
				appId: APP.id,
				once: true,
			});
			expect(outcomes(forged)).toEqual(['401']);
		});
	});

	describe('its place at X', () => {
		it('leaves nothing behind when the active workflow is deleted', async () => {
			const saved = await activated({
				otherSources: ['filteredStream'],
				rules: { rule: [{ value: 'cats' }] },
			});
			expect(events().inventory()).toMatchObject({
				webhooks: [{}],
				activity: [{}],
				rules: [{}],
				links: [{}],
			});
			await stage().client.deleteWorkflow(saved.id);
			created.splice(created.indexOf(saved), 1);
			await settle();
			expect(events().inventory()).toMatchObject(NOTHING);
		});

		it('says who holds the only place', async () => {
			const { id } = events().register('https://crm.example.com/hook');
			const saved = await save(workflow());
			await expect(stage().client.activate(saved)).rejects.toThrow(`${id} (https://crm.example.com/hook)`);
			expect(events().inventory().webhooks).toMatchObject([{ id }]);
			await fetch(`${stage().sim.baseUrl}/2/webhooks/${id}`, {
				method: 'DELETE',
				headers: { authorization: `Bearer ${APP.bearerToken}` },
			});
		});
	});

	describe('in the editor', () => {
		const openEditor = useEditor(stage);

		it('stays out of the way of a duplicate', async () => {
			events().configure({ webhookLimit: 2 });
			const original = await activated();
			const name = `${original.name}, duplicate`;
			const { client } = stage();
			const editor = await openEditor();
			await editor.openWorkflow(original.id);
			await editor.duplicateWorkflow(name);
			const { id } = await until('the duplicate', async () =>
				(await client.workflows()).find((one) => one.name === name),
			);
			const copied = await client.workflow(id);
			created.push(copied);
			await client.activate(copied);
			expect(events().inventory().webhooks).toHaveLength(2);
			await client.deactivate(copied);
			await settle();
			expect(events().inventory()).toMatchObject({ webhooks: [{}], activity: [{}] });
			await events().publish(events().build('post.create'));
			expect(await executions(original, 1)).toHaveLength(1);
		});

		it('listens for a test event and shows it, and leaves nothing, also of somebody who listened before', async () => {
			const saved = await save(workflow());
			expect(await stage().client.startRun(saved)).toBeUndefined();
			const editor = await openEditor();
			await editor.openWorkflow(saved.id);
			await editor.openNode(TRIGGER);
			// n8n answers when the trigger has registered; the panel may say that it waits before that.
			const registered = editor.page.waitForResponse((answer) =>
				/\/workflows\/[^/]+\/run$/.test(answer.url()),
			);
			await editor.executeOpenNode();
			expect((await registered).ok()).toBe(true);
			await editor.page.getByText('Waiting for an event from X').first().waitFor();
			expect(events().inventory()).toMatchObject({
				webhooks: [{ url: expect.stringContaining(`${PUBLIC_URL}/webhook-test/`) as string }],
				activity: [{}],
			});
			const event = events().build('post.create', { text: 'A test from the editor' });
			expect(await events().publish(event)).toMatchObject([{ attempts: [{ outcome: '200' }] }]);
			await editor.output.getByText('A test from the editor').first().waitFor();
			await until('the test address to be removed', async () =>
				(await Promise.resolve(events().inventory().webhooks.length)) === 0 ? true : undefined,
			);
		});
	});
});
