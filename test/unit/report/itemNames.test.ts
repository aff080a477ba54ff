import { itemNames, itemsWere } from '../../../nodes/shared/report/wording';

test.each([
	[[4], 'item 5'],
	[[3, 4], 'items 4 and 5'],
	[[5, 3, 4, 9, 7, 6, 12], 'items 4 to 8, 10 and 13'],
	[[0, 1, 2], 'items 1 to 3'],
	[[2, 2], 'item 3'],
	[
		Array.from({ length: 14 }, (_, index) => index * 2),
		'items 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25 and 27',
	],
	[[...Array.from({ length: 100 }, (_, index) => index * 2), 300, 301, 302], /, 199 and 3 more$/],
])('%j in words', (indexes, words) => {
	if (typeof words === 'string') expect(itemNames(indexes)).toBe(words);
	else expect(itemNames(indexes)).toMatch(words);
});

test('the verb agrees', () => {
	expect(itemsWere([1])).toBe('item 2 was');
	expect(itemsWere([1, 2])).toBe('items 2 and 3 were');
});
