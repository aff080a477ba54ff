/**
 * This file reads the header of WooCommerce's export in any language. WooCommerce translates the names of the columns,
 * but neither their order nor the words in the column Type.
 *
 * @see https://github.com/woocommerce/woocommerce/blob/trunk/plugins/woocommerce/includes/export/class-wc-product-csv-exporter.php
 *   (read 2026-11-22)
 */
import type { SourceRow } from './sourceRow';

const BEFORE = ['ID', 'Type', 'SKU'];
const AFTER =
	'Name|Published|Is featured?|Visibility in catalog|Short description|Description|Date sale price starts|Date sale price ends|Tax status|Tax class|In stock?|Stock|Low stock amount|Backorders allowed?|Sold individually?|Weight|Length|Width|Height|Allow customer reviews?|Purchase note|Sale price|Regular price|Categories|Tags|Shipping class|Images|Download limit|Download expiry days|Parent|Grouped products|Upsells|Cross-sells|External URL|Button text|Position'.split(
		'|',
	);
const ATTRIBUTE = ['name', 'value(s)', 'visible', 'global'];

const BRANDS = /^(?:brands?|marken?|marques?|marcas?|marche|merken|märken|značky|marki)$/i;

const TYPE = /^(?:simple|variable|variation|grouped|external)(?:, ?(?:downloadable|virtual))*$/;

/** Recognizes such an export: its first two columns are the ID and the type. */
export function isForeignExport(row: SourceRow, columns: readonly string[]): boolean {
	const [id = '', type = ''] = columns;
	return (
		columns.length > BEFORE.length &&
		id.toUpperCase() === 'ID' &&
		/^\d+$/.test(row.text(id)) &&
		TYPE.test(row.text(type)) &&
		!row.has('Regular price')
	);
}

/** Finds the column of the file for each column of the English export. Is undefined if columns are missing. */
export function translatedHeader(columns: readonly string[]): ReadonlyMap<string, string> | undefined {
	const numbered = columns.findIndex((name) => /(?:^|\D)1(?:\D|$)/.test(name));
	const plain = numbered === -1 ? columns.length : numbered;
	const withGtin = /GTIN|UPC|EAN|ISBN/i.test(columns[BEFORE.length] ?? '');
	const names = [...BEFORE, ...(withGtin ? ['GTIN, UPC, EAN, or ISBN'] : []), ...AFTER];
	// One column more could be that of GTINs under a name that is not known here, and all others would be wrong.
	if (plain < names.length || (!withGtin && plain > names.length)) return undefined;
	const header = new Map(names.map((name, index) => [name, columns[index] ?? '']));
	// Extensions add columns at the end, among them costs: the one of brands is known by its name only.
	const brands = columns.slice(names.length, plain).find((name) => BRANDS.test(name));
	if (brands !== undefined) header.set('Brands', brands);
	const attributes = numbered === -1 ? [] : columns.slice(numbered);
	for (let at = 0; at + ATTRIBUTE.length <= attributes.length; at += ATTRIBUTE.length) {
		const number = at / ATTRIBUTE.length + 1;
		const four = attributes.slice(at, at + ATTRIBUTE.length);
		if (!four.every((name) => new RegExp(`(?:^|\\D)${number}(?:\\D|$)`).test(name))) break;
		four.forEach((name, index) => header.set(`Attribute ${number} ${ATTRIBUTE[index]}`, name));
	}
	return header;
}
