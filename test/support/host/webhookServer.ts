/** The HTTP side of webhooks: requests come in as n8n's server hands them to nodes, with raw body and parsed body. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, inflateSync } from 'node:zlib';

/** A request as a node sees it (what n8n adds to express's request). */
export type WebhookRequest = IncomingMessage & {
	rawBody: Buffer;
	body: unknown;
	query: Record<string, string | string[]>;
	params: Record<string, string>;
	path: string;
	originalUrl: string;
	contentType: string;
	encoding: BufferEncoding;
};

/** A response as a node sees it: the part of express's that nodes use. */
export type WebhookResponse = ServerResponse & {
	status(code: number): WebhookResponse;
	sendStatus(code: number): WebhookResponse;
	set(name: string, value: string): WebhookResponse;
	header(name: string, value: string): WebhookResponse;
	type(mime: string): WebhookResponse;
	json(body: unknown): WebhookResponse;
	send(body?: unknown): WebhookResponse;
};

export type Listener = (request: WebhookRequest, response: WebhookResponse) => Promise<void>;

export interface WebhookServer {
	/** `http://127.0.0.1:<port>` */
	origin: string;
	close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and hands every request to `listener`. */
export async function listen(listener: Listener): Promise<WebhookServer> {
	const server = createServer((incoming, outgoing) => {
		const response = asResponse(outgoing);
		receive(incoming)
			.then(async (request) => await listener(request, response))
			.catch((error: Error) => {
				if (!response.headersSent) response.status(422).json({ code: 422, message: error.message });
				else response.destroy(error);
			});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return { origin: `http://127.0.0.1:${port}`, close: () => close(server) };
}

async function close(server: Server): Promise<void> {
	const closed = once(server, 'close');
	server.close();
	server.closeAllConnections();
	await closed;
}

async function receive(incoming: IncomingMessage): Promise<WebhookRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	const url = new URL(incoming.url ?? '/', 'http://localhost');
	const rawBody = decompress(Buffer.concat(chunks), incoming.headers['content-encoding']);
	const contentType = (incoming.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
	return Object.assign(incoming, {
		rawBody,
		contentType,
		encoding: 'utf-8' as const,
		body: parse(rawBody, contentType),
		query: fields(url.searchParams),
		params: {},
		path: url.pathname,
		originalUrl: incoming.url ?? '/',
	});
}

function decompress(body: Buffer, encoding: string | undefined): Buffer {
	if (encoding === 'gzip') return gunzipSync(body);
	return encoding === 'deflate' ? inflateSync(body) : body;
}

function parse(rawBody: Buffer, contentType: string): unknown {
	if (rawBody.length === 0) return {};
	const text = rawBody.toString('utf8');
	if (contentType === 'application/json' || contentType.endsWith('+json')) {
		try {
			return JSON.parse(text);
		} catch {
			throw new Error('Failed to parse request body');
		}
	}
	if (contentType === 'application/x-www-form-urlencoded') return fields(new URLSearchParams(text));
	return contentType.startsWith('text/') ? text : {};
}

function fields(params: URLSearchParams): Record<string, string | string[]> {
	const names = [...new Set(params.keys())];
	const value = (all: string[]) => (all.length === 1 ? (all[0] ?? '') : all);
	return Object.fromEntries(names.map((name) => [name, value(params.getAll(name))]));
}

function asResponse(outgoing: ServerResponse): WebhookResponse {
	const response: WebhookResponse = Object.assign(outgoing, {
		status(code: number) {
			outgoing.statusCode = code;
			return response;
		},
		set(name: string, value: string) {
			outgoing.setHeader(name, value);
			return response;
		},
		header: (name: string, value: string) => response.set(name, value),
		type: (mime: string) => response.set('content-type', mime),
		sendStatus: (code: number) => response.status(code).send(),
		json(body: unknown) {
			if (!outgoing.hasHeader('content-type'))
				outgoing.setHeader('content-type', 'application/json; charset=utf-8');
			outgoing.end(JSON.stringify(body));
			return response;
		},
		send(body: unknown = '') {
			if (typeof body === 'object' && body !== null && !Buffer.isBuffer(body)) return response.json(body);
			outgoing.end(body);
			return response;
		},
	});
	return response;
}
