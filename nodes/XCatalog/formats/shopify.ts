import { asText } from '../../shared/util/text';
import { withFormer } from './oneRow';
import type { SourceRow } from './sourceRow';
import {
	byStock,
	column,
	columnsLike,
	defineFormat,
	firstOf,
	NO_CAUTIONS,
	pairsOf,
	quantityIn,
	SHARED_SKU,
	unlessShared,
	variantFields,
	variantsOver,
	type Caution,
	type Getter,
	type RowRules,
} from './vocabulary';

/** Columns of a variant or an image. If they are empty, the value of the product's first row does not apply. */
const isOwn = columnsLike(
	/^(?:variant |option\d value|image |sku$|barcode$|price$|compare-at|inventory|continue selling|product image url)/i,
);

const handle = column('Handle', 'URL handle');
const quantity = column('Variant Inventory Qty', 'Inventory quantity');
const image = column('Image Src', 'Product image URL');
const price = column('Variant Price', 'Price');

const OPTIONS = [1, 2, 3].map(
	(number) => [column(`Option${number} Name`), column(`Option${number} Value`)] as const,
);

const options = pairsOf((row) => {
	const pairs: [string, string][] = [];
	for (const [name, value] of OPTIONS) {
		const option = name(row) ?? '';
		if (option !== '') pairs.push([option, value(row) ?? '']);
	}
	return pairs;
});

/** A product without options has a single one with the value "Default Title", which is left out. */
const optionValues = (row: SourceRow) =>
	OPTIONS.map(([, value]) => value(row) ?? '').filter((value) => value !== '' && value !== 'Default Title');

const handleAndOptions: Getter = (row) => [handle(row), ...optionValues(row)].join('-');

const sku = column('Variant SKU', 'SKU');
const status = column('Status');
const published = column('Published', 'Published on online store');

/** The counter of the stock: empty if there is none, undefined in exports that do not say. */
const tracker = column('Variant Inventory Tracker');
const policy = column('Variant Inventory Policy', 'Continue selling when out of stock');

const isTracked = (row: SourceRow) => tracker(row) !== '';

const isSoldOn = (row: SourceRow) => /^(?:continue|true|yes)$/i.test(policy(row) ?? '');

/**
 * Recognizes an unknown stock: the export of a shop with several locations has no quantities. They are in its
 * inventory export: https://help.shopify.com/en/manual/products/inventory/inventory-csv
 */
const isStockUnknown = (row: SourceRow) =>
	(quantity(row) ?? '') === '' && (tracker(row) ?? '') !== '' && !isSoldOn(row);

/** Stock that is not tracked counts as available. Some shops go on selling when the stock is used up. */
const availability: Getter = (row) => {
	if (isStockUnknown(row)) return '';
	const count = quantity(row) ?? '';
	if (count === '' || !isTracked(row) || quantityIn(count) > 0) return 'in stock';
	return isSoldOn(row) ? 'available for order' : stock(row);
};

const stock = byStock(quantity, '');

const rows: RowRules = {
	together: (row) => handle(row) ?? '',
	/** Only the first row of a handle has title, texts and options. Rows with just an image are not variants. */
	products: (group) => {
		const [first] = group;
		if (first === undefined) return [];
		const [main = '', ...further] = group.map((row) => image(row) ?? '').filter((src) => src !== '');
		const variants = group.filter((row) => (price(row) ?? '') !== '' || row.raw.problem !== undefined);
		const Group = variants.length > 1 ? handle(first) : '';
		const extra = { 'Main Image': main, 'Further Images': further.join(', '), Group, [SHARED_SKU]: '' };
		return variantsOver(first, variants.length > 0 ? variants : [first], { isOwn, sku, extra });
	},
	leaveOut: (row) => {
		const state = (status(row) ?? '').toLowerCase();
		if (state !== '' && state !== 'active') return `Status is ${state}`;
		return (published(row) ?? '').toLowerCase() === 'false' ? 'Published is false' : undefined;
	},
};

const UNKNOWN_STOCK: Caution = {
	field: 'availability',
	what: 'Stock is not known, "in stock" was assumed',
	assumed: 'in stock',
	advice:
		'The export of a shop with several locations has no quantities. Read the products with the Shopify node instead, or set Availability in Defaults: items of the Shopify node have the quantity',
};

/** The export of Products: https://help.shopify.com/en/manual/products/import-export/using-csv */
export const shopify = defineFormat({
	value: 'shopify',
	label: 'Shopify Products Export',
	description: 'The export, or items of the Shopify node',
	recognizedBy: [
		['Handle', 'Variant Price'],
		['Handle', 'Variant SKU'],
		['URL handle', 'SKU', 'Price'],
	],
	linkPattern: 'https://shop.example/products/{Handle}',
	ids: { sku, handle: handleAndOptions },
	fields: {
		id: firstOf(unlessShared(sku), handleAndOptions),
		title: column('Title'),
		description: firstOf(column('Body (HTML)', 'Description'), column('SEO Description')),
		availability,
		condition: column('Google Shopping / Condition'),
		...withFormer(price, column('Variant Compare At Price', 'Compare-at price')),
		link: column('Link'),
		image_link: firstOf(column('Variant Image', 'Variant image URL'), column('Main Image')),
		additional_image_link: column('Further Images'),
		brand: column('Vendor'),
		gtin: column('Variant Barcode', 'Barcode'),
		mpn: column('Google Shopping / MPN'),
		google_product_category: column('Google Shopping / Google Product Category'),
		product_type: column('Type'),
		inventory: (row) => (isTracked(row) ? quantity(row) : ''),
		item_group_id: column('Group'),
		...variantFields(options),
		gender: column('Google Shopping / Gender'),
		age_group: column('Google Shopping / Age Group'),
		...Object.fromEntries(
			[0, 1, 2, 3, 4].map((at) => [`custom_label_${at}`, column(`Google Shopping / Custom Label ${at}`)]),
		),
	},
	rows,
	idsWithoutSku: 'handle and options',
	cautions: (row) => (isStockUnknown(row) ? [UNKNOWN_STOCK] : NO_CAUTIONS),
});

/** A product in the items of n8n's Shopify node: https://shopify.dev/docs/api/admin-rest/latest/resources/product */
export const shopifyItems = defineFormat({
	value: 'shopify',
	label: 'items of the Shopify node',
	isUnlisted: true,
	recognizedBy: [['variants', 'body_html', 'handle']],
	linkPattern: 'https://shop.example/products/{handle}',
	ids: {
		sku: column('variant.sku'),
		shopId: column('variant.id'),
		handle: (row) =>
			[row.text('handle'), ...[1, 2, 3].map((number) => row.text(`variant.option${number}`))]
				.filter((value) => value !== '' && value !== 'Default Title')
				.join('-'),
		// https://matrixify.app/documentation/shopify-google-shopping-data-feed-export (read 2026-11-23)
		google: (country) => (row) => `shopify_${country}_${row.text('id')}_${row.text('variant.id')}`,
	},
	fields: {
		id: firstOf(unlessShared(column('variant.sku')), column('variant.id')),
		title: column('title'),
		description: column('body_html'),
		availability: (row) => {
			if (row.text('variant.inventory_management') === '') return 'in stock';
			if (Number(row.text('variant.inventory_quantity')) > 0) return 'in stock';
			return row.text('variant.inventory_policy') === 'continue' ? 'available for order' : 'out of stock';
		},
		...withFormer(column('variant.price'), column('variant.compare_at_price')),
		link: column('link'),
		image_link: firstOf(column('variant.image'), (row) => row.all('Images')[0]),
		additional_image_link: (row) => row.all('Images').slice(1).join(', '),
		brand: column('vendor'),
		gtin: column('variant.barcode'),
		product_type: column('product_type'),
		inventory: (row) =>
			row.text('variant.inventory_management') === '' ? '' : row.text('variant.inventory_quantity') || '0',
		item_group_id: column('Group'),
		...variantFields(function* (row) {
			for (const number of [1, 2, 3])
				yield [row.text(`option.${number}`), row.text(`variant.option${number}`)];
		}),
	},
	idsWithoutSku: 'the IDs of variants',
	rows: {
		products: (group) => group.flatMap(variantsOf),
		leaveOut: (row) => {
			const status = row.text('status');
			return status === '' || status === 'active' ? undefined : `Status is ${status}`;
		},
	},
});

type NestedObject = Readonly<Record<string, unknown>>;
const parts = (value: unknown): NestedObject[] => (Array.isArray(value) ? (value as NestedObject[]) : []);

function variantsOf(row: SourceRow): SourceRow[] {
	const variants = parts(row.at('variants'));
	const images = parts(row.at('images'));
	const names = parts(row.at('options')).map(({ name, position }, index) => [
		`option.${asText(position) || index + 1}`,
		name,
	]);
	const skus = variants.map(({ sku: text }) => asText(text));
	return variants.map((variant, index) =>
		row.with({
			...Object.fromEntries(Object.entries(variant).map(([name, value]) => [`variant.${name}`, value ?? ''])),
			...Object.fromEntries(names as [string, unknown][]),
			'variant.image': images.find(({ id }) => id === variant.image_id && id !== undefined)?.src ?? '',
			Images: images.map(({ src }) => src),
			Group: variants.length > 1 ? row.text('handle') : '',
			...(skus.some((text, other) => other !== index && text !== '' && text === skus[index]) && {
				[SHARED_SKU]: 'yes',
			}),
		}),
	);
}
