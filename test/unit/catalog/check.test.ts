import { checkProduct, doubtsAbout } from '../../../nodes/XCatalog/product/validate';
import { sentenceOf } from '../../../nodes/XCatalog/product/violation';
import { DOUBTFUL_PRODUCTS, GOOD, wrongProducts } from './wrongProducts';
import type { Product } from '../../../nodes/XCatalog/product/fields';

const broken = (product: Product) => checkProduct(product).map(({ field, rule }) => `${field} ${rule}`);
const doubts = (product: Product) => doubtsAbout(product).map(({ field, rule }) => `${field} ${rule}`);

describe('a product that breaks a rule', () => {
	it.each(wrongProducts.map(([what, change, ...expected]) => ({ what, change, expected })))(
		'$what',
		({ change, expected }) => {
			expect(broken({ ...GOOD, ...change })).toEqual(expected);
		},
	);
});

describe('a product that looks wrong, which the documentation does not forbid', () => {
	it.each(DOUBTFUL_PRODUCTS.map(([what, change, ...expected]) => ({ what, change, expected })))(
		'$what',
		({ change, expected }) => {
			expect(broken({ ...GOOD, ...change })).toEqual([]);
			expect(doubts({ ...GOOD, ...change })).toEqual(expected);
		},
	);
});

describe('what is said of a product', () => {
	const sentences = (change: Product) => [
		...checkProduct({ ...GOOD, ...change }).map(sentenceOf),
		...doubtsAbout({ ...GOOD, ...change }).map(sentenceOf),
	];
	it.each<[Product, string]>([
		[{ title: 'x'.repeat(151) }, 'Title has 151 characters, at most 150 are allowed'],
		[
			{ price: '59,90 EUR' },
			'Price must be written like "59.90 EUR": the decimal point is ".", and there is no thousands separator (it is "59,90 EUR")',
		],
		[
			{ price: '1.299 EUR' },
			'Price has 3 decimals where EUR has 2 (it is "1.299 EUR"): if the point separates thousands, set Decimals in Defaults to 1.299,00; if not, round it',
		],
		[{ sale_price: '60.00 EUR' }, 'Sale Price must be lower than Price (59.90 EUR)'],
		[{ inventory: '0' }, 'Inventory must be at least 1 while Availability is "in stock"'],
		[{ gender: 'men' }, 'Gender must be "female", "male" or "unisex", not "men"'],
		[
			{ additional_image_link: 'https://shop.example/1.jpg,https://shop.example/2.bmp' },
			'Additional Image Link must be a JPG, GIF, WEBP or PNG image, not .bmp (image 2)',
		],
		[
			{ gtin: '36000291452' },
			'GTIN has 11 digits, where 8, 12, 13 or 14 are usual (10 for an ISBN); a spreadsheet such as Excel may have dropped a leading zero (it is "36000291452")',
		],
		[
			{ gtin: '4.00638E+12' },
			'GTIN has lost its last digits (it is "4.00638E+12"), as Excel and other spreadsheets write long numbers: format the column as text and export again',
		],
		[
			{ image_link: 'https://shop.example/trail shoe.jpg' },
			'Image Link has a blank in its address, which must be written %20 (it is "https://shop.example/trail shoe.jpg")',
		],
		[{ gtin: '1432563728' }, 'GTIN has a wrong check digit: the last place should be 6 (it is "1432563728")'],
	])('%j', (change, sentence) => {
		expect(sentences(change)).toEqual([sentence]);
	});
});

describe('a product that is fine', () => {
	const fine: ReadonlyArray<readonly [string, Product]> = [
		['as it stands', {}],
		['title of 150 characters', { title: 'x'.repeat(150) }],
		['title of 150 emoji', { title: '👟'.repeat(150) }],
		['description with a lone less-than and ampersand', { description: 'Salt & sun, 5 < 6 and 7 > 6' }],
		['whole price', { price: '60 JPY' }],
		['image server without extension', { image_link: 'https://cdn.shop.example/i/8f3a?w=800' }],
		['an image name that ends like a file of its own', { image_link: 'https://cdn.shop.example/i/shoe.red' }],
		['an image as old programs name it', { image_link: 'https://cdn.shop.example/i/shoe.jfif' }],
		['image from a script', { image_link: 'https://shop.example/image.php?id=4' }],
		[
			'ten more images',
			{ additional_image_link: Array(10).fill('https://shop.example/a,b.webp').join(', ') },
		],
		['GTIN alone: EAN-13', { brand: '', gtin: '4006381333931' }],
		['GTIN alone: UPC', { brand: '', gtin: '036000291452' }],
		['GTIN alone: EAN-8', { brand: '', gtin: '73513537' }],
		['GTIN-14', { gtin: '10614141000415' }],
		['ISBN-13 with hyphens', { gtin: '978-0-306-40615-7' }],
		['ISBN-10', { gtin: '0-306-40615-2' }],
		['ISBN-10 ending in X', { gtin: '080442957X' }],
		['MPN alone', { brand: '', mpn: '3268793T' }],
		['inventory not given', { inventory: '' }],
		['inventory 0 when out of stock', { inventory: '0', availability: 'out of stock' }],
		['lower sale price with other decimals', { sale_price: '59.8 EUR' }],
		[
			'a difference that a float would lose',
			{ price: '9007199254740993 EUR', sale_price: '9007199254740992 EUR' },
		],
		['the decimals of Kuwait', { price: '10.125 KWD' }],
		['zeros where there are three decimals', { price: '10.000 KWD' }],
		['the idle zeros of a database', { price: '59.0000 EUR', sale_price: '49.9000 EUR' }],
		[
			'sale period of the documentation',
			{ sale_price_effective_date: '2022-10-04T17:20:31.000Z/2022-10-10T04:00:00.000Z' },
		],
		['sale period with offsets', { sale_price_effective_date: '2026-03-01T00:00+01:00/2026-03-01T00:00Z' }],
		['a color whose letters are all hexadecimal', { color: 'beige' }],
		['taxonomy with spaces', { product_type: 'Outdoor > Shoes > Trail' }],
	];
	it.each(fine)('%s', (_what, change) => {
		expect(broken({ ...GOOD, ...change })).toEqual([]);
		expect(doubts({ ...GOOD, ...change })).toEqual([]);
	});
});
