import { changedPrice, reducedPrice } from './oneRow';
import type { SourceRow } from './sourceRow';
import {
	byStock,
	column,
	defineFormat,
	entry,
	firstOf,
	unlessShared,
	variantFields,
	variantsOver,
	type Getter,
} from './vocabulary';

const sku = column('sku');
const stock = byStock(column('inventory'), 'in stock');

const kind = (row: SourceRow) => row.text('fieldType').toLowerCase();
const isOwn = (name: string) =>
	/^(?:sku|surcharge|inventory|visible|fieldType|barcode|productOption(?:Description|Choices)\d)$/i.test(
		name,
	);

/** The product's row has the names of the options, the variants' rows have the values. */
function* options(row: SourceRow): Generator<[string, string]> {
	for (let number = 1; row.has(`productOptionName${number}`); number++)
		yield [
			row.text(`productOptionName${number}`),
			nameOfColor(row.text(`productOptionDescription${number}`) || row.text(`productOptionChoices${number}`)),
		];
}

/** A color is exported as its code and its name: `#000000:Black`. */
const nameOfColor = (text: string) =>
	/^(?:#[\da-f]{3,8}|rgba?\([^()]*\)):(.+)$/i.exec(text)?.[1]?.trim() ?? text;

const ownOptions = (row: SourceRow) => (kind(row) === 'variant' ? options(row) : []);

/** Wix exports its own images as file names. */
const address = (media: string) =>
	media === '' || /^https?:/i.test(media) ? media : `https://static.wixstatic.com/media/${media}`;

/** The price of a variant is the price of its product plus a surcharge. */
function fullPrice(row: SourceRow): string {
	const [base, more] = [row.text('strikethroughPrice') || row.text('price'), row.text('surcharge')];
	if (more === '' || Number(more) === 0 || base === '') return base;
	const sign = more.startsWith('-') ? -1n : 1n;
	return changedPrice(base, more.replace(/^-/, ''), false, sign) ?? base;
}

const salePrice = (row: SourceRow): string => {
	if (row.text('strikethroughPrice') !== '') return row.text('price');
	return reducedPrice(fullPrice(row), row.text('discountValue'), /^percent$/i.test(row.text('discountMode')));
};

const handleAndOptions: Getter = (row) =>
	[row.text('handleId') || row.text('handle'), ...[...ownOptions(row)].map(([, value]) => value)]
		.filter(Boolean)
		.join('-');

/** Both exports of Wix Stores: https://support.wix.com/en/article/wix-stores-formatting-your-product-csv-file */
export const wix = defineFormat({
	value: 'wix',
	label: 'Wix Export',
	recognizedBy: [
		['handleId', 'fieldType', 'name'],
		['handle', 'fieldType', 'name', 'price'],
	],
	linkPattern: 'https://shop.example/product-page/{handleId}',
	ids: { sku, handle: handleAndOptions },
	fields: {
		id: firstOf(unlessShared(sku), handleAndOptions),
		title: column('name'),
		description: column('description', 'plainDescription'),
		availability: stock,
		price: (row) => fullPrice(row),
		sale_price: (row) => (salePrice(row) === fullPrice(row) ? '' : salePrice(row)),
		link: column('link'),
		image_link: (row) => row.all('Images')[0],
		additional_image_link: (row) => row.all('Images').slice(1).join(', '),
		brand: column('brand'),
		gtin: column('barcode'),
		product_type: entry(column('collection', 'categories'), /;/, 0),
		inventory: (row) => (/^-?\d+$/.test(row.text('inventory')) ? row.text('inventory') : ''),
		item_group_id: column('Group'),
		...variantFields(ownOptions),
	},
	idsWithoutSku: 'handle and options',
	rows: {
		together: (row) => row.text('handleId') || row.text('handle'),
		products: (group) => {
			const product = group.find((row) => kind(row) === 'product') ?? group[0];
			if (product === undefined) return [];
			const media = group.filter((row) => kind(row) !== 'variant').flatMap((row) => mediaOf(row).split(';'));
			const Images = media.map((name) => address(name.trim())).filter((each) => each !== '');
			const variants = group.filter((row) => kind(row) === 'variant');
			const Group = variants.length > 1 ? product.text('handleId') || product.text('handle') : '';
			if (variants.length === 0) return [product.with({ Images, Group })];
			const extra = { Images, Group, 'Product visible': product.text('visible') };
			return variantsOver(product, variants, { isOwn, sku, extra });
		},
		/** The shop shows neither a hidden variant nor any variant of a hidden product. */
		leaveOut: (row) =>
			[row.text('visible'), row.text('Product visible')].some((text) => /^false$/i.test(text))
				? 'visible is false'
				: undefined,
	},
});

const mediaOf = (row: SourceRow) => row.text('productImageUrl') || row.text('media');
