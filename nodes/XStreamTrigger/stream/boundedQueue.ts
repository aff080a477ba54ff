interface QueueOptions<T> {
	readonly parallel: number;
	readonly limit: number;
	/** Handles an item. Never throws. */
	readonly run: (item: T) => Promise<void>;
	readonly onIdle?: () => void;
}

/** A queue with a limit, because events that arrive faster than they can be handled must not fill the memory. */
export class BoundedQueue<T> {
	private waiting: (T | undefined)[] = [];
	/** Index of the next item. Removing items from the front of a long array would move all the others. */
	private next = 0;
	private active = 0;
	private isClosed = false;
	private room: (() => void)[] = [];

	constructor(private readonly options: QueueOptions<T>) {}

	get size(): number {
		return this.waiting.length - this.next;
	}

	add(item: T): boolean {
		if (this.isClosed || this.isFull) return false;
		this.waiting.push(item);
		this.start();
		return true;
	}

	/** Adds an item as soon as there is room. Returns false if the queue was closed before. */
	async addLater(item: T): Promise<boolean> {
		while (!this.isClosed && this.isFull) await new Promise<void>((resolve) => this.room.push(resolve));
		return this.add(item);
	}

	/** Forgets the waiting items. Tasks in progress continue. */
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
			// Frees the memory of the item.
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
