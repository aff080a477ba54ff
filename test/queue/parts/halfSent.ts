import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { webhookSimulator } from '../../simulator/webhooks';
import { APP_KINDS } from '../../support/appKinds';
import { WEBHOOKS } from '../support/cluster';
import { makeShots, sendAll } from '../support/deliveries';
import { openShared } from '../support/lanes';
import type { QueueStage } from '../support/stage';

const CONNECTIONS = 100;
/** How long the connections stay open, in milliseconds. */
const HELD = 8_000;

/** Deliveries whose bodies never come, from someone who knows no more than the address. */
export function halfSent(stage: () => QueueStage): void {
	it('half-sent deliveries cost n8n nothing behind nginx', async () => {
		const { client, cluster, hashing, sim } = stage();
		const { owner, guest } = await openShared(stage(), APP_KINDS.both);
		const most = async () => {
			const each = WEBHOOKS.map(async (member) => await cluster.mostMemoryOf(member));
			return (await Promise.all(each)).reduce((sum, one) => sum + one, 0);
		};
		const shots = () => makeShots(webhookSimulator(sim.platform), guest, 'once', 1);
		/** How much memory n8n takes for such deliveries, and how long a genuine one waits during them. */
		const measured = async (origin: string) => {
			const before = await most();
			const letGo = await beginDeliveries(origin, shots()[0]?.path ?? '');
			const start = performance.now();
			const { answers } = await sendAll(shots().map((shot) => ({ ...shot, origin })));
			const seconds = (performance.now() - start) / 1000;
			await delay(HELD);
			letGo();
			return { rise: (await most()) - before, seconds, answers: Object.fromEntries(answers) };
		};
		await sendAll(shots());
		const behind = await measured(hashing.path.url);
		const direct = await measured(cluster.url('webhook1'));
		for (const [name, { rise, seconds }] of Object.entries({ 'behind nginx': behind, direct }))
			process.stdout.write(
				`${CONNECTIONS} half-sent deliveries, ${name}: ${rise.toFixed(0)} MB more, a genuine one after ${seconds.toFixed(1)} s\n`,
			);
		expect(behind.answers).toEqual({ 200: 1 });
		expect(behind.rise).toBeLessThan(direct.rise / 2);
		for (const workflow of [guest.workflow, owner]) await client.deactivate(workflow);
	});
}

/**
 * Begins deliveries and sends one byte of each body.
 *
 * @returns What closes the connections.
 */
async function beginDeliveries(origin: string, path: string): Promise<() => void> {
	const { hostname, port, host } = new URL(origin);
	const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
	const sockets = await Promise.all(
		Array.from({ length: CONNECTIONS }, async () => {
			const socket = connect(Number(port), hostname);
			socket.on('error', () => {});
			await once(socket, 'connect');
			socket.write(head);
			return socket;
		}),
	);
	return () => {
		for (const socket of sockets) socket.destroy();
	};
}
