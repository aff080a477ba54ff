import { parseExact, tryParseExact } from '../../../nodes/shared/util/exactJson';
import { effortOf } from '../../support/effort';
import { fc } from '../../support/properties';

describe('exact JSON', () => {
	it.each<[string, unknown]>([
		['{"id":1445880548472328193}', { id: '1445880548472328193' }],
		['[9007199254740993,-9007199254740993]', ['9007199254740993', '-9007199254740993']],
		['{"a":123456789012345}', { a: 123456789012345 }],
		['{"a":"1445880548472328193"}', { a: '1445880548472328193' }],
		['{"a":"say \\"1445880548472328193\\" twice"}', { a: 'say "1445880548472328193" twice' }],
		['{"a":1445880548472328193.5}', { a: 1445880548472328193.5 }],
		['{"a":1.1234567890123456789}', { a: 1.1234567890123456789 }],
		['{"a":1e20,"b":12345678901234567890e1}', { a: 1e20, b: 12345678901234567890e1 }],
		[' \n{ "a" : 1445880548472328193 , "b" : [ 1 ] }\n', { a: '1445880548472328193', b: [1] }],
		['1445880548472328193', '1445880548472328193'],
		['"\\\\"', '\\'],
		['{"1445880548472328193":1}', { '1445880548472328193': 1 }],
		['{"text":"\\u20ac \\\\\\" 12345678901234567"}', { text: '€ \\" 12345678901234567' }],
	])('%s', (text, value) => {
		expect(parseExact(text)).toEqual(value);
	});

	it.each(['', '{', '{"a":1445880548472328193', '<html>', '{"a":01}'])('refuses %j', (text) => {
		expect(() => parseExact(text)).toThrow(SyntaxError);
	});

	it('keeps every 64-bit integer', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 10n ** 15n, max: 2n ** 63n - 1n }), fc.string(), (id, text) => {
				const answer = parseExact(`{"id":${id},"text":${JSON.stringify(text)}}`);
				expect(answer).toEqual({ id: String(id), text });
			}),
		);
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
	])('takes time that grows with the length of the text, not with its square: %s', async (_what, make) => {
		const text = make(16_000);
		// Some milliseconds; with the square of the length it would be seconds.
		expect(await effortOf(() => tryParseExact(text), 5)).toBeLessThan(5);
	});

	it('reads a text of 12 MB that holds a long integer', () => {
		const text = JSON.stringify({ id: 'ID', padding: 'x'.repeat(12_000_000) });
		const read = parseExact(text.replace('"ID"', '1234567890123456789')) as { id: string; padding: string };
		expect(read.id).toBe('1234567890123456789');
		expect(read.padding).toHaveLength(12_000_000);
	});
});
