import {
	EventClaims,
	EventIsBusy,
	type EventLog,
	type EventStore,
} from '../../../nodes/XWebhookTrigger/delivery/eventClaims';
import { fc } from '../../support/properties';

type Entry = Awaited<ReturnType<EventLog['read']>>[number];

/** A memory that all processes share, whose requests take a while; time passes when a test says so. */
class SharedMemory {
	readonly lists = new Map<string, Entry[]>();
	time = 1_000_000;
	isDown = false;

	constructor(private readonly latencies: () => number = () => 0) {}

	readonly clock = {
		now: () => this.time,
		pause: async (milliseconds: number) => {
			this.time += milliseconds / 4;
			await this.latency();
		},
	};

	store(): EventStore {
		return {
			open: (key) => ({
				read: async () => {
					await this.latency();
					return [...(this.lists.get(key) ?? [])];
				},
				append: async (entry) => {
					await this.latency();
					this.lists.set(key, [...(this.lists.get(key) ?? []), entry]);
				},
			}),
			close: async () => {},
		};
	}

	claims(): EventClaims {
		return new EventClaims(this.store(), this.clock);
	}

	private async latency(): Promise<void> {
		if (this.isDown) throw new Error('The memory is away');
		for (let turns = this.latencies(); turns >= 0; turns--) await Promise.resolve();
	}
}

describe('the memory of seen events', () => {
	it('gives an event to one process, and to the next one when that failed', async () => {
		const memory = new SharedMemory();
		const first = memory.claims();
		expect([...(await first.claim(['a']))]).toEqual(['a']);
		const second = memory.claims();
		const waiting = second.claim(['a', 'b']);
		await first.end(false);
		expect([...(await waiting)]).toEqual(['a', 'b']);
		await second.end(true);
		expect([...(await memory.claims().claim(['a', 'b', 'c']))]).toEqual(['c']);
	});

	it('does not wait longer than X does, and gives up what it owned meanwhile', async () => {
		const memory = new SharedMemory();
		await memory.claims().claim(['b']);
		const started = memory.time;
		await expect(memory.claims().claim(['a', 'b'])).rejects.toThrow(EventIsBusy);
		expect(memory.time - started).toBeLessThan(7_000);
		expect([...(await memory.claims().claim(['a']))]).toEqual(['a']);
	});

	it('lets an event go over that a killed process had claimed, after 15 seconds', async () => {
		const memory = new SharedMemory();
		await memory.claims().claim(['a']);
		await expect(memory.claims().claim(['a'])).rejects.toThrow(EventIsBusy);
		memory.time += 15_000;
		expect([...(await memory.claims().claim(['a']))]).toEqual(['a']);
	});

	it('fails where the memory is away', async () => {
		const memory = new SharedMemory();
		memory.isDown = true;
		await expect(memory.claims().claim(['a'])).rejects.toThrow('away');
	});

	it('runs every event exactly once, whatever number of processes has it at whichever moment', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.record({
						keys: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 }),
						fails: fc.boolean(),
					}),
					{ minLength: 1, maxLength: 12 },
				),
				fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 50, maxLength: 50 }),
				async (deliveries, latencies) => {
					let turn = 0;
					const memory = new SharedMemory(() => latencies[turn++ % latencies.length] ?? 0);
					const runs = new Map<string, number>();
					await Promise.all(
						deliveries.map(async ({ keys, fails }) => {
							// As X does: again until it is taken.
							for (let attempt = 0; attempt < 50; attempt++) {
								const claims = memory.claims();
								const own = await claims.claim(keys.map(String)).catch(() => undefined);
								if (own === undefined) continue;
								const isTaken = !(fails && attempt === 0);
								if (isTaken) for (const key of own) runs.set(key, (runs.get(key) ?? 0) + 1);
								await claims.end(isTaken);
								if (isTaken) return;
							}
						}),
					);
					const all = new Set(deliveries.flatMap(({ keys }) => keys.map(String)));
					expect([...runs].sort()).toEqual([...all].sort().map((key) => [key, 1]));
				},
			),
			{ numRuns: 100 },
		);
	});
});
