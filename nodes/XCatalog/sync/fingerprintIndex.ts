import type { Fingerprint } from './fingerprint';

const PAGE_BITS = 16;
const PAGE_SIZE = 1 << PAGE_BITS;

/**
 * An array of whole numbers that grows page by page, outside of the JavaScript heap and without copying. Numbers that
 * were never set are 0, and a page of zeros takes no memory.
 */
export class PagedArray {
	private readonly pages: (Uint8Array | Int32Array | undefined)[] = [];

	/** @param bytes The size of one number. */
	constructor(private readonly bytes: 1 | 4 = 4) {}

	get(index: number): number {
		return this.pages[index >>> PAGE_BITS]?.[index & (PAGE_SIZE - 1)] ?? 0;
	}

	set(index: number, value: number): void {
		const page =
			this.pages[index >>> PAGE_BITS] ?? (value === 0 ? undefined : this.open(index >>> PAGE_BITS));
		if (page !== undefined) page[index & (PAGE_SIZE - 1)] = value;
	}

	/** Sets every number to 0 and keeps the memory. */
	clear(): void {
		for (const page of this.pages) page?.fill(0);
	}

	private open(page: number): Uint8Array | Int32Array {
		while (this.pages.length < page) this.pages.push(undefined);
		return (this.pages[page] = this.bytes === 1 ? new Uint8Array(PAGE_SIZE) : new Int32Array(PAGE_SIZE));
	}
}

/** The table doubles when it is fuller than this. The number of slots is a power of two, so a mask finds a slot. */
const MAX_LOAD = 0.85;

/**
 * Numbers fingerprints from 0, in the order of their arrival. It is a hash set with open addressing over typed arrays,
 * because a sync may have millions of products: an entry takes 13 to 18 bytes, a tenth of what a Map of texts takes.
 */
export class FingerprintIndex {
	private readonly high = new PagedArray();
	private readonly low = new PagedArray();
	/** The number of the entry plus one, or 0 for a free slot. */
	private readonly slots = new PagedArray();
	private slotCount = 1024;
	private count = 0;

	get size(): number {
		return this.count;
	}

	/** The number of a fingerprint, or -1 if it is unknown. */
	find({ high, low }: Fingerprint): number {
		return this.slots.get(this.slotOf(high, low)) - 1;
	}

	/** The number of a fingerprint. A new fingerprint gets the next number. */
	add({ high, low }: Fingerprint): number {
		const slot = this.slotOf(high, low);
		const known = this.slots.get(slot);
		if (known !== 0) return known - 1;
		const entry = this.count++;
		this.high.set(entry, high);
		this.low.set(entry, low);
		this.slots.set(slot, entry + 1);
		if (this.count > this.slotCount * MAX_LOAD) this.grow();
		return entry;
	}

	private slotOf(high: number, low: number): number {
		const mask = this.slotCount - 1;
		let slot = low & mask;
		for (;;) {
			const entry = this.slots.get(slot) - 1;
			if (entry === -1 || (this.low.get(entry) === low && this.high.get(entry) === high)) return slot;
			slot = (slot + 1) & mask;
		}
	}

	/** Rebuilds the slots in place from the entries, so that no old table is left for the garbage collector. */
	private grow(): void {
		this.slotCount *= 2;
		this.slots.clear();
		for (let entry = 0; entry < this.count; entry++) {
			this.slots.set(this.slotOf(this.high.get(entry), this.low.get(entry)), entry + 1);
		}
	}
}
