import { priceIn, withFormer } from './oneRow';
import type { SourceRow } from './sourceRow';
import { byStock, column, defineFormat, firstOf, optionsByName, path, WITHOUT_TAX } from './vocabulary';

const standard = column('standardPrice', 'standard_price');
const price = firstOf(column('price_vat', 'price'), column('price'));

/** The value of a column such as `variant:Barva`, or of a parameter of the variant. */
const variantOption = (row: SourceRow, name: string): string =>
	row.text(`variant:${name}`) || row.text(`parameters/parameter[${name}]`);

const images = (row: SourceRow): string[] => {
	const numbered = Array.from({ length: 20 }, (_, index) =>
		row.text(index === 0 ? 'image' : `image${index + 1}`),
	);
	const all = [row.text('defaultImage'), ...numbered, ...row.all('images/image')];
	return [...new Set(all.filter((address) => /^https?:/i.test(address)))];
};

const stock = column('stock/amount', 'stock');

/** The export of products, as CSV or XML: https://podpora.shoptet.cz/export-produktu/ */
export const shoptet = defineFormat({
	value: 'shoptet',
	label: 'Shoptet Export',
	recognizedBy: [
		['code', 'pairCode', 'name'],
		['code', 'name', 'price_vat'],
		['name', 'price_vat', 'guid'],
		['name', 'guid', 'variants'],
	],
	cautions: (row) => (row.text('includingVat') === '0' ? [WITHOUT_TAX] : []),
	fields: {
		id: column('code'),
		title: firstOf(column('Title'), column('name')),
		description: firstOf(column('description'), column('shortDescription', 'short_description')),
		availability: byStock(stock, 'in stock'),
		condition: (row) =>
			/^(?:used|bazar)/i.test(row.text('itemCondition') || row.text('item_condition')) ? 'used' : undefined,
		...withFormer(priceIn(price, 'currency'), priceIn(standard, 'currency')),
		link: column('orig_url', 'url', 'link'),
		image_link: (row) => images(row)[0],
		additional_image_link: (row) => images(row).slice(1).join(', '),
		brand: column('manufacturer'),
		gtin: column('ean'),
		mpn: column('productNumber', 'part_number'),
		product_type: path(
			column('defaultCategory', 'categories/default_category', 'categories/category', 'categoryText'),
			/>/,
		),
		inventory: stock,
		item_group_id: column('pairCode', 'Group'),
		...optionsByName(variantOption),
	},
	rows: {
		products: (group) =>
			group.flatMap((row) => {
				const parts = row.raw.parts ?? [];
				const Group = row.text('guid') || row.text('@id');
				return parts.length === 0
					? [row]
					: parts.map((raw) =>
							row
								.part({ ...raw, itemIndex: row.raw.itemIndex })
								.over(row, isOwn)
								.with({ Group, Title: row.text('name') }),
						);
			}),
		leaveOut: (row) => {
			const visibility = row.text('productVisibility') || row.text('visibility');
			return visibility === '' || /^(?:visible|cashDeskOnly)?$/i.test(visibility)
				? undefined
				: `it is ${visibility}`;
		},
	},
});

const isOwn = (name: string) => /^(?:code|ean|stock|stock\/amount|parameters\/.*)$/i.test(name);
