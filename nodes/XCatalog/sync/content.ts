/** This file makes a number of the values of a product, by which changes are found, and a set of bits of its fields. */
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

/**
 * Hashes the values of some fields of a product: products whose values mean the same have the same hash. The mask
 * comes from the desired product, so columns that the input does not have are not compared. Empty and missing values
 * are the same.
 */
export const contentOf = (product: Product, mask: FieldMask): number => readContent(product, mask).content;

/** Returns the same, and the fields that the product has. */
export function readContent(product: Product, mask: FieldMask = -1): { content: number; mask: FieldMask } {
	let found = 0;
	let sum = 0;
	for (let bit = 0; bit < FIELDS.length; bit++) {
		const field = FIELDS[bit];
		const value = field && product[field.name];
		if (value === undefined) continue;
		found |= 1 << bit;
		if (value === '' || (mask & (1 << bit)) === 0) continue;
		const ofField = HASHES[bit]?.(value) ?? 0;
		if (ofField !== 0) sum = mixed(sum, ofField);
	}
	return { content: finished(sum), mask: found };
}

/** The hash of each field, by its place in `FIELDS`. It remembers the last value: variants share most of theirs. */
const HASHES = CANONICAL.map((canonical, bit) => {
	return lastResult((value) => {
		const text = canonical(value);
		return text === '' ? 0 : textHash(text, bit + 1);
	});
});

/**
 * A hash of 32 bits with the steps of MurmurHash3, two characters each. It is compared with itself alone, so its end
 * is simpler. A digest of all texts of a product takes several times as long.
 *
 * @see https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
 */
function textHash(text: string, seed: number): number {
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
