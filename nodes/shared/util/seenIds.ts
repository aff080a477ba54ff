/** IDs of a kind that were seen, with the older ones forgotten as a whole. */

/**
 * Remembers at least the last `most` IDs, and at most twice as many.
 *
 * An ID is found by its last digits: comparing texts reads each of them from memory again, which took a tenth of the
 * time of a long list. Of two IDs with the same last digits, only the later one is remembered.
 */
export class SeenIds {
	private ids = new Map<number | string, string>();
	private before = new Map<number | string, string>();

	constructor(private readonly most: number) {}

	/** Notes an ID. Returns whether it is new, or was forgotten. */
	add(id: string): boolean {
		const key = lastDigits(id) ?? id;
		if (this.ids.get(key) === id || this.before.get(key) === id) return false;
		if (this.ids.size === this.most) {
			this.before = this.ids;
			this.ids = new Map();
		}
		this.ids.set(key, id);
		return true;
	}

	/** The IDs, oldest first. */
	get all(): string[] {
		return [...this.before.values(), ...this.ids.values()];
	}
}

/** So many digits are a small integer of V8, which needs no memory of its own. */
const DIGITS = 9;

function lastDigits(id: string): number | undefined {
	let value = 0;
	for (let at = Math.max(0, id.length - DIGITS); at < id.length; at++) {
		const digit = id.charCodeAt(at) - 48;
		if (digit < 0 || digit > 9) return undefined;
		value = value * 10 + digit;
	}
	return value;
}
