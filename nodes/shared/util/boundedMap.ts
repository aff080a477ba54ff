/** A map that forgets its oldest entry when it is full, for what a process remembers across executions. */
export class BoundedMap<K, V> {
	private readonly entries = new Map<K, V>();
	/** Stays at the oldest entry: a new iterator would walk over every entry that was deleted before it. */
	private readonly oldest = this.entries.keys();

	/** @param limit Most entries that are kept. */
	constructor(private readonly limit: number) {}

	get size(): number {
		return this.entries.size;
	}

	get(key: K): V | undefined {
		return this.entries.get(key);
	}

	has(key: K): boolean {
		return this.entries.has(key);
	}

	/** Keeps a value and makes it the newest entry. */
	set(key: K, value: V): void {
		this.entries.delete(key);
		this.entries.set(key, value);
		if (this.entries.size <= this.limit) return;
		const { done, value: oldest } = this.oldest.next();
		if (done !== true) this.entries.delete(oldest);
	}

	delete(key: K): boolean {
		return this.entries.delete(key);
	}

	keys(): IterableIterator<K> {
		return this.entries.keys();
	}

	clear(): void {
		this.entries.clear();
	}
}
