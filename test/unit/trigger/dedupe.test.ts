import { fc } from '../properties';

import {
	memoryOf,
	forget,
	PERSISTED,
	REMEMBERED,
	DeliveredEvents,
} from '../../../nodes/XWebhookTrigger/dedupe';

const handOver = async (memory: DeliveredEvents, ...keys: string[]) => {
	const claim = await memory.claim(keys);
	claim.keep();
	return [...claim.fresh];
};

describe('once only', () => {
	it('gives an event out once it was kept, and again when it was released', async () => {
		const memory = new DeliveredEvents();
		(await memory.claim(['a'])).release();
		expect(await handOver(memory, 'a')).toEqual(['a']);
		expect(await handOver(memory, 'a', 'b')).toEqual(['b']);
	});

	it('holds a second delivery until the first is decided', async () => {
		const memory = new DeliveredEvents();
		const first = await memory.claim(['a']);
		let decided = false;
		const second = Promise.resolve(memory.claim(['a'])).then((claim) => {
			decided = true;
			return claim;
		});
		await Promise.resolve();
		expect(decided).toBe(false);
		first.release();
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
								const claim = await memory.claim(keys.map(String));
								await Promise.resolve();
								if (fails && attempt === 0) {
									claim.release();
									continue;
								}
								for (const key of claim.fresh) runs.set(key, (runs.get(key) ?? 0) + 1);
								claim.keep();
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
		(await before.claim(['c'])).hand();
		// Not handed over yet, so it may have to come again.
		await before.claim(['d']);
		const text = before.persisted();
		const after = new DeliveredEvents();
		after.absorb(text);
		expect(await handOver(after, 'a', 'b', 'c', 'd')).toEqual(['d']);
	});

	it('forgets what was handed over but not taken', async () => {
		const memory = new DeliveredEvents();
		const claim = await memory.claim(['a']);
		claim.hand();
		expect(memory.persisted()).not.toBe('');
		claim.release();
		expect(memory.persisted()).toBe('');
	});

	it('gives out again what n8n did not take, although another delivery had stored it meanwhile', async () => {
		const memory = new DeliveredEvents();
		const failing = await memory.claim(['a']);
		failing.hand();
		const other = await memory.claim(['b']);
		other.hand();
		const stored = memory.persisted();
		other.keep();
		failing.release();
		memory.absorb(stored);
		expect(await handOver(memory, 'a', 'b')).toEqual(['a']);
		memory.absorb(stored);
		expect(await handOver(memory, 'a', 'b')).toEqual([]);
		// The next that stores leaves out what failed for good.
		const again = await memory.claim(['c']);
		again.hand();
		again.release();
		const restarted = new DeliveredEvents();
		restarted.absorb(memory.persisted());
		expect(await handOver(restarted, 'a', 'b', 'c')).toEqual(['c']);
	});

	it('takes up what another process remembered meanwhile', async () => {
		const [one, other] = [new DeliveredEvents(), new DeliveredEvents()];
		await handOver(other, 'x');
		one.absorb(other.persisted());
		one.absorb(undefined);
		one.absorb(42);
		expect(await handOver(one, 'x', 'y')).toEqual(['y']);
	});

	it('is bounded, forgetting the oldest first', async () => {
		const memory = new DeliveredEvents();
		for (let n = 0; n <= REMEMBERED; n++) await handOver(memory, `event ${n}`);
		expect(await handOver(memory, `event ${REMEMBERED}`)).toEqual([]);
		expect(await handOver(memory, 'event 0')).toEqual(['event 0']);
		expect(memory.persisted().length).toBe(PERSISTED * 12);
	});

	it('is kept per node', async () => {
		await handOver(memoryOf('w1:n1'), 'a');
		expect(await handOver(memoryOf('w1:n2'), 'a')).toEqual(['a']);
		expect(await handOver(memoryOf('w1:n1'), 'a')).toEqual([]);
		forget('w1:n1');
		expect(await handOver(memoryOf('w1:n1'), 'a')).toEqual(['a']);
	});
});
