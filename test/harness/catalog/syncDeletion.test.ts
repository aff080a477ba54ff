/** @jest-environment ./test/support/environment.ts */
import { get } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { host } from '../../support';
import { useSkippedWaits } from '../../support/waits';
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
const waits = useSkippedWaits(sim);

type Input = (rows: readonly Fields[]) => Promise<[parameters: Fields, items: ReturnType<typeof itemsOf>]>;
const INPUTS: Record<'a file' | 'items', Input> = {
	'a file': async (rows) => [{ productsFrom: 'file' }, await fileItems(csv(rows), 'feed.csv')],
	items: async (rows) => await Promise.resolve([AUTO_MAP, itemsOf(rows)]),
};
const productsPath = (id: string) => `/12/product_catalogs/${id}/products`;

describe('Product: Sync, what the input lacks', () => {
	it('leaves what the input lacks, deletes it when asked, and not too much of it', async () => {
		await seed(...products(10));
		const kept = await syncItems(products(5));
		expect(kept.json).toMatchObject([{ unchanged: 5, deleted: 0, kept: 5 }]);
		const rows = [...products(5, (i) => (i === 0 ? { title: 'New title' } : {})), product('new')];
		const { error } = await syncItems(rows, { deleteMissing: true });
		expect(error?.message).toBe(
			"5 of the catalog's 10 products (50 %) would be deleted, more than the Delete Limit of 20 %",
		);
		expect(error?.description).toMatch(
			/^Nothing was deleted\. Everything else was sent: 1 created, 1 updated\. Check that the input is complete/,
		);
		expect((await stored()).p0?.title).toBe('New title');
		const allowed = await syncItems(products(9), { deleteMissing: true });
		expect(allowed.json).toMatchObject([{ deleted: 2, kept: 0 }]);
		const confirmed = await syncItems(products(1), {
			deleteMissing: true,
			options: { deleteLimit: 100 },
		});
		expect(confirmed.json).toMatchObject([{ deleted: 8 }]);
		expect(Object.keys(await stored())).toEqual(['p0']);
	});

	it('says by hand that n8n keeps nothing of the run, and remembers it otherwise', async () => {
		await seed(...products(2));
		const by = async (mode: 'manual' | 'trigger', staticData = {}) =>
			await run('product', 'sync', AUTO_MAP, { items: itemsOf(products(2)), mode, staticData });
		expect((await by('manual')).json[0]?.text).toMatch(/n8n keeps nothing of a run that is started by hand/);
		const first = await by('trigger');
		expect(first.json[0]?.text).toMatch(/the first run that n8n remembers for this catalog/);
		expect((await by('trigger', first.staticData)).json[0]?.text).toMatch(
			/Compared with the last good run of 20/,
		);
	});

	it('never empties a catalog because of an input without products, whatever is confirmed', async () => {
		await seed(...products(10));
		const confirmed = { deleteMissing: true, options: { deleteLimit: 100 } };
		const empty = { productsFrom: 'json', productsJson: '[]', ...confirmed };
		for (const deleteMissing of [true, false]) {
			const { error } = await run('product', 'sync', { ...empty, deleteMissing });
			expect(error?.message).toBe('The input has no products');
			expect(error?.description).toMatch(/^Nothing was sent. The list is empty/);
		}
		const draft = { variants: [{ id: 1, sku: 'd' }], body_html: '', handle: 'd', status: 'draft' };
		const drafts = await syncItems([draft], { ...confirmed });
		expect(drafts.error?.message).toBe(
			"The input has no product that can be sent, so 10 of the catalog's 10 products would be deleted",
		);
		expect(Object.keys(await stored())).toHaveLength(10);
	});

	it('takes no product for deleted that X says nothing about', async () => {
		const product_catalog_id = await seed(...products(10));
		sim().fail({ match: { method: 'DELETE', path: productsPath(product_catalog_id) }, kind: 'empty' });
		const parameters = { ...AUTO_MAP, deleteMissing: true };
		const more = { items: itemsOf(products(8)), continueOnFail: true };
		const { json } = await run('product', 'sync', parameters, more);
		expect(json).toMatchObject([
			{
				deleted: 0,
				failed: 2,
				kept: 2,
				failures: [{ id: 'p8', errors: [expect.stringMatching(/did not say whether/)] }, {}],
			},
		]);
	});

	it('counts as deleted what is gone when a delete is repeated because its answer was lost', async () => {
		const product_catalog_id = await seed(...products(10));
		sim().fail({ match: { method: 'DELETE', path: productsPath(product_catalog_id) }, kind: 'truncated' });
		const { json } = await syncItems(products(8), { deleteMissing: true, options: { report: 'changes' } });
		expect(json).toMatchObject(
			['p8', 'p9'].map((id) => ({ id, action: 'deleted', warnings: ['Product not found'], errors: [] })),
		);
		expect(Object.keys(await stored())).toHaveLength(8);
	});
});

/** One answer of a person confirms one file. */
describe('what is held and confirmed', () => {
	const dear = (count: number) =>
		products(count, (i) => ({ price: `${900 + i}.00 EUR`, title: `Shoe ${i}` }));
	const cheap = () => seed(...products(10, (i) => ({ title: `Shoe ${i}` })));
	const held = async (content: string, parameters: Fields = {}) => {
		const items = await fileItems(content, 'feed.csv');
		const night = await run(
			'product',
			'sync',
			{ productsFrom: 'file', ...parameters },
			{ items, continueOnFail: true },
		);
		return (night.outputs[1] ?? []).map(({ json }) => json as Fields)[0];
	};

	it('sends what was held of this file, whatever the order of its rows, and nothing of another', async () => {
		await cheap();
		const rows = dear(10);
		const said = await held(csv(rows));
		expect(said).toMatchObject({
			held: 10,
			fingerprint: expect.stringMatching(/^[\da-f]{8}-[\da-f]{8}$/) as string,
			heldChanges: expect.arrayContaining([
				{ id: 'p0', field: 'price', from: '59.90 EUR', to: '900.00 EUR' },
			]) as Fields[],
		});
		expect(sent('PUT')).toEqual([]);
		const options = { confirmChanges: `={{ " ${String(said?.fingerprint).toUpperCase()}" }}` };
		const other = await held(csv([...rows, product('new')]), { options });
		expect(other).toMatchObject({ held: 11 });
		expect(other?.text).toMatch(
			/Confirm Changes names another file \([\da-f-]{17}\); this one is [\da-f-]{17}/,
		);
		expect(sent('PUT')).toEqual([]);
		const { json } = await syncFile(csv(rows.reverse()), 'feed.csv', { options });
		expect(json).toMatchObject([{ updated: 10, held: 0, needsAttention: false }]);
	});

	it('covers deletions and rows with the same ID, too', async () => {
		await cheap();
		const rows = [product('p0', { title: 'Old' }), ...products(5, (i) => ({ title: `Shoe ${i}` }))];
		const said = await held(csv(rows), { deleteMissing: true });
		expect(said).toMatchObject({ held: 1, deleted: 0 });
		const options = { confirmChanges: said?.fingerprint };
		const { json } = await syncFile(csv(rows), 'feed.csv', { deleteMissing: true, options });
		expect(json).toMatchObject([{ deleted: 5, held: 0, skipped: 1 }]);
		expect(Object.keys(await stored())).toHaveLength(5);
	});

	it('ends a run without Needs Attention with the error, once the rest was sent', async () => {
		await cheap();
		const rows = dear(10).map((row, i) =>
			i < 9 ? row : { ...row, inventory: 0, availability: 'out of stock' },
		);
		const { error } = await syncFile(csv(rows), 'feed.csv');
		expect(error?.message).toMatch(/^Price of 10 of 10 products would rise/);
		expect(error?.description).toMatch(
			/^\d+ products stayed as they are\. Everything else was sent: 0 created, 1 updated\./,
		);
		const { p9 } = await stored();
		expect([p9?.availability, p9?.price]).toEqual(['out of stock', '59.90 EUR']);
	});

	it('refuses two files with the same IDs and other values, and takes the last where that was chosen', async () => {
		await cheap();
		const items = async () => [
			...(await fileItems(csv(products(10, (i) => ({ title: `Shoe ${i}` }))), 'new.csv')),
			...(await fileItems(csv(products(10, (i) => ({ title: `Shoe ${i}`, price: '62.00 EUR' }))), 'old.csv')),
		];
		const both = async (options: Fields) =>
			await run('product', 'sync', { productsFrom: 'file', options }, { items: await items() });
		const { error } = await both({});
		expect(error?.message).toBe('Two files of the input have the same IDs with other values (10 products)');
		expect(sent('PUT')).toEqual([]);
		expect((await both({ duplicates: 'last', changeLimit: 100 })).json).toMatchObject([{ updated: 10 }]);
	});
});

describe('a sale that has ended', () => {
	const SALE = { sale_price: '49.90 EUR' };
	const feeds: Record<string, (rows: Fields[]) => string> = {
		'feed.xml': (rows) => rss(rows),
		'feed.jsonl': (rows) => rows.map((row) => JSON.stringify(row)).join('\n'),
	};
	const SEASON = { ...SALE, sale_price_effective_date: '2026-11-01T00:00:00Z/2026-12-01T00:00:00Z' };
	const onSale = async () =>
		Object.values(await stored()).filter((row) => row.sale_price ?? row.sale_price_effective_date).length;

	it.each(Object.entries(feeds))(
		'ends for some or all where %s has no element for it',
		async (name, file) => {
			await seed(product('a', SEASON), product('b', SEASON), product('c', { color: 'red' }));
			const rows = [product('a', { price: '52.00 EUR' }), product('b', SEASON), product('c')];
			expect((await syncFile(file(rows), name)).json).toMatchObject([{ updated: 1, unchanged: 2 }]);
			const { a, b, c } = await stored();
			// No product of the file has a color, so colors are left alone.
			expect([a?.sale_price, b?.sale_price, c?.color]).toEqual([null, '49.90 EUR', 'red']);
			await seed(product('a', SEASON), product('b', SEASON), product('c'));
			const all = [product('a', { price: '52.00 EUR' }), product('b'), product('c')];
			const result = await syncFile(file(all), name);
			expect(result.json).toMatchObject([{ updated: 2, unchanged: 1, endedSales: 2, needsAttention: false }]);
			expect(result.json[0]?.text).toContain('sales of 2 products end');
			expect(await onSale()).toBe(0);
			expect((await syncFile(file(all), name)).json).toMatchObject([{ updated: 0, unchanged: 3 }]);
		},
	);

	it.each(Object.entries(INPUTS))('ends where %s had the price in an earlier run', async (_what, input) => {
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

/** An upload that ends early says how much was sent, and goes on from there. */
describe('what ends early', () => {
	/** Lets some requests pass, and refuses the next one. */
	const refuseAfter = (skip = 4) =>
		sim().fail({
			match: { method: 'PUT' },
			kind: 'status',
			status: 403,
			skip,
			times: 1,
			body: { errors: [{ code: 'UNAUTHORIZED_CLIENT_APPLICATION', message: 'not allowed' }] },
		} as never);

	const upsert = async (rows: readonly Fields[], options: Fields = {}, input = INPUTS['a file']) => {
		const [parameters, items] = await input(rows);
		const all = { report: 'summary', parallelRequests: 1, ...options };
		return await run('product', 'upsert', { ...parameters, options: all }, { items });
	};

	it('says what Sync has sent, and a second run sends the rest', async () => {
		await seed();
		refuseAfter();
		const options = { parallelRequests: 1 };
		const { error } = await syncFile(csv(products(200)), 'feed.csv', { options });
		expect(error?.description).toContain(
			'100 of 200 products were sent. Run it again: Sync compares first, so what was done is not done twice',
		);
		expect(get(error, 'context.data')).toMatchObject({ sent: 100, toSend: 200 });
		const { json } = await syncFile(csv(products(200)), 'feed.csv', { options });
		expect(json).toMatchObject([{ created: 100, unchanged: 100 }]);
	});

	it('says when the next window begins, where a run by hand meets the limit, and what has been sent', async () => {
		await seed();
		sim().fail({ match: { method: 'PUT' }, kind: 'rateLimited', resetIn: 600, skip: 4, times: 1 } as never);
		const parameters = { productsFrom: 'file', options: { parallelRequests: 1 } };
		const items = await fileItems(csv(products(200)), 'feed.csv');
		const { error } = await run('product', 'sync', parameters, { items, mode: 'manual' });
		expect(error?.message).toMatch(/^Rate limit reached until \d{4}-/);
		expect(error?.description).toMatch(
			/100 of 200 products were sent\. Run it again: .*By hand .* Max Wait 960 lets it wait for the next window/,
		);
		expect(get(error, 'context.data')).toMatchObject({ kind: 'rateLimit', sent: 100, toSend: 200 });
	});

	it.each(Object.entries(INPUTS))(
		'resumes Create or Update of %s after the last answer',
		async (_what, input) => {
			await seed();
			refuseAfter();
			const { error } = await upsert(products(200), {}, input);
			const resume = get(error, 'context.data.resume') as unknown as Fields;
			expect(error?.description).toContain(
				`100 of 200 products were sent. To go on from there, set Options → Resume From to ${String(resume.from)}`,
			);
			const before = sent('PUT').length;
			const { json } = await upsert(products(200), { resumeFrom: JSON.stringify(resume) }, input);
			expect(json).toMatchObject([{ created: 100, skipped: 100 }]);
			expect(sent('PUT')).toHaveLength(before + 4);
			expect(Object.keys(await stored())).toHaveLength(200);
		},
	);

	it('counts what was sent over several runs, and no rows that were not', async () => {
		await seed();
		// Each of the first fifty products comes again with another price, and the last row is sent.
		const rows = [...products(50, () => ({ price: '1.00 EUR' })), ...products(150)];
		let resumeFrom: unknown;
		for (const sent of [100, 125]) {
			refuseAfter(sent === 100 ? 4 : 1);
			const { error } = await upsert(rows, resumeFrom === undefined ? {} : { resumeFrom });
			expect(get(error, 'context.data')).toMatchObject({ sent, toSend: 150 });
			resumeFrom = get(error, 'context.data.resume.from');
		}
		expect((await upsert(rows, { resumeFrom })).json).toMatchObject([{ created: 25, skipped: 175 }]);
		expect(Object.values(await stored()).filter(({ price }) => price === '1.00 EUR')).toEqual([]);
	});

	it.each([
		['other values', products(200, (i) => (i === 3 ? { price: '1.00 EUR' } : {}))],
		['another order', products(200).reverse()],
	])('refuses a place in a file that has %s since, and sends nothing', async (_, changed) => {
		await seed();
		refuseAfter();
		const resumeFrom = get((await upsert(products(200))).error, 'context.data.resume.from') as unknown;
		const before = sent('PUT').length;
		const { error } = await upsert(changed, { resumeFrom });
		expect(error?.message).toBe('Resume From is no place in this input');
		expect(sent('PUT')).toHaveLength(before);
	});

	const plan = { productsFrom: 'file', options: { parallelRequests: 1, report: 'summary' } };

	/** X takes two requests of 25 products, then nothing for ten minutes, twice. */
	const closeWindows = () => {
		for (const skip of [2, 4])
			sim().fail({ match: { method: 'PUT' }, kind: 'rateLimited', resetIn: 600, skip, times: 1 } as never);
	};

	it.each(['sync', 'upsert'])(
		'says in the log, the item and its text how much %s has sent',
		async (operation) => {
			await seed();
			closeWindows();
			const log = host().services.recordLog();
			const start = Date.now();
			const { json } = await run('product', operation, plan, {
				items: await fileItems(csv(products(125)), 'feed.csv'),
			});
			log.stop();
			expect(waits().taken.filter((milliseconds) => milliseconds > 60_000)).toHaveLength(2);
			expect(json).toMatchObject([{ created: 125, windows: [{ sent: 50 }, { sent: 100 }] }]);
			const { windows = [] } = json[0] as { windows?: Array<{ sent: number; until: string }> };
			expect(windows.map(({ until }) => new Date(until).getTime() - start)).toEqual([
				expect.closeTo(600_000, -4),
				expect.closeTo(1_200_000, -4),
			]);
			for (const { sent: done, until } of windows)
				expect(log.lines).toContain(
					`Catalog ${operation === 'sync' ? 'sync' : 'upload'}: ${done} of 125 products sent, and X takes the next ones from ${until} on`,
				);
			if (operation === 'upsert')
				expect(log.lines[0]).toMatch(/^Catalog upload: 125 products to send, 5 write requests, about \d+ s$/);
			else
				expect(json[0]?.text).toMatch(
					/X's limit was reached:\n- 50 products were sent, .*\n- 100 products were sent/,
				);
		},
	);
});
