import { isNo } from './oneRow';
import type { SourceRow } from './sourceRow';
import { byStock, column, defineFormat, path } from './vocabulary';

const stock = byStock(column('quantity'), '');

/** The texts are documented in English and Greek; one that is none of them is asked for. */
function availability(row: SourceRow): string {
	const text = row.text('availability');
	if (isNo(row.text('instock')) || stock(row) === 'out of stock') return 'out of stock';
	if (text === '') return row.text('instock') === '' ? (stock(row) ?? '') : 'in stock';
	if (/^(?:in stock|available|άμεσα διαθέσιμο)$/i.test(text)) return 'in stock';
	return /\d (?:days|ημέρες)$|^upon order$|^κατόπιν παραγγελίας$/i.test(text) ? 'available for order' : text;
}

/** The XML feed of Skroutz: https://developer.skroutz.gr/feedspec/ (read 2026-11-26) */
export const skroutz = defineFormat({
	value: 'skroutz',
	label: 'Skroutz',
	recognizedBy: [['price_with_vat', 'manufacturer', 'mpn']],
	currency: 'EUR',
	fields: {
		id: column('id', 'uniqueid'),
		title: column('name'),
		description: column('description'),
		availability,
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
