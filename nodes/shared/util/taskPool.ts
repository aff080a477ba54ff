import { CancelledError } from './wait';

/**
 * Runs tasks with a bounded number under way. The first failure is thrown by the next `add` or by `drain`, and no
 * further task starts after it or after the execution was cancelled.
 */
export class TaskPool {
	private readonly active = new Set<Promise<void>>();
	private failure: { readonly error: unknown } | undefined;
	private room: number;

	/**
	 * @param limit Most tasks at once.
	 * @param signal Ends it when the execution is cancelled.
	 */
	constructor(
		private readonly limit: number,
		private readonly signal?: AbortSignal,
	) {
		this.room = limit;
	}

	/** Starts a task as soon as there is room for it. */
	async add(task: () => Promise<void>): Promise<void> {
		while (this.active.size >= this.room) await Promise.race(this.active);
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
	 * Starts no more tasks at once than the service still takes, so that none is refused for its rate limit.
	 *
	 * @param requests What an answer says is left in this window; undefined where it does not say.
	 */
	allow(requests: number | undefined): void {
		this.room = Math.max(1, Math.min(this.limit, requests ?? this.limit));
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
