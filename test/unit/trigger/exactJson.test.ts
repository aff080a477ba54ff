import { parseExact } from '../../../nodes/XWebhookTrigger/exactJson';

describe('exact JSON', () => {
	it('keeps 64-bit identifiers digit by digit', () => {
		expect(parseExact('{"id":1999999999999999999,"n":[-9223372036854775808],"small":12}')).toEqual({
			id: '1999999999999999999',
			n: ['-9223372036854775808'],
			small: 12,
		});
	});

	it('leaves digits inside texts, safe integers and fractions alone', () => {
		const text =
			'{"text":"call \\"1999999999999999999\\" now","ms":1767225600000123,"f":1.2345678901234567890}';
		expect(parseExact(text)).toEqual(JSON.parse(text));
	});

	it('refuses what is not JSON', () => {
		expect(() => parseExact('{"id":1999999999999999999')).toThrow(SyntaxError);
	});
});
