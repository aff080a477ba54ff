import { ownCopy } from '../../shared/util/ownCopy';
import { canonicalValue } from '../product/normalize';
import { fieldOf, type FieldName, type Product } from '../product/fields';
import type { ProductProblem } from '../product/violation';

const VARIANT_FIELDS: readonly FieldName[] = ['size', 'color', 'age_group', 'gender'];

/**
 * Finds variants without a group: products with the same title and brand, and without Item Group ID, that differ in
 * size, color, age group or gender. X requires a group for them; see `item_group_id` on the page that
 * product/fields.ts cites.
 */
export class UngroupedVariants {
	private readonly families = new Map<string, Family>();
	private found = 0;

	/** Takes one product of the input. */
	note(product: Product): void {
		const name = familyOf(product);
		if (name === undefined) return;
		const { id = '' } = product;
		const variant = VARIANT_FIELDS.map((field) => canonical(field, product)).join('\u0000');
		const family = this.families.get(name);
		if (family === undefined) this.families.set(name, { id: ownCopy(id), variant, isMixed: false });
		else if (family.id === id) family.variant = variant;
		else if (family.variant !== variant && !family.isMixed) {
			family.isMixed = true;
			this.found++;
		}
	}

	/** Whether any product may be a variant. */
	get hasFamilies(): boolean {
		return this.families.size > 0;
	}

	/** After the whole input: whether any variant lacks a group. */
	get any(): boolean {
		return this.found > 0;
	}

	/** After the whole input: the missing group, if the product is a variant without one. */
	problems(product: Product): ProductProblem[] {
		const family = this.any ? familyOf(product) : undefined;
		if (family === undefined || this.families.get(family)?.isMixed !== true) return [];
		const text =
			'is required: other products of the same {title} and {brand} differ only in {size}, {color}, {age_group} or {gender}';
		return [{ field: 'item_group_id', rule: 'required', text }];
	}
}

/** Products with the same title and brand. */
interface Family {
	/** The first of them. */
	readonly id: string;
	/** Its size, color, age group and gender. */
	variant: string;
	/** Whether another one looks different. */
	isMixed: boolean;
}

function familyOf(product: Product): string | undefined {
	if (product.item_group_id || !VARIANT_FIELDS.some((name) => product[name])) return undefined;
	return `${canonical('title', product)}\u0000${canonical('brand', product)}`;
}

function canonical(name: FieldName, product: Product): string {
	const field = fieldOf(name);
	return field === undefined ? '' : canonicalValue(field, product[name] ?? '').toLowerCase();
}
