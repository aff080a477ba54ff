import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { DeliveredEvents } from '../../nodes/XWebhookTrigger/delivery/deliveredEvents';
import { eventsOf } from '../../nodes/XWebhookTrigger/events';
import { readBody } from '../../nodes/shared/model/delivered';
import { signaturesIn, verify } from '../../nodes/XWebhookTrigger/signature';
import type { SavedWorkflow } from '../../scripts/runtime/types';
import { PUBLIC_URL, startWorld, type World } from '../../scripts/world';
import { APP, ME } from '../simulator/identities';
import { headerOf, sign, webhookSimulator } from '../simulator/webhooks';
import type { Bench } from './support/bench';
import { startGithub, type Delivery, type Github } from './support/github';
import type { Report } from './support/report';
import { inTurns, median, medianRatio } from './support/statistics';
import { finishedRuns, publishWorkflow, untilFinished } from './support/workflows';

const EVENTS = 20_000;
const SIZE = 2_000;

/** Both headers, as X signs for an app with both secrets. */
const headersOf = (body: Buffer) => ({
	[headerOf('x-twitter-webhooks-signature', 'oauth1')]: sign(APP.consumerSecret, body),
	[headerOf('x-twitter-webhooks-signature', 'oauth2')]: sign(APP.clientSecret, body),
});

/** A signed event of about 2 kB. */
function event(n: number) {
	const id = String(1_990_000_000_000_000_000n + BigInt(n));
	const data = {
		event_uuid: id,
		event_type: 'post.create',
		filter: { user_id: ME.id },
		tag: 'bench',
		payload: { id, author_id: ME.id, created_at: '2026-08-01T10:00:00.000Z', text: '' },
	};
	data.payload.text = 'x'.repeat(SIZE - JSON.stringify({ data }).length);
	const body = Buffer.from(JSON.stringify({ data }));
	return { body, signatures: signaturesIn(headersOf(body)) };
}

export const verifyBench: Bench = {
	name: 'trigger-verify',
	title: `${EVENTS.toLocaleString('en')} events of ${SIZE / 1000} kB: verified and de-duplicated, against a bare HMAC`,
	run: async (report) => {
		const deliveries = Array.from({ length: EVENTS }, (_, n) => event(n));
		const keys = deliveries.map(({ body }) => eventsOf(readBody(body)).map(({ key }) => key ?? ''));
		const secrets = {
			oauth1: [APP.consumerSecret, APP.consumerSecretPrevious],
			oauth2: [APP.clientSecret, APP.clientSecretPrevious],
		};
		const ways = {
			bare: () => {
				for (const { body } of deliveries)
					createHmac('sha256', APP.consumerSecret).update(body).digest('base64');
				return Promise.resolve();
			},
			verified: async () => {
				const memory = new DeliveredEvents();
				let fresh = 0;
				for (const [n, { body, signatures }] of deliveries.entries()) {
					if (verify(body, signatures, secrets).outcome !== 'valid') report.wrong(`event ${n} was refused`);
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
				for (const { body, signatures } of deliveries) {
					verify(body, signatures, secrets);
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
			{ atLeast: 0.15 },
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
	title: `${RUNS} deliveries to a finished run: X Webhook Trigger against n8n's Github Trigger and Webhook node, each before a No Operation node`,
	run: async (report) => {
		for (const engine of ['vm', 'legacy']) await runs(report, engine);
		report.note(
			'Github Trigger does what ours does: it verifies a signature of the bytes. With its default expression engine (vm) n8n makes a V8 isolate for every webhook call, except for its own Webhook node of version 2 without expressions; no other trigger can escape that. So under vm the fair pairs are Github Trigger and the Webhook node of version 1; under the legacy engine there are no isolates, and all compare.',
		);
	},
};

interface Runner {
	readonly saved: SavedWorkflow;
	/** A delivery that starts a run. */
	readonly deliver: () => Delivery;
}

/** Runs per second of triggers under one of n8n's expression engines. */
async function runs(report: Report, engine: string): Promise<void> {
	const userFolder = await mkdtemp(join(tmpdir(), 'trigger-bench-'));
	const world = await startWorld({ userFolder, env: { N8N_EXPRESSION_ENGINE: engine } });
	const github = await startGithub();
	try {
		const runners = {
			'X Webhook Trigger': await ourTrigger(world),
			'Github Trigger': await githubTrigger(world, github),
			Webhook: await webhook(world, 2),
			'Webhook, version 1': await webhook(world, 1),
		};
		type Name = keyof typeof runners;
		const names = Object.keys(runners) as Name[];
		const round = async (name: Name) => {
			const { saved, deliver } = runners[name];
			const deliveries = Array.from({ length: RUNS }, deliver);
			const before = await finishedRuns(world, saved);
			const pool = new Pool(world.n8n.url, { connections: CONCURRENCY });
			const started = performance.now();
			let next = 0;
			const sender = async () => {
				for (let each = deliveries[next++]; each !== undefined; each = deliveries[next++]) {
					const { url, headers, bytes } = each;
					const path = url.slice(PUBLIC_URL.length);
					const answer = await pool.request({ method: 'POST', path, headers, body: bytes });
					await answer.body.dump();
					if (answer.statusCode !== 200) report.wrong(`${name} answered ${answer.statusCode}`);
				}
			};
			await Promise.all(Array.from({ length: CONCURRENCY }, sender));
			await untilFinished(world, saved, before + RUNS);
			const seconds = (performance.now() - started) / 1000;
			await pool.close();
			return RUNS / seconds;
		};
		// A first round of each warms n8n up.
		for (const name of names) await round(name);
		const speed = await inTurns(ROUNDS, names, round);
		const ours = speed['X Webhook Trigger'];
		for (const other of names.filter((name) => name !== 'X Webhook Trigger'))
			report.ratio(`runs per second, n8n's ${other} = 1 (${engine})`, medianRatio(ours, speed[other]), {
				atLeast: 0.9,
			});
		report.table(
			`Runs per second, ${CONCURRENCY} deliveries at a time, ${engine} engine`,
			['node', 'median', ...ours.map((_, n) => `round ${n + 1}`)],
			names.map((name) => [name, median(speed[name]), ...speed[name]]),
		);
	} finally {
		await world.close();
		github.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}

async function ourTrigger(world: World): Promise<Runner> {
	const saved = await publishWorkflow(world, {
		type: 'n8n-nodes-x-platform.xWebhookTrigger',
		typeVersion: 1,
		parameters: { authentication: 'app', eventTypes: ['post.create'], userIds: ME.id },
		credentials: { xAppApi: { id: '', name: '' } },
	});
	const events = webhookSimulator(world.sim.platform);
	return { saved, deliver: () => events.prepare(events.build('post.create'), { padTo: SIZE }) };
}

async function githubTrigger(world: World, github: Github): Promise<Runner> {
	const credential = await world.client.saveCredential({
		name: 'GitHub (simulated)',
		type: 'githubApi',
		data: { server: github.origin, user: 'acme', accessToken: 'simulated' },
	});
	const named = (value: string) => ({ __rl: true, mode: 'name', value });
	const saved = await publishWorkflow(
		world,
		{
			type: 'n8n-nodes-base.githubTrigger',
			typeVersion: 1,
			parameters: { owner: named('acme'), repository: named('shop'), events: ['push'], options: {} },
			credentials: { githubApi: { id: credential.id, name: credential.name } },
		},
		[credential],
	);
	return { saved, deliver: () => github.push(SIZE) };
}

/** n8n's own node. Its deliveries are the same bytes as ours. */
async function webhook(world: World, typeVersion: number): Promise<Runner> {
	const path = randomUUID();
	const parameters = { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} };
	const saved = await publishWorkflow(world, { type: 'n8n-nodes-base.webhook', typeVersion, parameters });
	const events = webhookSimulator(world.sim.platform);
	const deliver = () => ({
		...events.prepare(events.build('post.create'), { padTo: SIZE }),
		url: `${PUBLIC_URL}/webhook/${path}`,
	});
	return { saved, deliver };
}
