/** @jest-environment ./test/support/environment.ts */
/** A sale that has ended in the file of a shop. */
import { product, useCatalog, type Fields } from './support';

const { seed, stored, syncFile } = useCatalog();

describe('a sale that has ended', () => {
	const SALE = { sale_price: '49.90 EUR' };
	const item = (row: Fields) =>
		`<item>${Object.entries(row)
			.map(([name, value]) => `<g:${name}>${String(value)}</g:${name}>`)
			.join('')}</item>`;
	const feeds: Record<string, (rows: Fields[]) => string> = {
		'feed.xml': (rows) => `<rss><channel>${rows.map(item).join('')}</channel></rss>`,
		'feed.jsonl': (rows) => rows.map((row) => JSON.stringify(row)).join('\n'),
	};
	it.each(Object.entries(feeds))(
		'ends in the catalog too where %s has no element for it',
		async (name, file) => {
			await seed(product('a', SALE), product('b', SALE), product('c', { color: 'red' }));
			const rows = [product('a'), product('b', SALE), product('c')];
			const result = await syncFile(file(rows), name);
			expect(result.json).toMatchObject([{ updated: 1, unchanged: 2 }]);
			const { a, b, c } = await stored();
			// No product of the file has a color, so colors are left alone.
			expect([a?.sale_price, b?.sale_price, c?.color]).toEqual([null, '49.90 EUR', 'red']);
			const again = await syncFile(file(rows), name);
			expect(again.json).toMatchObject([{ updated: 0, unchanged: 3 }]);
		},
	);
});
