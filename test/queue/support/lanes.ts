import { randomUUID } from 'node:crypto';
import { readExample } from '../../../scripts/examples';
import type { N8nClient } from '../../../scripts/runtime/client';
import type { SavedCredential, SavedWorkflow, Workflow, WorkflowNode } from '../../../scripts/runtime/types';
import { ME } from '../../simulator/identities';
import { webhookSimulator } from '../../simulator/webhooks';
import { addAppKinds, APP_KINDS, type AppKind, credentialOf } from '../../support/appKinds';
import type { QueueStage } from './stage';

/** A trigger, the nodes after it in its workflow, and the proxy through which deliveries arrive. */
export interface Lane {
	name: string;
	workflow: SavedWorkflow;
	/** ID of the webhook that the trigger registered. */
	webhookId: string;
	/** Address of the proxy. */
	origin: string;
	/** The node whose items are what the workflow acts on. */
	last: string;
	/** The path of an event's ID in its items. */
	key: string;
	/** Whether every event is to run once, whatever comes. */
	isGuarded: boolean;
	/** Whether one process gets all copies of an event. */
	isHashed: boolean;
}

const TRIGGER = 'X Webhook Trigger';

/** The trigger with the one node behind it that lets each event pass once. */
export const ONE_NODE = `${TRIGGER}, Postgres behind it`;

/** Names of the node whose items count, in the examples. */
const ONCE = 'Event, once';

/** One active workflow for each way in which events can be kept from running twice, and one without any. */
export async function openLanes(stage: QueueStage): Promise<Lane[]> {
	const { roundRobin, hashing } = stage;
	const { old, new: current, both } = APP_KINDS;
	const { signature, path } = hashing;
	const kinds = [
		{ name: TRIGGER, app: both },
		{ name: `${TRIGGER}, nginx by signature`, app: current, origin: signature.url, isHashed: true },
		{ name: `${TRIGGER}, nginx by path`, app: old, origin: path.url, isHashed: true },
		{ name: `${TRIGGER}, Redis behind it`, app: both, example: 'trigger-once-redis.json' },
		{
			name: ONE_NODE,
			app: current,
			example: 'trigger-once-postgres.json',
			key: 'event.eventId',
		},
	];
	const events = webhookSimulator(stage.sim.platform);
	events.configure({ webhookLimit: kinds.length });
	addAppKinds(events);
	const guards = await guardCredentials(stage);
	const lanes: Lane[] = [];
	for (const { name, app, origin = roundRobin.url, isHashed = false, example, key = 'eventId' } of kinds) {
		const definition = example === undefined ? trigger() : await withGuard(example, guards);
		const workflow = await open(stage, app, { ...definition, name });
		const last = example === undefined ? TRIGGER : ONCE;
		const isGuarded = example !== undefined;
		lanes.push({
			name,
			workflow,
			webhookId: webhookOf(stage, workflow),
			origin,
			last,
			key,
			isGuarded,
			isHashed,
		});
	}
	return lanes;
}

/** A workflow that shares its webhook and runs for nothing, and a lane of one that receives through it. */
export async function openShared(
	stage: QueueStage,
	app: AppKind,
): Promise<{ owner: SavedWorkflow; guest: Lane }> {
	const { roundRobin, hashing } = stage;
	const sharing = { eventTypes: ['post.delete'], options: { share: true } };
	const owner = await open(stage, app, trigger(sharing));
	const webhookId = webhookOf(stage, owner);
	const receiving = {
		options: {
			internalUrl: roundRobin.url,
			webhookId: { __rl: true, mode: 'id', value: webhookId },
		},
	};
	const workflow = await open(stage, app, trigger(receiving));
	const guest = {
		name: app.kind,
		workflow,
		webhookId,
		origin: hashing.signature.url,
		last: TRIGGER,
		key: 'eventId',
	};
	return { owner, guest: { ...guest, isGuarded: false, isHashed: true } };
}

/** Stores a workflow with an address of its own and a credential of this app, and activates it. */
async function open(
	{ client, credentials, sim }: QueueStage,
	app: AppKind,
	definition: Workflow,
): Promise<SavedWorkflow> {
	const nodes = definition.nodes.map((node) =>
		node.webhookId === undefined ? node : { ...node, webhookId: randomUUID() },
	);
	const ofApp = await client.saveCredential(credentialOf(app, sim));
	const others = credentials.filter(({ type }) => type !== ofApp.type);
	const workflow = await client.createWorkflow({ ...definition, nodes }, [ofApp, ...others]);
	await client.activate(workflow);
	return workflow;
}

function webhookOf({ sim }: QueueStage, { name, nodes }: SavedWorkflow): string {
	const addresses = nodes.flatMap(({ webhookId = [] }) => webhookId);
	const { webhooks } = webhookSimulator(sim.platform).inventory();
	const found = webhooks.find(({ url }) => addresses.some((address) => url.includes(address)));
	if (found === undefined) throw new Error(`"${name}" registered no webhook`);
	return found.id;
}

/** The trigger alone. */
function trigger(parameters: Readonly<Record<string, unknown>> = {}): Workflow {
	const node: WorkflowNode = {
		name: TRIGGER,
		type: 'n8n-nodes-x-platform.xWebhookTrigger',
		typeVersion: 1,
		position: [0, 0],
		webhookId: '',
		parameters: { authentication: 'app', eventTypes: ['post.create'], userIds: ME.id, ...parameters },
		credentials: { xAppApi: { id: '', name: '' } },
	};
	return { name: TRIGGER, nodes: [node], connections: {} };
}

/** An example as shipped, with credentials for this run's servers. */
async function withGuard(file: string, guards: readonly SavedCredential[]): Promise<Workflow> {
	const workflow = await readExample(file);
	const nodes = workflow.nodes.map((node) => {
		const guard = guards.find(({ type }) => node.type === `n8n-nodes-base.${type}`);
		return guard === undefined
			? node
			: { ...node, credentials: { [guard.type]: { id: guard.id, name: guard.name } } };
	});
	return { ...workflow, nodes };
}

/** Credentials of n8n's own nodes for Redis and PostgreSQL, and the table that the example fills. */
async function guardCredentials({ client, redis, postgres }: QueueStage): Promise<SavedCredential[]> {
	await postgres.run('create table x_events (key text primary key, seen_at timestamptz default now())');
	const { host, user, database } = postgres;
	return [
		await client.saveCredential({
			name: 'Redis of this run',
			type: 'redis',
			data: { host: redis.host, port: redis.port, database: 0, password: '', user: '', ssl: false },
		}),
		await client.saveCredential({
			name: 'PostgreSQL of this run',
			type: 'postgres',
			data: { host, port: postgres.port, user, database, password: '', ssl: 'disable' },
		}),
	];
}

/** Saves a new version of an active workflow and makes it the active one. */
export async function publishAgain(client: N8nClient, { id }: SavedWorkflow): Promise<void> {
	const { nodes, connections, versionId } = await client.workflow(id);
	const moved = nodes.map((node) => ({ ...node, position: [node.position[0] + 20, node.position[1]] }));
	await client.send('PATCH', `/rest/workflows/${id}`, { nodes: moved, connections, versionId });
	await client.activate(await client.workflow(id));
}
