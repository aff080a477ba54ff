import { hash } from 'crypto';

import { CANONICAL } from '../product/normalize';
import { FIELDS, type FieldName, type Product } from '../product/fields';

/** 64 bits of a digest, as two numbers that fit into typed arrays. */
export interface Fingerprint {
	readonly high: number;
	readonly low: number;
}

/** A set of product fields, one bit each. */
export type FieldMask = number;

/**
 * The fingerprint of a text. In a catalog of a million products, the chance that two IDs have the same 64 bits is one
 * in 37 million, so IDs are compared by their fingerprints.
 */
export function fingerprint(text: string): Fingerprint {
	// This runs a million times. A digest as text of one byte per character costs a fraction of a Hash and a Buffer.
	const digest = hash('sha256', text, 'binary');
	return { high: wordAt(digest, 0), low: wordAt(digest, 4) };
}

const wordAt = (bytes: string, at: number): number =>
	(bytes.charCodeAt(at) |
		(bytes.charCodeAt(at + 1) << 8) |
		(bytes.charCodeAt(at + 2) << 16) |
		(bytes.charCodeAt(at + 3) << 24)) >>>
	0;

/** The fields that a product has, or with `isFilled` those that are not empty. */
export function maskOf(product: Product, isFilled = false): FieldMask {
	let mask = 0;
	for (let bit = 0; bit < FIELDS.length; bit++) {
		const field = FIELDS[bit];
		const value = field && product[field.name];
		if (isFilled ? value : value !== undefined) mask |= 1 << bit;
	}
	return mask;
}

/** The names of the fields in a mask. */
export const fieldsOf = (mask: FieldMask): FieldName[] =>
	FIELDS.filter((_, bit) => (mask & (1 << bit)) !== 0).map(({ name }) => name);

/**
 * The values of some fields of a product, as a text that can be compared. The mask comes from the desired product, so
 * columns that the input does not have are not compared. Empty and missing values are the same.
 */
export function content(product: Product, mask: FieldMask): string {
	let text = '';
	for (let bit = 0; bit < FIELDS.length; bit++) {
		const field = FIELDS[bit];
		if (field === undefined || (mask & (1 << bit)) === 0) continue;
		const given = product[field.name] ?? '';
		const value = given === '' ? '' : (CANONICAL[bit]?.(given) ?? '');
		if (value !== '') text += `${bit} ${value}\u0000`;
	}
	return text;
}
