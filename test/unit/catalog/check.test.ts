import { checkProduct } from '../../../nodes/XCatalog/product/validate';
import { good, wrongProducts } from './wrong-products';
import type { Product } from '../../../nodes/XCatalog/product/fields';

const messages = (product: Product) => checkProduct(product).map(({ message }) => message);

describe('a product that breaks a rule', () => {
	it.each(wrongProducts.map(([what, change, ...expected]) => ({ what, change, expected })))(
		'$what',
		({ change, expected }) => {
			expect(messages({ ...good, ...change })).toEqual(expected);
		},
	);

	it('names every required field of an empty product', () => {
		expect(messages({})).toEqual([
			'ID is required',
			'Title is required',
			'Description is required',
			'Availability is required',
			'Condition is required',
			'Price is required',
			'Link is required',
			'Image Link is required',
			'Brand, GTIN or MPN is required: fill in at least one of them',
		]);
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
		['lower sale price with other decimals', { sale_price: '59.899 EUR' }],
		[
			'sale period of the documentation',
			{ sale_price_effective_date: '2022-10-04T17:20:31.000Z/2022-10-10T04:00:00.000Z' },
		],
		['sale period with offsets', { sale_price_effective_date: '2026-03-01T00:00+01:00/2026-03-01T00:00Z' }],
		['a color whose letters are all hexadecimal', { color: 'beige' }],
		['taxonomy with spaces', { product_type: 'Outdoor > Shoes > Trail' }],
	];
	it.each(fine)('%s', (_what, change) => {
		expect(messages({ ...good, ...change })).toEqual([]);
	});
});
