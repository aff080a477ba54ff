import { omit } from 'lodash';
import { estimateSeconds, formatDuration, requestsFor } from '../../../nodes/XCatalog/sync/duration';
import { ProductValues } from '../../../nodes/XCatalog/sync/values';
import { GOOD } from './wrongProducts';
import { SyncPlan } from '../../../nodes/XCatalog/sync/plan';
import { toProduct } from '../../../nodes/XCatalog/product/normalize';
import { UngroupedVariants } from '../../../nodes/XCatalog/sync/variants';
import type { Product } from '../../../nodes/XCatalog/product/fields';

/** Plans a sync of these rows against that catalog. */
function plan(input: readonly Product[], catalog: readonly Product[]) {
	const made = new SyncPlan({ duplicates: 'last', trackMissing: true });
	input.forEach((product, ordinal) => made.addDesired(product, ordinal));
	for (const product of catalog) made.addExisting(product, `key-${product.id}`);
	return input.map((product, ordinal) => omit(made.decide(product, ordinal), 'held', 'product'));
}

describe('the plan of a sync', () => {
	const equal: ReadonlyArray<readonly [string, Product, Product]> = [
		['a price with idle zeros', { price: '20 USD' }, { price: '20.00 USD' }],
		['blanks around and inside a text', { title: 'Trail Shoe' }, { title: ' Trail  Shoe\n' }],
		['a composed and a decomposed letter', { brand: 'Caf\u00e9' }, { brand: 'Cafe\u0301' }],
		['an empty and a missing value', { color: '' }, {}],
		[
			'the order of images',
			{ additional_image_link: 'https://a/1.jpg,https://a/2.jpg' },
			{ additional_image_link: 'https://a/2.jpg, https://a/1.jpg' },
		],
		[
			'a period in another zone',
			{ sale_price_effective_date: '2026-03-01T00:00:00Z/2026-03-08T00:00:00Z' },
			{ sale_price_effective_date: '2026-03-01T01:00:00.000+01:00/2026-03-08T01:00:00.000+01:00' },
		],
		['the slash after a host', { link: 'https://shop.example' }, { link: 'https://SHOP.example/' }],
		['blanks of a taxonomy', { product_type: 'A > B' }, { product_type: 'A  >  B' }],
		['a number with a leading zero', { inventory: '3' }, { inventory: '03' }],
		['hyphens of a GTIN', { gtin: '978-0-306-40615-7' }, { gtin: '9780306406157' }],
		['a field that the input does not have', {}, { custom_label_0: 'kept' }],
	];
	it.each(equal)('sees no change in %s', (_what, wanted, stored) => {
		expect(plan([{ ...GOOD, ...wanted }], [{ ...GOOD, ...stored }])).toEqual([{ action: 'unchanged' }]);
	});

	it('remembers what changed for ten thousand products', () => {
		const rows = Array.from({ length: 10_001 }, (_, number) => ({ ...GOOD, id: `p${number}` }));
		const made = plan(
			rows,
			rows.map((row) => ({ ...row, price: '1 EUR' })),
		);
		const current = expect.any(Object) as object;
		expect(made.slice(-2)).toEqual([
			{ action: 'update', clear: [], changes: ['price'], current },
			{ action: 'update', clear: [] },
		]);
	});
});

describe('columns', () => {
	it('are known however feeds write them', () => {
		const { product, unknown, problems } = toProduct({
			'g:id': 7,
			'Image Link': ' https://a/1.jpg ',
			availability: 'In_Stock',
			'age-group': 'ALL AGES',
			additional_image_link: ['https://a/2.jpg', 'https://a/3.jpg'],
			brand: null,
			mpn: undefined,
			shipping: '4.00 EUR',
			size: { eu: 42 },
		});
		expect(product).toEqual({
			id: '7',
			image_link: 'https://a/1.jpg',
			availability: 'in stock',
			age_group: 'all ages',
			additional_image_link: 'https://a/2.jpg,https://a/3.jpg',
			brand: '',
		});
		expect(unknown).toEqual(['shipping']);
		expect(problems).toEqual([{ field: 'size', rule: 'text', text: 'must be text, not an object' }]);
	});

	it('are not chosen from when two of them mean the same field and differ', () => {
		const same = toProduct({ id: 'a', ID: ' a ' });
		expect(same).toMatchObject({ product: { id: 'a' }, problems: [] });
		expect(toProduct({ id: 'a', 'g:id': 'b' }).problems).toEqual([
			{ field: 'id', rule: 'twoColumns', text: 'stands in two columns that differ, "g:id" is one of them' },
		]);
	});

	it('hold no number that JSON has rounded', () => {
		const rounded = Number('12345678901234567891');
		expect(toProduct({ id: rounded }).problems).toEqual([
			{ field: 'id', rule: 'text', text: 'must be text: a number of this length has lost its last digits' },
		]);
		expect(toProduct({ gtin: 4006381333931 })).toMatchObject({
			product: { gtin: '4006381333931' },
			problems: [],
		});
	});
});

describe('variants without a group', () => {
	const check = (...products: Product[]) => {
		const variants = new UngroupedVariants();
		for (const product of products) variants.note({ ...GOOD, ...product });
		return products.map((product) =>
			variants
				.problems({ ...GOOD, ...product })
				.map(({ field, rule }) => `${field} ${rule}`)
				.join(),
		);
	};
	const ungrouped = ['item_group_id required', 'item_group_id required'];
	it('are found by what they share and what they differ in', () => {
		expect(check({ id: 'a', color: 'red' }, { id: 'b', color: 'blue' })).toEqual(ungrouped);
		expect(check({ id: 'a', size: 'S' }, { id: 'b', title: 'TRAIL  SHOE', size: 'M' })).toEqual(ungrouped);
	});
	it('are not seen where there are none', () => {
		expect(check({ id: 'a', color: 'red' }, { id: 'b', color: 'blue', title: 'Other' })).toEqual(['', '']);
		expect(
			check({ id: 'a', color: 'red', item_group_id: 'g' }, { id: 'b', color: 'blue', item_group_id: 'g' }),
		).toEqual(['', '']);
		expect(check({ id: 'a', color: 'red' }, { id: 'a', color: 'blue' })).toEqual(['', '']);
		expect(check({ id: 'a' }, { id: 'b' })).toEqual(['', '']);
	});
});

describe('the estimate', () => {
	it('counts requests by their sizes', () => {
		expect(requestsFor({ reads: 101, writes: 26, deletes: 0 })).toEqual({ reads: 2, writes: 2, deletes: 0 });
	});
	it('adds a window of 15 minutes for each limit used up', () => {
		expect(estimateSeconds({ reads: 10, writes: 40, deletes: 0 }, 0.5, 4)).toBe(10);
		expect(estimateSeconds({ reads: 0, writes: 600, deletes: 0 }, 0.5, 4)).toBe(75);
		expect(estimateSeconds({ reads: 0, writes: 601, deletes: 0 }, 0.5, 4)).toBe(901);
		expect(estimateSeconds({ reads: 2001, writes: 0, deletes: 151 }, 0.5, 4)).toBe(3 * 900 + 1);
	});
	it('is said in words', () => {
		expect([5, 89, 100, 3600, 7200, 11_100].map(formatDuration)).toEqual([
			'5 s',
			'89 s',
			'2 min',
			'60 min',
			'2 h',
			'3 h 5 min',
		]);
	});
});

it('notices each change of a few characters, and texts that move to another field', () => {
	const differ = (one: Product, other: Product) => {
		const values = new ProductValues();
		const mask = values.add(one);
		return values.differing(0, mask, other) !== 0;
	};
	const prints = Array.from({ length: 5000 }, (_, i) => {
		const values = new ProductValues();
		values.add({ title: `Shoe ${i}` });
		return values.fingerprint;
	});
	expect(new Set(prints).size).toBe(5000);
	expect(differ({ title: 'Shoe' }, { title: 'Shoes' })).toBe(true);
	expect(differ({ title: 'ab' }, { title: 'ba' })).toBe(true);
	expect(differ({ title: 'a', description: 'b' }, { title: 'b', description: 'a' })).toBe(true);
	expect(differ({ title: 'a', description: '' }, { description: 'a' })).toBe(true);
	expect(differ({ title: 'a', description: '' }, { title: ' a ' })).toBe(false);
});
