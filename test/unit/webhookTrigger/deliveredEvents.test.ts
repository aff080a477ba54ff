import { fc } from '../../support/properties';

import { forget } from '../../../nodes/shared/memory/process';
import {
	deliveredEventsOf,
	DeliveredEvents,
	digestsOf,
	PERSISTED,
	REMEMBERED,
} from '../../../nodes/XWebhookTrigger/delivery/deliveredEvents';

const handOver = async (memory: DeliveredEvents, ...keys: string[]) => {
	const reservation = await memory.reserve(keys);
	reservation.commit();
	return [...reservation.fresh];
};

describe('delivered events', () => {
	it('gives an event out once, and again after a rollback', async () => {
		const memory = new DeliveredEvents();
		(await memory.reserve(['a'])).rollback();
		expect(await handOver(memory, 'a')).toEqual(['a']);
		expect(await handOver(memory, 'a', 'b')).toEqual(['b']);
	});

	it('lets a second delivery wait until the first is decided', async () => {
		const memory = new DeliveredEvents();
		const first = await memory.reserve(['a']);
		let decided = false;
		const second = Promise.resolve(memory.reserve(['a'])).then((reservation) => {
			decided = true;
			return reservation;
		});
		await Promise.resolve();
		expect(decided).toBe(false);
		first.rollback();
		expect([...(await second).fresh]).toEqual(['a']);
	});

	it('runs every event exactly once at any concurrency, whatever fails on the way', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.record({
						keys: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 4 }),
						fails: fc.boolean(),
					}),
					{ maxLength: 40 },
				),
				async (deliveries) => {
					const memory = new DeliveredEvents();
					const runs = new Map<string, number>();
					await Promise.all(
						deliveries.map(async ({ keys, fails }) => {
							for (let attempt = 0; attempt < 2; attempt++) {
								const reservation = await memory.reserve(keys.map(String));
								await Promise.resolve();
								if (fails && attempt === 0) {
									reservation.rollback();
									continue;
								}
								for (const key of reservation.fresh) runs.set(key, (runs.get(key) ?? 0) + 1);
								reservation.commit();
								return;
							}
						}),
					);
					const distinct = new Set(deliveries.flatMap(({ keys }) => keys.map(String)));
					expect(new Set(runs.keys())).toEqual(distinct);
					expect([...runs.values()].every((count) => count === 1)).toBe(true);
				},
			),
			{ numRuns: 100 },
		);
	});

	it('survives a restart through its persisted text', async () => {
		const before = new DeliveredEvents();
		await handOver(before, 'a', 'b');
		// The delivery that writes: n8n stores it when it has taken the events.
		const { fresh } = await before.reserve(['c']);
		// Another one in progress: n8n may be killed before it accepts it, so X may have to send it again.
		await before.reserve(['d']);
		const text = before.persisted(digestsOf(fresh));
		const after = new DeliveredEvents();
		after.mergePersisted(text);
		expect(await handOver(after, 'a', 'b', 'c', 'd')).toEqual(['d']);
	});

	it('stores nothing that n8n has not taken', async () => {
		const memory = new DeliveredEvents();
		const failing = await memory.reserve(['a']);
		const other = await memory.reserve(['b']);
		const stored = memory.persisted(digestsOf(other.fresh));
		other.commit();
		failing.rollback();
		memory.mergePersisted(stored);
		expect(await handOver(memory, 'a', 'b')).toEqual(['a']);
		(await memory.reserve(['c'])).rollback();
		const restarted = new DeliveredEvents();
		restarted.mergePersisted(memory.persisted());
		expect(await handOver(restarted, 'a', 'b', 'c')).toEqual(['c']);
	});

	it('takes up what another process remembered meanwhile', async () => {
		const [one, other] = [new DeliveredEvents(), new DeliveredEvents()];
		await handOver(other, 'x');
		one.mergePersisted(other.persisted());
		one.mergePersisted(undefined);
		one.mergePersisted(42);
		expect(await handOver(one, 'x', 'y')).toEqual(['y']);
	});

	it('is bounded, forgetting the oldest first', async () => {
		const memory = new DeliveredEvents();
		for (let n = 0; n <= REMEMBERED; n++) await handOver(memory, `event ${n}`);
		expect(await handOver(memory, `event ${REMEMBERED}`)).toEqual([]);
		expect(await handOver(memory, 'event 0')).toEqual(['event 0']);
		// At ten events a second, n8n writes this text with each run.
		expect(memory.persisted().length).toBeLessThan(10_000);
	});

	it('knows whether older events may have been forgotten', async () => {
		const memory = new DeliveredEvents();
		for (let n = 1; n < PERSISTED; n++) await handOver(memory, `event ${n}`);
		expect(memory.isFull).toBe(false);
		await handOver(memory, 'one more');
		expect(memory.isFull).toBe(true);
		memory.persisted();
		expect(memory.isFull).toBe(true);
	});

	it('is kept per node', async () => {
		await handOver(deliveredEventsOf('w1:n1'), 'a');
		expect(await handOver(deliveredEventsOf('w1:n2'), 'a')).toEqual(['a']);
		expect(await handOver(deliveredEventsOf('w1:n1'), 'a')).toEqual([]);
		forget('node', 'w1:n1');
		expect(await handOver(deliveredEventsOf('w1:n1'), 'a')).toEqual(['a']);
	});
});
