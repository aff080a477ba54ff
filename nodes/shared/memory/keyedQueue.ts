/** Runs tasks with the same key in order, and all others concurrently. */
export class KeyedQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	/** @returns The task's result; its failure does not stop other tasks. */
	async run<T>(key: string, task: () => Promise<T>): Promise<T> {
		const before = this.last.get(key);
		const running = before ? before.then(task, task) : task();
		this.last.set(key, running);
		try {
			return await running;
		} finally {
			if (this.last.get(key) === running) this.last.delete(key);
		}
	}
}
