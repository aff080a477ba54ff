import { setTimeout as delay } from 'node:timers/promises';
import { sortBy } from 'lodash';
import { Agent, request } from 'undici';
import { PUBLIC_URL } from '../../../scripts/world';
import type { WebhookSimulator } from '../../simulator/webhooks';
import { randomFrom } from '../../support/random';

/** Deliveries in progress at a time: enough that no process is idle. */
const CONCURRENCY = 12;
/**
 * As X does it, but faster: again after each of these waits, while the answer is no 2xx. On a machine with ten times its
 * work the first four were not enough.
 */
const WAITS_MS = [250, 1_000, 4_000, 10_000, 30_000, 60_000];

/** How often, and when, X sends an event. */
export type Way = 'once' | 'twice at once' | 'twice in turn' | 'forged';

/** One event on its way to one trigger. */
export interface Shot {
	event: string;
	way: Way;
	/** The address with which everything that is not X's own begins: that of a proxy. */
	origin: string;
	path: string;
	headers: Record<string, string>;
	bytes: Buffer;
}

/** Makes events for a webhook; forged ones are signed with another secret. */
export function makeShots(
	platform: WebhookSimulator,
	to: { webhookId: string; origin: string },
	way: Way,
	count: number,
): Shot[] {
	return Array.from({ length: count }, () => {
		const event = platform.build('post.create');
		const { url, headers, bytes } = platform.prepare(event, {
			webhookId: to.webhookId,
			...(way === 'forged' ? { forgery: 'otherSecret' as const } : {}),
		});
		if (event.family !== 'activity') throw new Error('A Post is an event of the activity API');
		const shot = { event: event.eventUuid, way, origin: to.origin };
		return { ...shot, path: url.slice(PUBLIC_URL.length), headers, bytes };
	});
}

/** What became of the deliveries. */
export interface Sent {
	/** The events that were acknowledged. */
	acknowledged: Set<string>;
	/** How often each status was answered; 0 stands for a connection that was closed without an answer. */
	answers: Map<number, number>;
}

/**
 * Sends all, mixed, some at a time.
 * @param onAnswer Receives after each event how many are done.
 */
export async function sendAll(
	shots: readonly Shot[],
	onAnswer: (done: number) => void = () => undefined,
): Promise<Sent> {
	const agent = new Agent({ connections: CONCURRENCY });
	const sent: Sent = { acknowledged: new Set(), answers: new Map() };
	// In an order that is mixed and always the same.
	const list = sortBy(shots, randomFrom(42));
	let done = 0;
	const sendNext = async (): Promise<void> => {
		for (let shot = list.pop(); shot !== undefined; shot = list.pop()) {
			const one = shot;
			const send = async () => await sendOne(agent, one, sent);
			if (one.way === 'twice at once') await Promise.all([send(), send()]);
			else await send();
			if (one.way === 'twice in turn') await send();
			onAnswer(++done);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, sendNext));
	await agent.close();
	return sent;
}

async function sendOne(
	dispatcher: Agent,
	{ event, way, origin, path, headers, bytes }: Shot,
	sent: Sent,
): Promise<void> {
	for (const wait of [...WAITS_MS, undefined]) {
		const status = await request(`${origin}${path}`, {
			dispatcher,
			method: 'POST',
			headers,
			body: bytes,
		}).then(
			async ({ statusCode, body }) => {
				await body.dump();
				return statusCode;
			},
			() => 0,
		);
		sent.answers.set(status, (sent.answers.get(status) ?? 0) + 1);
		const isTaken = status >= 200 && status < 300;
		if (isTaken) sent.acknowledged.add(event);
		if (isTaken || way === 'forged' || wait === undefined) return;
		await delay(wait);
	}
}
