import { parseExact, tryParseExact } from '../../../nodes/shared/util/exactJson';
import { cpuTime, yardstick } from '../../support/effort';
import { fc } from '../../support/properties';

/** Milliseconds of CPU that parsing takes, the best of three. */
const timeOf = (text: string) =>
	Math.min(
		...[1, 2, 3].map(() => {
			const start = cpuTime();
			tryParseExact(text);
			return cpuTime() - start;
		}),
	);

describe('exact JSON', () => {
	it('makes text of long integers outside of strings, and of nothing else', () => {
		const text = String.raw`{"a":1234567890123456789,"b":[-9007199254740993, 12],"c":"12\"34567890123456789\\","d":1.1234567890123456789}`;
		expect(parseExact(text)).toEqual({
			a: '1234567890123456789',
			b: ['-9007199254740993', 12],
			c: '12"34567890123456789\\',
			d: 1.1234567890123457,
		});
	});

	it('finds a long integer wherever it is', () => {
		const befores = ['', '1, ', '-12,', '1,\t', '1,\r', '"1234567890123456789",', '1.1234567890123456789,\n'];
		for (const before of befores)
			for (const written of ['1234567890123456', '-1234567890123456'])
				for (let length = 0; length < 40; length++) {
					const text = `["${'x'.repeat(length)}",${before}${written}]`;
					expect((parseExact(text) as unknown[]).at(-1)).toBe(written);
				}
		expect(parseExact('1234567890123456')).toBe('1234567890123456');
		for (const text of ['[1234567890123456]', '{"a":1234567890123456}'])
			expect(Object.values(parseExact(text) as object)).toEqual(['1234567890123456']);
	});

	const short = fc.jsonValue().filter((value) => !/\d{16}/.test(JSON.stringify(value)));
	it('reads everything else as JSON.parse does', () => {
		fc.assert(
			fc.property(short, (value) => {
				const text = JSON.stringify({ id: 0, value });
				const marked = text.replace('"id":0', '"id":1234567890123456789');
				expect(parseExact(marked)).toEqual({
					...(JSON.parse(text) as object),
					id: '1234567890123456789',
				});
			}),
		);
	});

	it.each([
		['strings that are not closed', (n: number) => `:1234567890123456${'"\\'.repeat(n)}`],
		['backslashes', (n: number) => `:1234567890123456"${'\\'.repeat(2 * n)}`],
		['quotes', (n: number) => `:1234567890123456${'"'.repeat(2 * n)}`],
		['digits', (n: number) => `:${'1'.repeat(2 * n)}.`],
		['blanks', (n: number) => `:1234567890123456,${' '.repeat(2 * n)}`],
	])('takes time that grows with the length of the text, not with its square: %s', (_what, make) => {
		timeOf(make(1_000));
		// Some milliseconds; with the square of the length it would be seconds.
		expect(timeOf(make(16_000))).toBeLessThan(5 * yardstick());
	});

	it('reads a text of 12 MB that holds a long integer', () => {
		const text = JSON.stringify({ id: 'ID', padding: 'x'.repeat(12_000_000) });
		const read = parseExact(text.replace('"ID"', '1234567890123456789')) as { id: string; padding: string };
		expect(read.id).toBe('1234567890123456789');
		expect(read.padding).toHaveLength(12_000_000);
	});
});
