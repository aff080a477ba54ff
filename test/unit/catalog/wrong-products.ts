import type { Product } from '../../../nodes/XCatalog/product/fields';

/** A product that breaks no rule. */
export const good: Product = {
	id: 'SKU-1001',
	title: 'Trail Shoe',
	description: 'A light shoe for wet paths',
	availability: 'in stock',
	condition: 'new',
	price: '59.90 EUR',
	link: 'https://shop.example/trail-shoe',
	image_link: 'https://shop.example/trail-shoe.jpg',
	brand: 'Acme',
	inventory: '3',
};

const images = (count: number, extension = 'jpg') =>
	Array.from({ length: count }, (_, i) => `https://shop.example/${i}.${extension}`).join(',');

/** What is changed in the good product, and every message that must follow, in order. */
export const wrongProducts: ReadonlyArray<readonly [string, Product, ...string[]]> = [
	['no identifier', { id: '' }, 'ID is required'],
	[
		'an identifier of 101 characters',
		{ id: 'x'.repeat(101) },
		'ID has 101 characters, at most 100 are allowed',
	],
	['no title', { title: '' }, 'Title is required'],
	[
		'a title of 151 characters',
		{ title: 'x'.repeat(151) },
		'Title has 151 characters, at most 150 are allowed',
	],
	['a title of 151 emoji', { title: '👟'.repeat(151) }, 'Title has 151 characters, at most 150 are allowed'],
	['no description', { description: '' }, 'Description is required'],
	[
		'a description of 5,001 characters',
		{ description: 'x'.repeat(5001) },
		'Description has 5001 characters, at most 5000 are allowed',
	],
	[
		'a tag',
		{ description: 'A <b>light</b> shoe' },
		'Description must be plain text: HTML tags and entities are not allowed',
	],
	[
		'a line break tag',
		{ description: 'Light<br/>shoe' },
		'Description must be plain text: HTML tags and entities are not allowed',
	],
	[
		'an entity',
		{ description: 'Salt &amp; sun' },
		'Description must be plain text: HTML tags and entities are not allowed',
	],
	[
		'a numeric entity',
		{ description: 'A&#160;shoe' },
		'Description must be plain text: HTML tags and entities are not allowed',
	],
	[
		'a comment',
		{ description: 'Shoe <!-- draft -->' },
		'Description must be plain text: HTML tags and entities are not allowed',
	],
	['no availability', { availability: '' }, 'Availability is required'],
	[
		'an unknown availability',
		{ availability: 'sold out' },
		'Availability must be "available for order", "discontinued", "in stock", "out of stock" or "preorder", not "sold out"',
	],
	['no condition', { condition: '' }, 'Condition is required'],
	[
		'an unknown condition',
		{ condition: 'mint' },
		'Condition must be "new", "refurbished" or "used", not "mint"',
	],
	['no price', { price: '' }, 'Price is required'],
	[
		'a price without currency',
		{ price: '59.90' },
		'Price must be written like "59.90 EUR": the currency code is missing (it is "59.90")',
	],
	[
		'a decimal comma',
		{ price: '59,90 EUR' },
		'Price must be written like "59.90 EUR": the decimal point is ".", and there is no thousands separator (it is "59,90 EUR")',
	],
	[
		'a thousands separator',
		{ price: '1,059.90 EUR' },
		'Price must be written like "59.90 EUR": the decimal point is ".", and there is no thousands separator (it is "1,059.90 EUR")',
	],
	[
		'a currency symbol',
		{ price: '€59.90' },
		'Price must be written like "59.90 EUR": a currency code instead of a symbol (it is "€59.90")',
	],
	[
		'two spaces in a price',
		{ price: '59.90  EUR' },
		'Price must be written like "59.90 EUR": exactly one space (it is "59.90  EUR")',
	],
	[
		'no space in a price',
		{ price: '59.90EUR' },
		'Price must be written like "59.90 EUR": one space before the currency code (it is "59.90EUR")',
	],
	[
		'small letters in a currency',
		{ price: '59.90 eur' },
		'Price must be written like "59.90 EUR": the currency code in capital letters (it is "59.90 eur")',
	],
	[
		'the currency in front',
		{ price: 'EUR 59.90' },
		'Price must be written like "59.90 EUR": the amount comes first (it is "EUR 59.90")',
	],
	[
		'a currency that does not exist',
		{ price: '59.90 EUX' },
		'Price has EUX, which is no currency code of ISO 4217 (it is "59.90 EUX")',
	],
	[
		'a currency that is no longer',
		{ price: '59.90 DEM' },
		'Price has DEM, which is no currency code of ISO 4217 (it is "59.90 DEM")',
	],
	['a negative price', { price: '-5.00 EUR' }, 'Price must not be negative (it is "-5.00 EUR")'],
	[
		'words for a price',
		{ price: 'on request' },
		'Price must be written like "59.90 EUR" (it is "on request")',
	],
	[
		'a price without digits before the point',
		{ price: '.90 EUR' },
		'Price must be written like "59.90 EUR" (it is ".90 EUR")',
	],
	['no link', { link: '' }, 'Link is required'],
	['a link over http', { link: 'http://shop.example/shoe' }, 'Link must start with https://, not http://'],
	[
		'a link without scheme',
		{ link: 'shop.example/shoe' },
		'Link must be a complete web address like "https://shop.example/shoe"',
	],
	[
		'a link with a blank',
		{ link: 'https://shop.example/trail shoe' },
		'Link must be a complete web address like "https://shop.example/shoe"',
	],
	['a link to a file', { link: 'ftp://shop.example/shoe' }, 'Link must start with https://, not ftp://'],
	[
		'a mobile link over http',
		{ mobile_link: 'http://m.shop.example/' },
		'Mobile Link must start with https://, not http://',
	],
	[
		'a mobile link that is a path',
		{ mobile_link: '/shoe' },
		'Mobile Link must be a complete web address like "https://shop.example/shoe"',
	],
	['no image', { image_link: '' }, 'Image Link is required'],
	[
		'an image that is a path',
		{ image_link: '/shoe.jpg' },
		'Image Link must be a complete web address like "https://shop.example/shoe.jpg"',
	],
	[
		'a TIFF',
		{ image_link: 'https://shop.example/shoe.tiff' },
		'Image Link must be a JPG, GIF, WEBP or PNG image, not .tiff',
	],
	[
		'an SVG with a query',
		{ image_link: 'https://shop.example/shoe.SVG?v=2' },
		'Image Link must be a JPG, GIF, WEBP or PNG image, not .svg',
	],
	[
		'an image over ftp',
		{ image_link: 'ftp://shop.example/shoe.jpg' },
		'Image Link must start with https://, not ftp:',
	],
	[
		'11 more images',
		{ additional_image_link: images(11) },
		'Additional Image Link has 11 images, at most 10 are allowed',
	],
	[
		'a BMP among the images',
		{ additional_image_link: `${images(2)},https://shop.example/3.bmp` },
		'Additional Image Link must be a JPG, GIF, WEBP or PNG image, not .bmp (image 3)',
	],
	[
		'an image that is no address',
		{ additional_image_link: `${images(1)}, shoe.jpg` },
		'Additional Image Link must be a complete web address like "https://shop.example/shoe.jpg" (image 2)',
	],
	[
		'neither brand nor GTIN nor MPN',
		{ brand: '' },
		'Brand, GTIN or MPN is required: fill in at least one of them',
	],
	['a wrong EAN', { gtin: '4006381333932' }, 'GTIN has a wrong check digit: the last place should be 1'],
	['a wrong UPC', { gtin: '036000291453' }, 'GTIN has a wrong check digit: the last place should be 2'],
	['a wrong EAN-8', { gtin: '73513536' }, 'GTIN has a wrong check digit: the last place should be 7'],
	[
		'a wrong ISBN-13',
		{ gtin: '978-0-306-40615-8' },
		'GTIN has a wrong check digit: the last place should be 7',
	],
	['a wrong ISBN-10', { gtin: '0-306-40615-3' }, 'GTIN has a wrong check digit: the last place should be 2'],
	[
		'an ISBN-10 that should end in X',
		{ gtin: '0804429570' },
		'GTIN has a wrong check digit: the last place should be X',
	],
	[
		'a GTIN of 11 digits',
		{ gtin: '03600029145' },
		'GTIN must have 8, 12, 13 or 14 digits (10 for an ISBN), not 11',
	],
	['a GTIN with letters', { gtin: 'EAN 4006381333931' }, 'GTIN must consist of digits'],
	[
		'a taxonomy without spaces',
		{ product_type: 'Outdoor>Shoes' },
		'Product Type must have spaces around every ">" between its levels',
	],
	[
		'a category with one space missing',
		{ google_product_category: 'Apparel >Shoes' },
		'Google Product Category must have spaces around every ">" between its levels',
	],
	[
		'no stock while in stock',
		{ inventory: '0' },
		'Inventory must be at least 1 while Availability is "in stock"',
	],
	['a negative stock', { inventory: '-1' }, 'Inventory must be a whole number of 0 or more, not "-1"'],
	['half a shoe', { inventory: '2.5' }, 'Inventory must be a whole number of 0 or more, not "2.5"'],
	['words for a stock', { inventory: 'many' }, 'Inventory must be a whole number of 0 or more, not "many"'],
	[
		'a sale price above the price',
		{ sale_price: '60.00 EUR' },
		'Sale Price must be lower than Price (59.90 EUR)',
	],
	[
		'a sale price equal to the price',
		{ sale_price: '59.9 EUR' },
		'Sale Price must be lower than Price (59.90 EUR)',
	],
	[
		'a difference that a float would lose',
		{ price: '0.3 EUR', sale_price: '0.30000000000000004 EUR' },
		'Sale Price must be lower than Price (0.3 EUR)',
	],
	['a sale in another currency', { sale_price: '49.90 USD' }, 'Sale Price is in USD, but Price is in EUR'],
	[
		'a sale price without currency',
		{ sale_price: '49.90' },
		'Sale Price must be written like "59.90 EUR": the currency code is missing (it is "49.90")',
	],
	[
		'a sale with a start only',
		{ sale_price_effective_date: '2026-03-01T00:00:00Z' },
		'Sale Price Effective Date must be a start and an end, separated by one slash',
	],
	[
		'a sale without start',
		{ sale_price_effective_date: '/2026-03-01T00:00:00Z' },
		'Sale Price Effective Date has no start',
	],
	[
		'a sale without end',
		{ sale_price_effective_date: '2026-03-01T00:00:00Z/' },
		'Sale Price Effective Date has no end',
	],
	[
		'a sale without offset',
		{ sale_price_effective_date: '2026-03-01T00:00:00/2026-03-08T00:00:00Z' },
		'Sale Price Effective Date has a start that is no ISO 8601 date-time with offset, like 2026-03-01T00:00:00Z: the offset is missing',
	],
	[
		'a sale of days',
		{ sale_price_effective_date: '2026-03-01T00:00Z/2026-03-08' },
		'Sale Price Effective Date has an end that is no ISO 8601 date-time with offset, like 2026-03-01T00:00:00Z',
	],
	[
		'a sale on a day that does not exist',
		{ sale_price_effective_date: '2026-02-30T00:00:00Z/2026-03-08T00:00:00Z' },
		'Sale Price Effective Date has a start that is no ISO 8601 date-time with offset, like 2026-03-01T00:00:00Z',
	],
	[
		'a sale that ends before it starts',
		{ sale_price_effective_date: '2026-03-01T00:00:00+02:00/2026-02-28T21:00:00Z' },
		'Sale Price Effective Date must end after its start',
	],
	['an unknown gender', { gender: 'men' }, 'Gender must be "female", "male" or "unisex", not "men"'],
	['a hex color', { color: '#1d3557' }, 'Color must be the name of a color, not a code such as "#1d3557"'],
	[
		'a hex color without the sign',
		{ color: 'FF0000' },
		'Color must be the name of a color, not a code such as "FF0000"',
	],
	[
		'an RGB color',
		{ color: 'rgb(29, 53, 87)' },
		'Color must be the name of a color, not a code such as "rgb(29, 53, 87)"',
	],
	[
		'an unknown age group',
		{ age_group: 'senior' },
		'Age Group must be "adult", "all ages", "infant", "kids", "newborn", "teen" or "toddler", not "senior"',
	],
	[
		'several things at once',
		{ title: '', price: '5', link: 'http://shop.example', brand: '', inventory: '0' },
		'Title is required',
		'Price must be written like "59.90 EUR": the currency code is missing (it is "5")',
		'Link must start with https://, not http://',
		'Inventory must be at least 1 while Availability is "in stock"',
		'Brand, GTIN or MPN is required: fill in at least one of them',
	],
];
