import type { Clock } from '../clock';

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
