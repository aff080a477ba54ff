/** @jest-environment ./test/support/environment.ts */
/**
 * Files of marketplaces, shop systems and price comparisons, one in the documented shape of each; the page that documents
 * it, with the date, is in the file of its format. What is stored after a sync is written by hand beside it. The
 * second night, played for some of them, finds nothing to do.
 */
import { omitBy, pick } from 'lodash';
import { cases } from '../../support/cases';
import { fixture, ownMapping, useCatalog, type Fields, type Summary } from './support';

const { stored, syncFile } = useCatalog();

const GTIN = '4006381333931';
const EUR = { currency: 'EUR', condition: 'new', brand: 'Acme' };

interface Case {
	file: string;
	format: string;
	defaults?: Fields;
	/** What Own Mapping adds where the file lacks it. */
	fileMapping?: Fields;
	products: Record<string, Fields>;
	leftOut?: Record<string, number>;
}

const CASES: Case[] = [
	{
		file: 'tikTok.csv',
		format: 'TikTok Catalog',
		products: {
			'tt-1': { title: 'Wool Hat', description: 'Warm, knitted', price: '24.90 EUR', brand: 'Nordlicht' },
			'tt-2': { availability: 'out of stock', item_group_id: 'cups', color: 'blue' },
		},
	},
	{
		file: 'etsy.csv',
		format: 'Etsy Listings',
		defaults: { ...EUR, linkPattern: 'https://shop.example/{SKU}' },
		products: {
			'FERN-1': {
				title: 'Fern Print, A4',
				description: 'A print\nof ferns',
				price: '16.00 USD',
				inventory: 5,
				image_link: 'https://img.shop.example/f1.jpg',
				additional_image_link: 'https://img.shop.example/f2.jpg,https://img.shop.example/f3.jpg',
			},
			'MUG-B': { price: '28.50 USD', availability: 'out of stock', inventory: 0 },
		},
	},
	{
		file: 'squarespace.csv',
		format: 'Squarespace Export',
		defaults: { ...EUR, linkPattern: 'https://shop.example/store/p/{Product URL}' },
		products: {
			SQ1: {
				title: 'Tee',
				description: 'Soft cotton',
				price: '20.00 EUR',
				sale_price: '15.00 EUR',
				inventory: 4,
				size: 'S',
				item_group_id: 'p1',
				image_link: 'https://img.shop.example/t1.jpg',
				additional_image_link: 'https://img.shop.example/t2.jpg',
				link: 'https://shop.example/store/p/tee',
				product_type: 'Clothes',
			},
			SQ2: { title: 'Tee', price: '20.00 EUR', size: 'M', availability: 'out of stock', item_group_id: 'p1' },
			SQ3: { price: '9.50 EUR', availability: 'in stock' },
		},
		leftOut: { 'Visible is No': 1 },
	},
	{
		file: 'ecwid.csv',
		format: 'Ecwid Export',
		defaults: EUR,
		products: {
			'EC-1': {
				price: '49.90 EUR',
				sale_price: '39.90 EUR',
				description: 'Warm light',
				brand: 'Lumo',
				gtin: GTIN,
				product_type: 'Home > Lamps',
				inventory: 7,
				additional_image_link: 'https://img.shop.example/l2.jpg',
			},
			502: { title: 'Chair', price: '80 EUR', availability: 'out of stock' },
		},
		leftOut: { 'a row of the type product_option is no product': 1, 'it is not available': 1 },
	},
	{
		file: 'shopware.csv',
		format: 'Shopware 6 Export',
		defaults: { ...EUR, linkPattern: 'https://shop.example/detail/{id}' },
		products: {
			SW100: { title: 'Kettle', price: '40 EUR', product_type: 'Kitchen > Kettles', brand: 'Boiler' },
			'SW200.1': {
				title: 'Scarf',
				price: '20 EUR',
				inventory: 3,
				item_group_id: 'SW200',
				brand: 'Nordlicht',
			},
			'SW200.2': {
				title: 'Scarf blue',
				price: '25 EUR',
				availability: 'out of stock',
				item_group_id: 'SW200',
			},
		},
		leftOut: { 'a product with variants is sold as its variants': 1, 'it is not active': 1 },
	},
	{
		file: 'square.csv',
		format: 'Square Items',
		defaults: EUR,
		fileMapping: { image_link: 'Image', link: 'Link', brand: 'Brand' },
		products: {
			'C-S': {
				title: 'Candle - Small',
				price: '12.00 EUR',
				inventory: 7,
				size: 'S',
				gtin: GTIN,
				brand: 'Wick',
			},
			T2: { title: 'Mug', availability: 'out of stock', inventory: 0, link: 'https://shop.example/mug' },
		},
	},
	{
		file: 'amazonReport.txt',
		format: 'Amazon Listings',
		defaults: { ...EUR, linkPattern: 'https://www.amazon.de/dp/{asin1}' },
		products: {
			'AM-1': {
				title: 'Wool "Alpin" Hat',
				condition: 'new',
				price: '24.90 EUR',
				gtin: GTIN,
				link: 'https://www.amazon.de/dp/B01I53BE4O',
			},
			'AM-2': { condition: 'used', availability: 'out of stock' },
		},
		leftOut: { 'it is inactive': 1 },
	},
	{
		file: 'amazonInventory.txt',
		format: 'Amazon Inventory File',
		defaults: { ...EUR, linkPattern: 'https://shop.example/{item_sku}' },
		products: {
			'AF-1': {
				title: 'Tee red',
				condition: 'new',
				price: '19.90 EUR',
				gtin: GTIN,
				color: 'Red',
				size: 'M',
				item_group_id: 'AF-P',
			},
		},
		leftOut: { 'a parent stands for its variants': 1 },
	},
	{
		file: 'ebay.csv',
		format: 'eBay Listings',
		defaults: { ...EUR, linkPattern: 'https://www.ebay.de/itm/{Item number}' },
		products: {
			'EB-1': {
				title: 'Wool Hat',
				condition: 'new',
				price: '24.90 EUR',
				gtin: GTIN,
				image_link: 'https://img.shop.example/e1.jpg',
				additional_image_link: 'https://img.shop.example/e2.jpg',
				link: 'https://www.ebay.de/itm/110',
			},
			'EB-2-R': {
				title: 'Scarf',
				condition: 'used',
				price: '20.00 EUR',
				color: 'Red',
				size: 'M',
				item_group_id: 'EB-2',
			},
			'EB-2-B': {
				title: 'Scarf',
				price: '21.00 EUR',
				color: 'Blue',
				size: 'L',
				availability: 'out of stock',
			},
		},
	},
	{
		file: 'awin.csv',
		format: 'Awin Feed',
		defaults: EUR,
		products: {
			'AW-1': {
				price: '100.00 EUR',
				sale_price: '80.00 EUR',
				link: 'https://shop.example/runner',
				color: 'black',
				size: '42',
				item_group_id: 'RUN',
				inventory: 9,
				product_type: 'Shoes > Running',
				gtin: GTIN,
			},
			'AW-2': {
				price: '5.00 EUR',
				availability: 'out of stock',
				link: 'https://www.awin1.com/pclick.php?p=2',
			},
		},
	},
	{
		file: 'idealo.csv',
		format: 'Idealo',
		defaults: EUR,
		products: {
			'ID-1': {
				brand: 'Samsung',
				price: '499.99 EUR',
				gtin: GTIN,
				mpn: 'SM-G980',
				availability: 'in stock',
				product_type: 'Phones > Smartphones',
				image_link: 'https://img.shop.example/i1.jpg',
				additional_image_link: 'https://img.shop.example/i2.jpg',
				color: 'grey',
			},
		},
	},
	{
		file: 'kelkoo.xml',
		format: 'Kelkoo',
		defaults: EUR,
		products: {
			'KE-1': {
				title: "100 Pant fleece pant, men's",
				price: '599.00 EUR',
				availability: 'in stock',
				product_type: 'Clothing > Men > Pants',
				additional_image_link: 'https://img.shop.example/k2.jpg',
				mpn: 'AJGW',
				color: 'blue',
				gtin: GTIN,
			},
			'KE-2': { availability: 'out of stock', price: '5 EUR' },
		},
	},
	{
		file: 'skroutz.xml',
		format: 'Skroutz',
		defaults: EUR,
		products: {
			'SC-101': {
				price: '24.90 EUR',
				availability: 'out of stock',
				product_type: 'Outdoor > Hats',
				additional_image_link: 'https://img.shop.example/2.jpg,https://img.shop.example/3.jpg',
				mpn: 'NL-7',
			},
		},
	},
	{
		file: 'hotline.xml',
		format: 'Hotline',
		defaults: EUR,
		products: {
			3278: {
				title: 'iPad 2018',
				price: '16900 UAH',
				sale_price: '15400 UAH',
				availability: 'available for order',
				product_type: 'Компьютеры > Планшеты',
				brand: 'Apple',
				gtin: GTIN,
				mpn: 'MRJP2',
			},
			5541: { price: '199 UAH', availability: 'in stock', product_type: 'Компьютеры' },
		},
	},
	{
		file: 'kaspi.xml',
		format: 'Kaspi Price List',
		defaults: { condition: 'new', linkPattern: 'https://shop.example/{@sku}' },
		fileMapping: { image_link: 'https://img.shop.example/{@sku}.jpg' },
		products: {
			'KS-1': {
				title: 'Kettle 1.7 l',
				description: 'Kettle 1.7 l',
				price: '24900 KZT',
				availability: 'in stock',
				inventory: 3,
				brand: 'Boiler',
				link: 'https://shop.example/KS-1',
				image_link: 'https://img.shop.example/KS-1.jpg',
			},
			'KS-2': { title: 'Mug', price: '1990 KZT', availability: 'out of stock' },
		},
	},
	{
		file: 'allegro.csv',
		format: 'Allegro Offers',
		defaults: EUR,
		products: {
			'AL-1': {
				title: 'Kubek',
				description: 'Ładny',
				price: '99.90 PLN',
				condition: 'new',
				brand: 'Porcelana',
				gtin: GTIN,
				image_link: 'https://img.shop.example/al1.jpg',
				additional_image_link: 'https://img.shop.example/al2.jpg',
			},
		},
		leftOut: { 'its status is Zakończona': 1 },
	},
	{
		file: 'prestaShopList.csv',
		format: 'PrestaShop Export',
		defaults: { ...EUR, linkPattern: 'https://shop.example/{Product ID}' },
		products: {
			'PS-7': {
				title: 'Becher',
				price: '11.90 EUR',
				inventory: 5,
				product_type: 'Küche',
				image_link: 'https://img.shop.example/ps7.jpg',
				link: 'https://shop.example/7',
			},
		},
		leftOut: { 'it is not active': 1 },
	},
];

it.each(CASES.map((each, index) => ({ ...each, isAgain: index % cases(4, 1) === 0 })))(
	'reads $file',
	async ({ file, format, defaults = {}, fileMapping, products, leftOut = {}, isAgain }) => {
		const mapped = fileMapping && ownMapping(fileMapping);
		const night = async () => {
			const { json, error } = await syncFile(fixture('more', file), file, { defaults, ...mapped });
			expect([error?.message, error?.description]).toEqual([undefined, undefined]);
			return (json as unknown as [Summary])[0];
		};
		const count = Object.keys(products).length;
		const summary = await night();
		expect(summary.failures).toEqual([]);
		expect(summary.sourceFormats).toEqual([
			fileMapping === undefined
				? { format, because: expect.any(String) as string }
				: { format: 'Own Mapping', because: `its columns were mapped, the others are those of ${format}` },
		]);
		expect(Object.fromEntries((summary.leftOut ?? []).map(({ why, count }) => [why, count]))).toEqual(
			leftOut,
		);
		const found = await stored();
		expect(Object.keys(found).sort()).toEqual(Object.keys(products).sort());
		for (const [id, wanted] of Object.entries(products))
			expect({ id, ...omitBy(pick(found[id], Object.keys(wanted)), (value) => value === null) }).toEqual({
				id,
				...wanted,
			});
		if (isAgain) expect(await night()).toMatchObject({ created: 0, updated: 0, unchanged: count, failed: 0 });
	},
);
