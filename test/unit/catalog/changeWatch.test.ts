import { changeProblems, ChangeWatch, offerOf } from '../../../nodes/XCatalog/sync/changeWatch';
import { identityProblem } from '../../../nodes/XCatalog/sync/identity';
import type { Product } from '../../../nodes/XCatalog/product/fields';
import { GOOD } from './wrongProducts';

const LIMITS = {
	limitPercent: 20,
	factor: 2,
	confirmed: false,
} as const;

/** What is wrong with a night in which each product changes like this. */
function problems(
	count: number,
	before: (index: number) => Product,
	after: (index: number) => Product,
	limits: Partial<Parameters<typeof changeProblems>[0]> = {},
): string[] {
	const watch = new ChangeWatch(LIMITS.factor);
	const rows = Array.from({ length: count }, (_, i) => ({ ...GOOD, id: `p${i}`, title: `Shoe ${i}` }));
	const wanted = rows.map((row, i) => ({ ...row, ...after(i) }));
	for (const row of wanted) watch.addDesired(row);
	wanted.forEach((row, i) => watch.addExisting(offerOf(row), { ...rows[i], ...before(i) }));
	const fields = Object.keys({ ...GOOD, ...after(0) }) as (keyof Product)[];
	return changeProblems({ ...watch.changes(fields), ...LIMITS, ...limits });
}

const priced = (price: string) => () => ({ price });
const nothing = () => ({});

describe('the Change Limit', () => {
	it.each([
		['twice as high', '10.00 EUR', '20.00 EUR', false],
		['twice as high, with an odd amount', '3.33 EUR', '6.66 EUR', false],
		['a large amount, half as high', '123456.78 EUR', '61728.39 EUR', false],
		['more than twice as high', '10.00 EUR', '20.10 EUR', true],
		['less than half', '10.00 EUR', '4.90 EUR', true],
		['a hundred times as high', '0.99 EUR', '99.00 EUR', true],
		['zero', '10.00 EUR', '0.00 EUR', true],
		['no longer zero', '0.00 EUR', '10.00 EUR', false],
		['of another currency', '10.00 EUR', '10.00 USD', true],
		['written in another way', '10 EUR', '10.00 EUR', false],
	])('prices that are %s', (_what, before, after, isLarge) => {
		expect(problems(10, priced(before), priced(after)).length > 0).toBe(isLarge);
	});

	it('is a share of the products that input and catalog both have, and counts from five products on', () => {
		const some = (count: number) => (i: number) => (i < count ? { price: '900.00 EUR' } : {});
		expect(problems(100, nothing, some(20))).toEqual([]);
		expect(problems(100, nothing, some(21))).toEqual([
			`The prices of 21 of 100 (21 %) products, for example of p0 (now ${GOOD.price}), would become more than 2 times as high or as low, or get another currency: more than the Change Limit of 20 %`,
		]);
		expect(problems(10, nothing, some(4))).toEqual([]);
		expect(problems(100, nothing, some(21), { limitPercent: 21 })).toEqual([]);
		expect(problems(100, nothing, some(21), { confirmed: true })).toEqual([]);
	});

	it('sees stock that is gone, and not stock that comes back', () => {
		const gone = () => ({ availability: 'out of stock' });
		expect(problems(10, nothing, gone)).toEqual([
			'10 of 10 (100 %) products that can be bought now would be out of stock: more than the Change Limit of 20 %',
		]);
		expect(problems(10, gone, nothing)).toEqual([]);
		expect(problems(10, gone, gone)).toEqual([]);
	});

	it('sees a field that becomes the same everywhere, and not one that was', () => {
		const brands = (i: number) => ({ brand: `Brand ${i % 3}` });
		expect(problems(9, brands, () => ({ brand: 'Holz' }))).toEqual([
			'Brand would be "Holz" in all products, and 9 of them have another one now',
		]);
		expect(problems(9, brands, () => ({ brand: '' }))).toEqual([
			'Brand would be cleared in all products, and 9 of them have one now',
		]);
		expect(
			problems(
				9,
				() => ({ brand: 'Acmee' }),
				() => ({ brand: 'Acme' }),
			),
		).toEqual([]);
		// One product is put right: the others had that brand before.
		expect(
			problems(
				9,
				(i) => ({ brand: i === 0 ? 'Acmee' : 'Acme' }),
				() => ({ brand: 'Acme' }),
			),
		).toEqual([]);
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
