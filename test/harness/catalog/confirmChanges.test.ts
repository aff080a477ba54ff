/** @jest-environment ./test/support/environment.ts */
/** One answer of a person confirms one file. */
import { csv, fileItems, product, products, useCatalog, type Fields } from './support';

const { run, seed, sent, stored, syncFile } = useCatalog();

const dear = (count: number) => products(count, (i) => ({ price: `${900 + i}.00 EUR`, title: `Shoe ${i}` }));
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
