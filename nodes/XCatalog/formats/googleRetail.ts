import { asText } from '../../shared/util/text';
import type { SourceRow } from './sourceRow';
import { priceIn, withFormer } from './oneRow';
import { column, defineFormat, firstOf } from './vocabulary';

const amount = (name: string) => priceIn(column(`priceInfo.${name}`), 'priceInfo.currencyCode');

const first = (name: string) => (row: SourceRow) => row.text(`${name}.0`) || row.text(name).split(',')[0];

const images = (row: SourceRow): string[] => {
	const list: unknown = row.at('images');
	return Array.isArray(list) ? list.map((image: { uri?: unknown }) => asText(image.uri)) : [];
};

/**
 * Products of Vertex AI Search:
 * https://cloud.google.com/retail/docs/reference/rest/v2/projects.locations.catalogs.branches.products
 */
export const googleRetail = defineFormat({
	value: 'googleRetail',
	label: 'Google Retail JSON',
	isOfDocumentation: true,
	recognizedBy: [
		['title', 'priceInfo'],
		['title', 'categories', 'uri'],
	],
	fields: {
		id: firstOf(column('id'), (row) => row.text('name').split('/').at(-1)),
		title: column('title'),
		description: column('description'),
		availability: (row) => row.text('availability') || 'in stock',
		condition: (row) => first('conditions')(row)?.toLowerCase(),
		...withFormer(amount('price'), amount('originalPrice')),
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
	rows: {
		leaveOut: (row) => (row.text('type') === 'COLLECTION' ? 'it is a collection' : undefined),
	},
});
