import { imagesIn, pairs } from './oneRow';
import {
	column,
	columnsLike,
	defineFormat,
	entry,
	firstOf,
	positive,
	quantityIn,
	SHARED_SKU,
	unlessShared,
	variantFields,
	variantsOver,
} from './vocabulary';

/** Columns that a variant does not take from the first row of its product. */
const isOwn = columnsLike(/^(?:variant id|sku$|gtin$|mpn$|option value|price$|sale price|on sale|stock$)/i);

const sku = column('SKU');
const images = column('Hosted Image URLs');
const id = column('Variant ID [Non Editable]', 'Product ID [Non Editable]');

const salePrice = positive(column('Sale Price'));
const isOnSale = /^(?:yes|true)$/i;

/**
 * Products exported from Squarespace. The rows of a product follow each other, and only the first one has its texts.
 *
 * @see https://support.squarespace.com/hc/en-us/articles/115000378108 (read 2026-11-23)
 */
export const squarespace = defineFormat({
	value: 'squarespace',
	label: 'Squarespace Export',
	recognizedBy: [
		['Product ID [Non Editable]', 'Title', 'Price', 'Hosted Image URLs'],
		['Product URL', 'Title', 'Price', 'Hosted Image URLs'],
	],
	linkPattern: 'https://shop.example/store/p/{Product URL}',
	ids: { sku, shopId: id },
	fields: {
		id: firstOf(unlessShared(sku), id, sku),
		title: column('Title'),
		description: column('Description'),
		/** The stock is a number or the word Unlimited. */
		availability: (row) => (quantityIn(row.text('Stock')) <= 0 ? 'out of stock' : 'in stock'),
		price: column('Price'),
		sale_price: (row) => (isOnSale.test(row.text('On Sale')) ? salePrice(row) : ''),
		...imagesIn(images, /\s+/),
		gtin: column('GTIN'),
		mpn: column('MPN'),
		product_type: entry(column('Categories'), /,/, 0),
		inventory: (row) => (quantityIn(row.text('Stock')) >= 0 ? row.text('Stock') : ''),
		item_group_id: column('Group'),
		...variantFields(
			pairs([1, 2, 3].map((number) => [`Option Name ${number}`, `Option Value ${number}`] as const)),
		),
	},
	idsWithoutSku: 'the IDs of variants',
	rows: {
		together: (row) =>
			row.text('Title') &&
			(row.text('Product ID [Non Editable]') || row.text('Product URL') || row.text('Title')),
		products: (group) => {
			const [first] = group;
			if (first === undefined) return [];
			const Group =
				group.length > 1 ? first.text('Product ID [Non Editable]') || first.text('Product URL') : '';
			return variantsOver(first, group, { isOwn, sku, extra: { Group, [SHARED_SKU]: '' } });
		},
		leaveOut: (row) => (/^(?:no|false)$/i.test(row.text('Visible')) ? 'Visible is No' : undefined),
	},
});
