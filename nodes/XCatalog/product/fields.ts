import { title } from '../../shared/operation/labels';

/**
 * The fields of a product. Form, resource mapper, checks, comparison and file reading all use this table. The page
 * also has the rules that the files in this folder check.
 *
 * @see https://docs.x.com/x-ads-api/catalog-management/reference#put-product_catalogs/product_catalog_id/products and,
 *   for the 100 characters of `id`, https://business.x.com/en/help/shopping-specs.html
 */
interface ProductRow {
	/** Text by default. */
	readonly kind?: 'text' | 'choice' | 'integer' | 'price' | 'url' | 'image' | 'images' | 'interval' | 'path';
	readonly required?: true;
	/** In characters (code points). */
	readonly maxLength?: number;
	readonly choices?: readonly string[];
	readonly description: string;
	readonly placeholder?: string;
}

const CUSTOM_LABEL = { description: 'A label of your own to filter product sets by' };

const ROWS = {
	id: {
		required: true,
		maxLength: 100,
		description: 'Your own identifier of the product, best its SKU',
		placeholder: 'e.g. SKU-1001',
	},
	title: {
		required: true,
		maxLength: 150,
		description: 'The name of the product, as on its landing page',
		placeholder: 'e.g. Trail Shoe',
	},
	description: {
		required: true,
		maxLength: 5000,
		description: 'What the product is, in plain text without HTML',
		placeholder: 'e.g. A light shoe for wet paths',
	},
	availability: {
		kind: 'choice',
		required: true,
		choices: ['available for order', 'discontinued', 'in stock', 'out of stock', 'preorder'],
		description: 'Whether the product can be bought now',
	},
	condition: {
		kind: 'choice',
		required: true,
		choices: ['new', 'refurbished', 'used'],
		description: 'The condition in which the product is sold',
	},
	price: {
		kind: 'price',
		required: true,
		description: 'Amount, one space and the three-letter currency code',
		placeholder: 'e.g. 59.90 EUR',
	},
	link: {
		kind: 'url',
		required: true,
		description: 'Address of the product page, starting with https',
		placeholder: 'e.g. https://shop.example/trail-shoe',
	},
	image_link: {
		kind: 'image',
		required: true,
		description: 'Address of the main image: JPG, GIF, WEBP or PNG, at least 500x500 pixels, at most 5 MB',
		placeholder: 'e.g. https://shop.example/trail-shoe.jpg',
	},
	brand: { description: 'The maker. A product needs a brand, a GTIN or an MPN.' },
	gtin: { description: 'Global trade item number: UPC, EAN, JAN or ISBN' },
	mpn: { description: 'Part number of the manufacturer' },
	mobile_link: {
		kind: 'url',
		description: 'Address of the page for phones, starting with https',
	},
	additional_image_link: {
		kind: 'images',
		description: 'Up to 10 more image addresses, separated by commas',
	},
	google_product_category: {
		kind: 'path',
		description: 'Path or identifier in the taxonomy of Google',
		placeholder: 'e.g. Apparel & Accessories > Shoes',
	},
	product_type: {
		kind: 'path',
		description: 'Your own taxonomy, levels separated by " > "',
		placeholder: 'e.g. Outdoor > Shoes',
	},
	inventory: {
		kind: 'integer',
		description: 'Quantity, at least 1 while the product is in stock',
	},
	sale_price: {
		kind: 'price',
		description: 'Reduced price, written as the price and lower than it',
		placeholder: 'e.g. 49.90 EUR',
	},
	sale_price_effective_date: {
		kind: 'interval',
		description: 'Start and end of the sale: two date-times with offset, separated by a slash',
		placeholder: 'e.g. 2026-03-01T00:00:00Z/2026-03-08T00:00:00Z',
	},
	item_group_id: {
		description:
			'What the variants of one product share: needed when they differ in size, color, age group or gender',
	},
	gender: {
		kind: 'choice',
		choices: ['female', 'male', 'unisex'],
		description: 'Whom the product is made for',
	},
	color: {
		description: 'Name of the color, not a hex code',
		placeholder: 'e.g. navy',
	},
	size: { description: 'A word, abbreviation or number' },
	age_group: {
		kind: 'choice',
		choices: ['adult', 'all ages', 'infant', 'kids', 'newborn', 'teen', 'toddler'],
		description: 'The age the product is made for',
	},
	custom_label_0: CUSTOM_LABEL,
	custom_label_1: CUSTOM_LABEL,
	custom_label_2: CUSTOM_LABEL,
	custom_label_3: CUSTOM_LABEL,
	custom_label_4: CUSTOM_LABEL,
} as const satisfies Readonly<Record<string, ProductRow>>;

export type FieldName = keyof typeof ROWS;

/** Every value is a text. An empty one was left empty on purpose, an absent one was not given. */
export type Product = Partial<Record<FieldName, string>>;

export type ProductField = ProductRow & {
	readonly name: FieldName;
	/** Its name in the form and in messages. */
	readonly label: string;
	readonly kind: NonNullable<ProductRow['kind']>;
};

export const FIELDS: readonly ProductField[] = (Object.keys(ROWS) as FieldName[]).map((name) => ({
	kind: 'text',
	...ROWS[name],
	name,
	label: title(name),
}));

const BY_NAME: ReadonlyMap<string, ProductField> = new Map(FIELDS.map((field) => [field.name, field]));

/** Finds the field with this wire name. Is undefined if X has no such field. */
export const fieldOf = (name: string) => BY_NAME.get(name);

export const labelOf = (name: string): string => BY_NAME.get(name)?.label ?? name;

/** A rule that a value breaks, without the name of the field. */
export interface Violation {
	/** The name of the rule. It never changes. */
	readonly rule: string;
	/** Continues the sentence after the label of the field. `{name}` is replaced by the label of another field. */
	readonly text: string;
}

/** A rule that a product breaks. Without a field, the whole row breaks it. */
export interface ProductProblem extends Violation {
	readonly field?: FieldName;
}

export const violation = (rule: string, text: string): Violation => ({ rule, text });

/** Writes the problem as a sentence, with the labels of the form. */
export function sentenceOf({ field, text }: ProductProblem): string {
	const said = text.replace(/\{([a-z_0-9]+)\}/g, (_whole, name: string) => labelOf(name));
	return field === undefined ? said : `${labelOf(field)} ${said}`;
}

/** Puts a value in quotes, shortened for messages. */
export const quoted = (value: string): string => `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
