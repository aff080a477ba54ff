/** Servers of the tests, on loopback. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Addresses } from './credentials';

/** A server that is asked under `url`, until it is closed. */
export interface Served {
	readonly url: string;
	readonly close: () => void;
}

/** Starts a server, or one that answers as the function says. */
export async function serve(answer: RequestListener | Server): Promise<Served> {
	const server = typeof answer === 'function' ? createServer(answer) : answer;
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** The same for the tests of a file or of a `describe`. Call it at the top; what it returns gives the address. */
export function useServed(answer: RequestListener | Server): () => string {
	let served: Served;
	beforeAll(async () => {
		served = await serve(answer);
	});
	afterAll(() => served.close());
	return () => served.url;
}

/** A server as the host of X, for the tests of a file: one address for all of its APIs. */
export function useOwnHost(answer: RequestListener | Server): () => Addresses {
	const url = useServed(answer);
	return () => ({ baseUrl: url(), adsUrl: url(), adsSandboxUrl: url() });
}
