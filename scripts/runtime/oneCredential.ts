/** Each kind of credential, alone in its node, with each trigger and with X Chat: what comes of one Post or message. */
import { randomUUID } from 'node:crypto';
import { ME } from '../../test/simulator/identities';
import { peopleOf } from '../../test/simulator/people';
import { streamSimulator } from '../../test/simulator/streams';
import { webhookSimulator } from '../../test/simulator/webhooks';
import { ADA } from '../../test/support/ada';
import { START } from '../../test/support/start';
import type { Stage } from '../world';
import { CREDENTIAL_TYPES } from './credentials';
import { errorOf, outputOf, type Execution, type Workflow, type WorkflowNode } from './types';
import { until } from './until';

const USERS = ['oAuth2', 'oAuth1', 'accessToken'] as const;
const KINDS = ['app', ...USERS] as const;
type Kind = (typeof KINDS)[number];

/** What is published or written; the word is the rule of streams. */
const WORD = 'espresso';
const TEXT = `An ${WORD} for each kind of credential`;

/** Every five seconds: n8n takes no expression for it, but several, each of which is a minute apart. */
export const POLL_TIMES = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

/** What the workflow of each kind gave: the texts of its items, or the error. */
type Told = Record<string, unknown>;

/** A node with one credential and no other, and one behind it, which a workflow by hand begins before. */
function workflowOf({ credentials }: Stage, type: string, kind: Kind, parameters: object): Workflow {
	const used = credentials.find((one) => one.type === CREDENTIAL_TYPES[kind]);
	if (used === undefined) throw new Error(`There is no credential for ${kind}`);
	const ours: WorkflowNode = {
		name: 'X',
		type: `n8n-nodes-x-platform.${type}`,
		typeVersion: 1,
		webhookId: randomUUID(),
		position: [220, 0],
		parameters: { authentication: kind, ...parameters },
		credentials: { [used.type]: { id: used.id, name: used.name } },
	};
	const after: WorkflowNode = {
		...START,
		id: 'after',
		name: 'After',
		type: 'n8n-nodes-base.noOp',
		position: [440, 0],
	};
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const isTrigger = type.endsWith('Trigger');
	return {
		name: `One credential: ${type}, ${kind}`,
		nodes: [...(isTrigger ? [] : [START]), ours, after],
		connections: { X: to('After'), ...(!isTrigger && { Start: to('X') }) },
	};
}

const toldBy = (execution: Execution, textOf: (item: Record<string, unknown>) => unknown): unknown =>
	errorOf(execution)?.message ?? outputOf(execution, 'After').map(textOf);

const byKind = (entries: ReadonlyArray<readonly [Kind, unknown]>): Told => Object.fromEntries(entries);

interface Happening {
	readonly type: string;
	readonly parameters: (kind: Kind) => object;
	/** Whether X has what the workflows of so many kinds need. Newer versions of n8n activate after they have answered. */
	readonly isReady: (count: number) => boolean;
	readonly happen: () => unknown;
	readonly textOf: (item: Record<string, unknown>) => unknown;
}

const comes = async (what: string, isThere: () => boolean): Promise<void> =>
	void (await until(what, () => Promise.resolve(isThere() || undefined)));

/** Publishes a workflow for each of these kinds, lets something happen, and unpublishes them after their first runs. */
async function published(stage: Stage, kinds: readonly Kind[], happening: Happening): Promise<Told> {
	const { client } = stage;
	const { type, parameters, isReady, happen, textOf } = happening;
	const saved = new Map<Kind, { id: string; versionId: string }>();
	try {
		for (const kind of kinds) {
			const workflow = await client.createWorkflow(workflowOf(stage, type, kind, parameters(kind)));
			saved.set(kind, workflow);
			await client.activate(workflow);
		}
		await comes('X to have what the triggers need', () => isReady(kinds.length));
		await happen();
		const told = [...saved].map(async ([kind, { id }]) => {
			const first = await client.firstExecution(id);
			return [kind, toldBy(await client.finishedExecution(first.id), textOf)] as const;
		});
		return byKind(await Promise.all(told));
	} finally {
		for (const workflow of saved.values()) await client.deactivate(workflow);
	}
}

const textOfPayload = ({ payload }: Record<string, unknown>): unknown =>
	(payload as { text?: unknown } | undefined)?.text;

const CASES: Readonly<Record<string, (stage: Stage) => Promise<Told>>> = {
	xWebhookTrigger: async (stage) => {
		const events = webhookSimulator(stage.sim.platform);
		events.configure({ webhookLimit: KINDS.length });
		return await published(stage, KINDS, {
			type: 'xWebhookTrigger',
			parameters: () => ({ eventTypes: ['post.create'], userIds: ME.id }),
			isReady: (count) => events.inventory().activity.length >= count,
			happen: async () => await events.publish(events.build('post.create', { text: TEXT })),
			textOf: textOfPayload,
		});
	},
	// An app has one connection to the stream: one after the other.
	xStreamTrigger: async (stage) => {
		const streams = streamSimulator(stage.sim.platform);
		let told: Told = {};
		for (const kind of KINDS) {
			await comes('the end of the connection before', () => streams.open.length === 0);
			const one = await published(stage, [kind], {
				type: 'xStreamTrigger',
				parameters: () => ({ rules: { rule: [{ value: WORD }] } }),
				isReady: () => streams.open.length > 0,
				happen: () => streams.post(TEXT),
				textOf: textOfPayload,
			});
			told = { ...told, ...one };
		}
		return told;
	},
	xCoreTrigger: async (stage) => {
		const { sim } = stage;
		const { others, post } = peopleOf(sim.platform);
		// Each workflow follows another person, so that the first look of each is seen.
		const ids = KINDS.map((_, index) => others[index]?.id ?? '');
		const begun = sim.requests.length;
		return await published(stage, KINDS, {
			type: 'xCoreTrigger',
			parameters: (kind) => ({
				event: 'postOfUser',
				users: ids[KINDS.indexOf(kind)],
				pollTimes: { item: POLL_TIMES },
			}),
			isReady: () => {
				const asked = new Set(sim.requests.slice(begun).map(({ path }) => path));
				return ids.every((id) => asked.has(`/2/users/${id}/tweets`));
			},
			happen: () => ids.map((id) => post(TEXT, {}, id)),
			textOf: ({ text }) => text,
		});
	},
	xChat: async (stage) => {
		const { client, sim } = stage;
		await sim.control('chat', 'say', { from: ADA, to: ME.id, text: TEXT });
		const id = { __rl: true, mode: 'id', value: ADA };
		const form = { resource: 'message', operation: 'getEvents', id };
		const told = USERS.map(async (kind) => {
			const run = await client.run(await client.createWorkflow(workflowOf(stage, 'xChat', kind, form)));
			const texts = toldBy(run, ({ text }) => text);
			// Ada may have written before.
			return [kind, Array.isArray(texts) ? texts.filter((text) => text === TEXT) : texts] as const;
		});
		return byKind(await Promise.all(told));
	},
};

/** The name of each node with what its workflows give, by the kind of their credential, and what they should give. */
export const ONE_CREDENTIAL = Object.entries(CASES).map(([name, run]) => {
	const kinds = name === 'xChat' ? USERS : KINDS;
	return { name, run, expected: Object.fromEntries(kinds.map((kind) => [kind, [TEXT]])) };
});
