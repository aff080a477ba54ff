import type { SourceRow } from './sourceRow';
import { column, firstOf, OPTION_NAMES, option, path, type Format } from './vocabulary';

/** Attributes are named in Polish, with blanks or underscores. */
const attribute =
	(...names: string[]) =>
	(row: SourceRow) => {
		for (const name of names) {
			const text = row.text(`attrs/a[${name}]`) || row.text(`attrs/a[${name.replaceAll(' ', '_')}]`);
			if (text !== '') return text;
		}
		return undefined;
	};

const named = (names: readonly string[]) => (row: SourceRow) =>
	option(function* () {
		for (const name of names) yield [name, attribute(name)(row) ?? ''];
	}, names)(row) || undefined;

/** The XML of offers: https://pomoc.ceneo.pl/baza-wiedzy/xml-i-atrybuty */
export const ceneo: Format = {
	value: 'ceneo',
	label: 'Ceneo',
	tells: [['@id', '@url', '@price', 'name']],
	currency: 'PLN',
	fields: {
		id: column('@id'),
		title: column('name'),
		description: firstOf(column('desc'), column('name')),
		/** 1: within a day, 3, 7 and 14: within so many days, 90: to order, 99: ask, 110: pre-order. */
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
		brand: attribute('producent', 'marka', 'wydawnictwo'),
		gtin: attribute('ean', 'isbn'),
		mpn: attribute('kod producenta', 'kod_producenta'),
		product_type: path(column('cat'), /\//),
		inventory: (row) => (row.text('@stock') === '0' ? '' : row.text('@stock')),
		color: named([...OPTION_NAMES.color]),
		size: named([...OPTION_NAMES.size]),
	},
};
