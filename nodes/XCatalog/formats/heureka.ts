import type { SourceRow } from './sourceRow';
import { column, defineFormat, firstOf, optionsByName, path } from './vocabulary';

const parameter = (row: SourceRow, name: string) => row.text(`param[${name}]`);

/** The XML feed of Heureka, which Zboží.cz accepts too: https://sluzby.heureka.cz/napoveda/xml-feed/ */
export const heureka = defineFormat({
	value: 'heureka',
	label: 'Heureka',
	recognizedBy: [
		['productname', 'url', 'price_vat'],
		['product', 'url', 'price_vat'],
	],
	fields: {
		id: column('item_id', 'productno'),
		title: firstOf(column('productname'), column('product')),
		description: column('description'),
		/** 0 if in stock, the days until it ships, the date of a pre-order, or empty if unknown. */
		availability: (row) => {
			const days = row.text('delivery_date');
			if (days === '0') return 'in stock';
			if (/^\d{1,3}$/.test(days)) return 'available for order';
			return /^\d{4}-\d\d-\d\d/.test(days) ? 'preorder' : days === '' ? 'out of stock' : days;
		},
		condition: (row) => (/^bazar/i.test(row.text('item_type')) ? 'used' : undefined),
		price: column('price_vat'),
		link: column('url'),
		image_link: column('imgurl'),
		additional_image_link: (row) => row.all('imgurl_alternative').join(', '),
		brand: column('manufacturer', 'brand'),
		gtin: column('ean'),
		mpn: column('productno'),
		product_type: path(column('categorytext'), /\|/),
		item_group_id: column('itemgroup_id'),
		...optionsByName(parameter),
	},
});
