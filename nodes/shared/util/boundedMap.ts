/** A map that forgets its oldest entry when it is full, for what a process remembers across executions. */
export class BoundedMap<K, V> {
	private readonly entries = new Map<K, V>();

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
		for (const oldest of this.entries.keys()) {
			this.entries.delete(oldest);
			return;
		}
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
