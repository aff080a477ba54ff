import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Workflow } from '../../../scripts/runtime/types';

interface Sink {
	/** How often a workflow ran for each event. */
	readonly runs: ReadonlyMap<string, number>;
	/** A node that reports the ID of an event to the sink. */
	node: (name: string) => Workflow['nodes'][number];
}

/** A server that counts the runs of a workflow for each event, for workflows whose executions n8n does not save. */
export function useSink(): Sink {
	const runs = new Map<string, number>();
	let server: Server;
	beforeAll(async () => {
		server = createServer((request, response) => {
			const id = request.headers['x-event-id'];
			if (typeof id === 'string') runs.set(id, (runs.get(id) ?? 0) + 1);
			request.resume();
			response.end('{}');
		});
		await once(server.listen(0, '127.0.0.1'), 'listening');
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return {
		runs,
		node: (name) => ({
			id: randomUUID(),
			name,
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			position: [220, 0],
			parameters: {
				url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
				sendHeaders: true,
				headerParameters: { parameters: [{ name: 'x-event-id', value: '={{ $json.eventId }}' }] },
				options: {},
			},
		}),
	};
}
