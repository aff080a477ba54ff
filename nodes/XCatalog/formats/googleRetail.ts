import { ownValue } from '../../shared/util/ownValue';
import { asText } from '../../shared/util/text';
import type { SourceRow } from './sourceRow';
import { column, defineFormat, firstOf, positive } from './vocabulary';

const formerPrice = positive(column('priceInfo.originalPrice'));
const hasFormerPrice = (row: SourceRow) => (formerPrice(row) ?? '') !== '';

const amount = (name: string) => (row: SourceRow) =>
	[row.text(`priceInfo.${name}`), row.text('priceInfo.currencyCode')].filter((text) => text !== '').join(' ');

const first = (name: string) => (row: SourceRow) => row.text(`${name}.0`) || row.text(name).split(',')[0];

const images = (row: SourceRow): string[] => {
	const list: unknown = row.at('images');
	return Array.isArray(list) ? list.map((image: { uri?: unknown }) => asText(image.uri)) : [];
};

const AVAILABILITY: Readonly<Record<string, string>> = {
	IN_STOCK: 'in stock',
	OUT_OF_STOCK: 'out of stock',
	PREORDER: 'preorder',
	BACKORDER: 'available for order',
};

/**
 * Products of Vertex AI Search:
 * https://cloud.google.com/retail/docs/reference/rest/v2/projects.locations.catalogs.branches.products
 */
export const googleRetail = defineFormat({
	value: 'googleRetail',
	label: 'Google Retail JSON',
	recognizedBy: [
		['title', 'priceInfo'],
		['title', 'categories', 'uri'],
	],
	fields: {
		id: firstOf(column('id'), (row) => row.text('name').split('/').at(-1)),
		title: column('title'),
		description: column('description'),
		availability: (row) =>
			ownValue(AVAILABILITY, row.text('availability')) ?? (row.text('availability') || 'in stock'),
		condition: (row) => first('conditions')(row)?.toLowerCase(),
		price: (row) => amount(hasFormerPrice(row) ? 'originalPrice' : 'price')(row),
		sale_price: (row) => (hasFormerPrice(row) ? amount('price')(row) : ''),
		link: column('uri'),
		image_link: (row) => images(row)[0],
		additional_image_link: (row) => images(row).slice(1).join(', '),
		brand: first('brands'),
		gtin: column('gtin'),
		product_type: (row) => row.text('categories.0') || row.text('categories'),
		inventory: column('availableQuantity'),
		item_group_id: (row) => (row.text('type') === 'VARIANT' ? row.text('primaryProductId') : ''),
		gender: first('audience.genders'),
		age_group: first('audience.ageGroups'),
		color: first('colorInfo.colors'),
		size: first('sizes'),
	},
	titleDescribes: true,
	salePriceIsPaid: true,
	rows: {
		leaveOut: (row) => (row.text('type') === 'COLLECTION' ? 'it is a collection' : undefined),
	},
});
