/**
 * The simulated platform behind three addresses of 127.0.0.1.
 *
 *     const sim = await startSimulator({ followers: 20000 });
 *     sim.baseUrl / sim.adsUrl / sim.adsSandboxUrl      `http://127.0.0.1:<port>`, no slash at the end
 *     sim.platform.clock.advance(15 * 60 * 1000)        move time ahead
 *     sim.platform.credentials.grant(me.id, ['users.read']).access_token   a user token with few scopes
 *     sim.platform.credentials.revoke(token) / .expire(token)
 *     sim.requests                                      what came, in order, without secrets
 *     sim.fail({ match: { path: '/2/users/me' }, kind: 'rateLimited', resetIn: 2, account: true, times: 1 })
 *     sim.limits.setRemaining('GET /2/users/{id}/followers', 1, 30)
 *     await sim.control('core', 'repost', {…})          what an area offers besides; README.md lists all of it
 *     core.state(sim.platform)                          the data itself (`core` of core/area.ts)
 *     await sim.reset()                                 seeded state, no faults, empty log, machine time
 *     await sim.close()
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { areas } from './areas';
import type { Area, Listener } from './frame';
import { Faults } from './frame/faults';
import { RateLimits } from './frame/limits';
import { serve, type Logged } from './frame/serve';
import { Router } from './frame/router';
import { Platform, type SimulatorOptions } from './platform';
import type { Simulator } from './simulator';

export type { Fault, FaultKind, FaultMatch } from './frame/faults';
export type { Logged } from './frame/serve';
export type { SimulatorOptions } from './platform';
export type { Simulator } from './simulator';

/**
 * Starts the simulator.
 *
 * @param parts The areas to serve; by default all of them.
 */
export async function startSimulator(
	options: SimulatorOptions = {},
	parts: readonly Area[] = areas,
): Promise<Simulator> {
	const platform = new Platform(options);
	const router = new Router(parts.flatMap((area) => area.routes(platform)));
	const limits = new RateLimits(platform.clock);
	const faults = new Faults(platform.clock);
	const requests: Logged[] = [];
	const sockets = new Set<Socket>();
	const style = (listener: Listener) =>
		parts
			.flatMap((area) => area.routes(platform))
			.find((route) => route.refusals && (route.listeners ?? ['api']).includes(listener))?.refusals;
	const styles = { api: style('api'), ads: style('ads'), adsSandbox: style('adsSandbox') };

	const listen = (listener: Listener, port: number) =>
		start(port, sockets, async (request, response) => {
			await serve(
				{ platform, router, limits, faults, requests, listener, fallback: styles[listener] },
				request,
				response,
			);
		});
	const api = await listen('api', options.port ?? 0);
	const ads = await listen('ads', 0);
	const adsSandbox = await listen('adsSandbox', 0);

	const simulator: Simulator = {
		baseUrl: addressOf(api),
		adsUrl: addressOf(ads),
		adsSandboxUrl: addressOf(adsSandbox),
		platform,
		requests,
		limits,
		fail: (fault) => faults.add(fault),
		repair: () => faults.clear(),
		control: async (name, action, input = {}) => {
			const area = parts.find((part) => part.name === name);
			if (!area) throw new Error(`No area named ${name}`);
			return await area.control(platform, action, input);
		},
		reset: async () => {
			for (const area of parts) await area.dispose(platform);
			platform.reset();
			limits.reset();
			faults.clear();
			requests.length = 0;
			for (const area of parts) area.reset(platform);
		},
		close: async () => {
			for (const area of parts) await area.dispose(platform);
			for (const socket of sockets) socket.destroy();
			await Promise.all([api, ads, adsSandbox].map(stop));
		},
	};
	return simulator;
}

async function start(
	port: number,
	sockets: Set<Socket>,
	handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Server> {
	const server = createServer((request, response) => {
		handle(request, response).catch((error: unknown) => {
			if (response.headersSent) return void response.destroy();
			response.writeHead(500, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ simulatorError: error instanceof Error ? error.stack : String(error) }));
		});
	});
	server.keepAliveTimeout = 30_000;
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return server;
}

async function stop(server: Server): Promise<void> {
	await new Promise<void>((resolve) => server.close(() => resolve()));
}

function addressOf(server: Server): string {
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
