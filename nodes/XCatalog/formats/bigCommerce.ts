import { changedPrice } from './oneRow';
import type { SourceRow } from './sourceRow';
import {
	byStock,
	column,
	defineFormat,
	entry,
	firstOf,
	path,
	positive,
	SHARED_SKU,
	sharedValues,
	unlessShared,
	variantFields,
	type Caution,
} from './vocabulary';

const stock = byStock(column('Current Stock', 'Current Stock Level'), 'in stock');

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

const sku = column('SKU', 'Product Code/SKU');
/** Whether a sale of the product reduces a price that a rule fixes is not documented, so such a variant has none. */
const salePrice = positive(column('Sale Price'));

const UNREAD_RULE: Caution = {
	field: 'price',
	what: 'A price rule could not be applied, the price is that of the product',
	advice:
		'Compare these prices with the shop, or use the present export of BigCommerce, whose variants have prices',
};

/** Applies rules such as `[FIXED]20`, `[ADD]0.75` and `[REMOVE]10%`. Is undefined if a rule is another one. */
function ruledPrice(base: string, rules: readonly string[]): string | undefined {
	let price: string | undefined = base;
	for (const rule of rules) {
		const [, kindOfRule = '', amount = '', percent = ''] =
			/^\[(FIXED|ADD|REMOVE)\](\d+(?:\.\d+)?)(%?)$/i.exec(rule) ?? [];
		if (kindOfRule === '' || price === undefined) return undefined;
		const isFixed = kindOfRule.toUpperCase() === 'FIXED';
		if (isFixed && percent !== '') return undefined;
		const sign = kindOfRule.toUpperCase() === 'ADD' ? 1n : -1n;
		price = isFixed ? amount : changedPrice(price, amount, percent !== '', sign);
	}
	return price;
}

/**
 * Applies the rules of a product to the price of a variant. A rule names a variant by its SKU or by its options; one
 * that names neither may be about any variant.
 *
 * The page has the rows SKU and Rule (read in excerpts on 2026-11-22); the marks [FIXED], [ADD] and [REMOVE] are as
 * exports have them.
 *
 * @see https://support.bigcommerce.com/articles/en_US/Knowledge/Complex-Attributes
 */
function pricesByRules(
	variant: SourceRow,
	product: SourceRow,
	rules: readonly SourceRow[],
): Readonly<Record<string, string>> {
	const own = sku(variant) ?? '';
	const isAbout = (rule: SourceRow) => {
		const names = [sku(rule) ?? '', rule.text('Name') || rule.text('Product Name')].filter(Boolean);
		return names.length === 0 || names.some((name) => name === own || name === variant.text('Product Name'));
	};
	const prices = rules.filter(isAbout).map((rule) => rule.text('Price'));
	if (prices.length === 0) return {};
	const price = ruledPrice(product.text('Price'), prices);
	if (price === undefined) return { 'Unread Rule': 'yes' };
	const isFixed = prices.some((rule) => /^\[FIXED\]/i.test(rule));
	return { 'Rule Price': price, ...(isFixed && { 'Fixed Price': 'yes' }) };
}

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
	ids: { sku, shopId: column('ID', 'Product ID') },
	fields: {
		id: firstOf(unlessShared(sku), column('ID', 'Product ID'), sku),
		title: column('Title', 'Name', 'Product Name'),
		description: column('Description', 'Product Description'),
		availability: (row) => {
			const isTracked = /^(?:product|variant|by product|by option)$/i.test(
				row.text('Inventory Tracking') || row.text('Track Inventory'),
			);
			const isHeld = /preorder|pre-order/i.test(row.text('Product Availability'));
			if (isHeld) return 'preorder';
			if (!isTracked)
				return /^(?:n|no|false)$/i.test(row.text('Allow Purchases?')) ? 'out of stock' : 'in stock';
			return stock(row);
		},
		condition: column('Product Condition', 'Condition'),
		price: firstOf(column('Rule Price'), column('Price')),
		sale_price: (row) => (row.text('Fixed Price') === '' ? salePrice(row) : ''),
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
	idsWithoutSku: 'the IDs of variants',
	cautions: (row) => (row.text('Unread Rule') === '' ? [] : [UNREAD_RULE]),
	rows: {
		/** A product is followed by the rows of its variants and images. */
		together: (row) => (kind(row) === 'product' || kind(row) === '' ? `product ${row.raw.line}` : ''),
		products: (group) => {
			const [product] = group;
			if (product === undefined) return [];
			const Images = imagesOf(group);
			const Title = product.text('Name') || product.text('Product Name');
			const variants = group.filter((row) => ['variant', 'sku'].includes(kind(row)));
			const rules = group.filter((row) => kind(row) === 'rule' && row.text('Price') !== '');
			const shared = sharedValues(variants, sku);
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
					...pricesByRules(row, product, rules),
					...(shared.has(sku(row) ?? '') && { [SHARED_SKU]: 'yes' }),
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
