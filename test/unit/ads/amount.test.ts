import { get } from 'lodash';
import { fc } from '../../support/properties';
import { amount } from '../../../nodes/shared/ads/amount';
import { inUnits, microsOf, toMicros } from '../../../nodes/shared/ads/micros';
import { InvalidValue } from '../../../nodes/shared/operation/operation';

describe('amounts', () => {
	it.each([
		['5.5', 5_500_000],
		['12.345678', 12_345_678],
		['0.000001', 1],
		['8.2', 8_200_000],
		['007', 7_000_000],
		['2.5000000000', 2_500_000],
		[' 3 ', 3_000_000],
		['9007199254.740991', Number.MAX_SAFE_INTEGER],
		// Beyond 2^53, as budgets in rupiah or dong may be; the digits on the wire are the same.
		['999999999999.01', 999_999_999_999_010_000],
	])('%s in currency units is %d micros', (written, micros) => {
		expect(toMicros(written, 'units')).toBe(micros);
	});

	it.each(['', '-1', '+1', '.5', '5.', '1e3', '1,5', '1 000', '0x10', 'NaN', '$5', '٣'])(
		'%p is no amount',
		(written) => {
			expect(toMicros(written, 'units')).toMatchObject({ rule: 'amount' });
		},
	);

	it('refuses what the wire cannot hold', () => {
		expect(toMicros('0.1234567', 'units')).toMatchObject({ rule: 'decimals' });
		expect(toMicros('9007199254.740993', 'units')).toMatchObject({ rule: 'exact' });
		expect(toMicros('9223372036854.775808', 'units')).toMatchObject({ rule: 'maximum' });
		expect(toMicros('1.5', 'micros')).toMatchObject({ rule: 'wholeMicros' });
	});

	it('are sent with exactly the digits that were written, or not at all', () => {
		fc.assert(
			fc.property(fc.bigInt(0n, 2n ** 65n), (micros) => {
				const read = toMicros(String(micros), 'micros');
				if (typeof read === 'number') expect(JSON.stringify(read)).toBe(String(micros));
				else expect(micros).toBeGreaterThan(2n ** 53n);
			}),
		);
	});

	it('of answers are read as text, too: as such large integers arrive', () => {
		expect(microsOf(5)).toBe(5);
		expect(microsOf('1500000000000000')).toBe(1_500_000_000_000_000);
		expect(microsOf(null)).toBeUndefined();
		expect(microsOf('')).toBeUndefined();
	});
});

describe('amounts of answers', () => {
	it('are in currency units, under names that say no other unit, however deep', () => {
		expect(
			inUnits({
				id: '8wku2',
				daily_budget_amount_local_micro: 50_000_000,
				total_budget_amount_local_micro: null,
				minimum_denomination: 10_000,
				entity_data: { bid_amount_local_micro: 320_000 },
				changes: [{ daily_budget_amount_local_micro: { old: '140000000', new: 145_500_000 } }],
			}),
		).toEqual({
			id: '8wku2',
			daily_budget_amount: 50,
			total_budget_amount: null,
			minimum_denomination: 10_000,
			entity_data: { bid_amount: 0.32 },
			changes: [{ daily_budget_amount: { old: 140, new: 145.5 } }],
		});
		expect(inUnits({ minimum_denomination: 10_000 }, ['minimum_denomination'])).toEqual({
			minimum_denomination: 0.01,
		});
	});

	it('have all digits of numbers too, with any number of decimals', () => {
		const micros = fc.oneof(
			fc.maxSafeNat(),
			fc.nat(),
			fc.nat({ max: 99 }),
			fc.nat().map((units) => units * 1_000_000),
		);
		fc.assert(
			fc.property(micros, (each) => {
				const { budget } = inUnits({ budget_local_micro: each }) as { budget: unknown };
				const digits = String(each)
					.padStart(7, '0')
					.replace(/(\d{6})$/, '.$1')
					.replace(/\.?0+$/, '');
				expect(String(budget)).toBe(digits);
			}),
			{ numRuns: 1000 },
		);
	});

	it('fit the form again with the same digits', () => {
		fc.assert(
			fc.property(fc.bigInt(0n, 2n ** 63n - 1n), (micros) => {
				const { budget } = inUnits({ budget_local_micro: String(micros) }) as { budget: unknown };
				const read = toMicros(String(budget), 'units');
				if (typeof read === 'number') expect(String(BigInt(read))).toBe(String(micros));
				else expect(read.rule).toBe('exact');
			}),
		);
	});
});

describe('an amount of the form', () => {
	const field = amount('Budget', 'What to spend');
	const read = (value: unknown, options: Record<string, unknown> = {}, expression?: string) => {
		try {
			return field.encode(value, {
				timezone: 'UTC',
				parameter: (name) => get({ options }, name) as unknown,
				expression: () => expression,
			});
		} catch (error) {
			if (error instanceof InvalidValue) return error.rule;
			throw error;
		}
	};

	it('is in no unit but those of the form: the field Amounts In refuses it', () => {
		for (const unit of ['Micros', 'micro', ''])
			expect(read('12500000', { amounts_in: unit })).toBeUndefined();
	});

	it.each([
		[1.1, 1_100_000],
		[0.1 + 0.2, 'decimals'],
		[1.1 * 3, 'decimals'],
		[1e-7, 'amount'],
		[1e21, 'amount'],
		[0.000001, 1],
		['0.0000001', 'decimals'],
		[NaN, 'amount'],
		[true, 'amount'],
		[[5], 'amount'],
		[{ a: 1 }, 'amount'],
		[0, 0],
		['', undefined],
		[null, undefined],
	] as const)('%p gives %p', (value, expected) => {
		expect(read(value)).toBe(expected);
	});

	it.each([
		['1000000.000001', 1_000_000_000_001],
		['9007199254.740991', 9_007_199_254_740_991],
		['9007199254.740993', 'exact'],
		['9223372036854.7', 9_223_372_036_854_700_000],
		['9999999999999.1', 'maximum'],
	])('%s is large, and %p where large amounts are allowed', (value, expected) => {
		expect(read(value)).toBe(typeof expected === 'number' ? 'large' : expected);
		expect(read(value, { allow_large_amounts: true })).toBe(expected);
	});

	it.each([
		'={{ $json.daily_budget_amount_local_micro }}',
		'={{ $json["total_budget_amount_local_micro"] }}',
		"={{ $('Get campaign').item.json.data.bid_amount_local_micro / 1000000 }}",
	])('is not taken from an amount in micros: %s', (expression) => {
		expect(read(50, {}, expression)).toBe('unit');
		expect(read(50, { amounts_in: 'micros' }, expression)).toBe(50);
	});
});
