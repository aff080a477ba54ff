import { randomUUID } from 'node:crypto';
import { readExamples } from '../../../scripts/examples';
import type { SavedCredential, SavedWorkflow, Workflow, WorkflowNode } from '../../../scripts/runtime/types';
import { me } from '../../simulator/identities';
import { webhookSimulator } from '../../simulator/webhooks';
import type { QueueStage } from './stage';

/** A trigger, what stands behind it in its workflow, and the proxy by which deliveries come. */
export interface Lane {
	name: string;
	workflow: SavedWorkflow;
	/** ID of the webhook that the trigger registered. */
	webhookId: string;
	/** Address of the proxy. */
	origin: string;
	/** The node whose items are what the workflow acts on. */
	last: string;
	/** Whether every event is to run once, whatever comes. */
	isGuarded: boolean;
	/** Whether one process gets all copies of an event. */
	isHashed: boolean;
}

const TRIGGER = 'X Webhook Trigger';

/** Names of the node whose items count, in the examples. */
const ONCE = 'Event, once';

/** One active workflow for each way in which events can be kept from running twice, and one without any. */
export async function openLanes(stage: QueueStage): Promise<Lane[]> {
	const { roundRobin, hashing } = stage;
	const kinds = [
		{ name: TRIGGER, origin: roundRobin.url },
		{ name: `${TRIGGER}, nginx by signature`, origin: hashing.signature.url, isHashed: true },
		{ name: `${TRIGGER}, nginx by path`, origin: hashing.path.url, isHashed: true },
		{ name: `${TRIGGER}, seen events in Redis`, origin: roundRobin.url, memory: 'memoryRedisChat' },
		{ name: `${TRIGGER}, seen events in Postgres`, origin: roundRobin.url, memory: 'memoryPostgresChat' },
		{ name: `${TRIGGER}, Redis behind it`, origin: roundRobin.url, example: 'trigger-once-redis.json' },
		{ name: `${TRIGGER}, Postgres behind it`, origin: roundRobin.url, example: 'trigger-once-postgres.json' },
	];
	webhookSimulator(stage.sim.platform).configure({ webhookLimit: kinds.length });
	const guards = await guardCredentials(stage);
	const lanes: Lane[] = [];
	for (const { name, origin, isHashed = false, example, memory } of kinds) {
		const definition = example === undefined ? plain(memory, guards) : await withGuard(example, guards);
		const opened = await open(stage, { ...definition, name });
		const last = example === undefined ? TRIGGER : ONCE;
		lanes.push({
			name,
			origin,
			isHashed,
			isGuarded: example !== undefined || memory !== undefined,
			last,
			...opened,
		});
	}
	return lanes;
}

async function open(
	{ client, credentials, sim }: QueueStage,
	definition: Workflow,
): Promise<Pick<Lane, 'workflow' | 'webhookId'>> {
	const address = randomUUID();
	const nodes = definition.nodes.map((node) =>
		node.webhookId === undefined ? node : { ...node, webhookId: address },
	);
	const workflow = await client.createWorkflow({ ...definition, nodes }, credentials);
	await client.activate(workflow);
	const webhook = webhookSimulator(sim.platform)
		.inventory()
		.webhooks.find(({ url }) => url.includes(address));
	if (webhook === undefined) throw new Error(`"${definition.name}" registered no webhook`);
	return { workflow, webhookId: webhook.id };
}

/** n8n's node for a memory, by the credentials that it takes. */
const MEMORY_VERSIONS: Readonly<Record<string, { type: string; typeVersion: number }>> = {
	memoryRedisChat: { type: 'redis', typeVersion: 1.5 },
	memoryPostgresChat: { type: 'postgres', typeVersion: 1.3 },
};

/** The trigger alone, or with one of n8n's memory nodes at its input. */
function plain(memory: string | undefined, guards: readonly SavedCredential[]): Workflow {
	const trigger: WorkflowNode = {
		name: TRIGGER,
		type: 'n8n-nodes-x-platform.xWebhookTrigger',
		typeVersion: 1,
		position: [0, 0],
		webhookId: '',
		parameters: { eventTypes: ['post.create'], userIds: me.id },
		credentials: { xAppApi: { id: '', name: '' } },
	};
	if (memory === undefined) return { name: TRIGGER, nodes: [trigger], connections: {} };
	const { type, typeVersion = 1 } = MEMORY_VERSIONS[memory] ?? {};
	const guard = guards.find((one) => one.type === type);
	if (guard === undefined) throw new Error(`There are no credentials for ${memory}`);
	const seen: WorkflowNode = {
		name: 'Seen events',
		type: `@n8n/n8n-nodes-langchain.${memory}`,
		typeVersion,
		position: [0, 200],
		parameters: {},
		credentials: { [guard.type]: { id: guard.id, name: guard.name } },
	};
	return {
		name: TRIGGER,
		nodes: [trigger, seen],
		connections: { [seen.name]: { ai_memory: [[{ node: TRIGGER, type: 'ai_memory', index: 0 }]] } },
	};
}

/** An example as shipped, with credentials for this run's servers. */
async function withGuard(file: string, guards: readonly SavedCredential[]): Promise<Workflow> {
	const found = (await readExamples()).find((one) => one.file === file);
	if (found === undefined) throw new Error(`There is no example ${file}`);
	const nodes = found.workflow.nodes.map((node) => {
		const guard = guards.find(({ type }) => node.type === `n8n-nodes-base.${type}`);
		return guard === undefined
			? node
			: { ...node, credentials: { [guard.type]: { id: guard.id, name: guard.name } } };
	});
	return { ...found.workflow, nodes };
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
