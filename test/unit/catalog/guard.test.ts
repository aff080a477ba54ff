import { identityProblem } from '../../../nodes/XCatalog/sync/identity';
import { SyncPlan } from '../../../nodes/XCatalog/sync/plan';
import type { Product } from '../../../nodes/XCatalog/product/fields';
import { GOOD } from './wrongProducts';

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
