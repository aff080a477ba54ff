/** In which order pages are asked for and read. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { pages } from '../../../nodes/shared/engine/paging';
import type { Api } from '../../../nodes/shared/http/connection';
import { token } from '../../../nodes/shared/operation/operation';

/**
 * A list of pages, with what happened in order.
 *
 * @param beforeAsking What a request waits for before it is on its way.
 * @param tokens Where each page but the last one leads.
 */
function list(failing?: number, beforeAsking?: () => Promise<unknown>, tokens = ['1', '2']) {
	const events: string[] = [];
	let sent = 0;
	const api: Api = {
		kind: 'app',
		baseUrl: 'https://api.example',
		account: '',
		send: async () => {
			const number = ++sent;
			await beforeAsking?.();
			events.push(`ask ${number}`);
			await Promise.resolve();
			if (number === failing) throw new Error(`page ${number} failed`);
			const meta = { next_token: tokens[number - 1] };
			return { status: 200, headers: {}, body: { data: [{ id: String(number) }], meta } };
		},
	};
	const read = (limit: number, isLast?: (body: unknown) => boolean) =>
		pages(api, { method: 'GET', path: '/2/x' }, token(100), limit, () => 1, isLast);
	return { events, read };
}

const reading = async (limit: number, ...how: Parameters<typeof list>) => {
	const { events, read } = list(...how);
	try {
		for await (const { body } of read(limit)) {
			const { data } = body as { data: { id: string }[] };
			await Promise.resolve();
			events.push(`read ${data[0]?.id}`);
		}
	} catch (error) {
		events.push((error as Error).message);
	}
	return events;
};

describe('a list', () => {
	it('is asked for its next page, on a connection, while one is read, if all of it is wanted', async () => {
		const server = createServer((socket) => void socket.resume());
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const { port } = server.address() as AddressInfo;
		const connected = async () => {
			const socket = connect(port, '127.0.0.1');
			await once(socket, 'connect');
			socket.destroy();
		};
		const events = await reading(Infinity, undefined, connected);
		server.close();
		expect(events).toEqual(['ask 1', 'ask 2', 'read 1', 'ask 3', 'read 2', 'read 3']);
	});

	it('is asked for nothing in advance if a limit may end it', async () => {
		expect(await reading(3)).toEqual(['ask 1', 'read 1', 'ask 2', 'read 2', 'ask 3', 'read 3']);
		expect(await reading(2)).toEqual(['ask 1', 'read 1', 'ask 2', 'read 2']);
	});

	it('ends at a page that says so, and no page after it was asked for', async () => {
		const { events, read } = list();
		const isSecond = (body: unknown) => (body as { data: { id: string }[] }).data[0]?.id === '2';
		for await (const { body } of read(Infinity, isSecond)) events.push(isSecond(body) ? 'read 2' : 'read');
		expect(events).toEqual(['ask 1', 'ask 2', 'read', 'read 2']);
	});

	it('gives what came before a page that fails', async () => {
		expect(await reading(Infinity, 2)).toEqual(['ask 1', 'ask 2', 'read 1', 'page 2 failed']);
	});

	it('stops where a token comes again, also after others', async () => {
		const events = await reading(Infinity, undefined, undefined, ['a', 'b', 'a', 'b']);
		expect(events.at(-1)).toMatch(/^X sent the page token "a" twice/);
		expect(events).not.toContain('ask 5');
	});

	it('may be left while a page that fails is on its way', async () => {
		const { events, read } = list(2);
		for await (const page of read(Infinity)) {
			expect(page.status).toBe(200);
			break;
		}
		await new Promise((resolve) => setImmediate(resolve));
		expect(events).toEqual(['ask 1', 'ask 2']);
	});
});
