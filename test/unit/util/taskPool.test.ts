import { fc } from '../../support/properties';
import { sideBySide, TaskPool } from '../../../nodes/shared/util/taskPool';

/** A task that ends when the test ends it. */
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

it('starts what had to wait in a later turn of the event loop, though all before it ended at the same moment', async () => {
	const before = gate();
	let started = 0;
	const all = sideBySide(Array.from({ length: 12 }), 4, async () => {
		started++;
		await before.opened;
	});
	before.open();
	await turns(100);
	expect(started).toBe(4);
	await all;
	expect(started).toBe(12);
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

/** How many turns each task takes, long enough to be met by the next ones, and whether it fails then. */
const plan = fc.record({
	limit: fc.integer({ min: 1, max: 6 }),
	tasks: fc.array(fc.record({ turns: fc.integer({ min: 9, max: 30 }), fails: fc.boolean() }), {
		maxLength: 30,
	}),
});

async function turns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

/** Runs a plan; gives what was started, in order, the most at a time, and the outcome. */
async function follow({
	limit,
	tasks,
}: {
	limit: number;
	tasks: readonly { turns: number; fails: boolean }[];
}) {
	const started: number[] = [];
	const ended: number[] = [];
	const startedAfterFailure: number[] = [];
	let most = 0;
	let hasFailed = false;
	const [outcome] = await Promise.allSettled([
		sideBySide(tasks, limit, async ({ turns: count, fails }, place) => {
			if (hasFailed) startedAfterFailure.push(place);
			started.push(place);
			most = Math.max(most, started.length - ended.length);
			await turns(count);
			ended.push(place);
			if (!fails) return `result ${place}`;
			void turns(5).then(() => (hasFailed = true));
			throw new Error(`failure ${place}`);
		}),
	]);
	return { started, ended, startedAfterFailure, most, outcome };
}

it('does each task once, never more at a time than allowed, and gives the results in order', async () => {
	await fc.assert(
		fc.asyncProperty(plan, async ({ limit, tasks }) => {
			const none = tasks.map(({ turns }) => ({ turns, fails: false }));
			const { started, most, outcome } = await follow({ limit, tasks: none });
			expect(started).toEqual([...tasks.keys()]);
			expect(most).toBe(Math.min(limit, tasks.length));
			expect(outcome).toEqual({ status: 'fulfilled', value: tasks.map((_, place) => `result ${place}`) });
		}),
	);
});

it('starts nothing after a failure, waits for what runs, and throws the first failure in order', async () => {
	await fc.assert(
		fc.asyncProperty(plan, async ({ limit, tasks }) => {
			fc.pre(tasks.some(({ fails }) => fails));
			const { started, ended, startedAfterFailure, outcome } = await follow({ limit, tasks });
			expect(startedAfterFailure).toEqual([]);
			expect([...ended].sort((a, b) => a - b)).toEqual(started);
			const first = tasks.findIndex(({ fails }) => fails);
			expect(outcome).toEqual({ status: 'rejected', reason: new Error(`failure ${first}`) });
		}),
	);
});
