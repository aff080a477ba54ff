import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import type { PlatformEvent } from '../../simulator/webhooks';
import { host } from '../../support';
import { outcomeOf, type Judge } from '../../support/outcomes';
import type { Trigger } from '../../support/webhookTrigger';
import { itemsOf, PUBLIC, useWorld } from '../webhookTrigger/world';

const HOUR = 3_600_000;
const HALF = 10;

/** The webhook trigger, on Posts of a user. */
export function webhookTrigger(judge: Judge): void {
	const world = useWorld();

	const some = (): PlatformEvent[] => Array.from({ length: HALF }, () => world().events.build('post.create'));
	const idOf = (event: PlatformEvent) => ('eventUuid' in event ? event.eventUuid : '');
	const deliver = async (events: readonly PlatformEvent[], copies = 1) => {
		await Promise.all(events.map(async (event) => await world().events.deliver(event, { copies })));
	};
	const outcome = async (events: readonly PlatformEvent[], ...triggers: Trigger[]) => {
		await world().events.settled();
		const items = triggers.flatMap(({ executions }) => executions.flatMap((run) => itemsOf(run)));
		return outcomeOf(
			events.map(idOf),
			items.map(({ eventId }) => eventId),
		);
	};

	it('duplicate at once: copies that come together', async () => {
		const trigger = await world().openActive();
		const made = [...some(), ...some()];
		await deliver(made, 3);
		judge('duplicate at once', await outcome(made, trigger));
	});

	it('duplicate later: everything once more', async () => {
		const trigger = await world().openActive();
		const made = [...some(), ...some()];
		await deliver(made);
		await deliver(made);
		judge('duplicate later', await outcome(made, trigger));
	});

	it('restart: what came meanwhile is sent again, and so is what ran before', async () => {
		const { openActive, events, tryAgain } = world();
		const first = await openActive();
		const before = some();
		// Of deliveries that overlap, those of the last second may not be stored.
		for (const event of before) await events.deliver(event);
		await first.close();
		const meanwhile = some();
		const sent = meanwhile.map(async (event) => await events.deliver(event));
		// Its memory is that of the process: only an address of its own gives it another one.
		const webhookId = randomUUID();
		const staticData = first.storedStaticData['node:Subject'] as IDataObject;
		await Promise.all(sent);
		const second = await openActive({ webhookId, staticData });
		await tryAgain();
		for (const event of [...before, ...meanwhile])
			await events.deliver(event, { url: events.inventory().webhooks[0]?.url ?? '' });
		judge('restart', await outcome([...before, ...meanwhile], first, second));
	});

	it('network cut: before n8n has the delivery, and before X has the answer', async () => {
		const { openActive, events, tryAgain } = world();
		const trigger = await openActive();
		let count = 0;
		const cutting = createServer((incoming, outgoing) => {
			const isCut = incoming.method === 'POST' && count++ < 2 * HALF;
			if (isCut && count % 2 === 0) return void incoming.socket.destroy();
			const { method, headers, url = '' } = incoming;
			const passed = request(`${trigger.origin}${url}`, { method, headers, agent: false });
			passed.on('response', (answer) => {
				if (isCut) incoming.socket.destroy();
				else answer.pipe(outgoing.writeHead(answer.statusCode ?? 502));
			});
			incoming.pipe(passed);
		});
		await once(cutting.listen(0, '127.0.0.1'), 'listening');
		try {
			events.route(PUBLIC, `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`);
			const made = [...some(), ...some()];
			await deliver(made);
			expect(events.deliveries.every(({ state }) => state === 'pending')).toBe(true);
			await tryAgain();
			expect(events.deliveries.every(({ state }) => state === 'delivered')).toBe(true);
			judge('network cut', await outcome(made, trigger));
		} finally {
			cutting.closeAllConnections();
			cutting.close();
		}
	});

	it('clock jump: of this machine, a day ahead and a day back', async () => {
		const trigger = await world().openActive();
		const made: PlatformEvent[] = [];
		for (const hours of [24, -24]) {
			const events = some();
			made.push(...events);
			await deliver(events);
			const setRight = host().moveClock(hours * HOUR);
			await deliver(made);
			setRight();
			await deliver(made);
		}
		judge('clock jump', await outcome(made, trigger));
	});

	it('leader change: the new leader looks after the registration, the deliveries go on', async () => {
		const trigger = await world().openActive();
		const made = some();
		await deliver(made);
		await trigger.activate(false, 'leadershipChange');
		made.push(...some());
		await deliver(made);
		judge('leader change', await outcome(made, trigger));
	});
}
