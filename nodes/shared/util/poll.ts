import { wait } from './wait';

interface PollOptions<T> {
	readonly ask: () => Promise<T>;
	readonly isDone: (state: T) => boolean;
	/** Milliseconds until the next question, depending on the state or the number of questions so far. */
	readonly pause: (state: T, asked: number) => number;
	readonly timeout: number;
	readonly signal?: AbortSignal | undefined;
	/** A state that is known already: the first question comes after a pause. */
	readonly initial?: T;
}

interface PollResult<T> {
	readonly state: T;
	readonly isDone: boolean;
	readonly waited: number;
}

/**
 * Asks until something is done or the time is up. The last question comes at the deadline.
 *
 * @throws CancelledError when the execution is cancelled.
 */
export async function pollUntil<T>(options: PollOptions<T>): Promise<PollResult<T>> {
	const { ask, isDone, pause, timeout, signal } = options;
	let waited = 0;
	let asked = options.initial === undefined ? 1 : 0;
	let state = options.initial ?? (await ask());
	while (!isDone(state)) {
		const left = timeout - waited;
		if (left <= 0) return { state, isDone: false, waited };
		const next = Math.min(pause(state, asked), left);
		await wait(next, signal);
		waited += next;
		state = await ask();
		asked++;
	}
	return { state, isDone: true, waited };
}

/** Pauses that double from one question to the next, up to a longest one. */
export const growingPause =
	(first: number, longest: number) =>
	(_state: unknown, asked: number): number =>
		Math.min(longest, first * 2 ** Math.max(0, asked - 1));
