/**
 * The simulator's time. It runs with the machine's clock and can be moved ahead, so that no test has to wait. Where it
 * is stopped a test alone moves it.
 */
export class Clock {
	private offset = 0;
	private stoppedAt: number | undefined;
	private began = this.now();
	private readonly watchers = new Set<() => void>();

	/** Milliseconds since the epoch. */
	now(): number {
		return Math.floor((this.stoppedAt ?? Date.now()) + this.offset);
	}

	/** Stops at the next whole second, as X's headers name no fractions. */
	stop(): void {
		this.stoppedAt = Math.ceil(Date.now() / 1000) * 1000;
	}

	/** Runs with the machine's clock again. */
	start(): void {
		this.stoppedAt = undefined;
	}

	/** Whole seconds since the epoch, as headers and OAuth timestamps have it. */
	seconds(): number {
		return Math.floor(this.now() / 1000);
	}

	/** ISO 8601 in UTC with milliseconds, as the API prints times. */
	iso(shiftMs = 0): string {
		return new Date(this.now() + shiftMs).toISOString();
	}

	/** Move time ahead by milliseconds (back with a negative number) and notify the watchers. */
	advance(milliseconds: number): void {
		this.offset += milliseconds;
		for (const watcher of [...this.watchers]) watcher();
	}

	/** Resolves at a moment of the simulator's time, which passes or is moved. */
	async until(due: number): Promise<void> {
		if (this.now() >= due) return;
		await new Promise<void>((resolve) => {
			const done = () => {
				clearTimeout(timer);
				stop();
				resolve();
			};
			const timer = setTimeout(done, due - this.now()).unref();
			const stop = this.onMove(() => {
				if (this.now() >= due) done();
			});
		});
	}

	/** Back to the time before it was moved. */
	reset(): void {
		this.offset = 0;
		this.began = this.now();
	}

	/** Makes something as if it were still the time of the last reset. */
	atBeginning<T>(make: () => T): T {
		const { offset, stoppedAt } = this;
		this.offset = 0;
		this.stoppedAt = this.began;
		try {
			return make();
		} finally {
			this.offset = offset;
			this.stoppedAt = stoppedAt;
		}
	}

	/** Calls back whenever time was moved. Returns a function that ends it. */
	onMove(watcher: () => void): () => void {
		this.watchers.add(watcher);
		return () => this.watchers.delete(watcher);
	}
}
