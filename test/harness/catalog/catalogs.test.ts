/** @jest-environment ./test/support/environment.ts */
import { listSearch } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { idOf, products, useCatalog } from './support';

const { sim, run, seed, sent } = useCatalog();
useSkippedWaits(sim);
const path = (id: string, rest = '') => `/12/product_catalogs/${id}${rest}`;

describe('Catalog', () => {
	it('is created, listed, renamed and deleted with query parameters', async () => {
		const made = await run('catalog', 'create', { name: 'Summer & Sun' });
		expect(made.error).toBeUndefined();
		const id = idOf(made);
		expect(made.json).toEqual([{ id, name: 'Summer & Sun' }]);
		expect((await run('catalog', 'getMany', {})).json).toEqual([{ id, name: 'Summer & Sun' }]);
		const renamed = await run('catalog', 'update', {
			product_catalog_id: { __rl: true, mode: 'id', value: id },
			name: 'Winter',
		});
		expect(renamed.json).toEqual([{ id, name: 'Winter' }]);
		expect((await run('catalog', 'delete', { product_catalog_id: id })).json).toEqual([
			{ deleted: true, product_catalog_id: id },
		]);
	});

	it('tells what X says about a second one and about early access', async () => {
		await seed();
		const second = await run('catalog', 'create', { name: 'Two' });
		expect(second.error?.message).toBe('This is not allowed: A user can only own one product catalog');
		expect(second.error?.description).toMatch(
			/A user can own one catalog and one scheduled feed only.*early access/,
		);
		await sim().control('catalog', 'earlyAccess', { enrolled: false });
		const refused = await run('catalog', 'getMany', {});
		expect(refused.error).toMatchObject({
			httpCode: '403',
			message:
				'The app has no access to catalog management: The client application is not enrolled for catalog management',
			description:
				'Catalog management is in early access: ask your account manager at X to enroll the app. Being approved for the Ads API is not enough. If reading works and only writing is refused, the credential lacks the scope ads.write: add it and connect again',
		});
		const list = listSearch({ node: 'xCatalog', sim: sim(), method: 'searchCatalogs' });
		await expect(list).rejects.toThrow('The app has no access to catalog management');
	});

	it('says where to look for what is not there', async () => {
		await seed();
		const { error } = await run('product', 'getMany', { product_catalog_id: '123' });
		expect(error?.description).toBe(
			'This is about "Catalog" (product_catalog_id). Check the ID. A catalog is found only by the user who owns it, and sets and feeds only in their own catalog. Product sets name products by the product_key that Get Many gives, not by their own IDs',
		);
	});

	it('is gone when a delete is repeated and answered with a web page', async () => {
		const product_catalog_id = await seed();
		sim().fail({ match: { method: 'DELETE' }, kind: 'status', status: 502, body: '', after: true });
		sim().fail({ match: { method: 'DELETE' }, kind: 'html', status: 404 });
		const { json } = await run('catalog', 'delete', { product_catalog_id });
		expect(json).toEqual([{ deleted: true, product_catalog_id }]);
	});

	it('can be chosen from a list, as can sets and feeds', async () => {
		const id = await seed();
		const found = await listSearch({ node: 'xCatalog', sim: sim(), method: 'searchCatalogs', filter: 'acm' });
		expect(found.results).toMatchObject([{ name: 'Acme', value: id }]);
		const sets = await listSearch({
			node: 'xCatalog',
			sim: sim(),
			method: 'searchProductSets',
			parameters: { product_catalog_id: id },
		});
		expect(sets.results).toEqual([]);
	});
});

describe('Product: Get Many', () => {
	it('pages through all products and keeps the useful fields', async () => {
		const product_catalog_id = await seed(...products(230));
		const all = await run('product', 'getMany', { product_catalog_id, returnAll: true });
		expect(all.json).toHaveLength(230);
		expect(Object.keys(all.json[0] ?? {}).join(' ')).toBe(
			'id product_key title availability price sale_price inventory link image_link item_group_id item_group_key',
		);
		expect(sent('GET')).toHaveLength(3);
		const some = await run('product', 'getMany', { product_catalog_id, limit: 5 });
		expect(some.json).toHaveLength(5);
	});
});

describe('lists that the documentation gives no cursor', () => {
	it.each([
		['catalog', {}],
		['productSet', { product_catalog_id: '1' }],
		['scheduledFeed', { product_catalog_id: '1' }],
	])('%s: tell that there is more', async (resource, parameters) => {
		sim().fail({ kind: 'status', status: 200, body: { data: [{ id: '1' }], next_cursor: 'p2' } });
		const { json, hints } = await run(resource, 'getMany', parameters);
		expect(json).toEqual([{ id: '1' }]);
		expect(hints.map(({ message }) => message)).toEqual([expect.stringContaining('has more than it sent')]);
	});
});

it('refuses an app-only credential by not offering it, and signs with either user credential', async () => {
	const id = await seed();
	const token = sim().platform.credentials.grant('2244994945', ['ads.read']).access_token;
	const result = await run(
		'catalog',
		'getMany',
		{ authentication: 'oAuth2' },
		{
			credentials: { xUserOAuth2Api: { oauthTokenData: { access_token: token, token_type: 'bearer' } } },
		},
	);
	expect(result.json).toEqual([{ id, name: 'Acme' }]);
	expect(sent('GET', path('').slice(0, -1))).toHaveLength(1);
});
