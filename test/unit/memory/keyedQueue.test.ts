import { groupBy } from 'lodash';
import { fc } from '../../support/properties';
import { KeyedQueue } from '../../../nodes/shared/memory/keyedQueue';

const tasks = fc.array(
	fc.record({ key: fc.constantFrom('a', 'b', 'c'), turns: fc.nat({ max: 5 }), fails: fc.boolean() }),
	{ maxLength: 20 },
);

it('runs what has one key in order, each by itself; other keys, and failures, do not matter', async () => {
	await fc.assert(
		fc.asyncProperty(tasks, async (plan) => {
			const queue = new KeyedQueue();
			const seen: { key: string; place: number; what: 'begins' | 'ends' }[] = [];
			const outcomes = await Promise.allSettled(
				plan.map(async ({ key, turns, fails }, place) => {
					return await queue.run(key, async () => {
						seen.push({ key, place, what: 'begins' });
						for (let turn = 0; turn < turns; turn++) await Promise.resolve();
						seen.push({ key, place, what: 'ends' });
						if (fails) throw new Error(`failure ${place}`);
						return place;
					});
				}),
			);
			for (const [key, ofKey] of Object.entries(groupBy(seen, 'key')))
				expect(ofKey).toEqual(
					plan.flatMap((task, place) =>
						task.key === key
							? [
									{ key, place, what: 'begins' },
									{ key, place, what: 'ends' },
								]
							: [],
					),
				);
			expect(outcomes).toEqual(
				plan.map(({ fails }, place) =>
					fails
						? { status: 'rejected', reason: new Error(`failure ${place}`) }
						: { status: 'fulfilled', value: place },
				),
			);
		}),
	);
});

it('lets another key begin at once', async () => {
	const queue = new KeyedQueue();
	let end = () => {};
	const first = queue.run('a', () => new Promise<void>((resolve) => (end = resolve)));
	await expect(queue.run('b', () => Promise.resolve('done'))).resolves.toBe('done');
	end();
	await first;
});
