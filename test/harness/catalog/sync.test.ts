/** @jest-environment ./test/support/environment.ts */
import { host, startNode } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { until } from '../../support/webhookReceiver';
import {
	AUTO_MAP,
	csv,
	fileItems,
	itemsOf,
	product,
	products,
	rss,
	useCatalog,
	type Fields,
} from './support';

const { sim, run, seed, sent, stored, syncFile, syncItems } = useCatalog();
useSkippedWaits(sim);
const limited = (method: string, remaining: number) =>
	sim().limits.setRemaining(`${method} /12/product_catalogs/{product_catalog_id}/products`, remaining, 2);

describe('Product: Sync', () => {
	it('sends what is new and what differs, and nothing the second time', async () => {
		await seed(...products(120, (i) => ({ price: i < 3 ? '1.00 EUR' : '59.9 EUR' })));
		const rows = products(130);
		const first = await syncItems(rows);
		expect(first.error).toBeUndefined();
		expect(first.json).toMatchObject([
			{
				inputProducts: 130,
				catalogProducts: 120,
				created: 10,
				updated: 3,
				unchanged: 117,
				failed: 0,
				kept: 0,
				requests: { reads: 2, writes: 1, deletes: 0 },
			},
		]);
		expect((await stored()).p0?.price).toBe('59.90 EUR');
		const before = sent('PUT').length;
		const second = await syncItems(rows);
		expect(second.json).toMatchObject([{ created: 0, updated: 0, unchanged: 130, requests: { writes: 0 } }]);
		expect(sent('PUT')).toHaveLength(before);
	});

	it('shows the plan without sending it', async () => {
		await seed(...products(10));
		const rows = [
			...products(8, (i) => (i === 0 ? { price: '9.00 EUR' } : {})),
			product('new'),
			product('wrong', { title: '' }),
		];
		const plan = await syncItems(rows, { dryRun: true, deleteMissing: true, options: { report: 'changes' } });
		expect(plan.json).toEqual([
			{ id: 'p0', action: 'updated', changes: ['price'], warnings: [], errors: [] },
			{ id: 'new', action: 'created', warnings: [], errors: [] },
			{ id: 'wrong', action: 'failed', warnings: [], errors: ['Title is required'] },
			...['p8', 'p9'].map((id) => ({
				id,
				action: 'deleted',
				product_key: expect.any(String) as string,
				warnings: [],
				errors: [],
			})),
		]);
		const { json, hints } = await syncItems(rows.slice(3), { dryRun: true, deleteMissing: true });
		expect(json).toMatchObject([
			{ dryRun: true, created: 1, deleted: 5, failed: 1, requests: { reads: 1, writes: 1, deletes: 1 } },
		]);
		expect(json[0]?.estimate).toMatch(/^\d+ s$/);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				/^Nothing was sent\. The plan: 1 to create, 0 to update, 5 unchanged, 5 not in the input; 1 write and 1 delete requests, about \d+ s$/,
			),
			'1 product failed. The first is wrong: Title is required. Run it again once that is solved: what was done already is not done twice',
			expect.stringMatching(
				/^Without Dry Run: 5 of the catalog's 10 products \(50 %\) would be deleted, more than the Delete Limit of 20 %\. Check .* set Options → Confirm Changes to [\da-f]{8}-[\da-f]{8},/,
			),
		]);
		expect(sim().requests.every(({ method }) => method === 'GET')).toBe(true);
	});

	it('sends nothing where repeated IDs are to fail', async () => {
		const rows = [product('p0', { title: 'Old' }), ...products(2)];
		const refused = await syncItems(rows, { options: { duplicates: 'fail' } });
		expect(refused.error?.message).toBe('The ID p0 occurs more than once in the input (1 repetition in all)');
	});

	it('stops where no product of the input can be sent, as then its columns are the matter', async () => {
		await seed(...products(3));
		const { error } = await syncItems([{ sku: 'a' }, { sku: 'b' }]);
		expect(error?.message).toBe('2 products break a rule, the first one: ID is required');
		expect(error?.description).toContain('Ignored columns (not product fields): sku');
		expect(sim().requests).toHaveLength(0);
	});
});

describe('Product: Sync, the fields of a product', () => {
	it('carries nothing along that contradicts the input', async () => {
		const before = { availability: 'out of stock', inventory: 0, sale_price: '50.00 EUR', size: 'L' };
		await seed(product('a', before));
		await sim().control('catalog', 'habits', { replaces: true });
		const { inventory, ...row } = product('a', { price: '40.00 EUR' });
		expect(inventory).toBe(3);
		const { json } = await syncItems([row], { options: { report: 'all' } });
		expect(json).toMatchObject([{ action: 'updated', errors: [] }]);
		expect((await stored()).a).toMatchObject({ price: '40.00 EUR', size: 'L', sale_price: null });
	});

	it('carries along what the catalog has and this node would not write', async () => {
		const odd = { image_link: 'https://shop.example/a.svg', custom_label_0: 'x', product_type: 'A>B' };
		await seed(product('a', odd));
		await sim().control('catalog', 'habits', { replaces: true });
		const { image_link, ...row } = product('a', { price: '40.00 EUR' });
		expect(image_link).toBeDefined();
		const mapped = { ...row, image_link: 'https://shop.example/a.jpg' };
		await syncItems([mapped]);
		expect((await stored()).a).toMatchObject({
			price: '40.00 EUR',
			product_type: 'A>B',
			custom_label_0: 'x',
		});
	});
});

describe('Product: Sync, variants of a group', () => {
	it('gets by with groups whose members no read shows: they are sent again, and never deleted', async () => {
		const variants = ['red', 'blue', 'green'].map((color) => product(color, { color, item_group_id: 'g' }));
		await seed(...variants, ...products(2));
		await sim().control('catalog', 'habits', { hidesMembers: true });
		const result = await syncItems([...variants.slice(0, 2), ...products(2)], { deleteMissing: true });
		expect(result.json).toMatchObject([
			{ catalogProducts: 3, unchanged: 4, created: 0, failed: 0, deleted: 0, requests: { writes: 1 } },
		]);
		expect(Object.keys(await stored())).toEqual(['red', 'blue', 'green', 'p0', 'p1']);
	});

	it('judges variants by the rows that count', async () => {
		const variant = (id: string, more: Fields) => product(id, { title: 'Tee', brand: 'B', ...more });
		const hidden = [
			variant('3', { color: 'red' }),
			variant('4', { color: 'red' }),
			variant('3', { color: 'blue' }),
			product('5'),
		];
		const { json } = await syncItems(hidden, { options: { duplicates: 'last' } });
		expect(json).toMatchObject([
			{
				created: 1,
				failed: 2,
				skipped: 1,
				problems: [
					{ count: 2, problem: expect.stringMatching(/^Item Group ID/) as string },
					{ count: 1, problem: expect.stringMatching(/^The ID occurs more than once/) as string },
				],
			},
		]);
	});
});

describe('Product: Sync, its time', () => {
	it('ends in the same state after an interruption', async () => {
		const product_catalog_id = await seed(...products(300));
		const rows = products(300, () => ({ price: '10.00 EUR' }));
		const path = `/12/product_catalogs/${product_catalog_id}/products`;
		sim().fail({ match: { method: 'PUT', path }, kind: 'slow', delayMs: 60_000, skip: 2 });
		const running = await startNode({
			node: 'xCatalog',
			sim: sim(),
			items: itemsOf(rows),
			parameters: {
				resource: 'product',
				operation: 'sync',
				product_catalog_id,
				...AUTO_MAP,
				options: { parallelRequests: 1, changeLimit: 100 },
			},
		});
		await until(() => sent('PUT').length === 3);
		running.cancel();
		expect((await running.finished).error?.message).toBe('The execution was cancelled');
		const half = Object.values(await stored()).filter(({ price }) => price === '10.00 EUR').length;
		expect(half).toBeGreaterThan(0);
		expect(half).toBeLessThan(300);
		const { json } = await syncItems(rows, { options: { changeLimit: 100 } });
		expect(json).toMatchObject([{ created: 0, failed: 0 }]);
		expect(Object.values(await stored()).every(({ price }) => price === '10.00 EUR')).toBe(true);
	});

	it('plans its requests by what is left of the limit, waits for the next window, and is never refused', async () => {
		const variants = (group: number) =>
			['red', 'blue'].map((color) => product(`${color}${group}`, { color, item_group_id: `g${group}` }));
		const groups = Array.from({ length: 12 }, (_, group) => variants(group)).flat();
		await seed(...groups, ...products(130));
		limited('GET', 6);
		limited('PUT', 6);
		limited('DELETE', 2);
		const result = await syncItems(
			products(230, (i) => ({ id: `q${i}` })),
			{
				deleteMissing: true,
				options: { deleteLimit: 100, changeLimit: 100 },
			},
		);
		expect(result.json).toMatchObject([
			{ created: 230, deleted: 154, requests: { reads: 14, writes: 10, deletes: 7 } },
		]);
		expect(sim().requests.filter(({ status }) => status === 429)).toEqual([]);
	});

	it('does not wait for a window that it does not need any more', async () => {
		sim().limits.setRemaining('PUT /12/product_catalogs/{product_catalog_id}/products', 2, 600);
		const result = await syncItems(products(50));
		expect(result.json).toMatchObject([{ created: 50, requests: { writes: 2 } }]);
	});

	it('says beforehand how long it will take, and then how far it is', async () => {
		await seed(...products(100));
		const { lines, stop } = host().services.recordLog();
		try {
			await syncItems(
				products(2100, (i) => (i < 50 ? { price: '1.00 EUR' } : {})),
				{ options: { changeLimit: 100 } },
			);
		} finally {
			stop();
		}
		expect(lines).toEqual([
			'Catalog sync: 2100 products in the input; reading the catalog first, about 7 s (21 requests) if it is as large',
			expect.stringMatching(
				/^Catalog sync: 2000 to create, 50 to update, 50 unchanged, 0 not in the input; 82 write and 0 delete requests, about \d+ s$/,
			),
			'Catalog sync: 1000 of 2050 products sent',
			'Catalog sync: 2000 of 2050 products sent',
			expect.stringMatching(
				/^Catalog sync: done after \d+ s: 2000 created, 50 updated, 0 deleted, 0 failed$/,
			),
		]);
	});
});

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
});
