/** This file defines the formats of marketplaces in which a product is one row. */
import { fieldsFrom, imagesIn, isNo, numbered, priceIn } from './oneRow';
import type { SourceRow } from './sourceRow';
import {
	byStock,
	column,
	defineFormat,
	entry,
	positive,
	variantFields,
	words,
	type Getter,
} from './vocabulary';

/** TikTok's catalog: https://ads.tiktok.com/help/article/catalog-product-parameters (read 2026-11-23) */
export const tikTok = defineFormat({
	value: 'tikTok',
	label: 'TikTok Catalog',
	isOfDocumentation: true,
	recognizedBy: [['sku_id', 'title', 'availability', 'price', 'link', 'image_link']],
	fields: 'feed',
	aliases: { sku_id: 'id' },
});

/**
 * "Download your listings data" in the settings of an Etsy shop. A listing with variations is one row. The columns are
 * those of exports in public repositories (read 2026-11-23).
 */
export const etsy = defineFormat({
	value: 'etsy',
	label: 'Etsy Listings',
	recognizedBy: [['TITLE', 'DESCRIPTION', 'PRICE', 'CURRENCY_CODE', 'QUANTITY']],
	linkPattern: 'https://shop.example/products/{SKU}',
	fields: fieldsFrom({
		id: entry(column('SKU'), /,/, 0),
		title: 'TITLE',
		description: 'DESCRIPTION',
		availability: byStock(column('QUANTITY'), 'in stock'),
		price: priceIn(column('PRICE'), 'CURRENCY_CODE'),
		image_link: 'IMAGE1',
		additional_image_link: numbered('IMAGE', 2, 10),
		inventory: 'QUANTITY',
	}),
});

/**
 * Amazon's codes of `item-condition`: 1 to 4 are used, 5 to 8 collectible, 9 and 10 refurbished.
 *
 * @see http://wiki.fillz.com/wiki/index.php/Term:Amazon_tab_format (read 2026-11-23)
 */
const AMAZON_CONDITION = {
	...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((code) => [code, 'used'])),
	'9': 'refurbished',
	'10': 'refurbished',
	'11': 'new',
};

/**
 * The report of all listings from Amazon's Seller Central. It has neither brands nor images for most sellers. The
 * columns are those of reports in public repositories (read 2026-11-23).
 */
export const amazonReport = defineFormat({
	value: 'amazon',
	label: 'Amazon Listings',
	description: 'The report of all listings, or an inventory file by category',
	recognizedBy: [['seller-sku', 'item-name', 'price', 'asin1']],
	linkPattern: 'https://www.amazon.com/dp/{asin1}',
	fields: fieldsFrom({
		id: 'seller-sku',
		title: 'item-name',
		description: 'item-description',
		availability: byStock(column('quantity'), 'in stock'),
		condition: words(column('item-condition'), AMAZON_CONDITION),
		price: 'price',
		image_link: 'image-url',
		gtin: (row) => (['3', '4'].includes(row.text('product-id-type')) ? row.text('product-id') : undefined),
		inventory: 'quantity',
	}),
	rows: {
		leaveOut: (row) => (isNo(row.text('status')) ? 'it is inactive' : undefined),
	},
});

/**
 * An inventory file by category: its header is the third line, below names for people.
 *
 * @see http://naeemrajani.com/?p=1240 (the definitions of Amazon's template, read 2026-11-23)
 */
export const amazonInventory = defineFormat({
	value: 'amazon',
	label: 'Amazon Inventory File',
	isUnlisted: true,
	recognizedBy: [['item_sku', 'item_name', 'standard_price']],
	linkPattern: 'https://www.amazon.com/s?k={item_sku}',
	fields: fieldsFrom({
		id: 'item_sku',
		title: 'item_name',
		description: 'product_description',
		availability: byStock(column('quantity'), 'in stock'),
		condition: 'condition_type',
		price: priceIn(column('standard_price'), 'currency'),
		sale_price: priceIn(positive(column('sale_price')), 'currency'),
		image_link: 'main_image_url',
		additional_image_link: numbered('other_image_url', 1, 8),
		brand: 'brand_name',
		gtin: (row) =>
			/^(?:EAN|UPC|GTIN)$/i.test(row.text('external_product_id_type'))
				? row.text('external_product_id')
				: undefined,
		mpn: 'part_number',
		inventory: 'quantity',
		item_group_id: 'parent_sku',
		color: 'color_name',
		size: 'size_name',
	}),
	rows: {
		leaveOut: (row) =>
			/^parent$/i.test(row.text('parent_child')) ? 'a parent stands for its variants' : undefined,
	},
});

/**
 * eBay's numbers of conditions: 1000 and more are new, 2000 refurbished, 2750 ("like new") and more used.
 *
 * @see https://developer.ebay.com/api-docs/sell/static/metadata/condition-id-values.html (read 2026-11-23)
 */
const ebayCondition: Getter = (row) => {
	const text = row.text('ConditionID') || row.text('Condition ID') || row.text('Condition');
	const code = Number(text.split('-')[0]);
	if (text === '' || Number.isNaN(code)) return text;
	if (code < 2000) return 'new';
	return code < 2750 ? 'refurbished' : 'used';
};

/** Variations of a listing name their options in a cell: `Color=Red|Size=M`. */
const ebayOptions = (row: SourceRow) =>
	(row.text('Relationship details') || row.text('RelationshipDetails') || row.text('Variation details'))
		.split(/[|;]/)
		.map((part) => {
			const [name = '', value = ''] = part.split('=');
			return [name, value] as const;
		});

const isVariation = (row: SourceRow) => /^variation$/i.test(row.text('Relationship'));
const ebayImages = column('PicURL', 'Item photo URL');
const ebayPrice = priceIn(column('StartPrice', 'Start price', 'Current price', 'Price'), 'Currency');

/**
 * Listings of eBay's Seller Hub and of its older file exchange. The columns are those of files in public repositories
 * (read 2026-11-23).
 */
export const ebay = defineFormat({
	value: 'ebay',
	label: 'eBay Listings',
	recognizedBy: [
		['Custom label (SKU)', 'Title', 'Start price'],
		['Custom label (SKU)', 'Title', 'Item photo URL'],
		['CustomLabel', 'Title', 'StartPrice', 'PicURL'],
	],
	linkPattern: 'https://www.ebay.com/itm/{Item number}',
	fields: fieldsFrom({
		id: 'Custom label (SKU)|CustomLabel|Item number',
		title: 'Title',
		description: 'Description',
		availability: byStock(column('Available quantity', 'Quantity'), 'in stock'),
		condition: ebayCondition,
		price: ebayPrice,
		...imagesIn(ebayImages, /\|/),
		brand: 'C:Brand',
		gtin: 'P:EAN|P:UPC|Product:EAN|Product:UPC|EAN|UPC',
		mpn: 'C:MPN',
		inventory: 'Available quantity|Quantity',
		item_group_id: 'Group',
		...variantFields(ebayOptions),
	}),
	rows: {
		together: (row) => (isVariation(row) ? '' : `${row.text('Item number')} ${row.raw.line ?? ''}`),
		products: (group) => {
			const [first] = group;
			const variants = group.filter(isVariation);
			if (first === undefined || variants.length === 0) return group;
			const Group = first.text('Custom label (SKU)') || first.text('CustomLabel') || first.text('Title');
			return variants.map((row) => row.over(first, isOwnOfVariation, { Group }));
		},
	},
});

const isOwnOfVariation = (name: string) =>
	/^(?:custom ?label.*|relationship.*|.*quantity|.*price|(?:p|product):.*|ean|upc)$/i.test(name);

const allegroImages = column('Zdjęcia');

/**
 * The file of offers from Allegro's sales center: its header is below notes. The columns are those of files in public
 * repositories (read 2026-11-23).
 */
export const allegro = defineFormat({
	value: 'allegro',
	label: 'Allegro Offers',
	recognizedBy: [['ID oferty', 'Tytuł oferty', 'Cena PL']],
	currency: 'PLN',
	linkPattern: 'https://allegro.pl/oferta/{ID oferty}',
	fields: fieldsFrom({
		id: 'Sygnatura/SKU Sprzedającego|ID oferty',
		title: 'Tytuł oferty',
		description: 'Opis oferty',
		availability: byStock(column('Liczba sztuk'), 'in stock'),
		condition: 'Stan',
		price: 'Cena PL',
		link: 'Link do oferty',
		...imagesIn(allegroImages, /\|/),
		brand: 'Marka|Producent',
		gtin: 'EAN (GTIN)|ID produktu (EAN/UPC/ISBN/ISSN/ID produktu Allegro)',
		mpn: 'Kod producenta',
		product_type: 'Podkategoria|Kategoria główna',
		inventory: 'Liczba sztuk',
		color: 'Kolor',
		size: 'Rozmiar',
	}),
	rows: {
		leaveOut: (row) => {
			const status = row.text('Status oferty');
			return status === '' || /^aktywn/i.test(status) ? undefined : `its status is ${status}`;
		},
	},
});
