import { canonicalValue } from '../product/normalize';
import { PagedArray, FingerprintIndex } from './fingerprintIndex';
import { fieldOf, type FieldName, type Product } from '../product/fields';
import type { ProductProblem } from '../product/violation';
import { fingerprint, type Fingerprint } from './fingerprint';

const VARIANT_FIELDS: readonly FieldName[] = ['size', 'color', 'age_group', 'gender'];

/**
 * Finds variants without a group: products with the same title and brand, and without Item Group ID, that differ in
 * size, color, age group or gender. X requires a group for them; see `item_group_id` on the page that
 * product/fields.ts cites.
 */
export class UngroupedVariants {
	private readonly families = new FingerprintIndex();
	private readonly firstId = new PagedArray();
	private readonly firstVariant = new PagedArray();
	private readonly found = new Set<number>();

	/** Takes one product of the input. */
	note(product: Product): void {
		const family = familyOf(product);
		if (family === undefined) return;
		const id = fingerprint(product.id ?? '').low;
		const variant = fingerprint(VARIANT_FIELDS.map((name) => canonical(name, product)).join('\u0000')).low;
		const known = this.families.find(family);
		const entry = this.families.add(family);
		if (known === -1 || this.firstId.get(entry) === id) {
			this.firstId.set(entry, id);
			this.firstVariant.set(entry, variant);
		} else if (this.firstVariant.get(entry) !== variant) this.found.add(entry);
	}

	/** Whether any product may be a variant. */
	get hasFamilies(): boolean {
		return this.families.size > 0;
	}

	/** After the whole input: whether any variant lacks a group. */
	get any(): boolean {
		return this.found.size > 0;
	}

	/** After the whole input: the missing group, if the product is a variant without one. */
	problems(product: Product): ProductProblem[] {
		const family = this.found.size === 0 ? undefined : familyOf(product);
		if (family === undefined || !this.found.has(this.families.find(family))) return [];
		const text =
			'is required: other products of the same {title} and {brand} differ only in {size}, {color}, {age_group} or {gender}';
		return [{ field: 'item_group_id', rule: 'required', text }];
	}
}

function familyOf(product: Product): Fingerprint | undefined {
	if (product.item_group_id || !VARIANT_FIELDS.some((name) => product[name])) return undefined;
	return fingerprint(`${canonical('title', product)}\u0000${canonical('brand', product)}`.toLowerCase());
}

function canonical(name: FieldName, product: Product): string {
	const field = fieldOf(name);
	return field === undefined ? '' : canonicalValue(field, product[name] ?? '').toLowerCase();
}
