import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { until } from '../../scripts/runtime/until';
import { PUBLIC_URL, startWorld, type World } from '../../scripts/world';
import { ME } from '../simulator/identities';
import { webhookSimulator } from '../simulator/webhooks';
import { cases } from '../support/cases';
import { ownFolder } from './support/ownN8n';
import { useSink } from './support/useSink';

const DELIVERIES = cases(1000, 10_000);
const DUPLICATES = 0.2;
const FORGERIES = 0.05;
/** Deliveries in progress at a time: enough that n8n is never idle. */
const CONCURRENCY = 16;
/** As often as X tries. */
const TRIES = 4;
const AN_HOUR = 3_600_000;

interface Shot {
	path: string;
	headers: Record<string, string>;
	bytes: Buffer;
	isForged: boolean;
}

describe('X Webhook Trigger under load', () => {
	let world: World;
	let userFolder: string;
	const sink = useSink();
	beforeAll(async () => {
		userFolder = await ownFolder('load');
		// The settings with which n8n is fastest: no sandbox for expressions that no one wrote, no saved executions.
		const env = { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', N8N_EXPRESSION_ENGINE: 'legacy' };
		world = await startWorld({ userFolder, env, isInstalled: true });
	});
	afterAll(async () => {
		await world.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	it(
		'runs exactly once for every genuine event and never for a forged one',
		async () => {
			const { client, credentials, sim } = world;
			const events = webhookSimulator(sim.platform);
			const saved = await client.createWorkflow(
				{
					name: 'Many deliveries',
					nodes: [
						{
							id: randomUUID(),
							name: 'X Webhook Trigger',
							type: 'n8n-nodes-x-platform.xWebhookTrigger',
							typeVersion: 1,
							position: [0, 0],
							webhookId: randomUUID(),
							parameters: { authentication: 'app', eventTypes: ['post.create'], userIds: ME.id },
							credentials: { xAppApi: { id: '', name: '' } },
						},
						sink.node('Count'),
					],
					connections: { 'X Webhook Trigger': { main: [[{ node: 'Count', type: 'main', index: 0 }]] } },
				},
				credentials,
			);
			await client.activate(saved);

			const forged = Math.round(DELIVERIES * FORGERIES);
			const repeated = Math.round(DELIVERIES * DUPLICATES);
			const distinct = DELIVERIES - forged - repeated;
			const shot = (isForged: boolean): Shot => {
				const { url, headers, bytes } = events.prepare(
					events.build('post.create'),
					isForged ? { forgery: 'otherSecret' } : {},
				);
				return { path: url.slice(PUBLIC_URL.length), headers, bytes, isForged };
			};
			const genuine = Array.from({ length: distinct }, () => shot(false));
			const again = Array.from({ length: repeated }, (_, n) => genuine[(n * 7) % distinct]).filter(
				(one) => one !== undefined,
			);
			const all = mixed([...genuine, ...again, ...Array.from({ length: forged }, () => shot(true))]);

			const answers = new Map<number, number>();
			const pool = new Pool(world.n8n.url, { connections: CONCURRENCY });
			const started = performance.now();
			let next = 0;
			const sender = async () => {
				for (let one = all[next++]; one !== undefined; one = all[next++]) {
					const status = await fire(pool, one);
					answers.set(status, (answers.get(status) ?? 0) + 1);
				}
			};
			await Promise.all(Array.from({ length: CONCURRENCY }, sender));
			const sent = (performance.now() - started) / 1000;
			await until(
				'every event to have run',
				() => Promise.resolve(sink.runs.size >= distinct ? true : undefined),
				{ timeoutMs: AN_HOUR / 2 },
			);
			await pool.close();
			const seconds = (performance.now() - started) / 1000;
			const total = [...sink.runs.values()].reduce((sum, count) => sum + count, 0);
			process.stdout.write(
				`${DELIVERIES} deliveries: ${distinct} genuine, ${repeated} duplicates, ${forged} forged; ` +
					`answers ${JSON.stringify(Object.fromEntries(answers))}; runs ${total}, distinct ${sink.runs.size}; ` +
					`sent in ${sent.toFixed(0)} s, run in ${seconds.toFixed(0)} s (${(distinct / seconds).toFixed(1)} runs/s)\n`,
			);
			expect({ runs: total, distinct: sink.runs.size }).toEqual({ runs: distinct, distinct });
			expect(Object.fromEntries(answers)).toEqual({ 200: distinct + repeated, 401: forged });
		},
		AN_HOUR,
	);
});

/**
 * Sends one delivery as X does: again while the answer is not a 2xx, but a refusal is final here.
 *
 * @returns the last answer's status, 0 when the connection was closed without one
 */
async function fire(pool: Pool, { path, headers, bytes, isForged }: Shot): Promise<number> {
	for (let attempt = 1; ; attempt++) {
		const status = await pool.request({ method: 'POST', path, headers, body: bytes }).then(
			async ({ statusCode, body }) => {
				await body.dump();
				return statusCode;
			},
			() => 0,
		);
		const isFinal = (status >= 200 && status < 300) || (isForged && status !== 0);
		if (isFinal || attempt === TRIES) return status;
		await delay(500 * 3 ** attempt);
	}
}

/** The same in an order that is mixed and always the same. */
function mixed<T>(list: T[]): T[] {
	let seed = 42;
	const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
	return list
		.map((value) => ({ value, at: random() }))
		.sort((a, b) => a.at - b.at)
		.map(({ value }) => value);
}
