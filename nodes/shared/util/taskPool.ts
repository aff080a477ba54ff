import { sleep } from 'n8n-workflow';
import { CancelledError } from './wait';

/**
 * Runs a bounded number of tasks at a time. After a failure or a cancellation no further task starts, and running
 * ones are waited for. The failure of the task that was added first is thrown.
 */
export class TaskPool {
	private readonly active = new Set<Promise<void>>();
	/** Those who add a task and wait for room. A race of all active tasks for each took a hundredth of a run's time. */
	private readonly waiting: (() => void)[] = [];
	private added = 0;
	private failure: { readonly place: number; readonly error: unknown } | undefined;

	constructor(
		private readonly limit: number,
		private readonly signal?: AbortSignal,
	) {}

	async add(task: () => Promise<void>): Promise<void> {
		while (this.active.size >= this.limit) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
			// Without this turn of the event loop, tasks that end together let the next ones start together, too, and nothing is
			// sent while their answers are read.
			if (this.limit > 1) await sleep(0);
		}
		if (this.failure) await this.drain();
		if (this.signal?.aborted) throw new CancelledError();
		const place = this.added++;
		const running: Promise<void> = task()
			.catch((error: unknown) => {
				if (!this.failure || place < this.failure.place) this.failure = { place, error };
			})
			.finally(() => {
				this.active.delete(running);
				for (const resume of this.waiting.splice(0)) resume();
			});
		this.active.add(running);
	}

	/** Waits for all tasks, and throws the failure of the one that was added first. */
	async drain(): Promise<void> {
		await Promise.all(this.active);
		if (this.failure) throw this.failure.error;
	}
}

/**
 * Runs a task for each of a number of things, several at a time, and returns the results in order.
 *
 * @throws The failure of the first failed thing, in their order; no task was started after it.
 */
export async function sideBySide<T, R>(
	things: readonly T[],
	limit: number,
	task: (thing: T, place: number) => Promise<R>,
): Promise<R[]> {
	const results = new Array<R>(things.length);
	const pool = new TaskPool(limit);
	for (const [place, thing] of things.entries())
		await pool.add(async () => {
			results[place] = await task(thing, place);
		});
	await pool.drain();
	return results;
}
