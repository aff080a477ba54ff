import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import type { IDataObject } from 'n8n-workflow';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import type { N8n } from '../../scripts/runtime/n8n';
import { outputOf, type SavedWorkflow, type Workflow } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { PUBLIC_URL, setStage, startN8nWithPackage, type Stage } from '../../scripts/world';
import { asText } from '../../nodes/shared/util/text';
import { ME } from '../simulator/identities';
import { streamSimulator } from '../simulator/streams';
import { PATIENT_SETTINGS, webhookSimulator } from '../simulator/webhooks';

/** Shorter than the silence after which a stream counts as lost. */
const STEP = 10_000;
const HOUR = 3_600_000;
const AFTER = 'After';

/** The kinds of triggers, and what each listens for. */
const TRIGGERS = {
	xCoreTrigger: { event: 'postBySearch', query: 'zebra' },
	xStreamTrigger: { events: 'filteredStream', rules: { rule: [{ value: 'zebra', name: '' }] } },
	xWebhookTrigger: { eventTypes: ['post.create'], userIds: ME.id, otherSources: ['notices'] },
};
type Kind = keyof typeof TRIGGERS;
const KINDS = Object.keys(TRIGGERS) as Kind[];

const workflowOf = (kind: Kind): Workflow => ({
	name: kind,
	nodes: [
		{
			name: kind,
			type: `n8n-nodes-x-platform.${kind}`,
			typeVersion: 1,
			position: [0, 0],
			webhookId: randomUUID(),
			parameters: { authentication: 'app', ...TRIGGERS[kind] },
			credentials: { [CREDENTIAL_TYPES.app]: { id: '', name: '' } },
		},
		{ name: AFTER, type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [220, 0], parameters: {} },
	],
	connections: { [kind]: { main: [[{ node: AFTER, type: 'main', index: 0 }]] } },
});

/** Longer than X replays to a webhook (24 hours), and shorter than its search reaches (seven days). */
describe('A network cut of 25 hours', () => {
	let userFolder: string;
	let n8n: N8n;
	let stage: Stage;
	let timePort: number;
	beforeAll(async () => {
		userFolder = await mkdtemp(join(tmpdir(), 'x-platform-cut-'));
		const program = join(userFolder, 'movedTime.js');
		await copyFile(join(__dirname, 'support/movedTime.js'), program);
		timePort = await getPort({ host: '127.0.0.1' });
		const env = { NODE_OPTIONS: `--require ${program}`, X_TIME_PORT: String(timePort) };
		n8n = await startN8nWithPackage({ userFolder, env });
		stage = await setStage(n8n.url, PATIENT_SETTINGS);
	});
	afterAll(async () => {
		await n8n.stop();
		await stage.sim.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	it('loses nothing that X still has, runs nothing twice, and says once what is lost', async () => {
		const { client, credentials, sim } = stage;
		const events = webhookSimulator(sim.platform);
		const streams = streamSimulator(sim.platform);
		streams.configure({ keepAliveMs: STEP / 2 });
		const saved = {} as Record<Kind, SavedWorkflow>;
		for (const kind of KINDS) {
			saved[kind] = await client.createWorkflow(workflowOf(kind), credentials);
			await client.activate(saved[kind]);
		}
		/** Time passes on X and in n8n. */
		const pass = async (milliseconds: number) => {
			sim.platform.clock.advance(milliseconds);
			await events.settled();
			await fetch(`http://127.0.0.1:${timePort}/${milliseconds}`);
			// n8n comes to its turn.
			await client.workflows();
		};
		/** A Post for the search and the stream, and an event for the webhook. */
		const happen = async (name: string): Promise<Record<Kind, string>> => {
			const [id, ofEvent] = [streams.post(`zebra ${name}`), sim.platform.newId()];
			const event = events.build('post.create', { id: ofEvent });
			await events.publish(event);
			return { xCoreTrigger: id, xStreamTrigger: id, xWebhookTrigger: ofEvent };
		};
		/** What has come: IDs, the kinds of notices, and what X says of its replay. */
		const came = async (kind: Kind): Promise<string[]> => {
			const all = await client.executions(saved[kind].id);
			const done = await Promise.all(all.map(async ({ id }) => await client.finishedExecution(id)));
			const items = done.reverse().flatMap((execution) => outputOf(execution, AFTER) as IDataObject[]);
			return items.map(({ id, payload, eventType }) => {
				const { kind: notice, id: ofEvent } = (payload ?? {}) as Record<string, unknown>;
				return asText(notice ?? ofEvent ?? id ?? eventType);
			});
		};
		const haveCome = async (ids: Record<Kind, string>) =>
			await until(
				'all three triggers to run',
				async () => {
					for (let step = 0; step < 6; step++) await pass(STEP);
					const found = await Promise.all(KINDS.map(async (kind) => await came(kind)));
					return KINDS.every((kind, place) => found[place]?.includes(ids[kind])) || undefined;
				},
				{ timeoutMs: 300_000 },
			);

		const before = await happen('before');
		await haveCome(before);

		sim.fail({ kind: 'reset', times: Infinity });
		events.route(PUBLIC_URL, 'http://127.0.0.1:1');
		streams.disconnect(undefined, { abruptly: true });
		const early = await happen('in the first hour');
		let late = early;
		for (let hour = 1; hour <= 25; hour++) {
			const { length } = sim.requests;
			await pass(HOUR);
			await until(
				'an attempt to reach X',
				async () => await Promise.resolve(sim.requests.length > length || undefined),
			);
			if (hour === 12) late = await happen('in the middle');
		}
		sim.repair();
		events.route(PUBLIC_URL, n8n.url);

		await haveCome(late);
		const after = await happen('after');
		await haveCome(after);
		const found: Partial<Record<Kind, string[]>> = {};
		for (const kind of KINDS) found[kind] = await came(kind);
		const once = (kind: Kind) => [before, early, late, after].map((ids) => ids[kind]);
		// What came in the cut is searched for while the stream gives what is new.
		found.xStreamTrigger?.sort();
		// The notice of lost events and X's note of its replay come from two sources, in either order.
		found.xWebhookTrigger?.splice(2, 2, ...found.xWebhookTrigger.slice(2, 4).sort());
		expect(found).toEqual({
			xCoreTrigger: once('xCoreTrigger'),
			xStreamTrigger: once('xStreamTrigger'),
			xWebhookTrigger: [
				before.xWebhookTrigger,
				late.xWebhookTrigger,
				'eventsLost',
				'replay.complete',
				after.xWebhookTrigger,
			],
		});
		const log = await readFile(n8n.logFile, 'utf8');
		expect(log.match(/ is lost\b/g)).toHaveLength(1);
	});
});
