import { itemNames, itemsWere } from '../../../nodes/shared/report/itemNames';

test.each([
	[[4], 'item 4'],
	[[3, 4], 'items 3 and 4'],
	[[5, 3, 4, 9, 7, 6, 12], 'items 3 to 7, 9 and 12'],
	[[0, 1, 2], 'items 0 to 2'],
	[[2, 2], 'item 2'],
	[
		Array.from({ length: 14 }, (_, index) => index * 2),
		'items 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24 and 26',
	],
	[[...Array.from({ length: 100 }, (_, index) => index * 2), 300, 301, 302], /, 198 and 3 more$/],
])('%j in words', (indexes, words) => {
	if (typeof words === 'string') expect(itemNames(indexes)).toBe(words);
	else expect(itemNames(indexes)).toMatch(words);
});

test('the verb agrees', () => {
	expect(itemsWere([1])).toBe('item 1 was');
	expect(itemsWere([1, 2])).toBe('items 1 and 2 were');
});
