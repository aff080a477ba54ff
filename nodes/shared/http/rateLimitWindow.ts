import { remaining } from '../errors';
import type { Api, ApiResponse } from './connection';
import type { TaskPool } from '../util/taskPool';

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

	/** Called after a request, with its answer. */
	note(answer: ApiResponse): void {
		const left = remaining(answer.headers);
		this.pool.allow(left);
		if (left === 0) this.spent = answer;
	}
}
