import { fc } from '../../support/properties';
import { growingPause, pollUntil } from '../../../nodes/shared/util/poll';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('asks until it is done or the time is up, with a last question at the deadline', async () => {
	const plan = fc.record({
		doneAt: fc.integer({ min: 1, max: 12 }),
		pause: fc.integer({ min: 1, max: 400 }),
		timeout: fc.integer({ min: 0, max: 2000 }),
		isKnown: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(plan, async ({ doneAt, pause, timeout, isKnown }) => {
			let asked = 0;
			const start = Date.now();
			const polling = pollUntil({
				ask: () => Promise.resolve(++asked),
				isDone: (state) => state === doneAt,
				pause: () => pause,
				timeout,
				...(isKnown && { initial: 0 }),
			});
			await jest.runAllTimersAsync();
			const result = await polling;
			const mostQuestions = Math.ceil(timeout / pause) + (isKnown ? 0 : 1);
			expect(asked).toBe(Math.min(doneAt, mostQuestions));
			expect(result).toMatchObject({ state: asked, isDone: doneAt <= mostQuestions });
			expect(Date.now() - start).toBe(result.waited);
			expect(result.waited).toBeLessThanOrEqual(timeout);
			if (!result.isDone) expect(result.waited).toBe(timeout);
		}),
		{ numRuns: 300 },
	);
});

it('ends when the execution is cancelled', async () => {
	const polling = pollUntil({
		ask: () => Promise.resolve('busy'),
		isDone: () => false,
		pause: () => 10,
		timeout: 1000,
		signal: AbortSignal.abort(),
	});
	await expect(polling).rejects.toMatchObject({ name: 'ExecutionCancelledError' });
});

it('pauses longer from question to question, up to a bound', () => {
	const pause = growingPause(500, 3000);
	expect([0, 1, 2, 3, 4, 9].map((asked) => pause(undefined, asked))).toEqual([
		500, 500, 1000, 2000, 3000, 3000,
	]);
});
