import { readFlatted } from '../../../scripts/runtime/flatted';

describe("n8n's stored execution data", () => {
	it('is read back with nested lists, records and plain values', () => {
		const text =
			'[{"resultData":"1","list":"2","count":3,"none":null,"yes":true},{"runData":"3"},["4","5",7],{},"text",["4"]]';
		expect(readFlatted(text)).toEqual({
			resultData: { runData: {} },
			list: ['text', ['text'], 7],
			count: 3,
			none: null,
			yes: true,
		});
	});

	it('keeps a value that holds itself', () => {
		const value = readFlatted('[{"self":"0"}]');
		expect(value).toHaveProperty('self', value);
	});

	it('keeps texts that look like numbers', () => {
		expect(readFlatted('[{"id":"1"},"1900000000000000001"]')).toEqual({ id: '1900000000000000001' });
	});

	it.each([
		['{"a":1}', 'not a list'],
		['[{"a":"7"}]', 'missing entry 7'],
	])('refuses %s', (text, reason) => {
		expect(() => readFlatted(text)).toThrow(reason);
	});
});
