/** This file defines the exports of shop systems in which a product is one row. */
import { fieldsFrom, isNo, numbered, pairs, withFormer } from './oneRow';
import { byStock, column, defineFormat, entry, path, variantFields, type Getter } from './vocabulary';

/**
 * The export of a catalog from Ecwid, in the format of 2023. Variations are rows under their product.
 *
 * @see https://support.ecwid.com/hc/en-us/articles/208079105 for the older format; the columns are those of exports in
 *   public repositories (read 2026-11-23)
 */
export const ecwid = defineFormat({
	value: 'ecwid',
	label: 'Ecwid Export',
	recognizedBy: [['product_internal_id', 'product_sku', 'product_name', 'product_price']],
	linkPattern: 'https://shop.example/#!/p/{product_internal_id}',
	fields: fieldsFrom({
		id: 'product_sku|product_internal_id',
		title: 'product_name',
		description: 'product_description',
		availability: byStock(column('product_quantity'), 'in stock'),
		...withFormer(column('product_price'), column('product_compare_to_price')),
		link: 'product_url|url',
		image_link: 'product_media_main_image_url',
		additional_image_link: numbered('product_media_gallery_image_url_', 1, 10),
		brand: 'product_brand',
		gtin: 'product_upc',
		product_type: path(column('product_category_1'), /\//),
		inventory: 'product_quantity',
	}),
	rows: {
		leaveOut: (row) => {
			const type = row.text('type');
			if (type !== '' && type !== 'product') return `a row of the type ${type} is no product`;
			return isNo(row.text('product_is_available')) ? 'it is not available' : undefined;
		},
	},
});

/**
 * Products exported with the default profile of Shopware 6. A variant takes what it lacks from its product. The columns
 * are those of the profile in the tests of Shopware's platform (read 2026-11-23).
 */
export const shopware = defineFormat({
	value: 'shopware',
	label: 'Shopware 6 Export',
	recognizedBy: [['id', 'parent_id', 'product_number', 'stock', 'price_gross']],
	linkPattern: 'https://shop.example/detail/{id}',
	fields: fieldsFrom({
		id: 'product_number',
		title: 'name',
		description: 'description',
		availability: byStock(column('stock'), 'in stock'),
		price: 'price_gross',
		image_link: 'cover_media_url',
		brand: 'manufacturer_name',
		gtin: 'ean',
		mpn: 'manufacturer_number',
		product_type: path(entry(column('categories'), /\|/, 0), />/),
		inventory: 'stock',
		item_group_id: 'Group',
	}),
	rows: {
		learn: (row, index) => {
			if (row.text('parent_id') === '') index.note('products', row.text('id'), row);
			else index.note('with variants', row.text('parent_id'), row);
		},
		products: (group, index) =>
			group.map((row) => {
				const parent = index.find('products', row.text('parent_id'));
				if (parent === undefined) return row;
				return row.over(parent, isOwnOfVariant, { Group: parent.text('product_number') });
			}),
		leaveOut: (row, index) => {
			if (isNo(row.text('active'))) return 'it is not active';
			const hasVariants = index.find('with variants', row.text('id')) !== undefined;
			return hasVariants ? 'a product with variants is sold as its variants' : undefined;
		},
	},
});

const isOwnOfVariant = (name: string) => /^(?:id|parent_id|product_number|stock|ean)$/.test(name);

/** The stock in all locations: a column for each, such as `Current Quantity Main Street`. */
const squareStock: Getter = (row) => {
	const counts = row
		.columns()
		.filter((name) => name.startsWith('Current Quantity'))
		.map((name) => row.text(name))
		.filter((text) => text !== '');
	return counts.length === 0 ? '' : String(counts.reduce((sum, text) => sum + (Number(text) || 0), 0));
};

/**
 * The library of items of Square. It has no images: map them with Own Mapping. The columns are those of exports in
 * public repositories (read 2026-11-23).
 */
export const square = defineFormat({
	value: 'square',
	label: 'Square Items',
	recognizedBy: [['Token', 'Item Name', 'Variation Name', 'Price']],
	linkPattern: 'https://shop.example/product/{Token}',
	fields: fieldsFrom({
		id: 'SKU|Token',
		title: (row) =>
			[row.text('Item Name'), row.text('Variation Name')]
				.filter((text) => text !== '' && text !== 'Regular')
				.join(' - '),
		description: 'Description',
		availability: byStock(squareStock, 'in stock'),
		price: 'Price|Online Sale Price',
		gtin: 'GTIN',
		product_type: path(entry(column('Categories', 'Category'), /,/, 0), />/),
		inventory: squareStock,
		...variantFields(
			pairs([
				['Option Name 1', 'Option Value 1'],
				['Option Name 2', 'Option Value 2'],
			]),
		),
	}),
	rows: {
		leaveOut: (row) => {
			if (/^(?:y|yes|true)$/i.test(row.text('Archived'))) return 'it is archived';
			return isNo(row.text('Sellable')) ? 'it is not for sale' : undefined;
		},
	},
});
