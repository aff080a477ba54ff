/** This file defines the feeds of price comparisons and affiliate networks in which a product is one row. */
import { fieldsFrom, imagesIn, isNo, numbered, priceIn, withFormer } from './oneRow';
import { column, defineFormat, entry, firstOf, path, withCategories, words } from './vocabulary';

/** A product feed of Awin: https://wiki.awin.com/index.php/Downloading_feeds_using_Create-a-Feed (read 2026-11-23) */
export const awin = defineFormat({
	value: 'awin',
	label: 'Awin Feed',
	isOfDocumentation: true,
	recognizedBy: [
		['aw_deep_link', 'product_name', 'merchant_product_id', 'search_price'],
		['aw_product_id', 'product_name', 'search_price'],
	],
	fields: fieldsFrom({
		id: 'merchant_product_id|aw_product_id',
		title: 'product_name',
		description: 'description|product_short_description',
		availability: firstOf(words(column('stock_status'), {}), (row) => {
			const text = row.text('in_stock');
			return isNo(text) ? 'out of stock' : 'in stock';
		}),
		condition: 'condition',
		...withFormer(
			priceIn(column('search_price'), 'currency'),
			priceIn(column('product_price_old'), 'currency'),
		),
		link: 'merchant_deep_link|aw_deep_link',
		image_link: 'merchant_image_url|large_image|aw_image_url',
		brand: 'brand_name',
		gtin: 'ean|product_GTIN|upc|isbn',
		mpn: 'mpn|model_number',
		product_type: path(column('merchant_product_category_path', 'merchant_category'), />/),
		inventory: 'stock_quantity',
		item_group_id: 'parent_product_id',
		color: 'colour|Fashion:colour',
		size: 'Fashion:size',
	}),
});

const idealoImages = column('imageUrls', 'imageUrl');

/** The offers of idealo: https://idealo.github.io/csv-importer/en/csv (read 2026-11-23) */
export const idealo = defineFormat({
	value: 'idealo',
	label: 'Idealo',
	isOfDocumentation: true,
	recognizedBy: [
		['sku', 'title', 'categoryPath', 'url', 'price', 'deliveryTime'],
		['sku', 'brand', 'title', 'url', 'price', 'eans'],
	],
	fields: fieldsFrom({
		id: 'sku',
		title: 'title',
		description: 'description',
		availability: () => 'in stock',
		price: 'price',
		link: 'url',
		...imagesIn(idealoImages, /;/),
		brand: 'brand',
		gtin: entry(column('eans', 'ean'), /[;,|]/, 0),
		mpn: entry(column('hans', 'han'), /[;,|]/, 0),
		product_type: path(column('categoryPath'), />/),
		gender: 'gender',
		color: 'colour',
		size: 'size',
	}),
});

/**
 * Kelkoo's product feed, as XML or a table.
 *
 * @see https://requestbuilder.kelkoogroup.com/kelkoo-customer-service/support-for-merchants/shopping-guides/product-data-feed/
 *   and, for the numbers of availability, http://www.exportfeed.com/documentation/kelkoo-feed-spec/ (read 2026-11-23)
 */
export const kelkoo = defineFormat({
	value: 'kelkoo',
	label: 'Kelkoo',
	isOfDocumentation: true,
	recognizedBy: [
		['product-url', 'title', 'price', 'merchant-category'],
		['product-url', 'title', 'price', 'offer-id'],
	],
	fields: fieldsFrom({
		id: 'offer-id|sku',
		title: 'title',
		description: 'description',
		availability: words(column('availability'), {
			'1': 'in stock',
			'2': 'available for order',
			'3': '',
			'4': 'preorder',
			'5': 'available for order',
			'6': 'out of stock',
		}),
		price: priceIn(column('price'), 'currency'),
		link: 'product-url',
		mobile_link: 'mobile-url',
		image_link: 'image-url',
		additional_image_link: numbered('image-url-', 2, 4),
		brand: 'brand',
		gtin: 'ean',
		mpn: 'mpn',
		product_type: path(column('merchant-category'), / - |>/),
		color: 'colour',
	}),
});

/**
 * The price list of Hotline: https://synthetic.ua/ru/pages/prodavtsam/xml-hotline-req and the sample that export modules
 * of shop systems show (read 2026-11-23). Other numbers of `condition` than 0 are not documented there, so they are
 * left to the user.
 */
export const hotline = defineFormat({
	value: 'hotline',
	label: 'Hotline',
	isOfDocumentation: true,
	recognizedBy: [['id', 'name', 'priceruah']],
	roots: ['price'],
	currency: 'UAH',
	fields: fieldsFrom({
		id: 'id',
		title: 'name',
		description: 'description',
		availability: words(column('stock'), { нет: 'out of stock', немає: 'out of stock' }, 'in stock'),
		condition: (row) => (row.text('condition') === '0' ? 'new' : row.text('condition') || undefined),
		...withFormer(column('priceruah'), column('oldprice')),
		link: 'url',
		image_link: 'image',
		additional_image_link: (row) => row.all('image').slice(1).join(', '),
		brand: 'vendor',
		gtin: 'barcode',
		mpn: 'code',
		product_type: 'Category',
	}),
	rows: withCategories('id', 'name', 'parentid', 'categoryid'),
});
