import { byStock, column, defineFormat, firstOf, path } from './vocabulary';

/** The XML feed of Skroutz: https://developer.skroutz.gr/feedspec/ (read 2026-11-23) */
export const skroutz = defineFormat({
	value: 'skroutz',
	label: 'Skroutz',
	recognizedBy: [['price_with_vat', 'manufacturer', 'mpn']],
	currency: 'EUR',
	fields: {
		id: column('id', 'uniqueid'),
		title: column('name'),
		description: firstOf(column('description'), column('name')),
		availability: byStock(column('quantity'), 'in stock'),
		price: column('price_with_vat'),
		link: column('link'),
		image_link: column('image'),
		additional_image_link: (row) => row.all('additionalimage').join(', '),
		brand: column('manufacturer'),
		gtin: column('ean'),
		mpn: column('mpn'),
		product_type: path(column('category'), />/),
		inventory: column('quantity'),
		color: column('color'),
		size: column('size'),
	},
});
