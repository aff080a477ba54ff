import { sentenceOf, type Product } from '../../../nodes/XCatalog/product/fields';
import { isPlainAddress } from '../../../nodes/XCatalog/product/links';
import { checkProduct, doubtsAbout } from '../../../nodes/XCatalog/product/validate';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';
import { product } from '../../support/seeded/catalog';

/** A product that breaks no rule. */
const GOOD: Product = { ...product('SKU-1001'), title: 'Trail Shoe', inventory: '3' };

const broken = (change: Product) =>
	checkProduct({ ...GOOD, ...change }).map(({ field, rule }) => `${field} ${rule}`);
const doubts = (change: Product) =>
	doubtsAbout({ ...GOOD, ...change }).map(({ field, rule }) => `${field} ${rule}`);

const SHOP = 'https://shop.example';
const images = (count: number) => Array.from({ length: count }, (_, i) => `${SHOP}/${i}.jpg`).join(',');
const sale = (sale_price_effective_date: string): Product => ({ sale_price_effective_date });

it.each<[string, Product, ...string[]]>([
	['no identifier', { id: '' }, 'id required'],
	['an identifier of 101 characters', { id: 'x'.repeat(101) }, 'id maxLength'],
	['no title', { title: '' }, 'title required'],
	['an object in a title', { title: 'Shoe [object Object]' }, 'title spoiled'],
	['a title of 151 emoji', { title: '👟'.repeat(151) }, 'title maxLength'],
	['no description', { description: '' }, 'description required'],
	['a description of 5,001 characters', { description: 'x'.repeat(5001) }, 'description maxLength'],
	['a tag', { description: 'A <b>light</b> shoe' }, 'description html'],
	['a line break tag', { description: 'Light<br/>shoe' }, 'description html'],
	['an entity', { description: 'Salt &amp; sun' }, 'description html'],
	['a numeric entity', { description: 'A&#160;shoe' }, 'description html'],
	['a comment', { description: 'Shoe <!-- draft -->' }, 'description html'],
	['no availability', { availability: '' }, 'availability required'],
	['an unknown availability', { availability: 'sold out' }, 'availability choice'],
	['no condition', { condition: '' }, 'condition required'],
	['an unknown condition', { condition: 'mint' }, 'condition choice'],
	['no price', { price: '' }, 'price required'],
	['a price without currency', { price: '59.90' }, 'price price'],
	['a thousands separator', { price: '1,059.90 EUR' }, 'price price'],
	['a currency symbol', { price: '€59.90' }, 'price price'],
	['two spaces in a price', { price: '59.90  EUR' }, 'price price'],
	['no space in a price', { price: '59.90EUR' }, 'price price'],
	['small letters in a currency', { price: '59.90 eur' }, 'price price'],
	['a price without digits before the point', { price: '.90 EUR' }, 'price price'],
	['a currency that is no longer', { price: '59.90 DEM' }, 'price currency'],
	['a negative price', { price: '-5.00 EUR' }, 'price form'],
	['a currency that is no code', { price: '12.50 EURO' }, 'price form'],
	['no link', { link: '' }, 'link required'],
	['a link over http', { link: 'http://shop.example/shoe' }, 'link https'],
	['a link without scheme', { link: 'shop.example/shoe' }, 'link address'],
	['a link with a blank', { link: `${SHOP}/trail shoe` }, 'link blank'],
	['a link to a file', { link: 'ftp://shop.example/shoe' }, 'link https'],
	['a mobile link over http', { mobile_link: 'http://m.shop.example/' }, 'mobile_link https'],
	['no image', { image_link: '' }, 'image_link required'],
	['an image that is a path', { image_link: '/shoe.jpg' }, 'image_link address'],
	['a TIFF', { image_link: `${SHOP}/shoe.tiff` }, 'image_link imageType'],
	['an SVG with a query', { image_link: `${SHOP}/shoe.SVG?v=2` }, 'image_link imageType'],
	['two images in a cell', { image_link: images(2) }, 'image_link oneAddress'],
	[
		'images parted by semicolons',
		{ additional_image_link: images(2).replace(',', ';') },
		'additional_image_link oneAddress',
	],
	['an image over ftp', { image_link: 'ftp://shop.example/shoe.jpg' }, 'image_link https'],
	['11 more images', { additional_image_link: images(11) }, 'additional_image_link maxItems'],
	['one of them no address', { additional_image_link: `${images(1)}, a` }, 'additional_image_link address'],
	['neither brand nor GTIN nor MPN', { brand: '' }, 'brand oneOfThree'],
	['a taxonomy without spaces', { product_type: 'Outdoor>Shoes' }, 'product_type levels'],
	['a negative stock', { inventory: '-1' }, 'inventory integer'],
	['half a shoe', { inventory: '2.5' }, 'inventory integer'],
	['a sale price equal to the price', { sale_price: '59.9 EUR' }, 'sale_price belowPrice'],
	['a thousands point and zeros', { price: '1.200 EUR' }, 'price thousands'],
	['a thousands point of yen', { price: '1.200 JPY' }, 'price thousands'],
	['a fraction of a cent', { price: '19.999999 EUR' }, 'price decimals'],
	['a fraction of a yen', { price: '19.5 JPY' }, 'price decimals'],
	['four decimals where there are three', { sale_price: '1.1234 KWD' }, 'sale_price decimals'],
	['a sale in another currency', { sale_price: '49.90 USD' }, 'sale_price sameCurrency'],
	['a sale price without currency', { sale_price: '49.90' }, 'sale_price price'],
	['a sale with a start only', sale('2026-03-01T00:00:00Z'), 'sale_price_effective_date period'],
	['a sale without start', sale('/2026-03-01T00:00:00Z'), 'sale_price_effective_date period'],
	['a sale without end', sale('2026-03-01T00:00:00Z/'), 'sale_price_effective_date period'],
	[
		'a sale without offset',
		sale('2026-03-01T00:00:00/2026-03-08T00:00:00Z'),
		'sale_price_effective_date dateTime',
	],
	['a sale of days', sale('2026-03-01T00:00Z/2026-03-08'), 'sale_price_effective_date dateTime'],
	['a day that is none', sale('2026-02-30T00:00Z/2026-03-08T00:00Z'), 'sale_price_effective_date dateTime'],
	[
		'a sale that ends before it starts',
		sale('2026-03-01T00:00:00+02:00/2026-02-28T21:00:00Z'),
		'sale_price_effective_date order',
	],
	['an unknown gender', { gender: 'men' }, 'gender choice'],
	['a hex color', { color: '#1d3557' }, 'color colorName'],
	['an RGB color', { color: 'rgb(29, 53, 87)' }, 'color colorName'],
	['an unknown age group', { age_group: 'senior' }, 'age_group choice'],
	[
		'several things at once',
		{ title: '', price: '5', link: 'http://shop.example', brand: '', inventory: '0' },
		'title required',
		'price price',
		'link https',
		'inventory inStock',
		'brand oneOfThree',
	],
])('a product breaks a rule: %s', (_what, change, ...expected) => {
	expect(broken(change)).toEqual(expected);
});

it.each<[string, Product, string]>([
	['an identifier of Excel', { id: '4.00638E+12' }, 'id exponent'],
	['a wrong EAN', { gtin: '4006381333932' }, 'gtin checkDigit'],
	['a wrong EAN-8', { gtin: '73513536' }, 'gtin checkDigit'],
	['a wrong ISBN-10', { gtin: '0-306-40615-3' }, 'gtin checkDigit'],
	['an ISBN-10 that should end in X', { gtin: '0804429570' }, 'gtin checkDigit'],
	['a GTIN with letters', { gtin: 'EAN 4006381333931' }, 'gtin digits'],
	['a category', { google_product_category: 'Apparel >Shoes' }, 'google_product_category levels'],
	['a hex color without the sign', { color: 'FF0000' }, 'color colorName'],
	['a word of hexadecimal letters', { color: 'facade' }, 'color colorName'],
	['angle brackets that are no tag', { description: 'a <b and c> d' }, 'description html'],
])('a product looks wrong, which the documentation does not forbid: %s', (_what, change, doubt) => {
	expect(broken(change)).toEqual([]);
	expect(doubts(change)).toEqual([doubt]);
});

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
		{ additional_image_link: `${SHOP}/1.jpg,${SHOP}/2.bmp` },
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
	[{ gtin: '1432563728' }, 'GTIN has a wrong check digit: the last place should be 6 (it is "1432563728")'],
	[
		{ image_link: `${SHOP}/trail shoe.jpg` },
		`Image Link has a blank in its address, which must be written %20 (it is "${SHOP}/trail shoe.jpg")`,
	],
])('a person is shown what is wrong with %j', (change, sentence) => {
	const changed = { ...GOOD, ...change };
	expect([...checkProduct(changed), ...doubtsAbout(changed)].map(sentenceOf)).toEqual([sentence]);
});

it.each<[string, Product]>([
	['unchanged', {}],
	['title of 150 emoji', { title: '👟'.repeat(150) }],
	['description with a lone less-than and ampersand', { description: 'Salt & sun, 5 < 6 and 7 > 6' }],
	['whole price', { price: '60 JPY' }],
	['image server without extension', { image_link: 'https://cdn.shop.example/i/8f3a?w=800' }],
	['an image name that ends like a file of its own', { image_link: 'https://cdn.shop.example/i/shoe.red' }],
	['an image as old programs name it', { image_link: 'https://cdn.shop.example/i/shoe.jfif' }],
	['image from a script', { image_link: `${SHOP}/image.php?id=4` }],
	['ten more images', { additional_image_link: Array(10).fill(`${SHOP}/a,b.webp`).join(', ') }],
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
	['the idle zeros of a database', { price: '59.0000 EUR', sale_price: '49.9000 EUR' }],
	['sale period of the documentation', sale('2022-10-04T17:20:31.000Z/2022-10-10T04:00:00.000Z')],
	['sale period with offsets', sale('2026-03-01T00:00+01:00/2026-03-01T00:00Z')],
	['a color whose letters are all hexadecimal', { color: 'beige' }],
	['taxonomy with spaces', { product_type: 'Outdoor > Shoes > Trail' }],
])('a product is fine: %s', (_what, change) => {
	expect([...broken(change), ...doubts(change)]).toEqual([]);
});

const piece = fc.constantFrom(
	' ',
	...'https:// http:// shop . .. / // xn-- - A 1 256 :443 ? # %2e %20 ~ _ & = example .com .1 @ \\ ü'.split(
		' ',
	),
);

it('no text is a plain address that a parser of addresses writes in another way', () => {
	let plain = 0;
	const address = fc
		.tuple(fc.constantFrom(SHOP, 'http://a-b.example.com/x', ''), fc.array(piece, { maxLength: 7 }))
		.map(([start, pieces]) => start + pieces.join(''));
	fc.assert(
		fc.property(address, (text) => {
			if (!isPlainAddress(text)) return;
			plain++;
			expect(new URL(text).href).toBe(text);
		}),
		{ numRuns: cases(3000, 100_000) },
	);
	expect(plain).toBeGreaterThan(100);
});
