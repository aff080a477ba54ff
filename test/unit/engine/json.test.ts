import { fc } from '../../support/properties';
import { parseExact } from '../../../nodes/shared/util/exactJson';

describe('reading JSON', () => {
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

	it('gives what JSON gives wherever no number is too large for it', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
				const text = JSON.stringify(value);
				fc.pre(!/\d{16}/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '')));
				expect(parseExact(text)).toEqual(JSON.parse(text));
			}),
		);
	});

	it('keeps every 64-bit integer', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 10n ** 15n, max: 2n ** 63n - 1n }), fc.string(), (id, text) => {
				const answer = parseExact(`{"id":${id},"text":${JSON.stringify(text)}}`);
				expect(answer).toEqual({ id: String(id), text });
			}),
		);
	});
});
