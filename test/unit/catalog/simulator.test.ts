import { request } from 'undici';
import { catalog } from '../../simulator/catalog/area';
import { authorization } from '../../simulator/auth/area';
import { GOOD } from './wrongProducts';
import { ME } from '../../simulator/identities';
import { useSimulator } from '../../support/simulator';

const sim = useSimulator({}, [authorization, catalog]);
let token = '';
beforeEach(() => {
	token = sim().platform.credentials.grant(ME.id, ['ads.read', 'ads.write']).access_token;
});

interface Body {
	data: Record<string, unknown> & Record<string, unknown>[];
	errors: { code: string; message: string; parameter?: string }[];
	next_cursor: string | null;
}

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
	const answer = await request(`${sim().adsUrl}/12/product_catalogs${path}`, {
		method,
		headers: {
			authorization: `Bearer ${token}`,
			...(body !== undefined && { 'content-type': 'application/json' }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	return { status: answer.statusCode, headers: answer.headers, body: (await answer.body.json()) as Body };
}
const PRODUCT = { ...GOOD, inventory: 3 };
const seed = async (...products: object[]) =>
	((await sim().control('catalog', 'seed', { products })) as { id: string }).id;

describe('the simulated catalog', () => {
	it('gives a user one catalog', async () => {
		expect((await call('POST', '?name=One')).status).toBe(200);
		const second = await call('POST', '?name=Two');
		expect(second.status).toBe(403);
		expect(second.body.errors[0]).toEqual({
			code: 'ACTION_NOT_ALLOWED',
			message: 'A user can only own one product catalog',
			parameter: 'user_id',
		});
		expect((await call('GET', '')).body.data).toHaveLength(1);
	});

	it('refuses parameters in the body, unknown ones, and lists over their size', async () => {
		const id = await seed();
		expect((await call('POST', '', { name: 'One' })).body.errors[0]).toMatchObject({
			code: 'MISSING_PARAMETER',
			parameter: 'name',
		});
		expect((await call('GET', `/${id}/products?limit=5`)).body.errors[0]).toMatchObject({
			code: 'INVALID_PARAMETER',
			parameter: 'limit',
		});
		expect((await call('GET', `/${id}/products?count=101`)).status).toBe(400);
		const many = Array.from({ length: 26 }, (_, i) => ({ ...PRODUCT, id: `p${i}` }));
		expect((await call('PUT', `/${id}/products`, { products: many })).status).toBe(400);
		expect((await call('PUT', `/${id}/products`, { products: [{ ...PRODUCT, colour: 'red' }] })).status).toBe(
			400,
		);
	});

	it('answers per product, and ignores an identifier that occurs twice', async () => {
		const id = await seed(PRODUCT);
		const products = [
			PRODUCT,
			{ ...PRODUCT, id: 'b' },
			{ ...PRODUCT, id: 'c', price: '1' },
			{ ...PRODUCT, id: 'd' },
			{ ...PRODUCT, id: 'd' },
		];
		const { body } = await call('PUT', `/${id}/products`, {
			products: [...products, { ...PRODUCT, id: 'e', inventory: '3' }],
		});
		expect(
			(body.data.products_response as Record<string, unknown>[]).map(({ id: item, status, errors }) => [
				item,
				status,
				errors,
			]),
		).toEqual([
			[PRODUCT.id, 'NO_CHANGE', []],
			['b', 'CREATE_SUCCESS', []],
			['c', 'ERROR', ['price is not in the format "100.00 USD"']],
			['e', 'ERROR', ['inventory is not an integer']],
		]);
	});

	it('hides the members of a group behind the first', async () => {
		const variants = ['red', 'blue', 'green'].map((color) => ({
			...PRODUCT,
			id: color,
			color,
			item_group_id: 'g',
		}));
		const id = await seed(PRODUCT, ...variants);
		const { body } = await call('GET', `/${id}/products`);
		expect(body.data.map((row) => row.id)).toEqual([PRODUCT.id, 'red']);
		const group = await call('GET', `/${id}/products?item_group_key=${String(body.data[1]?.item_group_key)}`);
		expect(group.body.data.map((row) => row.id)).toEqual(['red', 'blue', 'green']);
	});

	it('processes filtered sets for a while and refuses to change them', async () => {
		const id = await seed(PRODUCT, { ...PRODUCT, id: 'dear', price: '200.00 EUR' });
		const filters = [{ attribute: 'price', operator: 'GREATER_THAN', value: '100.00 EUR' }];
		const made = await call('POST', `/${id}/product_sets`, { name: 'Dear', type: 'FILTERED', filters });
		expect(made.body.data).toMatchObject({ processing_status: 'PROCESSING', product_ids: [] });
		sim().platform.clock.advance(3000);
		const path = `/${id}/product_sets/${String(made.body.data.id)}`;
		expect((await call('GET', path)).body.data).toMatchObject({
			processing_status: 'DONE',
			product_ids: ['dear'],
		});
		expect((await call('PUT', path, { name: 'New' })).status).toBe(403);
	});

	it('limits deletes to 150 in 15 minutes', async () => {
		const id = await seed();
		const { headers } = await call('DELETE', `/${id}/products`, { product_keys: ['1'] });
		expect(headers['x-rate-limit-limit']).toBe('150');
	});

	it('refuses everything without early access', async () => {
		await sim().control('catalog', 'earlyAccess', { enrolled: false });
		const { status, body } = await call('GET', '');
		expect([status, body.errors[0]?.code]).toEqual([403, 'UNAUTHORIZED_CLIENT_APPLICATION']);
	});
});
