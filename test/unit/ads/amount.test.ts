import { fc } from '../properties';
import { amount, fromMicros, microsOf, toMicros } from '../../../nodes/XAdsCampaigns/fields/amount';

describe('amounts', () => {
	it.each([
		['5.5', 5_500_000],
		['12.345678', 12_345_678],
		['0.000001', 1],
		['1.1', 1_100_000],
		['0.1', 100_000],
		['8.2', 8_200_000],
		['100', 100_000_000],
		['007', 7_000_000],
		['2.5000000000', 2_500_000],
		[' 3 ', 3_000_000],
		['9007199254.740991', Number.MAX_SAFE_INTEGER],
		// Beyond 2^53, as budgets in rupiah or dong may be; the digits on the wire are the same.
		['250000000000', 250_000_000_000_000_000],
		['999999999999.01', 999_999_999_999_010_000],
	])('%s in currency units is %d micros', (written, micros) => {
		expect(toMicros(written, 'units')).toBe(micros);
	});

	it.each(['', '-1', '+1', '.5', '5.', '1e3', '1,5', '1 000', '0x10', 'NaN', '$5', '٣'])(
		'%p is no amount',
		(written) => {
			expect(toMicros(written, 'units')).toMatch(/^must be a plain number/);
		},
	);

	it('refuses what the wire cannot hold', () => {
		expect(toMicros('0.1234567', 'units')).toMatch(/^has 7 decimals/);
		expect(toMicros('9007199254.740993', 'units')).toMatch(/^has more digits than can be sent exactly/);
		expect(toMicros('9223372036854.775808', 'units')).toMatch(/^must be at most 9223372036854\.775807 /);
		expect(toMicros('1.5', 'micros')).toMatch(/^must be a whole number of micros/);
	});

	it('takes micros as they are', () => {
		expect(toMicros('5500000', 'micros')).toBe(5_500_000);
		expect(toMicros('5500000.000', 'micros')).toBe(5_500_000);
	});

	it('comes back as it was written, for every amount', () => {
		fc.assert(
			fc.property(fc.maxSafeNat(), (micros) => {
				expect(toMicros(fromMicros(micros), 'units')).toBe(micros);
			}),
		);
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

	it('are not read in a unit that is none: a guess would be wrong by a factor of a million', () => {
		const field = amount('Budget');
		const inUnit = (unit: string) => ({ timezone: 'UTC', label: 'Budget', parameter: () => unit });
		for (const unit of ['Micros', 'micro', ''])
			expect(() => field.encode('12500000', inUnit(unit))).toThrow('which is neither units nor micros');
	});

	it('reads in the unit that the form says', () => {
		const field = amount('Budget');
		const inUnit = (unit: string) => ({ timezone: 'UTC', label: 'Budget', parameter: () => unit });
		expect(field.encode('7', inUnit('units'))).toBe(7_000_000);
		expect(field.encode('7', inUnit('micros'))).toBe(7);
		// A number from an expression.
		expect(field.encode(0.3, inUnit('units'))).toBe(300_000);
		expect(() => field.encode(0.1 + 0.2, inUnit('units'))).toThrow('has 17 decimals');
	});
});
