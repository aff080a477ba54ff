import { remaining } from '../../shared/errors';
import { CancelledError } from '../../shared/util/wait';
import type { Api, ApiResponse } from '../../shared/http/connection';

/**
 * Runs tasks with a bounded number under way. The first failure is thrown by the next `add` or by `drain`, and no
 * further task starts after it or after the execution was cancelled.
 */
export class TaskPool {
	private readonly active = new Set<Promise<void>>();
	private failure: { readonly error: unknown } | undefined;
	private room: number;

	/**
	 * @param limit tasks at once
	 * @param signal ends it when the execution is cancelled
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
	 * @param requests what an answer says is left in this window; undefined where it does not say
	 */
	allow(requests: number | undefined): void {
		this.room = Math.max(1, Math.min(this.limit, requests ?? this.limit));
	}

	/** Waits for all tasks. Throws the first failure. */
	async drain(): Promise<void> {
		await Promise.all(this.active);
		if (this.failure) throw this.failure.error;
	}
}

/** The rate-limit window that the requests of a pool share: planned by what the answers say is left of it. */
export class RateLimitWindow {
	private spent: ApiResponse | undefined;

	constructor(
		private readonly api: Api,
		private readonly pool: TaskPool,
	) {
		// The first answer tells how much is left: until then nothing else is sent.
		pool.allow(1);
	}

	/** Called before a request: waits for the next window where the present one is used up. */
	async open(): Promise<void> {
		const { spent } = this;
		if (spent === undefined) return;
		this.spent = undefined;
		await this.api.pace(spent);
		this.pool.allow(undefined);
	}

	/** Called after it. */
	note(answer: ApiResponse): void {
		const left = remaining(answer.headers);
		this.pool.allow(left);
		if (left === 0) this.spent = answer;
	}
}
