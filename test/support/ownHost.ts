import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Lets a server of a test be the host of X for the tests of a file. Call it at the top of the file.
 *
 * @returns One address for all of its APIs.
 */
export function useOwnHost(server: Server): () => { baseUrl: string; adsUrl: string; adsSandboxUrl: string } {
	let origin = '';
	beforeAll(async () => {
		await once(server.listen(0, '127.0.0.1'), 'listening');
		origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return () => ({ baseUrl: origin, adsUrl: origin, adsSandboxUrl: origin });
}
