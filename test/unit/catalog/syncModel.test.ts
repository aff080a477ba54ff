/** Sync against its model: random catalogs, inputs, groups and faults of the connection. `FC_SEED` runs others. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { mapValues, pick } from 'lodash';
import type { SyncValues } from '../../../nodes/XCatalog/operations/sync';
import { runSync } from '../../../nodes/XCatalog/operations/sync';
import type { ApiRequest } from '../../../nodes/shared/http/connection';
import type { BatchCall } from '../../../nodes/shared/operation/operation';
import type { Platform } from '../../simulator/frame';
import { productErrors } from '../../simulator/catalog/rules';
import { Catalog } from '../../simulator/catalog/state';
import { fc } from '../../support/properties';
import { expectedOutcome, type Case, type Fields } from './syncModel';
import { cases } from '../../support/cases';

const id = fc.integer({ min: 0, max: 11 }).map((number) => `p${number}`);
const some = <T>(...values: T[]) => fc.constantFrom(...values);

/** Mostly different products; a few titles are shared, so that variants meet. */
const content = fc.record({
	brand: some('Acme', 'Acme', 'Bergluft'),
	availability: some('in stock', 'in stock', 'out of stock'),
	price: some('10.00 EUR', '12.50 EUR', '99.00 EUR'),
	sale_price: some('', '', '9.00 EUR'),
	inventory: some('', '1', '7'),
	size: some('', '', '', 'S', 'M'),
	color: some('', '', 'red'),
	item_group_id: some('', 'g1', 'g1', 'g2'),
	shared: some(false, false, false, true),
});

const whole = (name: string, { shared, ...rest }: Fields): Fields => ({
	id: name,
	title: shared === true ? 'Tee' : `Shoe ${name}`,
	description: 'A shoe',
	condition: 'new',
	link: `https://shop.example/${name}`,
	image_link: `https://shop.example/${name}.jpg`,
	...rest,
});

const row = fc
	.tuple(
		fc.oneof({ weight: 60, arbitrary: id }, { weight: 1, arbitrary: fc.constant('') }),
		content,
		fc.oneof(
			{ weight: 2, arbitrary: fc.constant({}) },
			some<Fields>({ title: '' }, { price: '10' }, { inventory: '0' }, { sale_price: '99.50 EUR' }),
		),
	)
	.map(([name, values, fault]) => ({ ...whole(name, values), ...fault }));

const givens: fc.Arbitrary<Case & { faults: number[] }> = fc.record({
	stored: fc
		.uniqueArray(fc.tuple(id, content, some({}, { custom_label_0: 'kept' })), {
			maxLength: 10,
			selector: ([name]) => name,
		})
		.map((list) => list.map(([name, values, more]) => ({ ...whole(name, values), ...more }))),
	rows: fc.array(row, { minLength: 1, maxLength: 14 }),
	deleteMissing: fc.boolean(),
	deleteLimit: some(0, 20, 50, 100),
	duplicates: some('first', 'last'),
	replaces: fc.boolean(),
	/** The requests, by number, whose answers are lost after they took effect. */
	faults: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 2 }),
});

/** The stored products as text, so that 3 and "3" are one. */
const comparable = (products: Iterable<readonly [string, Fields]>) =>
	Object.fromEntries([...products].map(([name, product]) => [name, mapValues(product, String)]));

class World {
	requests = 0;
	readonly memory: IDataObject = {};
	/** Whether a plain read shows all members of a group, and not only the first. */
	showsMembers = false;
	private ids = 0;
	readonly catalog: Catalog;

	constructor(given: Case) {
		const platform = { newId: () => String(++this.ids) } as Platform;
		this.catalog = new Catalog('1', '1', 'Shoes', platform, {
			replaces: given.replaces,
			hidesMembers: false,
		});
		for (const product of given.stored) this.catalog.put(wire(product));
	}

	/** @param faults Requests that are answered by a broken connection once they took effect. */
	async sync(given: Case, faults: readonly number[]): Promise<IDataObject> {
		this.requests = 0;
		const { rows, deleteMissing, deleteLimit, duplicates } = given;
		const context = {
			getNode: () => ({ parameters: {} }),
			getTimezone: () => 'UTC',
			getExecutionCancelSignal: () => undefined,
			continueOnFail: () => false,
			addExecutionHints: () => undefined,
			getMode: () => 'trigger',
			getWorkflowStaticData: () => this.memory,
			logger: { info: () => undefined },
		} as unknown as IExecuteFunctions;
		const values = {
			product_catalog_id: '1',
			productsFrom: 'mapping',
			report: 'summary',
			deleteMissing,
			deleteLimit,
			changeLimit: 100,
			duplicates,
		} as unknown as SyncValues;
		const api = { send: (request: ApiRequest) => this.answer(request, faults) };
		const items = rows.map((json) => ({ json: json as IDataObject }));
		const batch = {
			context,
			items,
			wanted: [...items.keys()],
			read: () => ({ product_catalog_id: '1' }),
			call: () => Promise.resolve({ api, values, options: { failOnPartialErrors: false } }),
			isDryRun: () => false,
			goesOn: () => false,
			fail: (error: unknown) => {
				throw error;
			},
		} as unknown as BatchCall<SyncValues>;
		const [summary] = await runSync(batch);
		return summary?.json ?? {};
	}

	private async answer({ method, query, body }: ApiRequest, faults: readonly number[]) {
		const isLost = faults.includes(this.requests++);
		const data = this.data(method, Object.fromEntries(query ?? []), (body ?? {}) as Fields);
		await Promise.resolve();
		if (isLost) throw new Error('The connection broke');
		return { status: 200, body: data };
	}

	private data(method: string, { item_group_key: group }: Record<string, string>, body: Fields) {
		const { catalog } = this;
		if (method === 'GET') {
			const all = this.showsMembers ? [...catalog.products.values()] : catalog.visible();
			const found = group === undefined ? all : catalog.members(group);
			return { data: found.map((stored) => catalog.view(stored)), next_cursor: null };
		}
		if (method === 'DELETE')
			return {
				data: {
					delete_products: (body.product_keys as string[]).map((key) =>
						catalog.remove(key)
							? { product_key: key }
							: { failed_product_key: key, message: 'Product not found' },
					),
				},
			};
		const products_response = (body.products as Fields[]).map((product) => {
			const errors = productErrors(product);
			if (errors.length > 0) return { id: product.id, errors, status: 'ERROR' };
			const { key, status } = catalog.put(product);
			return { id: product.id, product_key: key, status };
		});
		return { data: { products_response } };
	}

	get stored(): [string, Fields][] {
		return [...this.catalog.products.values()].map(({ fields }) => [String(fields.id), fields]);
	}
}

/** A product as X keeps it: numbers are numbers. */
const wire = (product: Fields): Fields => ({
	...product,
	inventory: product.inventory === '' ? null : Number(product.inventory),
});

const CASES = cases(200, 2000, 10_000);

it(`ends in the state of the model, whatever the input and the faults: ${CASES} cases`, async () => {
	let refused = 0;
	let deleted = 0;
	await fc.assert(
		fc.asyncProperty(givens, async ({ faults, ...given }) => {
			const world = new World(given);
			const before = comparable(world.stored);
			const expected = expectedOutcome(given);
			if (expected.refused !== undefined) {
				refused++;
				await expect(world.sync(given, [])).rejects.toThrow();
				// Where only the deletion is refused, everything else is sent.
				const left = expected.refused === 'deletion' ? comparable(expected.catalog) : before;
				expect(comparable(world.stored)).toEqual(left);
				return;
			}
			if (faults.length > 0) {
				await world
					.sync(given, faults)
					.catch((error: Error) => expect(error.message).toBe('The connection broke'));
				// Whatever came of it: nothing is lost that the sync may not delete.
				const gone = Object.keys(before).filter((name) => !(name in comparable(world.stored)));
				expect(gone.filter((name) => expected.catalog.has(name))).toEqual([]);
				// A deletion that was half done may now be within the limit, or beyond it.
				await world.sync({ ...given, deleteLimit: 100 }, []);
			} else {
				const summary = await world.sync(given, []);
				expect(pick(summary, Object.keys(expected.counts))).toEqual(expected.counts);
				deleted += expected.counts.deleted;
			}
			expect(comparable(world.stored)).toEqual(comparable(expected.catalog));
			const again = await world.sync({ ...given, deleteLimit: 100 }, []);
			expect(again).toMatchObject({ created: 0, updated: 0, deleted: 0 });
		}),
		{ numRuns: CASES },
	);
	// A run in which nothing is ever refused or deleted shows nothing.
	expect(Math.min(refused, deleted)).toBeGreaterThan(CASES / 50);
});

it('reads a group once, also where a plain read shows all of its members', async () => {
	const values = {
		brand: 'Acme',
		availability: 'in stock',
		price: '10.00 EUR',
		inventory: '1',
		item_group_id: 'g1',
	};
	const rows = Array.from({ length: 60 }, (_, index) =>
		whole(`p${index}`, { ...values, size: String(index) }),
	);
	const settings = { deleteMissing: false, deleteLimit: 20, replaces: false };
	const given: Case = { stored: rows, rows, duplicates: 'last', ...settings };
	const world = new World(given);
	world.showsMembers = true;
	expect(await world.sync(given, [])).toMatchObject({ unchanged: 60, requests: { reads: 2 } });
	expect(world.requests).toBe(2);
});
