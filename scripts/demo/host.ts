/**
 * The hosts beside X that the examples need, on loopback: a shop with a file of products, a chat channel, and the
 * address that `npm run event` talks to.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { storedProduct } from '../../test/simulator/catalog/sampleProducts';
import type { Platform } from '../../test/simulator/platform';
import { happen } from './events';

const asked = z.object({ name: z.string(), text: z.string().optional() });

/** The addresses in the examples that the demo answers in place of the user's own. */
const STAND_INS = /https:\/\/(?:shop\.example|chat\.example\.com)(?=\/)/g;

export interface DemoHost {
	/** An example whose addresses lead here. */
	localize<T>(example: T): T;
	close(): void;
}

/**
 * Starts the host.
 *
 * @param platform The simulated X, on which events happen.
 * @param port Where it listens.
 * @param say Receives what came to the chat channel.
 */
export async function startHost(
	platform: Platform,
	port: number,
	say: (line: string) => void,
): Promise<DemoHost> {
	const server = createServer((request, response) => {
		answer(request, platform, say).then(
			([status, type, body]) => response.writeHead(status, { 'content-type': type }).end(body),
			(error: unknown) =>
				response
					.writeHead(400, { 'content-type': 'text/plain' })
					.end(error instanceof Error ? error.message : String(error)),
		);
	});
	await once(server.listen(port, '127.0.0.1'), 'listening');
	return {
		localize: (example) =>
			JSON.parse(JSON.stringify(example).replace(STAND_INS, `http://127.0.0.1:${port}`)) as typeof example,
		close: () => end(server),
	};
}

function end(server: Server): void {
	server.closeAllConnections();
	server.close();
}

type Answer = readonly [status: number, type: string, body: string];

async function answer(
	request: IncomingMessage,
	platform: Platform,
	say: (line: string) => void,
): Promise<Answer> {
	const { pathname } = new URL(request.url ?? '/', 'http://demo');
	if (request.method === 'GET' && pathname.endsWith('.csv')) return [200, 'text/csv', productFile()];
	const body = await text(request);
	if (pathname === '/event') {
		const { name, text: said } = asked.parse(JSON.parse(body));
		return [200, 'application/json', JSON.stringify(await happen(platform, name, said))];
	}
	if (pathname.startsWith('/hooks/')) {
		say(`chat       ${body}`);
		return [200, 'text/plain', 'ok'];
	}
	return [404, 'text/plain', `Nothing at ${pathname}`];
}

/**
 * The first products of the shop.
 *
 * @param count How many; the examples name SKU-1001 to SKU-1003.
 */
export const shopProducts = (count: number): Record<string, string | number>[] =>
	Array.from({ length: count }, (_, index) => ({ ...storedProduct(index), id: `SKU-${1001 + index}` }));

function productFile(): string {
	const [first = {}, ...others] = shopProducts(20);
	// A row without a price, so that the report has something to say.
	const products = [first, ...others, { ...first, id: 'SKU-1021', price: '' }];
	const columns = Object.keys(products[0] ?? {});
	const line = (values: ReadonlyArray<string | number>) =>
		values.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(',');
	return [line(columns), ...products.map((product) => line(columns.map((name) => product[name] ?? '')))].join(
		'\n',
	);
}
