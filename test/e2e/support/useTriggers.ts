import { randomUUID } from 'node:crypto';
import { CREDENTIAL_TYPES } from '../../../scripts/runtime/credentials';
import type { Execution, SavedCredential, SavedWorkflow, Workflow } from '../../../scripts/runtime/types';
import { until } from '../../../scripts/runtime/until';
import { ME } from '../../simulator/identities';
import { type WebhookSimulator, webhookSimulator } from '../../simulator/webhooks';
import type { TestStage } from './stage';

/** Names of the nodes in the workflows of these tests. */
export const TRIGGER = 'X Webhook Trigger';
export const AFTER = 'After';

/** What X has registered when nothing was left behind. */
export const NOTHING = { webhooks: [], activity: [], accounts: [], rules: [], links: [] };

/** What came of the first attempt of each delivery. */
export const outcomes = (deliveries: ReadonlyArray<{ attempts: Array<{ outcome: string }> }>) =>
	deliveries.map(({ attempts }) => attempts[0]?.outcome);

/** What a test does with workflows that begin with X Webhook Trigger. */
interface Triggers {
	/** The event side of the simulated X. */
	events: () => WebhookSimulator;
	/** A trigger with the app's credential and those of further types, and a node behind it. */
	workflow: (parameters?: Record<string, unknown>, further?: readonly string[]) => Workflow;
	/** Lets n8n remove now from X what it has put off until some seconds after a workflow was switched off. */
	settle: () => Promise<void>;
	/** Stores a workflow, which is deleted after the test. */
	save: (definition: Workflow) => Promise<SavedWorkflow>;
	/** Stores such a workflow and activates it. */
	activated: (...definition: Parameters<Triggers['workflow']>) => Promise<SavedWorkflow>;
	/** Has a workflow that is there already deleted after the test. */
	adopt: (saved: SavedWorkflow) => void;
	/** Deletes a workflow now. */
	remove: (saved: SavedWorkflow) => Promise<void>;
	/** The finished executions of a workflow once there are `count`, oldest first. */
	executions: (saved: SavedWorkflow, count: number) => Promise<Execution[]>;
}

/**
 * Gives a test file workflows with the trigger. After each test they are switched off and deleted, and nothing of them
 * may be left on X. Call it at the top of a `describe`.
 */
export function useTriggers(stage: () => TestStage): Triggers {
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
	const save = async (definition: Workflow): Promise<SavedWorkflow> => {
		const saved = await stage().client.createWorkflow(definition);
		created.push(saved);
		return saved;
	};
	const workflow: Triggers['workflow'] = (parameters = {}, further = []) =>
		triggerWorkflow(
			parameters,
			[CREDENTIAL_TYPES.app, ...further].map((type) => stage().credential(type)),
		);
	return {
		events,
		workflow,
		settle,
		save,
		activated: async (...definition) => {
			const saved = await save(workflow(...definition));
			await stage().client.activate(saved);
			return saved;
		},
		adopt: (saved) => void created.push(saved),
		remove: async (saved) => {
			created.splice(created.indexOf(saved), 1);
			await stage().client.deleteWorkflow(saved.id);
		},
		executions: async ({ id }, count) => {
			const { client } = stage();
			const list = await until(`${count} executions`, async () => {
				const found = await client.executions(id);
				return found.length >= count ? found : undefined;
			});
			const finished = await Promise.all(list.map(async (one) => await client.finishedExecution(one.id)));
			return finished.reverse();
		},
	};
}

/** A trigger, as version 1 of the node, and a node behind it. */
export function triggerWorkflow(
	parameters: Readonly<Record<string, unknown>>,
	credentials: readonly SavedCredential[],
): Workflow {
	return {
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
				credentials: Object.fromEntries(credentials.map(({ type, id, name }) => [type, { id, name }])),
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
	};
}
