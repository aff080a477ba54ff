import { hash } from 'crypto';

import { canonicalValue } from '../product/normalize';
import { FIELDS, type FieldName, type Product } from '../product/fields';

/** 64 bits of a digest as two halves, so that a table can keep it in typed arrays. */
export interface Fingerprint {
	readonly high: number;
	readonly low: number;
}

/** Bits, one per product field in the order of the table. */
export type FieldMask = number;

/**
 * The fingerprint of a text. With 64 bits two of a million identifiers meet by chance once in 37 million catalogs,
 * which is why identifiers may be compared by it.
 */
export function fingerprint(text: string): Fingerprint {
	// A million times over, the digest as text of one byte a character is several times cheaper than a Hash and a Buffer.
	const digest = hash('sha256', text, 'binary');
	return { high: wordAt(digest, 0), low: wordAt(digest, 4) };
}

const wordAt = (bytes: string, at: number): number =>
	(bytes.charCodeAt(at) |
		(bytes.charCodeAt(at + 1) << 8) |
		(bytes.charCodeAt(at + 2) << 16) |
		(bytes.charCodeAt(at + 3) << 24)) >>>
	0;

/** Which fields a product mentions, or with `isFilled` which of them have a value. */
export function maskOf(product: Product, isFilled = false): FieldMask {
	let mask = 0;
	for (let bit = 0; bit < FIELDS.length; bit++) {
		const field = FIELDS[bit];
		const value = field && product[field.name];
		if (isFilled ? value : value !== undefined) mask |= 1 << bit;
	}
	return mask;
}

/** The names behind a mask. */
export const fieldsOf = (mask: FieldMask): FieldName[] =>
	FIELDS.filter((_, bit) => (mask & (1 << bit)) !== 0).map(({ name }) => name);

/**
 * The content of a product as far as the mask goes, in canonical form. A desired product and the stored one are equal
 * when this text is, computed with the mask of the desired: a column the input does not have is not compared.
 */
export function content(product: Product, mask: FieldMask): string {
	let text = '';
	for (let bit = 0; bit < FIELDS.length; bit++) {
		const field = FIELDS[bit];
		if (field === undefined || (mask & (1 << bit)) === 0) continue;
		text += `${canonicalValue(field, product[field.name] ?? '')}\u0000`;
	}
	return text;
}
