/** A server of events, as n8n's SSE Trigger reads them: https://html.spec.whatwg.org/multipage/server-sent-events.html */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EventSource {
	url: string;
	/** How many read it. */
	readers(): number;
	/** Writes an event to all who read it. */
	write(event: object): void;
	close(): Promise<void>;
}

/** Starts it on a free port. */
export async function startEventSource(): Promise<EventSource> {
	const open = new Set<ServerResponse>();
	const server = createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
		open.add(response);
		response.on('close', () => open.delete(response));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		readers: () => open.size,
		write: (event) => {
			for (const response of open) response.write(`data: ${JSON.stringify(event)}\n\n`);
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
