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
		const timers = new Timers(this);
		await new Promise<void>((resolve) => timers.at(due, resolve));
		timers.stop();
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

/**
 * Things to do later by the simulator's clock: they fall due when real time passes and at once when a test moves the
 * clock past them, in the order of their times.
 */
export class Timers {
	private readonly waiting = new Set<{ due: number; run: () => void }>();
	private readonly running = new Set<Promise<unknown>>();
	private stopped = false;
	private wake: NodeJS.Timeout | undefined;
	private readonly unwatch: () => void;

	constructor(private readonly clock: Clock) {
		this.unwatch = clock.onMove(() => this.fire());
	}

	/** Runs `run` at `due` (milliseconds of the simulator's clock). Returns a function that calls it off. */
	at(due: number, run: () => void): () => void {
		if (this.stopped) return () => undefined;
		const entry = { due, run };
		this.waiting.add(entry);
		this.arm();
		return () => {
			this.waiting.delete(entry);
			this.arm();
		};
	}

	/** Counts work as in progress until it ends; see `settled`. */
	track<T>(work: Promise<T>): Promise<T> {
		this.running.add(work);
		void work.finally(() => this.running.delete(work)).catch(() => undefined);
		return work;
	}

	/** Resolves once no work is in progress: everything that was due has been done. */
	async settled(): Promise<void> {
		this.fire();
		while (this.running.size > 0) {
			await Promise.allSettled([...this.running]);
			this.fire();
		}
	}

	/** Calls everything off. */
	stop(): void {
		this.stopped = true;
		this.unwatch();
		this.waiting.clear();
		clearTimeout(this.wake);
	}

	private fire(): void {
		const now = this.clock.now();
		const due = [...this.waiting].filter((entry) => entry.due <= now).sort((a, b) => a.due - b.due);
		for (const entry of due) {
			if (this.waiting.delete(entry)) entry.run();
		}
		this.arm();
	}

	private arm(): void {
		clearTimeout(this.wake);
		if (this.waiting.size === 0) return;
		const next = Math.min(...[...this.waiting].map((entry) => entry.due));
		this.wake = setTimeout(() => this.fire(), Math.min(Math.max(0, next - this.clock.now()), 2 ** 31 - 1));
		this.wake.unref();
	}
}
