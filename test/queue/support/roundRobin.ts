import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../../../scripts/runtime/until';

/** A proxy that gives each request to the next process in turn, as a simple load balancer does. */
export class RoundRobin {
	private readonly taking = new Set<string>();
	private readonly underWay = new Map<string, number>();
	private last = 0;
	private readonly server = createServer((request, response) => this.pass(request, response));

	private constructor() {}

	/** Starts a proxy for these processes, by their addresses. */
	static async start(processes: readonly string[]): Promise<RoundRobin> {
		const proxy = new RoundRobin();
		for (const url of processes) proxy.putIn(url);
		await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
		return proxy;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Lets a process have requests (again). */
	putIn(url: string): void {
		this.taking.add(url);
	}

	/** Gives a process no further request, and waits until it has answered those that it has. */
	async takeOut(url: string): Promise<void> {
		this.taking.delete(url);
		await until(`${url} to answer its last request`, async () =>
			(this.underWay.get(url) ?? 0) === 0 ? await Promise.resolve(true) : undefined,
		);
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private pass(request: IncomingMessage, response: ServerResponse): void {
		const url = [...this.taking][this.last++ % Math.max(1, this.taking.size)];
		if (url === undefined) {
			response.writeHead(503).end();
			return;
		}
		this.count(url, 1);
		const { method, headers } = request;
		const onward = forward(
			`${url}${request.url ?? ''}`,
			{ method, headers, agent: false },
			(answer: IncomingMessage) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			},
		);
		onward.once('error', () => {
			// Who asked left first, as an owner does whose guest is slow. With such a process taken out, and then the other,
			// nothing arrived any more.
			if (response.destroyed) return;
			// a process that refuses or drops connections is gone: it comes back by `putIn`
			this.taking.delete(url);
			if (response.headersSent) response.destroy();
			else response.writeHead(502).end();
		});
		response.once('close', () => {
			onward.destroy();
			this.count(url, -1);
		});
		request.pipe(onward);
	}

	private count(url: string, change: 1 | -1): void {
		this.underWay.set(url, (this.underWay.get(url) ?? 0) + change);
	}
}
