import { ownValue } from '../../shared/util/ownValue';
import type { SourceRow } from './sourceRow';
import {
	byAnyName,
	categoryPath,
	column,
	defineFormat,
	firstOf,
	joined,
	OPTION_NAMES,
	positive,
} from './vocabulary';

/** YML has its own codes for two currencies. */
const CURRENCIES: Readonly<Record<string, string>> = { RUR: 'RUB', BYR: 'BYN' };

const amount = (name: string) => (row: SourceRow) => {
	const text = row.text(name);
	const currency = row.text('currencyId').toUpperCase();
	return text === '' || currency === '' ? text : `${text} ${ownValue(CURRENCIES, currency) ?? currency}`;
};

const formerPrice = positive(column('oldprice'));
const hasFormerPrice = (row: SourceRow) => (formerPrice(row) ?? '') !== '';
const parameter = (row: SourceRow, name: string) => row.text(`param[${name}]`);

/** Yandex Market Language: https://yandex.ru/support/marketplace/assortment/files/index.html */
export const yml = defineFormat({
	value: 'yml',
	label: 'YML',
	roots: ['yml_catalog'],
	recognizedBy: [
		['@id', 'url', 'price', 'currencyId'],
		['@id', 'price', 'currencyId', 'categoryId'],
	],
	fields: {
		id: column('@id'),
		title: firstOf(column('name'), joined(' ', column('typePrefix'), column('vendor'), column('model'))),
		description: column('description'),
		availability: (row) => {
			if (row.text('count') === '0' || row.text('@available') === 'false') return 'out of stock';
			return 'in stock';
		},
		condition: (row) =>
			row.has('condition@type')
				? (ownValue(CONDITIONS, row.text('condition@type')) ?? row.text('condition@type'))
				: undefined,
		price: (row) => amount(hasFormerPrice(row) ? 'oldprice' : 'price')(row),
		sale_price: (row) => (hasFormerPrice(row) ? amount('price')(row) : ''),
		link: column('url'),
		image_link: column('picture'),
		additional_image_link: (row) => row.all('picture').slice(1).join(', '),
		brand: column('vendor'),
		gtin: column('barcode'),
		mpn: column('vendorCode'),
		product_type: column('Category'),
		inventory: column('count'),
		item_group_id: column('@group_id'),
		color: byAnyName(parameter, OPTION_NAMES.color),
		size: byAnyName(parameter, OPTION_NAMES.size),
	},
	titleDescribes: true,
	salePriceIsPaid: true,
	rows: {
		learn: (row, index) => {
			if (row.raw.element === 'category')
				index.note('category', row.text('@id'), row.with({ Text: row.raw.values[''] }));
		},
		products: (group, index) =>
			group.map((row) =>
				row.with({ Category: categoryPath(index, row.text('categoryId'), 'Text', '@parentid') }),
			),
	},
});

const CONDITIONS: Readonly<Record<string, string>> = {
	likenew: 'used',
	used: 'used',
	preowned: 'used',
	showcasesample: 'used',
	refurbished: 'refurbished',
	reduction: 'refurbished',
};
