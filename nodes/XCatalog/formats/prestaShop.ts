import { reducedPrice, imagesIn, period } from './oneRow';
import type { SourceRow } from './sourceRow';
import {
	byStock,
	column,
	defineFormat,
	entry,
	firstOf,
	path,
	positive,
	WITHOUT_TAX,
	words,
	type Getter,
} from './vocabulary';

const withTax = column('Price (tax incl.)', 'Price tax included', 'Price TTC', 'Price');
const price = firstOf(withTax, column('Price (tax excl.)', 'Price tax excluded'));
const stock = column('Quantity');
/** Only a comma before the next address separates: others are part of an address. */
const BEFORE_ADDRESS = /,(?=\s*https?:)/;

const images = column('Image URLs (x,y,z...)', 'Image URLs', 'Image', 'Cover');

const reduction: Getter = (row) => {
	const percent = row.text('Discount percent');
	const isPercent = Number(percent.replace(',', '.')) > 0;
	return reducedPrice(price(row) ?? '', isPercent ? percent : row.text('Discount amount'), isPercent);
};

/** Years of zeros are open ends. */
const date = (name: string) => (row: SourceRow) => row.text(name).replace(/^0000.*/, '');
const saleDates = period(date('Discount from (yyyy-mm-dd)'), date('Discount to (yyyy-mm-dd)'));

/**
 * The columns of the exported list of products, in their order. PrestaShop translates their names, all but the first one.
 *
 * @see https://github.com/PrestaShop/PrestaShop/blob/1.7.8.x/src/PrestaShopBundle/Controller/Admin/ProductController.php
 *   (exportAction, read 2026-11-23)
 */
const LIST =
	'Product ID|Image|Name|Reference|Category|Price (tax excl.)|Price (tax incl.)|Quantity|Status|Position'.split(
		'|',
	);

/** Recognizes such a list by its values: a number, an address, two amounts and a switch. */
function translatedList(row: SourceRow, columns: readonly string[]): ReadonlyMap<string, string> | undefined {
	const [id, image, , , , net, gross, , status] = columns.map((name) => row.text(name));
	const isList =
		columns[0] === LIST[0] &&
		columns.length >= LIST.length - 1 &&
		columns.length <= LIST.length &&
		/^\d+$/.test(id ?? '') &&
		/^(?:https?:|\/|$)/.test(image ?? '') &&
		[net, gross].every((text) => /\d/.test(text ?? '')) &&
		/^[01]?$/.test(status ?? '');
	return isList ? new Map(columns.map((name, at) => [LIST[at] ?? '', name])) : undefined;
}

/**
 * The exported list of products, and the columns of the import:
 * https://docs.prestashop-project.org/1-6-documentation/user-guide/adapting-your-store/understanding-advanced-parameters/csv-import-parameters
 */
export const prestaShop = defineFormat({
	value: 'prestaShop',
	label: 'PrestaShop Export',
	recognizedBy: [
		['Product ID', 'Name', 'Reference', 'Price (tax excl.)'],
		['Product ID', 'Name *', 'Price tax excluded'],
		['Product ID', 'Name *', 'Price tax included'],
		['ID', 'Name *', 'Reference #'],
		['Product ID', 'Name', 'Price tax excluded'],
	],
	inOtherLanguages: translatedList,
	cautions: (row) => ((withTax(row) ?? '') === '' ? [WITHOUT_TAX] : []),
	linkPattern: 'https://shop.example/{Product ID}-{URL rewritten}.html',
	ids: { sku: column('Reference #', 'Reference'), shopId: column('Product ID', 'ID') },
	fields: {
		id: column('Reference #', 'Reference', 'Product ID', 'ID'),
		title: column('Name *', 'Name'),
		description: firstOf(column('Description'), column('Summary')),
		availability: (row) => {
			const byCount = byStock(stock, 'in stock')(row);
			const isSoldOn =
				row.text('Available for order (0 = No, 1 = Yes)') === '1' &&
				row.text('Text when backorder allowed') !== '';
			return byCount === 'out of stock' && isSoldOn ? 'available for order' : byCount;
		},
		condition: words(column('Condition'), { new: 'new', used: 'used', refurbished: 'refurbished' }),
		price,
		sale_price: positive(reduction),
		sale_price_effective_date: (row) => ((reduction(row) ?? '') === '' ? '' : saleDates(row)),
		link: column('Product link', 'URL'),
		...imagesIn(images, BEFORE_ADDRESS),
		brand: column('Manufacturer', 'Brand'),
		gtin: column('EAN13', 'UPC', 'ISBN'),
		mpn: firstOf(column('MPN'), column('Supplier reference #')),
		product_type: path(
			firstOf(entry(column('Categories (x,y,z...)', 'Categories'), /,/, 0), column('Category')),
			/[/>]/,
		),
		inventory: stock,
	},
	rows: {
		leaveOut: (row) => {
			const active = row.text('Active (0/1)') || row.text('Status') || row.text('Active');
			// https://github.com/PrestaShop/PrestaShop/blob/develop/classes/Product.php (visibility, read 2026-11-23)
			if (/^none$/i.test(row.text('Visibility'))) return 'its visibility is none';
			return active === '0' || /^(?:no|disabled|false)$/i.test(active) ? 'it is not active' : undefined;
		},
	},
});
