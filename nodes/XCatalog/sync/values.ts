/** This file keeps a number for each value of a product, by which changes are found, and sets of fields as bits. */
import { lastResult } from '../../shared/memory/pureResults';
import { CANONICAL } from '../product/normalize';
import { FIELDS, type FieldName, type Product } from '../product/fields';

/** A set of product fields, one bit each. */
export type FieldMask = number;

/** Returns the fields that a product has, or with `isFilled` those that are not empty. */
export function maskOf(product: Product, isFilled = false): FieldMask {
	let mask = 0;
	for (let bit = 0; bit < FIELDS.length; bit++) {
		const field = FIELDS[bit];
		const value = field && product[field.name];
		if (isFilled ? value : value !== undefined) mask |= 1 << bit;
	}
	return mask;
}

/** Lists the names of the fields in a mask. */
export const fieldsOf = (mask: FieldMask): FieldName[] =>
	FIELDS.filter((_, bit) => (mask & (1 << bit)) !== 0).map(({ name }) => name);

/** Returns the mask of these fields. */
export const maskOfNames = (names: readonly FieldName[]): FieldMask =>
	FIELDS.reduce((mask, { name }, bit) => (names.includes(name) ? mask | (1 << bit) : mask), 0);

const IN_BLOCK = 4096;

/**
 * The values of the products of an input, each as a hash of 32 bits: one change in four billion goes unnoticed. Values
 * that mean the same have the same hash, and empty and missing ones have 0. The numbers lie outside of the heap.
 */
export class ProductValues {
	count = 0;
	private readonly blocks: Int32Array[] = [];
	private readonly sums = [0, 0] as [number, number];

	/** Takes a product, and returns the fields that it has. Its number is that of the products before it. */
	add(product: Product): FieldMask {
		const at = this.count++;
		if (at % IN_BLOCK === 0) this.blocks.push(new Int32Array(IN_BLOCK * FIELDS.length));
		const block = this.blocks.at(-1) as Int32Array;
		const start = (at % IN_BLOCK) * FIELDS.length;
		let mask = 0;
		let sum = 0;
		for (let bit = 0; bit < FIELDS.length; bit++) {
			const field = FIELDS[bit];
			const value = field && product[field.name];
			if (value === undefined) continue;
			mask |= 1 << bit;
			const hash = hashOf(bit, value);
			if (hash === 0) continue;
			block[start + bit] = hash;
			sum = mixed(sum, hash);
		}
		this.sums[0] = (this.sums[0] + finished(sum)) | 0;
		this.sums[1] = (this.sums[1] + finished(~sum)) | 0;
		return mask;
	}

	valueAt(at: number, bit: number): number {
		const block = this.blocks[Math.floor(at / IN_BLOCK)];
		return block?.[(at % IN_BLOCK) * FIELDS.length + bit] ?? 0;
	}

	/** Whether two products of the input have the same values in these fields. */
	areEqual(one: number, other: number, mask: FieldMask): boolean {
		return FIELDS.every(
			(_, bit) => (mask & (1 << bit)) === 0 || this.valueAt(one, bit) === this.valueAt(other, bit),
		);
	}

	/** Returns those of the fields in which a product of the catalog differs. */
	differing(at: number, mask: FieldMask, current: Product): FieldMask {
		let found = 0;
		for (let bit = 0; bit < FIELDS.length; bit++) {
			if ((mask & (1 << bit)) === 0) continue;
			const field = FIELDS[bit];
			const value = (field && current[field.name]) ?? '';
			if (this.valueAt(at, bit) !== hashOf(bit, value)) found |= 1 << bit;
		}
		return found;
	}

	/** Inputs of the same products, in whatever order they come, have the same fingerprint. */
	get fingerprint(): string {
		return this.sums.map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('-');
	}
}

/** The hash of a value of a field. Empty values have 0. */
export const hashOf = (bit: number, value: string): number =>
	value === '' ? 0 : (HASHES[bit]?.(value) ?? 0);

/** The hash of each field, by its place in `FIELDS`. It remembers the last value: variants share most of theirs. */
const HASHES = CANONICAL.map((canonical, bit) =>
	lastResult((value) => {
		const text = canonical(value);
		return text === '' ? 0 : textHash(text, bit + 1) || 1;
	}),
);
/**
 * A hash of 32 bits with the steps of MurmurHash3, two characters each. It is compared with itself alone, so its end
 * is simpler. A digest of all texts of a product takes several times as long.
 *
 * @see https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
 */
export function textHash(text: string, seed: number): number {
	const { length } = text;
	let sum = seed;
	let at = 0;
	for (; at + 1 < length; at += 2) sum = mixed(sum, text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
	if (at < length) sum = mixed(sum, text.charCodeAt(at));
	return finished(sum ^ length);
}

function mixed(sum: number, block: number): number {
	let part = Math.imul(block, 0xcc9e2d51);
	part = Math.imul((part << 15) | (part >>> 17), 0x1b873593);
	const turned = sum ^ part;
	return (Math.imul((turned << 13) | (turned >>> 19), 5) + 0xe6546b64) | 0;
}

function finished(sum: number): number {
	let found = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
	found = Math.imul(found ^ (found >>> 13), 0xc2b2ae35);
	return found ^ (found >>> 16);
}
