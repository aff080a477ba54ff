import { fc } from '../../support/properties';
import { TaskPool } from '../../../nodes/shared/util/taskPool';

/** A task that ends when it is told to. */
function gate() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open: () => open(), opened };
}

it('runs every task, never more at once than allowed', async () => {
	const plan = fc.record({ limit: fc.integer({ min: 1, max: 5 }), turns: fc.array(fc.nat({ max: 4 })) });
	await fc.assert(
		fc.asyncProperty(plan, async ({ limit, turns }) => {
			const pool = new TaskPool(limit);
			let active = 0;
			let done = 0;
			for (const count of turns)
				await pool.add(async () => {
					active++;
					expect(active).toBeLessThanOrEqual(limit);
					for (let turn = 0; turn < count; turn++) await Promise.resolve();
					active--;
					done++;
				});
			await pool.drain();
			expect(done).toBe(turns.length);
		}),
	);
});

it('starts nothing more once a task failed, and says why', async () => {
	const pool = new TaskPool(2);
	const [first, second] = [gate(), gate()];
	await pool.add(() => first.opened.then(() => Promise.reject(new Error('first'))));
	await pool.add(() => second.opened.then(() => Promise.reject(new Error('second'))));
	first.open();
	const later = jest.fn(() => Promise.resolve());
	const adding = pool.add(later);
	second.open();
	await expect(adding).rejects.toThrow('first');
	await expect(pool.drain()).rejects.toThrow('first');
	expect(later).not.toHaveBeenCalled();
});

it('starts nothing once the execution is cancelled', async () => {
	const pool = new TaskPool(2, AbortSignal.abort());
	await expect(pool.add(() => Promise.resolve())).rejects.toMatchObject({ name: 'ExecutionCancelledError' });
});
