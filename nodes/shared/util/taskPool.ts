import { CancelledError } from './wait';

/**
 * Runs tasks with a bounded number under way. The first failure is thrown by the next `add` or by `drain`, and no
 * further task starts after it or after the execution was cancelled.
 */
export class TaskPool {
	private readonly active = new Set<Promise<void>>();
	private failure: { readonly error: unknown } | undefined;

	/**
	 * @param limit Most tasks at once.
	 * @param signal Ends it when the execution is cancelled.
	 */
	constructor(
		private readonly limit: number,
		private readonly signal?: AbortSignal,
	) {}

	/** Starts a task as soon as there is room for it. */
	async add(task: () => Promise<void>): Promise<void> {
		while (this.active.size >= this.limit) await Promise.race(this.active);
		if (this.failure) await this.drain();
		if (this.signal?.aborted) throw new CancelledError();
		const running: Promise<void> = task()
			.catch((error: unknown) => {
				this.failure ??= { error };
			})
			.finally(() => this.active.delete(running));
		this.active.add(running);
	}

	/**
	 * Waits for all tasks.
	 *
	 * @throws What the first task that failed threw.
	 */
	async drain(): Promise<void> {
		await Promise.all(this.active);
		if (this.failure) throw this.failure.error;
	}
}
