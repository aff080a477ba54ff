import type { SourceRow } from './sourceRow';
import { byStock, column, defineFormat, entry, firstOf, path, positive, variantFields } from './vocabulary';

const kind = (row: SourceRow) => (row.text('Item') || row.text('Item Type')).toLowerCase();

/** `Type=Rectangles|Name=Size|Value=M`. The older export writes `[S]Size=M,[CS]Color=Red:#ff0000`. */
function* options(row: SourceRow): Generator<[string, string]> {
	const text = row.text('Options');
	for (const part of text.split(';')) {
		const [, name = ''] = /(?:^|\|)Name=([^|]*)/.exec(part) ?? [];
		const [, value = ''] = /(?:^|\|)Value=([^|]*)/.exec(part) ?? [];
		if (name !== '') yield [name, value];
	}
	if (kind(row) === 'sku')
		for (const part of row.text('Own Name').split(/,(?=\[)/)) {
			const [, name, value] = /^\[[^\]]*\]([^=]+)=([^:]*)/.exec(part) ?? [];
			if (name !== undefined && value !== undefined) yield [name, value];
		}
}

/** Columns that a variant does not take from its product. */
const isOwn = (name: string) =>
	/^(?:sku|product code\/sku|options|current stock|current stock level|upc\/ean|product upc\/ean|global trade number|manufacturer part number|own name)$/i.test(
		name,
	);

const imagesOf = (rows: readonly SourceRow[]): string[] => {
	const [product] = rows;
	const numbered = Array.from(
		{ length: 20 },
		(_, index) => product?.text(`Product Image URL - ${index + 1}`) ?? '',
	);
	const own = rows
		.filter((row) => kind(row) === 'image')
		.map((row) => row.text('Image URL (Import)') || row.text('Image URL'));
	return [...own, ...numbered].filter((address) => address !== '');
};

/** The present and the older export: https://support.bigcommerce.com/s/article/Supported-Product-Fields */
export const bigCommerce = defineFormat({
	value: 'bigCommerce',
	label: 'BigCommerce Export',
	recognizedBy: [
		['Item', 'ID', 'Name', 'SKU', 'Price'],
		['Item Type', 'Product ID', 'Product Name', 'Price'],
		['Product Name', 'Product Code/SKU', 'Price'],
	],
	linkPattern: 'https://shop.example{Product URL}',
	fields: {
		id: column('SKU', 'Product Code/SKU', 'ID', 'Product ID'),
		title: column('Title', 'Name', 'Product Name'),
		description: firstOf(column('Description', 'Product Description'), column('Title')),
		availability: (row) => {
			const isTracked = /^(?:product|variant|by product|by option)$/i.test(
				row.text('Inventory Tracking') || row.text('Track Inventory'),
			);
			const isHeld = /preorder|pre-order/i.test(row.text('Product Availability'));
			if (isHeld) return 'preorder';
			if (!isTracked)
				return /^(?:n|no|false)$/i.test(row.text('Allow Purchases?')) ? 'out of stock' : 'in stock';
			return byStock(column('Current Stock', 'Current Stock Level'), 'in stock')(row);
		},
		condition: column('Product Condition', 'Condition'),
		price: column('Price'),
		sale_price: positive(column('Sale Price')),
		link: (row: SourceRow) => (/^https?:/i.test(row.text('Product URL')) ? row.text('Product URL') : ''),
		image_link: (row) => row.all('Images')[0],
		additional_image_link: (row) => row.all('Images').slice(1).join(', '),
		brand: column('Brand Name', 'Brand'),
		gtin: column('Global Trade Number', 'GPS Global Trade Item Number', 'UPC/EAN', 'Product UPC/EAN'),
		mpn: column('Manufacturer Part Number', 'GPS Manufacturer Part Number'),
		google_product_category: column('GPS Category'),
		product_type: path(entry(column('Category Names', 'Category'), /;/, 0), /\//),
		inventory: column('Current Stock', 'Current Stock Level'),
		item_group_id: column('Group'),
		...variantFields(options),
		gender: column('GPS Gender'),
		age_group: column('GPS Age Group'),
	},
	rows: {
		/** A product is followed by the rows of its variants and images. */
		together: (row) => (kind(row) === 'product' || kind(row) === '' ? `product ${row.raw.line}` : ''),
		products: (group) => {
			const [product] = group;
			if (product === undefined) return [];
			const Images = imagesOf(group);
			const Title = product.text('Name') || product.text('Product Name');
			const variants = group.filter((row) => ['variant', 'sku'].includes(kind(row)));
			const Group =
				product.text('SKU') ||
				product.text('Product Code/SKU') ||
				product.text('ID') ||
				product.text('Product ID');
			if (variants.length === 0) return [product.with({ Images, Title, Group: '' })];
			return variants.map((row) =>
				row.over(product, isOwn).with({
					Images,
					Title,
					Group: variants.length > 1 ? Group : '',
					'Own Name': row.text('Name') || row.text('Product Name'),
					'Product URL': product.text('Product URL'),
				}),
			);
		},
		leaveOut: (row) => {
			const visible = row.text('Is Visible') || row.text('Product Visible?');
			if (/^(?:n|no|false|0)$/i.test(visible)) return 'it is not visible';
			return kind(row) === 'rule' ? 'it is a rule' : undefined;
		},
	},
});
