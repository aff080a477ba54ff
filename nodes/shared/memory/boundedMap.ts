/** More nodes, workflows, credentials or apps than one process has in use; what is forgotten is asked for again. */
export const MOST = 1000;

/** A map that forgets its oldest entry when it is full, for what a process remembers across executions. */
export class BoundedMap<K, V> extends Map<K, V> {
	/** Kept at the oldest entry: a new iterator would step over every entry that was deleted before it. */
	private readonly oldest = this.keys();

	constructor(private readonly limit: number) {
		super();
	}

	override set(key: K, value: V): this {
		this.delete(key);
		super.set(key, value);
		if (this.size <= this.limit) return this;
		const { done, value: oldest } = this.oldest.next();
		if (done !== true) this.delete(oldest);
		return this;
	}

	/** The value of a key, or what `make` returns for it. It counts as used, and leaves later than others. */
	getOrMake(key: K, make: () => V): V {
		const value = this.get(key) ?? make();
		this.set(key, value);
		return value;
	}
}
