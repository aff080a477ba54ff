import type { SourceRow } from './sourceRow';
import { byAnyName, column, defineFormat, firstOf, optionsByName, path } from './vocabulary';

/** Attributes have Polish names, with spaces or underscores. */
const attribute = (row: SourceRow, name: string): string =>
	row.text(`attrs/a[${name}]`) || row.text(`attrs/a[${name.replaceAll(' ', '_')}]`);

/** The XML feed of offers: https://pomoc.ceneo.pl/baza-wiedzy/xml-i-atrybuty */
export const ceneo = defineFormat({
	value: 'ceneo',
	label: 'Ceneo',
	roots: ['offers'],
	recognizedBy: [['@id', '@url', '@price', 'name']],
	currency: 'PLN',
	fields: {
		id: column('@id'),
		title: column('name'),
		description: column('desc'),
		/** 1, 3, 7 and 14: ships within that many days. 90: made to order. 99: on request. 110: pre-order. */
		availability: (row) => {
			const days = row.text('@avail');
			if (days === '99') return 'out of stock';
			if (days === '110') return 'preorder';
			return days === '90' ? 'available for order' : 'in stock';
		},
		price: column('@price'),
		link: column('@url'),
		image_link: firstOf(column('imgs/main@url'), column('imgs/i@url')),
		additional_image_link: (row) => {
			const more = row.all('imgs/i@url');
			return (row.text('imgs/main@url') === '' ? more.slice(1) : more).join(', ');
		},
		brand: byAnyName(attribute, ['producent', 'marka', 'wydawnictwo']),
		gtin: byAnyName(attribute, ['ean', 'isbn']),
		mpn: byAnyName(attribute, ['kod producenta']),
		product_type: path(column('cat'), /\//),
		inventory: (row) => (row.text('@stock') === '0' ? '' : row.text('@stock')),
		...optionsByName(attribute),
	},
});
