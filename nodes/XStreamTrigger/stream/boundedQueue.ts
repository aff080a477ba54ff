export interface QueueOptions<T> {
	/** Most tasks at once. */
	readonly parallel: number;
	/** Most items that wait. */
	readonly limit: number;
	/** Handles an item; never throws. */
	readonly run: (item: T) => Promise<void>;
	/** Told each time that everything has been handled. */
	readonly onIdle?: () => void;
}

/**
 * Items that wait for their turn, never more than a limit: what comes faster than it can be handled must not fill the
 * memory.
 */
export class BoundedQueue<T> {
	private waiting: (T | undefined)[] = [];
	/** Place of the next item: taking from the front of a long list would move all that is behind it. */
	private next = 0;
	private active = 0;
	private isClosed = false;
	private room: (() => void)[] = [];

	constructor(private readonly options: QueueOptions<T>) {}

	get size(): number {
		return this.waiting.length - this.next;
	}

	/** @returns Whether there was room for the item. */
	add(item: T): boolean {
		if (this.isClosed || this.isFull) return false;
		this.waiting.push(item);
		this.start();
		return true;
	}

	/** Adds an item as soon as there is room; false where the queue was closed before. */
	async addLater(item: T): Promise<boolean> {
		while (!this.isClosed && this.isFull) await new Promise<void>((resolve) => this.room.push(resolve));
		return this.add(item);
	}

	/** Forgets what waits; what is under way ends by itself. */
	close(): void {
		this.isClosed = true;
		this.waiting = [];
		this.next = 0;
		this.wake();
	}

	private get isFull(): boolean {
		return this.size >= this.options.limit && this.active >= this.options.parallel;
	}

	private start(): void {
		while (this.active < this.options.parallel && this.size > 0) {
			const item = this.waiting[this.next] as T;
			// What has been taken is not kept.
			this.waiting[this.next++] = undefined;
			if (this.next === this.waiting.length || this.next > 1000) {
				this.waiting = this.waiting.slice(this.next);
				this.next = 0;
			}
			this.active++;
			void this.options.run(item).finally(() => {
				this.active--;
				this.start();
				if (this.active === 0 && this.size === 0 && !this.isClosed) this.options.onIdle?.();
			});
			this.wake();
		}
	}

	private wake(): void {
		const woken = this.room;
		this.room = [];
		for (const resolve of woken) resolve();
	}
}
