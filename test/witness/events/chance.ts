/** Numbers that look like chance and are the same for the same seed. */
export class Chance {
	private state: number;

	constructor(seed: number) {
		this.state = (seed * 2_654_435_761 + 12_345) >>> 0;
		for (let count = 0; count < 5; count++) this.next();
	}

	/** From 0 up to, but not including, 1 (mulberry32). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = this.state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	between(from: number, to: number): number {
		return from + this.next() * (to - from);
	}

	whole(from: number, to: number): number {
		return Math.floor(this.between(from, to + 1));
	}

	happens(probability: number): boolean {
		return this.next() < probability;
	}

	one<T>(all: readonly T[]): T {
		const chosen = all[Math.floor(this.next() * all.length)];
		if (chosen === undefined) throw new Error('Nothing to choose from');
		return chosen;
	}

	/** Milliseconds to the next of events that come independently of each other. */
	gap(mean: number): number {
		return -Math.log(1 - this.next()) * mean;
	}
}
