import { compareAmounts, parsePrice } from './price';
import { fieldOf, FIELDS, labelOf, type FieldName, type Product, type ProductField } from './fields';
import { gtinProblem } from './gtin';
import { imageProblem, imagesProblem, linkProblem } from './links';
import { intervalProblem } from './salePeriod';

/** One broken rule: the field by its wire name, and a sentence that names it as the form does. */
export interface Problem {
	readonly field: FieldName;
	readonly message: string;
}

/**
 * Every rule of a single product that can be known before sending; all broken ones at once, in the order of the form.
 * What only the service can know (image dimensions, whether a link works) is left to it.
 * @param product values as `toProduct` made them: trimmed, choices in the service's spelling.
 * Source: catalog brief, "Product" and "Rules for batch PUT of products".
 */
export function checkProduct(product: Product): Problem[] {
	const problems: Problem[] = [];
	for (const field of FIELDS) {
		const value = product[field.name] ?? '';
		const problem = value === '' ? missing(field) : broken(field, value, product);
		if (problem !== undefined) problems.push({ field: field.name, message: `${field.label} ${problem}` });
	}
	if (!product.brand && !product.gtin && !product.mpn) {
		problems.push({
			field: 'brand',
			message: 'Brand, GTIN or MPN is required: fill in at least one of them',
		});
	}
	return problems;
}

const missing = (field: ProductField) => (field.required ? 'is required' : undefined);

function broken(
	field: ProductField & { name: FieldName },
	value: string,
	product: Product,
): string | undefined {
	return tooLong(field, value) ?? byKind(field, value) ?? byName[field.name]?.(value, product);
}

function tooLong({ maxLength }: ProductField, value: string): string | undefined {
	if (maxLength === undefined || value.length <= maxLength) return undefined;
	const length = Array.from(value).length;
	return length > maxLength ? `has ${length} characters, at most ${maxLength} are allowed` : undefined;
}

function byKind(field: ProductField, value: string): string | undefined {
	switch (field.kind) {
		case 'choice':
			return field.choices?.includes(value)
				? undefined
				: `must be ${either(field.choices ?? [])}, not "${short(value)}"`;
		case 'integer':
			return /^\d{1,15}$/.test(value)
				? undefined
				: `must be a whole number of 0 or more, not "${short(value)}"`;
		case 'price': {
			const price = parsePrice(value);
			return typeof price === 'string' ? `${price} (it is "${short(value)}")` : undefined;
		}
		case 'url':
			return linkProblem(value);
		case 'image':
			return imageProblem(value);
		case 'images':
			return imagesProblem(value);
		case 'interval':
			return intervalProblem(value);
		case 'path':
			return /\S>|>\S/.test(value) ? 'must have spaces around every ">" between its levels' : undefined;
		case 'text':
			return undefined;
	}
}

const byName: Partial<Record<FieldName, (value: string, product: Product) => string | undefined>> = {
	description: (value) =>
		/<\/?[a-z][^>]*>|<!--|&(?:#\d+|#x[\da-f]+|[a-z]{2,8});/i.test(value)
			? 'must be plain text: HTML tags and entities are not allowed'
			: undefined,
	gtin: gtinProblem,
	color: (value) =>
		/^#|^0x[\da-f]+$|^[\da-f]{6}$|^rgba?\s*\(|^hsla?\s*\(/i.test(value)
			? `must be the name of a color, not a code such as "${short(value)}"`
			: undefined,
	inventory: (value, { availability }) =>
		availability === 'in stock' && Number(value) < 1
			? `must be at least 1 while ${labelOf('availability')} is "in stock"`
			: undefined,
	sale_price: (value, product) => {
		const sale = parsePrice(value);
		const price = parsePrice(product.price ?? '');
		if (typeof sale === 'string' || typeof price === 'string') return undefined;
		if (sale.currency !== price.currency)
			return `is in ${sale.currency}, but ${labelOf('price')} is in ${price.currency}`;
		if (compareAmounts(sale, price) < 0) return undefined;
		return `must be lower than ${labelOf('price')} (${product.price})`;
	},
};

const either = (choices: readonly string[]) => {
	const quoted = choices.map((choice) => `"${choice}"`);
	return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
};
const short = (value: string) => (value.length > 40 ? `${value.slice(0, 40)}…` : value);

/** Whether a name is that of a product field. */
export const isFieldName = (name: string): name is FieldName => fieldOf(name) !== undefined;
