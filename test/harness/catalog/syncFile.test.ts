/** @jest-environment ./test/support/environment.ts */
import { csv, fileItems, products, rss, useCatalog } from './support';

const { sim, run, seed, stored, syncFile } = useCatalog();

describe('Product: Sync from a file', () => {
	it('reads CSV as a stream and tells the lines of what failed', async () => {
		const rows = products(200, (i) =>
			i === 150 ? { link: 'http://shop.example' } : { title: `Shoe\nNo. ${i}` },
		);
		const result = await syncFile(csv(rows), 'products.csv');
		expect(result.json).toMatchObject([
			{
				inputProducts: 200,
				created: 199,
				failed: 1,
				failures: [{ line: 302, id: 'p150', errors: ['Link must start with https://, not http://'] }],
			},
		]);
		expect((await stored()).p7?.title).toBe('Shoe\nNo. 7');
		expect((await syncFile(csv(rows), 'products.csv')).json).toMatchObject([{ unchanged: 199 }]);
	});

	it('does not delete when a line could be anything', async () => {
		await seed(...products(10));
		const content = `${csv(products(9))}\n"p9","Shoe"\n`;
		const result = await syncFile(content, 'products.csv', { deleteMissing: true });
		expect(result.json).toMatchObject([{ deleted: 0, unchanged: 9, failures: [{ line: 11, id: 'p9' }] }]);
		const lost = `${csv(products(9))}\n"","Shoe"\n`;
		const refused = await syncFile(lost, 'products.csv', {
			deleteMissing: true,
			options: { deleteLimit: 100 },
		});
		expect(refused.error?.message).toContain("1 of the input's rows have no readable ID");
	});

	it.each([
		['a login page', '<!DOCTYPE html>\n<html lang=de><meta charset=utf-8><p>&nbsp;', 'a.csv', 'a web page'],
		['a login page by another name', '<!-- 403 --><html><br>', 'products.json', 'a web page'],
		['a feed without items', '<rss><channel><title>Shop</title></channel></rss>', 'feed.xml', 'rss, channel'],
		['blank lines alone', '\n\n', 'products.jsonl', 'no line'],
	])('is no success with %s', async (_what, content, fileName, found) => {
		await seed(...products(2));
		for (const operation of ['sync', 'upsert']) {
			const { error } = await run(
				'product',
				operation,
				{ productsFrom: 'file' },
				{ items: await fileItems(content, fileName) },
			);
			expect(error?.message).toBe(`The file ${fileName} has no products`);
			expect(error?.description).toContain(found);
		}
		expect(sim().requests).toHaveLength(0);
	});

	it('reads every row of a TSV with stray quotes, and deletes none of them', async () => {
		const titles = ['"Big tent', 'Small tent', 'Tent 5" high', '"Wide', 'Tent 5"'];
		const rows = products(25, (i) => ({ title: titles[i] ?? `T${i}` }));
		await seed(...rows);
		const cells = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
		const content = `${cells.map((row) => row.join('\t')).join('\n')}\n`;
		const { json } = await syncFile(content, 'products.tsv', { deleteMissing: true });
		expect(json).toMatchObject([{ inputProducts: 25, unchanged: 25, deleted: 0, failed: 0 }]);
	});

	it.each([
		['price', '99.00 EUR'],
		['availability', 'out of stock'],
		['id', 'b'],
	])('refuses a product of XML that has a second %s, and deletes nothing for it', async (name, value) => {
		const [row = {}, ...others] = products(10);
		await seed(row, ...others);
		const twice = `<g:${name}>${value}</g:${name}><g:${name}>${String(row[name])}</g:${name}>`;
		const content = rss([row, ...others], twice);
		const { json } = await syncFile(content, 'feed.xml', { deleteMissing: true });
		expect(json).toMatchObject([{ failed: 1, unchanged: 9, deleted: 0 }]);
		expect(JSON.stringify(json)).toContain('stands in two columns that differ');
	});

	it('gives a reason for each product that X does not take, also where X gives none', async () => {
		const results = [
			{ id: 'p0', status: 'ERROR', errors: [] },
			{ id: 'p1', status: 'PENDING' },
		];
		const body = { data: { products_response: results } };
		sim().fail({ match: { method: 'PUT' }, kind: 'status', status: 200, body, times: 1 });
		const { json } = await syncFile(`${csv(products(3))}\n`, 'products.csv');
		const [{ failures }] = json as [{ failures: { errors: string[] }[] }];
		expect(failures.map(({ errors }) => errors.join())).toEqual([
			'X gives no reason (ERROR)',
			'X gives no reason (PENDING)',
			'X gave no result for this product',
		]);
	});

	it.each([
		['one list after the other', (part: unknown) => JSON.stringify(part)],
		['a page on each line', (part: unknown) => JSON.stringify({ products: part })],
	])('deletes nothing because of JSON with %s', async (_what, write) => {
		const rows = products(12);
		await seed(...rows);
		const content = [rows.slice(0, 10), rows.slice(10)].map(write).join('\n');
		const { error } = await syncFile(content, 'products.json', { deleteMissing: true });
		expect(error?.message).toContain('Line 2: a second JSON list begins');
		expect(Object.keys(await stored())).toHaveLength(12);
	});
});
