/** @jest-environment ./test/support/environment.ts */
import { mapperFields } from '../../../nodes/XCatalog/fields/product';
import type { NodeRunOptions } from '../../support';
import { operationOf, sampleOf } from '../../facts';
import { AUTO_MAP, brokenRules, itemsOf, product, products, useCatalog, type Fields } from './support';
import { useSkippedWaits } from '../../support/waits';

const { sim, run, seed, sent, stored } = useCatalog();
useSkippedWaits(sim);
const upsert = async (parameters: Fields, more?: Partial<NodeRunOptions>) =>
	await run('product', 'upsert', parameters, more);

describe('Product: Create or Update', () => {
	it('sends items 25 a request, with several under way, and pairs every result', async () => {
		await seed(product('p0'), product('p1', { price: '1.00 EUR' }));
		const result = await upsert(AUTO_MAP, { items: itemsOf(products(60)) });
		expect(result.error).toBeUndefined();
		expect(result.json).toHaveLength(60);
		expect(result.itemsPaired).toEqual(Array.from({ length: 60 }, (_, i) => i));
		expect(result.json[0]).toMatchObject({ id: 'p0', action: 'unchanged', status: 'NO_CHANGE' });
		expect(result.json[1]).toMatchObject({ id: 'p1', action: 'updated', status: 'UPDATE_SUCCESS' });
		expect(result.json[59]).toMatchObject({
			id: 'p59',
			action: 'created',
			status: 'CREATE_SUCCESS',
			errors: [],
		});
		expect(result.json[59]?.product_key).toMatch(/^\d{19}$/);
		expect(sent('PUT').map(({ body }) => (body as { products: unknown[] }).products.length)).toEqual([
			25, 25, 10,
		]);
		expect(Object.keys(await stored())).toHaveLength(60);
	});
});

describe('Product: Create or Update, where the products come from', () => {
	it('asks for what the form leaves empty', async () => {
		const { brand, inventory, ...top } = product('form') as Record<string, string | number>;
		const parameters = {
			...top,
			productsFrom: 'fields',
			price: '={{ "" }}',
			moreFields: { inventory },
		};
		const { error } = await upsert(parameters);
		expect(brand).toBe('Acme');
		expect(brokenRules(error)).toEqual(['price required', 'brand oneOfThree']);
		expect(sim().requests).toHaveLength(0);
	});

	it('takes a mapping by hand and a list in JSON', async () => {
		const mapping = {
			mappingMode: 'defineBelow',
			value: { ...product('x'), id: '={{ $json.sku }}', color: null },
		};
		const items = itemsOf([{ sku: 'a' }, { sku: 'b' }]);
		const mapped = await upsert({ productsFrom: 'mapping', mapping }, { items });
		expect(mapped.json.map(({ id }) => id)).toEqual(['a', 'b']);
		const productsJson = JSON.stringify(products(3));
		const listed = await upsert({
			productsFrom: 'json',
			productsJson,
		});
		expect(listed.json.map(({ id }) => id)).toEqual(['p0', 'p1', 'p2']);
	});

	it('leaves the checks of a mapping by hand to itself: all problems at once, and any spelling of a choice', async () => {
		await seed(product('a', { color: 'red', size: 'L' }));
		const fields = Object.keys(product('a'));
		const given = Object.fromEntries(fields.map((name) => [name, `={{ $json.${name} }}`]));
		const mapping = {
			mappingMode: 'defineBelow',
			value: { ...given, color: '={{ $json.color }}', size: null },
			schema: mapperFields(),
		};
		const parameters = { productsFrom: 'mapping', mapping };
		const wrong = itemsOf([product('a', { title: null, availability: 'some day', inventory: 'many' })]);
		const { error } = await upsert(parameters, { items: wrong });
		expect(brokenRules(error)).toEqual(['title required', 'availability choice', 'inventory integer']);
		const right = itemsOf([product('a', { availability: 'In_Stock' })]);
		await run('product', 'sync', parameters, { items: right });
		expect((await stored()).a).toMatchObject({ availability: 'in stock', color: null, size: 'L' });
	});

	it('says so when the example was sent as it stood, which nobody can buy', async () => {
		const { hints } = await upsert({ productsFrom: 'json' });
		expect(hints[0]?.message).toContain('delete EXAMPLE-1 from the catalog');
		expect(await stored()).toMatchObject({ 'EXAMPLE-1': { availability: 'discontinued' } });
	});
});

describe('Product: Create or Update, wrong products', () => {
	it('stops before anything is sent and names every problem of every wrong item', async () => {
		const items = itemsOf([
			product('a'),
			product('b', { title: '', price: '5' }),
			product('c', { link: 'http://x.example' }),
		]);
		const { error, status } = await upsert(AUTO_MAP, { items });
		expect(status).toBe('error');
		expect(error).toMatchObject({
			message: '2 products break a rule, the first one: Title is required',
			context: { itemIndex: 1 },
		});
		expect(error?.description).toBe(
			'Nothing was sent. Correct all of these: Item 2 (b): Title is required; Price must be written like "59.90 EUR": the currency code is missing (it is "5"); Item 3 (c): Link must start with https://, not http://. What helps: Set Currency in Defaults, and Decimals where the source has commas; Switch Http to Https on under Options → Clean-Up if the shop answers there',
		);
		expect(sent('PUT')).toHaveLength(0);
	});

	it('reports wrong items and sends the others with Continue On Fail', async () => {
		const items = itemsOf([product('a'), product('b', { title: '' }), product('c')]);
		const result = await upsert(AUTO_MAP, { items, continueOnFail: true });
		expect(result.json.map(({ id, action }) => [id, action])).toEqual([
			['a', 'created'],
			['b', 'failed'],
			['c', 'created'],
		]);
		expect(result.json[1]).toMatchObject({ status: 'ERROR', errors: ['Title is required'] });
		expect(result.itemsPaired).toEqual([0, 1, 2]);
	});

	it('sends wrong products to the error output, beside what was wrong with them', async () => {
		const items = itemsOf([product('a'), product('b', { title: '', price: '5' })]);
		const { outputs } = await upsert(AUTO_MAP, { items, continueOnFail: 'error' });
		expect(outputs.map((output) => output.map(({ json }) => json))).toMatchObject([
			[{ id: 'a', action: 'created' }],
			[{ id: 'b', error: expect.stringMatching(/^Title is required; Price must/) as string, price: '5' }],
		]);
		const removed = await run(
			'product',
			'delete',
			{ deleteBy: 'ids', item_ids: '={{ $json.id }}' },
			{ items, continueOnFail: 'error' },
		);
		expect(removed.outputs.map((output) => output.map(({ json }) => json))).toMatchObject([
			[{ id: 'a', deleted: true }],
			[{ id: 'b', error: 'The catalog has no product with this ID' }],
		]);
	});
});

describe('Product: Create or Update, repeated IDs', () => {
	const twice = [product('a', { title: 'One' }), product('b'), product('a', { title: 'Two' })];

	it.each([
		['last', 'Two', ['skipped', 'created', 'created']],
		['first', 'One', ['created', 'created', 'skipped']],
	])('sends the %s of several products with one ID', async (duplicates, title, actions) => {
		const parameters = { ...AUTO_MAP, options: { duplicates } };
		const result = await upsert(parameters, { items: itemsOf(twice) });
		expect(result.json.map(({ action }) => action)).toEqual(actions);
		expect((await stored()).a?.title).toBe(title);
	});
});

describe('Product: Create or Update, what X refuses', () => {
	it('shows what X refused, or fails when told to', async () => {
		// The simulated platform takes this for a tag; the node only warns of it.
		const items = itemsOf([product('a'), product('b'), product('c', { description: 'Size <XL>' })]);
		const result = await upsert(AUTO_MAP, { items });
		expect(result.json[2]).toMatchObject({
			action: 'failed',
			status: 'ERROR',
			errors: ['description must not contain HTML'],
		});
		expect(result.hints.map(({ message }) => message)).toContain(
			'1 product failed. The first is c: description must not contain HTML. Run it again once that is solved: what was done already is not done twice',
		);
		const strict = { ...AUTO_MAP, options: { failOnPartialErrors: true } };
		expect((await upsert(strict, { items })).error?.message).toBe('1 product failed');
	});
});

describe('what the documentation does not forbid', () => {
	it('sends the product of the documentation, and tells what looks wrong about it', async () => {
		const { body } = sampleOf(operationOf('PUT /12/product_catalogs/{product_catalog_id}/products'));
		const [documented] = (body as { products: Record<string, unknown>[] }).products;
		const result = await upsert({
			productsFrom: 'json',
			productsJson: JSON.stringify(documented),
		});
		expect(result.error).toBeUndefined();
		expect(result.json).toMatchObject([{ id: documented?.id, action: 'created' }]);
		expect(result.json[0]?.warnings).toEqual([expect.stringContaining('check digit')]);
		expect(result.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^1 product has a value that looks wrong, sent all the same\. Item 1/) as string,
		]);
	});

	it('names the columns that are not sent, and among them the keys of X', async () => {
		await seed(product('a'));
		const items = itemsOf([{ ...(await stored()).a, item_group_key: '7', colour: 'red' }]);
		const { hints } = await upsert(AUTO_MAP, { items });
		expect(hints.map(({ message }) => message)).toEqual([
			'Ignored columns (not product fields): colour',
			'X makes these keys itself, so they were not sent: product_key, item_group_key',
		]);
	});
});

describe('the form', () => {
	it('fails the items without a catalog alone', async () => {
		const product_catalog_id = await seed();
		const items = itemsOf([product('a', { catalog: product_catalog_id }), product('b', { catalog: 'no' })]);
		const parameters = { product_catalog_id: '={{ $json.catalog }}', ...AUTO_MAP };
		const result = await upsert(parameters, { items, continueOnFail: true });
		expect(result.json.map(({ id, details }) => id ?? (details as { invalid: object[] }).invalid)).toEqual([
			[expect.objectContaining({ field: 'product_catalog_id', rule: 'pattern' })],
			'a',
		]);
	});
});

describe('Product: Delete', () => {
	it('deletes by key, with a result for each', async () => {
		await seed(...products(3));
		const { p0, p2 } = await stored();
		const product_keys = `${String(p0?.product_key)}, 123, ${String(p2?.product_key)}`;
		const result = await run('product', 'delete', {
			deleteBy: 'keys',
			product_keys,
		});
		expect(result.json).toEqual([
			{ deleted: true, product_key: p0?.product_key },
			{ deleted: false, product_key: '123', error: 'Product not found' },
			{ deleted: true, product_key: p2?.product_key },
		]);
		expect(Object.keys(await stored())).toEqual(['p1']);
	});

	it('looks identifiers up, behind groups too, in full requests over all items', async () => {
		const group = { item_group_id: 'g' };
		await seed(
			...products(30),
			product('red', { ...group, color: 'red' }),
			product('blue', { ...group, color: 'blue' }),
		);
		const ids = [...Array.from({ length: 27 }, (_, i) => `p${i}`), 'blue', 'nobody'];
		const result = await run(
			'product',
			'delete',
			{ deleteBy: 'ids', item_ids: '={{ $json.id }}' },
			{ items: itemsOf(ids.map((id) => ({ id }))) },
		);
		expect(sent('DELETE')).toHaveLength(2);
		expect(result.itemsPaired).toEqual(ids.map((_, i) => i));
		expect(result.json.at(-2)).toMatchObject({ deleted: true, id: 'blue' });
		expect(result.json.at(-1)).toEqual({
			deleted: false,
			id: 'nobody',
			error: 'The catalog has no product with this ID',
		});
		expect(Object.keys(await stored())).toEqual(['p27', 'p28', 'p29', 'red']);
	});
});
