import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { z } from 'zod';
import { DeliveredEvents } from '../../nodes/XWebhookTrigger/delivery/deliveredEvents';
import { eventsOf } from '../../nodes/XWebhookTrigger/events';
import { readBody } from '../../nodes/XWebhookTrigger/read';
import { verify } from '../../nodes/XWebhookTrigger/signature';
import type { SavedWorkflow, WorkflowNode } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { PUBLIC_URL, startWorld, type World } from '../../scripts/world';
import { app, me } from '../simulator/identities';
import { sign, webhookSimulator } from '../simulator/webhooks';
import type { Bench } from './support/bench';
import type { Report } from './support/report';
import { inTurns, median, medianRatio } from './support/statistics';

const EVENTS = 20_000;
const SIZE = 2_000;

/** A signed event of about 2 kB. */
function event(n: number) {
	const id = String(1_990_000_000_000_000_000n + BigInt(n));
	const data = {
		event_uuid: id,
		event_type: 'post.create',
		filter: { user_id: me.id },
		tag: 'bench',
		payload: { id, author_id: me.id, created_at: '2026-08-01T10:00:00.000Z', text: '' },
	};
	data.payload.text = 'x'.repeat(SIZE - JSON.stringify({ data }).length);
	const body = Buffer.from(JSON.stringify({ data }));
	return { body, signature: sign(app.consumerSecret, body) };
}

export const verifyBench: Bench = {
	name: 'trigger-verify',
	title: `${EVENTS.toLocaleString('en')} events of ${SIZE / 1000} kB: verified and de-duplicated, against a bare HMAC`,
	run: async (report) => {
		const deliveries = Array.from({ length: EVENTS }, (_, n) => event(n));
		const keys = deliveries.map(({ body }) => eventsOf(readBody(body)).map(({ key }) => key ?? ''));
		const secrets = [app.consumerSecret, app.consumerSecretPrevious];
		const ways = {
			bare: () => {
				for (const { body } of deliveries)
					createHmac('sha256', app.consumerSecret).update(body).digest('base64');
				return Promise.resolve();
			},
			verified: async () => {
				const memory = new DeliveredEvents();
				let fresh = 0;
				for (const [n, { body, signature }] of deliveries.entries()) {
					if (verify(body, signature, secrets) !== 'valid') report.wrong(`event ${n} was refused`);
					// It only takes a promise where a second copy waits for the outcome of the first.
					const reserved = memory.reserve(keys[n] ?? []);
					const reservation = reserved instanceof Promise ? await reserved : reserved;
					fresh += reservation.fresh.size;
					reservation.commit();
				}
				if (fresh !== EVENTS) report.wrong(`${fresh} of ${EVENTS} events were new`);
			},
			whole: async () => {
				const memory = new DeliveredEvents();
				for (const { body, signature } of deliveries) {
					verify(body, signature, secrets);
					const events = eventsOf(readBody(body));
					(await memory.reserve(events.flatMap(({ key }) => key ?? []))).commit();
				}
			},
		};
		const timed = await inTurns(7, ['bare', 'verified', 'whole'], async (name) => {
			const started = performance.now();
			await ways[name]();
			return performance.now() - started;
		});
		report.ratio('the speed of a bare HMAC', medianRatio(timed.bare, timed.verified), { atLeast: 0.5 });
		report.ratio(
			'the speed of a bare HMAC, with the body parsed and read as well',
			medianRatio(timed.bare, timed.whole),
		);
		const row = (what: string, times: number[]) => [what, (median(times) * 1000) / EVENTS];
		report.table(
			'One event',
			['way', 'µs'],
			[
				row('HMAC', timed.bare),
				row('verified and de-duplicated', timed.verified),
				row('verified, parsed, de-duplicated', timed.whole),
			],
		);
	},
};

const RUNS = 200;
const ROUNDS = 3;
const CONCURRENCY = 8;

export const runsBench: Bench = {
	name: 'trigger-runs',
	title: `${RUNS} deliveries to a finished run: X Webhook Trigger against n8n's Webhook node, each before a No Operation node`,
	run: async (report) => {
		for (const engine of ['vm', 'legacy']) await runs(report, engine);
		report.note(
			'With its default expression engine (vm) n8n makes a V8 isolate for every webhook call, except for its own Webhook node of version 2 without expressions; no other trigger can escape that. The fair pair under vm is the Webhook node of version 1, which n8n treats like any trigger; under the legacy engine there are no isolates, and all compare.',
		);
	},
};

/** Runs per second of three triggers under one of n8n's expression engines. */
async function runs(report: Report, engine: string): Promise<void> {
	const userFolder = await mkdtemp(join(tmpdir(), 'trigger-bench-'));
	const world = await startWorld({ userFolder, env: { N8N_EXPRESSION_ENGINE: engine } });
	try {
		const trigger = await workflow(world, {
			type: 'n8n-nodes-x-platform.xWebhookTrigger',
			typeVersion: 1,
			parameters: { eventTypes: ['post.create'], userIds: me.id },
			credentials: { xAppApi: { id: '', name: '' } },
		});
		const webhook = async (typeVersion: number) => {
			const path = randomUUID();
			const parameters = { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} };
			const saved = await workflow(world, { type: 'n8n-nodes-base.webhook', typeVersion, parameters });
			return { saved, address: `/webhook/${path}` };
		};
		const paths = { webhook: await webhook(2), webhook1: await webhook(1) };
		const events = webhookSimulator(world.sim.platform);
		const names = ['webhook', 'webhook1', 'trigger'] as const;
		const round = async (name: (typeof names)[number]) => {
			const saved = name === 'trigger' ? trigger : paths[name].saved;
			const parcels = Array.from({ length: RUNS }, () =>
				events.prepare(events.build('post.create'), { padTo: SIZE }),
			);
			const address = name === 'trigger' ? parcels[0]?.url.slice(PUBLIC_URL.length) : paths[name].address;
			const before = await finished(world, saved);
			const pool = new Pool(world.n8n.url, { connections: CONCURRENCY });
			const started = performance.now();
			let next = 0;
			const sender = async () => {
				for (let parcel = parcels[next++]; parcel !== undefined; parcel = parcels[next++]) {
					const { headers, bytes } = parcel;
					const answer = await pool.request({ method: 'POST', path: address ?? '', headers, body: bytes });
					await answer.body.dump();
					if (answer.statusCode !== 200) report.wrong(`${name} answered ${answer.statusCode}`);
				}
			};
			await Promise.all(Array.from({ length: CONCURRENCY }, sender));
			await until(
				'all runs to end',
				async () => ((await finished(world, saved)) >= before + RUNS ? true : undefined),
				{ timeoutMs: 300_000, everyMs: 20 },
			);
			const seconds = (performance.now() - started) / 1000;
			await pool.close();
			return RUNS / seconds;
		};
		// A first round of each warms n8n up.
		for (const name of names) await round(name);
		const speed = await inTurns(ROUNDS, names, round);
		report.ratio(
			`runs per second, n8n's Webhook node = 1 (${engine})`,
			medianRatio(speed.trigger, speed.webhook),
			{
				atLeast: 0.9,
			},
		);
		report.ratio(
			`runs per second, n8n's Webhook node of version 1 = 1 (${engine})`,
			medianRatio(speed.trigger, speed.webhook1),
			{ atLeast: 0.9 },
		);
		const row = (what: string, all: number[]) => [what, median(all), ...all];
		report.table(
			`Runs per second, ${CONCURRENCY} deliveries at a time, ${engine} engine`,
			['node', 'median', ...speed.webhook.map((_, n) => `round ${n + 1}`)],
			[
				row('X Webhook Trigger', speed.trigger),
				row('Webhook', speed.webhook),
				row('Webhook, version 1', speed.webhook1),
			],
		);
	} finally {
		await world.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}

type Start = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

async function workflow({ client, credentials }: World, start: Start): Promise<SavedWorkflow> {
	const saved = await client.createWorkflow(
		{
			name: `Bench ${start.type}`,
			nodes: [
				{ ...start, id: randomUUID(), name: 'Start', position: [0, 0], webhookId: randomUUID() },
				{
					id: randomUUID(),
					name: 'End',
					type: 'n8n-nodes-base.noOp',
					typeVersion: 1,
					position: [200, 0],
					parameters: {},
				},
			],
			connections: { Start: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
		},
		credentials,
	);
	await client.activate(saved);
	return saved;
}

/** How many runs of a workflow have ended well. */
async function finished({ client }: World, { id }: SavedWorkflow): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['success'] }));
	const answer = await client.send('GET', `/rest/executions?filter=${filter}&limit=1`);
	return z.object({ count: z.number() }).parse(answer).count;
}
