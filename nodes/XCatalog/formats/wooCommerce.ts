import { imagesIn, period } from './oneRow';
import type { SourceRow } from './sourceRow';
import {
	column,
	defineFormat,
	entry,
	firstOf,
	path,
	positive,
	SHARED_SKU,
	unlessShared,
	variantFields,
	type Getter,
	type RowIndex,
} from './vocabulary';

/**
 * The header of the export in any language: WooCommerce translates the names of the columns, but neither their order nor
 * the words in the column Type.
 *
 * @see https://github.com/woocommerce/woocommerce/blob/trunk/plugins/woocommerce/includes/export/class-wc-product-csv-exporter.php
 *   (read 2026-11-22)
 */
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
function translatedHeader(columns: readonly string[]): ReadonlyMap<string, string> | undefined {
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

const PARENT_COLUMNS =
	/^(?:name|short description|description|images|categories|tags|brands|published|meta: |attribute \d (?:visible|global))/i;

/** A variation takes missing values from its product. */
const isOwn = (name: string) => !PARENT_COLUMNS.test(name);

const options = function* (row: SourceRow): Generator<[string, string]> {
	for (let number = 1; row.has(`Attribute ${number} name`); number++)
		yield [row.text(`Attribute ${number} name`), row.text(`Attribute ${number} value(s)`)];
};

/** The attributes of a simple product. An attribute with several values lists choices, so it is left out. */
const singleOptions = function* (row: SourceRow): Generator<[string, string]> {
	for (const [name, value] of options(row)) if (!value.includes(',')) yield [name, value];
};

const types = (row: SourceRow) =>
	row
		.text('Type')
		.toLowerCase()
		.split(',')
		.map((type) => type.trim());
const isVariation = (row: SourceRow) => types(row).includes('variation');

/** The column Parent has the SKU of the product, or its ID as `id:44`. */
const parentOf = (row: SourceRow, index: RowIndex) =>
	index.find('products', row.text('Parent').replace(/^id:\s*/, 'id:'));

/** WooCommerce writes line breaks of a text as \n. */
const lines =
	(getter: Getter): Getter =>
	(row) =>
		getter(row)?.replace(/\\n/g, '\n');

const saleDates = period(column('Date sale price starts'), column('Date sale price ends'));

const images = column('Images');
const BETWEEN_IMAGES = /,\s+|,(?=https?:)/;

/** The export of Products: https://woocommerce.com/document/product-csv-importer-exporter/ */
export const wooCommerce = defineFormat({
	value: 'wooCommerce',
	label: 'WooCommerce Export',
	description: 'The export, or items of the WooCommerce node',
	recognizedBy: [
		['Type', 'SKU', 'Name', 'Regular price'],
		['ID', 'Name', 'Regular price', 'In stock?'],
	],
	inOtherLanguages: (row, columns) => (isForeignExport(row, columns) ? translatedHeader(columns) : undefined),
	linkPattern: 'https://shop.example/?p={Product ID}',
	ids: { sku: column('SKU'), shopId: column('ID') },
	fields: {
		id: firstOf(unlessShared(column('SKU')), column('ID')),
		title: column('Name'),
		description: lines(firstOf(column('Description'), column('Short description'))),
		availability: column('In stock?'),
		price: column('Regular price'),
		sale_price: positive(column('Sale price')),
		sale_price_effective_date: (row) => (row.text('Sale price') === '' ? '' : saleDates(row)),
		link: firstOf(column('External URL'), column('Permalink')),
		...imagesIn(images, BETWEEN_IMAGES),
		brand: column('Brands', 'Brand'),
		gtin: column('GTIN, UPC, EAN, or ISBN'),
		product_type: path(entry(column('Categories'), /(?<!\\),/, 0), />/),
		// With backorders, the stock of a product that is in stock may be 0 or less, which X does not accept.
		inventory: (row) => {
			if (row.text('In stock?') === '0') return '0';
			return Number(row.text('Stock')) > 0 ? row.text('Stock') : '';
		},
		item_group_id: column('Group'),
		...variantFields((row) => (isVariation(row) ? options(row) : singleOptions(row))),
	},
	idsWithoutSku: 'the IDs of variations',
	rows: {
		learn: (row, index) => {
			if (isVariation(row) && row.text('SKU') !== '') index.count('skus', row.text('SKU'));
			if (!types(row).includes('variable')) return;
			if (row.text('SKU') !== '') index.note('products', row.text('SKU'), row);
			index.note('products', `id:${row.text('ID')}`, row);
		},
		products: (group, index) =>
			group.map((row) => {
				const parent = isVariation(row) ? parentOf(row, index) : undefined;
				if (parent === undefined) return row.with({ 'Product ID': row.text('ID'), Group: '' });
				const ids = {
					'Product ID': parent.text('ID'),
					Group: parent.text('SKU') || parent.text('ID'),
					...(index.isRepeated('skus', row.text('SKU')) && { [SHARED_SKU]: 'yes' }),
				};
				return row.over(parent, isOwn).with(ids);
			}),
		leaveOut: (row) => {
			const [type] = types(row).filter((each) => each === 'variable' || each === 'grouped');
			if (type !== undefined) return `a ${type} product has no price of its own`;
			const published = row.text('Published');
			return published === '' || published === '1' ? undefined : 'it is not published';
		},
	},
});

/** Items of n8n's WooCommerce node: https://woocommerce.github.io/woocommerce-rest-api-docs/#product-properties */
export const wooCommerceItems = defineFormat({
	value: 'wooCommerce',
	label: 'items of the WooCommerce node',
	isUnlisted: true,
	ids: { sku: column('sku'), shopId: column('id') },
	recognizedBy: [['permalink', 'regular_price', 'stock_status']],
	fields: {
		id: column('sku', 'id'),
		title: column('name'),
		description: firstOf(column('description'), column('short_description')),
		availability: column('stock_status'),
		price: firstOf(column('regular_price'), column('price')),
		sale_price: positive(column('sale_price')),
		sale_price_effective_date: period(instant('date_on_sale_from'), instant('date_on_sale_to')),
		link: column('permalink'),
		image_link: (row) => row.text('images.0.src') || row.text('image.src'),
		additional_image_link: (row) =>
			listOf(row.at('images'))
				.slice(1)
				.map(({ src }) => String(src))
				.join(', '),
		brand: column('brands.0.name'),
		gtin: column('global_unique_id'),
		product_type: column('categories.0.name'),
		inventory: (row) => {
			if (row.text('stock_status') === 'outofstock') return '0';
			return Number(row.text('stock_quantity')) > 0 ? row.text('stock_quantity') : '';
		},
		item_group_id: (row) => (Number(row.text('parent_id')) > 0 ? row.text('parent_id') : ''),
		...variantFields(function* (row) {
			for (const { name, option, options: all } of listOf(row.at('attributes'))) {
				const value = option ?? (Array.isArray(all) && all.length === 1 ? (all[0] as unknown) : undefined);
				if (typeof name === 'string' && typeof value === 'string') yield [name, value];
			}
		}),
	},
	rows: {
		leaveOut: (row) => {
			const [status, type] = [row.text('status'), row.text('type')];
			if (status !== '' && status !== 'publish') return `status is ${status}`;
			if (type === 'variable')
				return 'a variable product has no price of its own: get its variations from /wp-json/wc/v3/products/{id}/variations with HTTP Request, and give them to this node';
			return type === 'grouped' ? 'a grouped product has no price of its own' : undefined;
		},
	},
});

/** The instant, where the item has it: the other date has no offset. */
function instant(name: string): Getter {
	return (row) => (row.text(`${name}_gmt`) === '' ? row.text(name) : `${row.text(`${name}_gmt`)}Z`);
}

const listOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
	Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
