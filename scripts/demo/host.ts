/**
 * The hosts beside X that the examples need, on loopback: a shop with its files, a chat channel, a CRM, a store of
 * files, a language model, and the address that `npm run event` talks to.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Platform } from '../../test/simulator/platform';
import type { CredentialInput } from '../runtime/types';
import { APPROVE } from './approve';
import { happen } from './events';
import { fileAt } from './files';
import { complete } from './model';

const asked = z.object({ name: z.string(), text: z.string().optional() });

/** The addresses in the examples that the demo answers in place of the user's own. */
const STAND_INS =
	/https:\/\/(?:shop\.example|(?:chat|crm|files)\.example\.com)(?=\/(?:[\w-]+\.(?:csv|js|xml)|pictures\/|hooks\/|contacts|images\/))/g;

/** What an AI program sends to the MCP server of the demo. */
export const BEARER = 'token-of-the-demo';

const DOWN = '/down';

export interface DemoHost {
	/** An example whose addresses lead here. */
	localize<T>(example: T): T;
	/** Credentials for the language model. */
	readonly model: CredentialInput;
	/** The token of an AI program that calls the MCP server. */
	readonly bearer: CredentialInput;
	/** An address that answers with 503. */
	readonly down: string;
	close(): void;
}

/**
 * Starts the host.
 *
 * @param platform The simulated X, on which events happen.
 */
export async function startHost(
	platform: Platform,
	port: number,
	say: (line: string) => void,
	approved?: () => Promise<string>,
): Promise<DemoHost> {
	const server = createServer((request, response) => {
		answer(request, platform, say, approved).then(
			([status, type, body]) => response.writeHead(status, { 'content-type': type }).end(body),
			(error: unknown) =>
				response
					.writeHead(400, { 'content-type': 'text/plain' })
					.end(error instanceof Error ? error.message : String(error)),
		);
	});
	await once(server.listen(port, '127.0.0.1'), 'listening');
	const address = `http://127.0.0.1:${port}`;
	return {
		localize: (example) => JSON.parse(JSON.stringify(example).replace(STAND_INS, address)) as typeof example,
		model: {
			name: 'Chat model (simulated)',
			type: 'openAiApi',
			data: { apiKey: 'not-a-key', url: `${address}/v1`, header: false },
		},
		bearer: { name: 'Bearer token (simulated)', type: 'httpBearerAuth', data: { token: BEARER } },
		down: `${address}${DOWN}`,
		close: () => end(server),
	};
}

function end(server: Server): void {
	server.closeAllConnections();
	server.close();
}

type Answer = readonly [status: number, type: string, body: string | Buffer];

async function answer(
	request: IncomingMessage,
	platform: Platform,
	say: (line: string) => void,
	approved?: () => Promise<string>,
): Promise<Answer> {
	const { pathname } = new URL(request.url ?? '/', 'http://demo');
	const file = request.method === 'GET' ? fileAt(pathname) : undefined;
	if (file) return [200, ...file];
	if (pathname === DOWN) return [503, 'text/plain', 'Down'];
	const body = await text(request);
	if (pathname === '/event') {
		const { name, text: said } = asked.parse(JSON.parse(body));
		if (name === APPROVE[0] && approved !== undefined)
			return [200, 'application/json', JSON.stringify({ said: await approved() })];
		return [200, 'application/json', JSON.stringify(await happen(platform, name, said))];
	}
	if (pathname === '/v1/chat/completions') return [200, 'application/json', complete(body)];
	const taken = takenAt(pathname, body);
	if (taken === undefined) return [404, 'text/plain', `Nothing at ${pathname}`];
	say(taken);
	return [200, 'text/plain', 'ok'];
}

/** What the terminal says of what a recipe hands over: to a chat, a CRM, or a store of files. */
function takenAt(pathname: string, body: string): string | undefined {
	if (pathname.startsWith('/hooks/')) return `chat       ${body}`;
	if (pathname === '/contacts') return `crm        ${body}`;
	return pathname.startsWith('/images/') ? `file       ${pathname}` : undefined;
}
