/** @jest-environment ./test/support/environment.ts */
/** A sale that has ended in the file of a shop. */
import type { IDataObject } from 'n8n-workflow';
import { AUTO_MAP, csv, fileItems, itemsOf, product, rss, useCatalog, type Fields } from './support';

const { run, seed, stored, syncFile, syncItems } = useCatalog();

describe('a sale that has ended', () => {
	const SALE = { sale_price: '49.90 EUR' };
	const feeds: Record<string, (rows: Fields[]) => string> = {
		'feed.xml': (rows) => rss(rows),
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

	const SEASON = { ...SALE, sale_price_effective_date: '2026-11-01T00:00:00Z/2026-12-01T00:00:00Z' };
	const onSale = async () =>
		Object.values(await stored()).filter((row) => row.sale_price ?? row.sale_price_effective_date).length;

	it.each(Object.entries(feeds))('ends for all where %s has no element for it', async (name, file) => {
		await seed(product('a', SEASON), product('b', SEASON), product('c'));
		const rows = [product('a', { price: '52.00 EUR' }), product('b'), product('c')];
		const result = await syncFile(file(rows), name);
		expect(result.json).toMatchObject([{ updated: 2, unchanged: 1, endedSales: 2, needsAttention: false }]);
		expect(result.json[0]?.text).toContain('sales of 2 products end');
		expect(await onSale()).toBe(0);
		expect((await syncFile(file(rows), name)).json).toMatchObject([{ updated: 0, unchanged: 3 }]);
	});

	const nights: Record<string, (rows: Fields[]) => Promise<[Fields, ReturnType<typeof itemsOf>]>> = {
		'a file with columns': async (rows) => [{ productsFrom: 'file' }, await fileItems(csv(rows), 'feed.csv')],
		items: async (rows) => await Promise.resolve([AUTO_MAP, itemsOf(rows)]),
	};
	it.each(Object.entries(nights))('ends where %s had the price in an earlier run', async (_what, input) => {
		await seed(product('c'));
		const night = async (staticData: IDataObject, ...rows: Fields[]) => {
			const [parameters, items] = await input(rows);
			return await run('product', 'sync', parameters, { items, mode: 'trigger', staticData });
		};
		const first = await night({}, product('a', SEASON), product('b', SEASON));
		expect(await onSale()).toBe(2);
		const second = await night(first.staticData, product('a'), product('b'));
		expect(second.json[0]?.attention).toEqual([
			'The input no longer has Sale Price, which an earlier run had: the sale of 2 products ended',
		]);
		expect(await onSale()).toBe(0);
		// A sale that another program begins ends, too, and so does one that the night before could not end.
		await syncItems([product('a', SALE)]);
		const third = await night(second.staticData, product('a'), product('b'));
		expect(third.json).toMatchObject([{ updated: 1 }]);
	});

	it('stays where no run is remembered and there is no column for it, which is said with how many', async () => {
		await seed(product('a', SALE), product('b', SALE), product('c', { color: 'red' }));
		const result = await syncItems([product('a'), product('b'), product('c')]);
		expect(result.json[0]?.attention).toEqual([
			'The catalog has a Sale Price for 2 products, and the input has no such column: the prices stay. If these sales have ended, send the column empty',
		]);
		expect(await onSale()).toBe(2);
		const one = await syncItems([product('a', SALE), product('b'), product('c')]);
		expect(one.json).toMatchObject([{ updated: 1, needsAttention: false }]);
	});
});
