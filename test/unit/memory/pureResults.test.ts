import { lastResult, memoized } from '../../../nodes/shared/memory/pureResults';

/** The texts that are computed while a cache is asked for these, in order. */
function computed(cache: typeof lastResult, texts: readonly string[]): string[] {
	const found: string[] = [];
	const upper = cache((text) => {
		found.push(text);
		return text.toUpperCase();
	});
	for (const text of texts) expect(upper(text)).toBe(text.toUpperCase());
	return found;
}

describe('what is remembered of a function', () => {
	it('is the last result', () => {
		expect(computed(lastResult, ['a', 'a', 'b', 'a'])).toEqual(['a', 'b', 'a']);
	});

	it('is every result for a short text, and none for a long one', () => {
		const long = 'a long text of a file '.repeat(5);
		expect(computed(memoized, ['a', 'b', 'a', long, long, 'b'])).toEqual(['a', 'b', long, long]);
	});
});
