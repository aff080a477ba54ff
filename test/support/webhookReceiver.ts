import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Area } from '../simulator/frame';
import { app, me } from '../simulator/identities';
import { startSimulator, type Simulator } from '../simulator/server';
import { webhooks, webhookSimulator, type WebhookSimulator } from '../simulator/webhooks';

export const address = 'https://n8n.example/webhook/x';
export const minute = 60_000;
export const hour = 60 * minute;

export interface Received {
	headers: IncomingMessage['headers'];
	body: Buffer;
}

export type Answer =
	{ status: number; body?: string; headers?: Record<string, string> } | 'silence' | 'hangUp';

/** A webhook owner: answers challenges rightly and takes events, until told otherwise. */
export interface Receiver {
	url: string;
	events: Received[];
	challenges: number;
	onChallenge: (token: string) => Answer;
	onEvent: (event: Received) => Answer;
	close(): Promise<void>;
}

export function rightAnswer(token: string, secret: string = app.consumerSecret): Answer {
	const response_token = `sha256=${createHmac('sha256', secret).update(token).digest('base64')}`;
	return { status: 200, body: JSON.stringify({ response_token }) };
}

export async function startReceiver(): Promise<Receiver> {
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const token = new URL(request.url ?? '', 'http://receiver').searchParams.get('crc_token');
			let answer: Answer;
			if (request.method === 'GET') {
				receiver.challenges += 1;
				answer = receiver.onChallenge(token ?? '');
			} else {
				const event = { headers: request.headers, body: Buffer.concat(parts) };
				receiver.events.push(event);
				answer = receiver.onEvent(event);
			}
			if (answer === 'silence') return;
			if (answer === 'hangUp') return void request.socket.destroy();
			response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
			response.end(answer.body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const receiver: Receiver = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		events: [],
		challenges: 0,
		onChallenge: (token) => rightAnswer(token),
		onEvent: () => ({ status: 200 }),
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
	return receiver;
}

export interface Stage {
	sim: Simulator;
	events: WebhookSimulator;
	receiver: Receiver;
	/** A request with the app's bearer token, or another `authorization`. */
	ask(
		method: string,
		path: string,
		body?: unknown,
		authorization?: string,
	): Promise<{ status: number; body: unknown }>;
	close(): Promise<void>;
}

export const asUser = `Bearer ${me.oauth2AccessToken}`;

/** The webhook area (with others, if given) and a receiver behind the public address. */
export async function startStage(areas: readonly Area[] = [webhooks]): Promise<Stage> {
	const sim = await startSimulator({}, areas);
	const receiver = await startReceiver();
	const events = webhookSimulator(sim.platform);
	events.route('https://n8n.example', receiver.url);
	return {
		sim,
		events,
		receiver,
		ask: async (method, path, body, authorization = `Bearer ${app.bearerToken}`) => {
			const response = await fetch(`${sim.baseUrl}${path}`, {
				method,
				headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
			return { status: response.status, body: await response.json() };
		},
		close: async () => {
			await sim.close();
			await receiver.close();
		},
	};
}

/** Waits until a condition holds, letting sockets work in between. */
export async function until(condition: () => boolean): Promise<void> {
	const end = Date.now() + 20_000;
	while (!condition()) {
		if (Date.now() > end) throw new Error('The condition did not come true');
		await new Promise((resolve) => setImmediate(resolve));
	}
}
