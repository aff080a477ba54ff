import { period } from './oneRow';
import type { SourceRow } from './sourceRow';
import {
	column,
	defineFormat,
	entry,
	firstOf,
	path,
	positive,
	variantFields,
	type RowIndex,
} from './vocabulary';

/** Reads `color=Red,size=M`: the attributes of a product or of a variant. Values may contain commas. */
function* attributes(text: string): Generator<[string, string]> {
	for (const part of text.split(/,(?=[a-z0-9_]+=)/i)) {
		const at = part.indexOf('=');
		if (at > 0) yield [part.slice(0, at), part.slice(at + 1)];
	}
}

const options = (row: SourceRow) => attributes(row.text('additional_attributes'));
const attribute = (names: string[]) => (row: SourceRow) => {
	for (const [name, value] of options(row)) if (names.includes(name)) return value;
	return undefined;
};

const saleDates = period(column('special_price_from_date'), column('special_price_to_date'));

const parentOf = (row: SourceRow, index: RowIndex) => index.find('parents', row.text('sku'));

/** The table of what the file calls visible products. */
const SHOWN = 'visibilities';

/**
 * Checks whether a product is hidden. The export translates this column to the language of the user: "Catalog,
 * Search" is "Catalogus, Zoeken" in Dutch. So the two words of the value for both are learned from the file.
 *
 * @see https://github.com/magento-engcom/import-export-improvements/issues/5 (read 2026-11-23)
 */
function isHidden(row: SourceRow, index: RowIndex): boolean {
	const text = row.text('visibility');
	if (text === '' || /^(?:catalog|search)\b/i.test(text)) return false;
	if (/^not visible/i.test(text)) return true;
	if (index.find(SHOWN, 'any') !== undefined) return index.find(SHOWN, text) === undefined;
	const parent = parentOf(row, index);
	return parent !== undefined && parent.text('visibility') !== text;
}

function learnVisibility(row: SourceRow, index: RowIndex): void {
	const text = row.text('visibility');
	const words = text.split(', ');
	if (words.length !== 2 || index.find(SHOWN, text) !== undefined) return;
	for (const shown of ['any', text, ...words]) index.note(SHOWN, shown, row);
}

/** The export of Products: https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-attributes-product */
export const magento = defineFormat({
	value: 'magento',
	label: 'Magento 2 Export',
	recognizedBy: [
		['sku', 'product_type', 'url_key', 'price'],
		['sku', 'attribute_set_code', 'product_type'],
	],
	linkPattern: 'https://shop.example/{url_key}.html',
	fields: {
		id: column('sku'),
		title: column('name'),
		description: firstOf(column('description'), column('short_description')),
		availability: (row) => {
			if (row.text('is_in_stock') === '0') return 'out of stock';
			if (row.text('is_in_stock') !== '1') return undefined;
			const isOrdered = row.text('manage_stock') !== '0' && !(Number(row.text('qty')) > 0);
			return isOrdered && Number(row.text('allow_backorders')) > 0 ? 'available for order' : 'in stock';
		},
		price: column('price'),
		sale_price: positive(column('special_price')),
		sale_price_effective_date: (row) => (row.text('special_price') === '' ? '' : saleDates(row)),
		link: column('link'),
		image_link: column('base_image', 'small_image'),
		additional_image_link: column('additional_images'),
		brand: firstOf(column('brand', 'manufacturer'), attribute(['brand', 'manufacturer'])),
		gtin: firstOf(column('gtin', 'ean', 'upc'), attribute(['gtin', 'ean', 'upc', 'barcode'])),
		mpn: firstOf(column('mpn'), attribute(['mpn'])),
		product_type: path(entry(column('categories'), /,(?=[^,/]+\/)/, 0), /\//),
		inventory: (row) =>
			row.text('manage_stock') === '0' || (Number(row.text('qty')) <= 0 && row.text('is_in_stock') === '1')
				? ''
				: row.text('qty'),
		item_group_id: column('Group'),
		...variantFields(options),
		gender: attribute(['gender']),
	},
	rows: {
		learn: (row, index) => {
			learnVisibility(row, index);
			for (const variant of row.text('configurable_variations').split('|'))
				for (const [name, value] of attributes(variant))
					if (name === 'sku') index.note('parents', value, row);
		},
		products: (group, index) =>
			group.map((row) => {
				const parent = parentOf(row, index);
				const Group = parent?.text('sku') ?? '';
				if (parent === undefined || !isHidden(row, index)) return row.with({ Group });
				return row.over(parent, isOwn).with({ Group, url_key: parent.text('url_key') });
			}),
		leaveOut: (row, index) => {
			const type = row.text('product_type').toLowerCase();
			if (row.text('store_view_code') !== '') return 'it is the wording of a store view';
			if (/^(?:configurable|grouped|bundle)$/.test(type)) return `a ${type} product has no price of its own`;
			if (row.text('product_online') === '2') return 'it is not online';
			return isHidden(row, index) && row.text('Group') === '' ? 'it is not visible on its own' : undefined;
		},
	},
});

/** A hidden variant takes its texts and images from the product that shows it. */
const isOwn = (name: string) =>
	!/^(?:name|description|short_description|categories|base_image|small_image|additional_images|brand|manufacturer)$/i.test(
		name,
	);
