import { encodeRfc3986, queryString } from '../../../nodes/shared/util/text';

describe('encodeRfc3986', () => {
	// The last four rows are the examples of X's page on percent-encoding.
	test.each([
		['AZaz09-._~', 'AZaz09-._~'],
		["!*'()", '%21%2A%27%28%29'],
		['a:b,c', 'a%3Ab%2Cc'],
		['50% + 1', '50%25%20%2B%201'],
		['née 日本', 'n%C3%A9e%20%E6%97%A5%E6%9C%AC'],
		['a\nb', 'a%0Ab'],
		['Ladies + Gentlemen', 'Ladies%20%2B%20Gentlemen'],
		['An encoded string!', 'An%20encoded%20string%21'],
		['Dogs, Cats & Mice', 'Dogs%2C%20Cats%20%26%20Mice'],
		['☃', '%E2%98%83'],
	])('%j becomes %s', (text, encoded) => {
		expect(encodeRfc3986(text)).toBe(encoded);
	});

	it('sends half of a surrogate pair as the replacement character instead of failing', () => {
		expect(encodeRfc3986('cut \uD83D')).toBe('cut%20%EF%BF%BD');
	});
});

describe('queryString', () => {
	it('keeps order and repeated names, and encodes names as well as values', () => {
		expect(
			queryString([
				['user.fields', 'created_at,description'],
				['ids', '2'],
				['ids', '1'],
				['a b', ''],
			]),
		).toBe('user.fields=created_at%2Cdescription&ids=2&ids=1&a%20b=');
	});
});
