import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { APP } from '../simulator/identities';
import { serve } from './ownHost';

export interface Received {
	headers: IncomingMessage['headers'];
	body: Buffer;
}

export type Answer =
	{ status: number; body?: string; headers?: Record<string, string> } | 'silence' | 'hangUp';

/** A webhook owner: by default it answers challenges correctly and accepts events. */
export interface Receiver {
	url: string;
	events: Received[];
	challenges: number;
	onChallenge: (token: string) => Answer;
	onEvent: (event: Received) => Answer;
	close(): Promise<void>;
}

/** The answer to a challenge as an app with a client secret gives it, or one made with another secret. */
export function rightAnswer(token: string, secret: string = APP.clientSecret): Answer {
	const response_token = `sha256=${createHmac('sha256', secret).update(token).digest('base64')}`;
	return { status: 200, body: JSON.stringify({ response_token }) };
}

export async function startReceiver(): Promise<Receiver> {
	const { url, close } = await serve((request, response) => {
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
	const receiver: Receiver = {
		url,
		events: [],
		challenges: 0,
		onChallenge: (token) => rightAnswer(token),
		onEvent: () => ({ status: 200 }),
		close: async () => await Promise.resolve(close()),
	};
	return receiver;
}

/** Milliseconds after which a condition is given up that does not come true. */
const HANGING = 240_000;

/** Waits until a condition holds, letting sockets work in between. */
export async function until(condition: () => boolean): Promise<void> {
	const end = performance.now() + HANGING;
	while (!condition()) {
		if (performance.now() > end) throw new Error('The condition did not come true');
		await new Promise((resolve) => setImmediate(resolve));
	}
}
