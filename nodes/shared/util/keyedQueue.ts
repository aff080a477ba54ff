/** Runs tasks with the same key one after the other, in the order in which they came, and all others concurrently. */
export class KeyedQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	/** @returns What the task returns; its failure is its own and stops no other. */
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
