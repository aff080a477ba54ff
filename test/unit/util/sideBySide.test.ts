import { fc } from '../../support/properties';
import { sideBySide } from '../../../nodes/shared/util/sideBySide';

/** How many turns each task takes, and whether it fails then. */
const plan = fc.record({
	limit: fc.integer({ min: 1, max: 6 }),
	tasks: fc.array(fc.record({ turns: fc.integer({ min: 1, max: 9 }), fails: fc.boolean() }), {
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
		sideBySide(tasks.length, limit, async (place) => {
			if (hasFailed) startedAfterFailure.push(place);
			started.push(place);
			most = Math.max(most, started.length - ended.length);
			await turns(tasks[place]?.turns ?? 0);
			ended.push(place);
			if (!tasks[place]?.fails) return `result ${place}`;
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

it('starts nothing after a failure, waits for what is under way, and throws the first failure in order', async () => {
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
