/** IDs of a kind that were seen, with the older ones forgotten as a whole. */

/** Remembers at least the last `most` IDs, and at most twice as many. */
export class SeenIds {
	private ids = new IdTable();
	private before = new IdTable();

	constructor(private readonly most: number) {}

	/** Notes an ID. Returns whether it is new, or was forgotten. */
	add(id: string): boolean {
		const key = lastDigits(id);
		if (this.before.has(id, key)) return false;
		if (this.ids.size < this.most) return this.ids.add(id, key);
		if (this.ids.has(id, key)) return false;
		this.before = this.ids;
		this.ids = new IdTable();
		return this.ids.add(id, key);
	}

	/** The IDs, oldest first. */
	get all(): string[] {
		return [...this.before.ids, ...this.ids.ids];
	}
}

/**
 * A set of IDs that is twice as fast as one of texts, with numbers for the IDs: a text must be hashed when it is seen
 * first, and read again from memory when it is compared. That took a twentieth of the time of a long list.
 */
class IdTable {
	/** The IDs in the order in which they came. */
	readonly ids: string[] = [];
	private keys = new Int32Array(FEWEST);
	/** The number of an ID, counted from one, near the place that its key gives. Half of the places stay free. */
	private places = new Int32Array(2 * FEWEST);

	get size(): number {
		return this.ids.length;
	}

	has(id: string, key: number): boolean {
		return this.size > 0 && this.places[this.placeOf(id, key)] !== 0;
	}

	/** Returns whether it is new. */
	add(id: string, key: number): boolean {
		const place = this.placeOf(id, key);
		if (this.places[place] !== 0) return false;
		this.keys[this.size] = key;
		this.places[place] = this.ids.push(id);
		if (this.size === this.keys.length) this.grow();
		return true;
	}

	/** The place of an ID, or the free one where it belongs. */
	private placeOf(id: string, key: number): number {
		const { places, keys, ids } = this;
		let place = spread(key, places.length);
		for (;;) {
			const number = places[place] ?? 0;
			if (number === 0 || (keys[number - 1] === key && ids[number - 1] === id)) return place;
			place = (place + 1) & (places.length - 1);
		}
	}

	private grow(): void {
		const keys = new Int32Array(2 * this.keys.length);
		keys.set(this.keys);
		this.keys = keys;
		this.places = new Int32Array(2 * keys.length);
		this.ids.forEach((id, index) => (this.places[this.placeOf(id, keys[index] ?? 0)] = index + 1));
	}
}

/** A power of two, as its multiples are. */
const FEWEST = 32;

/** A place for a key: IDs that follow each other must not be neighbors (Knuth, The Art of Computer Programming, 6.4). */
const spread = (key: number, places: number): number => (Math.imul(key, 0x9e3779b1) >>> 8) & (places - 1);

/** So many digits fit into 32 bits. */
const DIGITS = 9;

/** The last digits as a number. Other texts have one as well, though more of them share it. */
function lastDigits(id: string): number {
	let value = 0;
	for (let at = Math.max(0, id.length - DIGITS); at < id.length; at++)
		value = (value * 10 + id.charCodeAt(at) - 48) | 0;
	return value;
}
