/**
 * The columns of a product: one row per field says its wire name, what the form calls it and what kind of value it
 * takes. Form, resource mapper, checks, comparison and file reading all read this table.
 *
 * @see https://docs.x.com/x-ads-api/catalog-management/reference#put-product_catalogs/product_catalog_id/products and, for
 *   the 100 characters of `id`, https://business.x.com/en/help/shopping-specs.html
 */
export interface ProductField {
	readonly name: string;
	/** The name of the field as the form and every message show it. */
	readonly label: string;
	readonly kind: 'text' | 'choice' | 'integer' | 'price' | 'url' | 'image' | 'images' | 'interval' | 'path';
	readonly required?: true;
	/** In characters (code points). */
	readonly maxLength?: number;
	readonly choices?: readonly string[];
	readonly description: string;
	readonly placeholder?: string;
}

const customLabel = (index: number) =>
	({
		name: `custom_label_${index}`,
		label: `Custom Label ${index}`,
		kind: 'text',
		description: 'A label of your own to filter product sets by',
	}) as const;

export const PRODUCT_FIELDS = [
	{
		name: 'id',
		label: 'ID',
		kind: 'text',
		required: true,
		maxLength: 100,
		description: 'Your own identifier of the product, best its SKU',
		placeholder: 'e.g. SKU-1001',
	},
	{
		name: 'title',
		label: 'Title',
		kind: 'text',
		required: true,
		maxLength: 150,
		description: 'The name of the product, as on its landing page',
		placeholder: 'e.g. Trail Shoe',
	},
	{
		name: 'description',
		label: 'Description',
		kind: 'text',
		required: true,
		maxLength: 5000,
		description: 'What the product is, in plain text without HTML',
		placeholder: 'e.g. A light shoe for wet paths',
	},
	{
		name: 'availability',
		label: 'Availability',
		kind: 'choice',
		required: true,
		choices: ['available for order', 'discontinued', 'in stock', 'out of stock', 'preorder'],
		description: 'Whether the product can be bought now',
	},
	{
		name: 'condition',
		label: 'Condition',
		kind: 'choice',
		required: true,
		choices: ['new', 'refurbished', 'used'],
		description: 'The condition in which the product is sold',
	},
	{
		name: 'price',
		label: 'Price',
		kind: 'price',
		required: true,
		description: 'Amount, one space and the three-letter currency code',
		placeholder: 'e.g. 59.90 EUR',
	},
	{
		name: 'link',
		label: 'Link',
		kind: 'url',
		required: true,
		description: 'Address of the product page, starting with https',
		placeholder: 'e.g. https://shop.example/trail-shoe',
	},
	{
		name: 'image_link',
		label: 'Image Link',
		kind: 'image',
		required: true,
		description: 'Address of the main image: JPG, GIF, WEBP or PNG, at least 500x500 pixels, at most 5 MB',
		placeholder: 'e.g. https://shop.example/trail-shoe.jpg',
	},
	{
		name: 'brand',
		label: 'Brand',
		kind: 'text',
		description: 'The maker. A product needs a brand, a GTIN or an MPN.',
	},
	{
		name: 'gtin',
		label: 'GTIN',
		kind: 'text',
		description: 'Global trade item number: UPC, EAN, JAN or ISBN',
	},
	{ name: 'mpn', label: 'MPN', kind: 'text', description: 'Part number of the manufacturer' },
	{
		name: 'mobile_link',
		label: 'Mobile Link',
		kind: 'url',
		description: 'Address of the page for phones, starting with https',
	},
	{
		name: 'additional_image_link',
		label: 'Additional Image Link',
		kind: 'images',
		description: 'Up to 10 more image addresses, separated by commas',
	},
	{
		name: 'google_product_category',
		label: 'Google Product Category',
		kind: 'path',
		description: 'Path or identifier in the taxonomy of Google',
		placeholder: 'e.g. Apparel & Accessories > Shoes',
	},
	{
		name: 'product_type',
		label: 'Product Type',
		kind: 'path',
		description: 'Your own taxonomy, levels separated by " > "',
		placeholder: 'e.g. Outdoor > Shoes',
	},
	{
		name: 'inventory',
		label: 'Inventory',
		kind: 'integer',
		description: 'Quantity, at least 1 while the product is in stock',
	},
	{
		name: 'sale_price',
		label: 'Sale Price',
		kind: 'price',
		description: 'Reduced price, written as the price and lower than it',
		placeholder: 'e.g. 49.90 EUR',
	},
	{
		name: 'sale_price_effective_date',
		label: 'Sale Price Effective Date',
		kind: 'interval',
		description: 'Start and end of the sale: two date-times with offset, separated by a slash',
		placeholder: 'e.g. 2026-03-01T00:00:00Z/2026-03-08T00:00:00Z',
	},
	{
		name: 'item_group_id',
		label: 'Item Group ID',
		kind: 'text',
		description:
			'What the variants of one product share: needed when they differ in size, color, age group or gender',
	},
	{
		name: 'gender',
		label: 'Gender',
		kind: 'choice',
		choices: ['female', 'male', 'unisex'],
		description: 'Whom the product is made for',
	},
	{
		name: 'color',
		label: 'Color',
		kind: 'text',
		description: 'Name of the color, not a hex code',
		placeholder: 'e.g. navy',
	},
	{ name: 'size', label: 'Size', kind: 'text', description: 'A word, abbreviation or number' },
	{
		name: 'age_group',
		label: 'Age Group',
		kind: 'choice',
		choices: ['adult', 'all ages', 'infant', 'kids', 'newborn', 'teen', 'toddler'],
		description: 'The age the product is made for',
	},
	customLabel(0),
	customLabel(1),
	customLabel(2),
	customLabel(3),
	customLabel(4),
] as const satisfies readonly ProductField[];

export type FieldName = (typeof PRODUCT_FIELDS)[number]['name'];

/** A product as we hold it: every value a string, '' for one that is empty on purpose, absent for one not given. */
export type Product = Partial<Record<FieldName, string>>;

export const FIELDS: readonly (ProductField & { name: FieldName })[] = PRODUCT_FIELDS;

const BY_NAME: ReadonlyMap<string, (typeof FIELDS)[number]> = new Map(
	FIELDS.map((field) => [field.name, field]),
);

/** The row of the table for a wire name, or undefined when the platform knows no such field. */
export const fieldOf = (name: string) => BY_NAME.get(name);

/** The field's name as the form shows it. */
export const labelOf = (name: string): string => BY_NAME.get(name)?.label ?? name;
