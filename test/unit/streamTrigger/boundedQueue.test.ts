import { BoundedQueue } from '../../../nodes/XStreamTrigger/stream/boundedQueue';
import { fc } from '../../support/properties';

/** Tasks that end when the test says so. */
function open(parallel: number, limit: number) {
	const started: number[] = [];
	const ends: (() => void)[] = [];
	let idle = 0;
	const queue = new BoundedQueue<number>({
		parallel,
		limit,
		run: async (item) => {
			started.push(item);
			await new Promise<void>((resolve) => ends.push(resolve));
		},
		onIdle: () => idle++,
	});
	const settle = async () => await new Promise((resolve) => setImmediate(resolve));
	const end = async () => {
		ends.shift()?.();
		await settle();
	};
	return { queue, started, ends, end, settle, idle: () => idle };
}

describe('a bounded queue', () => {
	it('starts all that it takes in order, and never holds more than it may', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 4 }),
				fc.integer({ min: 0, max: 5 }),
				fc.array(fc.constantFrom('add', 'end'), { maxLength: 60 }),
				async (parallel, limit, steps) => {
					const { queue, started, ends, end } = open(parallel, limit);
					const taken: number[] = [];
					let next = 0;
					for (const step of steps) {
						if (step === 'end') await end();
						else if (queue.add(next++)) taken.push(next - 1);
						expect(ends.length).toBeLessThanOrEqual(parallel);
						expect(queue.size).toBeLessThanOrEqual(limit);
					}
					while (ends.length > 0) await end();
					expect(started).toEqual(taken);
				},
			),
			{ numRuns: 50 },
		);
	});

	it('lets wait for room, and says when all is done', async () => {
		const { queue, started, end, idle } = open(1, 1);
		expect([queue.add(1), queue.add(2), queue.add(3)]).toEqual([true, true, false]);
		const later = queue.addLater(4);
		await end();
		expect(await later).toBe(true);
		await end();
		await end();
		expect([started, idle()]).toEqual([[1, 2, 4], 1]);
	});

	it('takes nothing once it is closed', async () => {
		const { queue, started, end } = open(1, 1);
		queue.add(1);
		queue.add(2);
		const later = queue.addLater(3);
		queue.close();
		expect(await later).toBe(false);
		await end();
		expect([started, queue.add(4), queue.size]).toEqual([[1], false, 0]);
	});
});
