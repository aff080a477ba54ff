/** A cut between n8n and X that is longer than X replays to a webhook (24 hours), by clocks that are moved. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../nodes/shared/util/text';
import { ME } from '../../test/simulator/identities';
import { streamSimulator } from '../../test/simulator/streams';
import { webhookSimulator } from '../../test/simulator/webhooks';
import { PUBLIC_URL, type Stage } from '../world';
import { CREDENTIAL_TYPES } from './credentials';
import { freePort } from './port';
import { outputOf, type SavedWorkflow, type Workflow } from './types';
import { until } from './until';

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

/** A request to the database during which the time is moved does not take that long. */
const PATIENT_DATABASE = {
	DB_CONNECTION_ACQUISITION_TIMEOUT_MS: '1000000000',
	DB_PING_INTERVAL_SECONDS: '1000000',
	DB_POSTGRESDB_CONNECTION_TIMEOUT: '1000000000',
};

type MovableTime = Awaited<ReturnType<typeof movableTime>>;

/** Makes it possible to move the time of a process of n8n that starts in this folder with the environment. */
export async function movableTime(userFolder: string) {
	const program = join(userFolder, 'movedTime.js');
	await mkdir(userFolder, { recursive: true });
	await copyFile(join(__dirname, 'movedTime.js'), program);
	const port = await freePort();
	return {
		env: { NODE_OPTIONS: `--require ${program}`, X_TIME_PORT: String(port), ...PATIENT_DATABASE },
		move: async (milliseconds: number) => await fetch(`http://127.0.0.1:${port}/${milliseconds}`),
	};
}

/**
 * Cuts n8n off from X for 25 hours, with an event for each kind of trigger before, in the first hour, in the middle,
 * and after.
 *
 * @param url Where n8n takes deliveries.
 * @param times Those of all processes of n8n.
 * @returns What each workflow ran for, what it should have run for, and how often n8n's log says that something is lost.
 */
export async function networkCut(
	{ client, credentials, sim }: Pick<Stage, 'client' | 'credentials' | 'sim'>,
	url: string,
	times: readonly MovableTime[],
	logFile: string,
) {
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
		await Promise.all(times.map(async ({ move }) => await move(milliseconds)));
		// n8n comes to its turn.
		await client.workflows();
	};
	/** A Post for the search and the stream, and an event for the webhook. */
	const happen = async (name: string): Promise<Record<Kind, string>> => {
		const [id, ofEvent] = [streams.post(`zebra ${name}`), sim.platform.newId()];
		await events.publish(events.build('post.create', { id: ofEvent }));
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
	events.route(PUBLIC_URL, url);

	await haveCome(late);
	const after = await happen('after');
	await haveCome(after);
	/** What a stream missed runs beside what is new, and X's note of its replay beside the notice of a loss. */
	const ran = async (kind: Kind) => (kind === 'xCoreTrigger' ? await came(kind) : (await came(kind)).sort());
	const all = (kind: Kind) => [before, early, late, after].map((ids) => ids[kind]);
	const log = await readFile(logFile, 'utf8');
	return {
		ran: Object.fromEntries(await Promise.all(KINDS.map(async (kind) => [kind, await ran(kind)] as const))),
		wanted: {
			xCoreTrigger: all('xCoreTrigger'),
			xStreamTrigger: all('xStreamTrigger'),
			/** X replays the last 24 hours. */
			xWebhookTrigger: [before, late, after].map(({ xWebhookTrigger }) => xWebhookTrigger),
		},
		// Workflows of other tests write into the same log.
		told: log.match(/ "xWebhookTrigger": .* is lost\b/g)?.length ?? 0,
	};
}
