import { omit } from 'lodash';
import type { Product } from '../../../nodes/XCatalog/product/fields';
import { toProduct } from '../../../nodes/XCatalog/product/normalize';
import { estimateSeconds, formatDuration } from '../../../nodes/XCatalog/requests/productWriter';
import { identityProblem } from '../../../nodes/XCatalog/sync/identity';
import { SyncPlan } from '../../../nodes/XCatalog/sync/plan';
import { ProductValues } from '../../../nodes/XCatalog/sync/values';
import { cases } from '../../support/cases';
import { product } from '../../support/seeded/catalog';

const GOOD: Product = { ...product('SKU-1001'), title: 'Trail Shoe', inventory: '3' };

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

describe('the estimate', () => {
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
	const count = cases(300, 5000);
	const prints = Array.from({ length: count }, (_, i) => {
		const values = new ProductValues();
		values.add({ title: `Shoe ${i}` });
		return values.fingerprint;
	});
	expect(new Set(prints).size).toBe(count);
	expect(differ({ title: 'Shoe' }, { title: 'Shoes' })).toBe(true);
	expect(differ({ title: 'ab' }, { title: 'ba' })).toBe(true);
	expect(differ({ title: 'a', description: 'b' }, { title: 'b', description: 'a' })).toBe(true);
	expect(differ({ title: 'a', description: '' }, { description: 'a' })).toBe(true);
	expect(differ({ title: 'a', description: '' }, { title: ' a ' })).toBe(false);
});

/** What a night holds in which each product changes like this: the reasons, and the fields of each product. */
function night(
	count: number,
	before: (index: number) => Product,
	after: (index: number) => Product,
	{ limit = 20, confirmed = false } = {},
) {
	const plan = new SyncPlan({ duplicates: 'equal', trackMissing: false, guard: { factor: 2, limit } });
	const rows = Array.from({ length: count }, (_, i): Product => {
		const [id, title] = [`p${i}`, `Shoe ${i}`];
		return { ...GOOD, id, title, link: `https://s.example/${i}`, image_link: `https://i.example/${i}.jpg` };
	});
	const wanted = rows.map((row, i) => ({ ...row, ...after(i) }));
	wanted.forEach((row, i) => plan.addDesired(row, i));
	if (confirmed) plan.confirm();
	rows.forEach((row, i) => plan.addExisting({ ...row, ...before(i) }, `key-${i}`));
	const reasons = plan.settle();
	const held = wanted.map((row, i) => {
		const decision = plan.decide(row, i);
		return 'held' in decision ? decision.held : [];
	});
	return { reasons, held, count: held.filter(({ length }) => length > 0).length };
}

const priced = (price: string) => () => ({ price });
const nothing = () => ({});
const first = (count: number, more: Product) => (i: number) => (i < count ? more : {});

describe('prices', () => {
	it.each([
		['twice as high', '10.00 EUR', '20.00 EUR', false],
		['twice as high, with an odd amount', '3.33 EUR', '6.66 EUR', false],
		['a large amount, a quarter as high', '123456.80 EUR', '30864.20 EUR', false],
		['more than twice as high', '10.00 EUR', '20.10 EUR', true],
		['less than a quarter', '10.00 EUR', '2.40 EUR', true],
		['a hundred times as high', '0.99 EUR', '99.00 EUR', true],
		['zero', '10.00 EUR', '0.00 EUR', true],
		['no longer zero', '0.00 EUR', '10.00 EUR', false],
		['of another currency', '10.00 EUR', '10.00 USD', true],
		['written in another way', '10 EUR', '10.00 EUR', false],
	])('that are %s', (_what, before, after, isLarge) => {
		expect(night(10, priced(before), priced(after)).count).toBe(isLarge ? 10 : 0);
	});

	const high = { price: '300.00 EUR' };
	it('are held beyond the Change Limit, a share of the products that input and catalog both have', () => {
		expect(night(100, nothing, first(20, high)).reasons).toEqual([]);
		expect(night(100, nothing, first(21, high))).toMatchObject({
			reasons: [
				'Price of 21 of 100 products would rise or fall by more than Large Price Change allows, or get another currency',
			],
			count: 21,
		});
		expect(night(10, nothing, first(4, high)).count).toBe(0);
		expect(night(100, nothing, first(21, high), { limit: 21 }).count).toBe(0);
		expect(night(100, nothing, first(21, high), { confirmed: true }).count).toBe(0);
		expect(night(9, nothing, () => ({ price: '0.00 EUR' }), { limit: 100 }).count).toBe(0);
	});

	it('are all held where many jump, and the far ones alone where few are far off', () => {
		const mixed = (i: number) => ({ price: i < 30 ? '300.00 EUR' : `${60 + i}.00 EUR` });
		expect(night(100, nothing, mixed).count).toBe(100);
		const few = (i: number) => ({ price: i < 5 ? '5990.00 EUR' : `${60 + i / 10} EUR` });
		expect(night(100, nothing, few).count).toBe(5);
	});
});

describe('stock', () => {
	const gone = { availability: 'out of stock', inventory: '0' };
	it('is held where all is gone, and never where some is, whatever else is wrong', () => {
		expect(night(10, nothing, () => gone)).toMatchObject({
			reasons: ['All 10 products that can be bought now would be out of stock'],
			count: 10,
		});
		expect(night(10, nothing, first(9, gone)).count).toBe(0);
		expect(night(10, () => gone, nothing, { limit: 100 }).count).toBe(0);
		const wrong = (i: number) => ({ price: '0.00 EUR', ...(i < 9 ? gone : {}) });
		expect(night(10, nothing, wrong).held).toEqual(Array.from({ length: 10 }, () => ['price']));
	});

	it('that comes back is held where the whole input is in stock', () => {
		expect(night(50, first(10, gone), nothing).count).toBe(10);
		expect(night(50, first(10, gone), first(2, gone)).count).toBe(0);
	});
});

describe('other fields', () => {
	const brands = (i: number) => ({ brand: `Brand ${i % 3}` });
	it.each<[string, (i: number) => Product, (i: number) => Product, number]>([
		['one brand for all', brands, () => ({ brand: 'Holz' }), 20],
		['no brand any more', brands, () => ({ brand: '' }), 20],
		['a brand that is written in another way', () => ({ brand: 'Acmee' }), () => ({ brand: 'Acme' }), 0],
		['a field that is filled in', nothing, (i) => ({ color: `c${i}` }), 0],
		['a new text for some', nothing, (i) => (i < 5 ? { title: `New ${i}` } : {}), 0],
		['a new text for many', nothing, (i) => (i < 7 ? { title: `New ${i}` } : {}), 7],
		['one picture for some', nothing, (i) => (i < 5 ? { image_link: 'https://i.example/no.jpg' } : {}), 5],
		[
			'a group of variants with a new title',
			() => ({ item_group_id: 'g' }),
			() => ({ item_group_id: 'g', title: 'New' }),
			0,
		],
		['labels', () => ({ custom_label_0: 'a' }), () => ({ custom_label_0: 'b' }), 0],
		['another host', nothing, (i) => (i < 5 ? { link: `https://test.example/${i}` } : {}), 5],
		['text that was decoded twice', nothing, (i) => (i < 3 ? { description: 'SchÃ¶n' } : {}), 3],
	])('%s', (_what, before, after, count) => {
		expect(night(20, before, after).count).toBe(count);
	});

	it('are held as a whole where titles and links are out of step, and go on their own otherwise', () => {
		const other = (i: number) => ({ title: `Shoe ${i + 1}`, price: '61.00 EUR' });
		expect(night(20, nothing, other).held[0]).toEqual(['title']);
		const all = night(20, nothing, (i) => ({ ...other(i), link: `https://s.example/${i + 1}` }));
		expect(all.held[0]).toEqual(['title', 'price', 'link']);
	});
});

it.each([
	['none is known', { catalog: 100, missing: 100, wanted: 100 }, true],
	['few are known', { catalog: 100, missing: 95, wanted: 100 }, true],
	['a tenth is known', { catalog: 100, missing: 90, wanted: 100 }, false],
	['a small delivery of new products', { catalog: 100, missing: 100, wanted: 20 }, false],
	['a small catalog', { catalog: 5, missing: 5, wanted: 100 }, false],
	['an empty catalog', { catalog: 0, missing: 0, wanted: 100 }, false],
])('judges by the share of known IDs: %s', (_what, counts, isOdd) => {
	const given = { ...counts, examples: ['a', 'b'] as const };
	expect(identityProblem({ ...given, confirmed: false }) !== undefined).toBe(isOdd);
	expect(identityProblem({ ...given, confirmed: true })).toBeUndefined();
});
