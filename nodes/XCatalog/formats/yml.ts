import { compact } from 'lodash';
import { ownValue } from '../../shared/util/lenient';
import { isPaid } from './oneRow';
import type { SourceRow } from './sourceRow';
import {
	column,
	defineFormat,
	firstOf,
	optionsByName,
	positive,
	withCategories,
	type Getter,
} from './vocabulary';

/** YML has its own codes for two currencies. */
const CURRENCIES: Readonly<Record<string, string>> = { RUR: 'RUB', BYR: 'BYN' };

const amount = (getter: Getter) => (row: SourceRow) => {
	const text = getter(row) ?? '';
	const currency = row.text('currencyId').toUpperCase();
	return text === '' || currency === '' ? text : `${text} ${ownValue(CURRENCIES, currency) ?? currency}`;
};

/** Rozetka, EVA, Epicentr and Maudau have other names for the former price, and one for the price of a promotion. */
const former = positive(column('oldprice', 'price_old', 'old_price'));
const promo = positive(column('price_promo'));
const has = (getter: Getter, row: SourceRow) => (getter(row) ?? '') !== '';
const full: Getter = (row) => (has(former, row) ? former(row) : row.text('price'));
const reduced: Getter = (row) => (has(promo, row) ? promo(row) : has(former, row) ? row.text('price') : '');
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
		title: firstOf(column('name'), (row) =>
			compact(['typePrefix', 'vendor', 'model'].map((name) => row.text(name))).join(' '),
		),
		description: column('description'),
		availability: (row) => {
			if (row.text('count') === '0' || row.text('@available') === 'false') return 'out of stock';
			return 'in stock';
		},
		condition: column('condition@type'),
		price: amount(full),
		sale_price: isPaid(amount(reduced)),
		link: column('url'),
		image_link: column('picture'),
		additional_image_link: (row) => row.all('picture').slice(1).join(', '),
		brand: column('vendor'),
		gtin: column('barcode'),
		mpn: column('vendorCode'),
		product_type: column('Category'),
		inventory: column('count'),
		item_group_id: column('@group_id'),
		...optionsByName(parameter),
	},
	rows: withCategories('@id', '', '@parentid', 'categoryId'),
});
