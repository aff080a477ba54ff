/** @jest-environment ./test/support/environment.ts */
import { useSkippedWaits } from '../../support/waits';
import { AUTO_MAP, itemsOf, product, products, useCatalog } from './support';

const { sim, run, seed, stored, syncItems } = useCatalog();
useSkippedWaits(sim);
const productsPath = (id: string) => `/12/product_catalogs/${id}/products`;

describe('Product: Sync, what the input lacks', () => {
	it('leaves what the input lacks, deletes it when asked, and not too much of it', async () => {
		await seed(...products(10));
		const kept = await syncItems(products(5));
		expect(kept.json).toMatchObject([{ unchanged: 5, deleted: 0, kept: 5 }]);
		const refused = await syncItems(products(5), { deleteMissing: true });
		expect(refused.error?.message).toBe(
			"5 of the catalog's 10 products (50 %) would be deleted, more than the Delete Limit of 20 %",
		);
		const allowed = await syncItems(products(8), { deleteMissing: true });
		expect(allowed.json).toMatchObject([{ deleted: 2, kept: 0 }]);
		const confirmed = await syncItems(products(1), {
			deleteMissing: true,
			options: { deleteLimit: 100 },
		});
		expect(confirmed.json).toMatchObject([{ deleted: 7 }]);
		expect(Object.keys(await stored())).toEqual(['p0']);
	});

	it('sends everything else where a deletion is held, and ends with the error', async () => {
		await seed(...products(10));
		const rows = [...products(5, (i) => (i === 0 ? { title: 'New title' } : {})), product('new')];
		const { error } = await syncItems(rows, { deleteMissing: true });
		expect(error?.message).toMatch(/more than the Delete Limit of 20 %$/);
		expect(error?.description).toMatch(
			/^Nothing was deleted\. Everything else was sent: 1 created, 1 updated\. Check that the input is complete/,
		);
		const all = await stored();
		expect(Object.keys(all)).toHaveLength(11);
		expect(all.p0?.title).toBe('New title');
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

	it('never deletes a product whose row is wrong', async () => {
		await seed(...products(10));
		const rows = products(10, (i) => (i === 4 ? { title: '' } : {}));
		const result = await syncItems(rows, { deleteMissing: true });
		expect(result.json).toMatchObject([{ unchanged: 9, failed: 1, deleted: 0 }]);
		expect(result.hints[0]?.message).toBe(
			'1 product failed. The first is p4: Title is required. Run it again once that is solved: what was done already is not done twice',
		);
		expect(Object.keys(await stored())).toHaveLength(10);
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

	it('deletes beside a wrong row whose ID is certain, and not beside one whose ID is not', async () => {
		await seed(...products(10));
		const unclear = [...products(8), { ...product('p8'), ID: 'p9' }];
		const refused = await syncItems(unclear, { deleteMissing: true });
		expect(refused.error?.message).toContain("1 of the input's rows have no readable ID");
		const certain = [...products(8), product('p8', { size: { eu: 42 } })];
		const { json } = await syncItems(certain, { deleteMissing: true });
		expect(json).toMatchObject([{ unchanged: 8, failed: 1, deleted: 1 }]);
		expect(Object.keys(await stored())).toContain('p8');
	});

	it('stops, and deletes nothing, where all products are variants without a group', async () => {
		await seed(...products(12));
		const rows = products(10, (i) => ({ title: 'Tee', size: String(i) }));
		const { error } = await syncItems(rows, { deleteMissing: true });
		expect(error?.message).toMatch(/^10 products break a rule, the first one: Item Group ID is required/);
		expect(Object.keys(await stored())).toHaveLength(12);
	});
});
