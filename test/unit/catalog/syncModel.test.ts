/**
 * Sync against its model: random catalogs, inputs, groups and faults of the connection. The model is a second opinion on
 * what the catalog must be and what the summary must count, worked out over whole maps, without fingerprints, passes and
 * batches. It shares nothing with the node.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { mapValues, pick } from 'lodash';
import type { SyncValues } from '../../../nodes/XCatalog/operations/sync';
import { runSync } from '../../../nodes/XCatalog/operations/sync';
import type { ApiRequest } from '../../../nodes/shared/http/connection';
import type { BatchCall } from '../../../nodes/shared/operation/operation';
import type { Platform } from '../../simulator/frame';
import type { CatalogCall } from '../../simulator/catalog/call';
import { putProducts, removeProducts } from '../../simulator/catalog/products';
import { Catalog } from '../../simulator/catalog/state';
import { fc } from '../../support/properties';
import { cases } from '../../support/cases';

type Fields = Record<string, unknown>;

/** A random case: what the catalog has, what the input has, and how the sync is set. */
interface Case {
	stored: Fields[];
	rows: Fields[];
	deleteMissing: boolean;
	deleteLimit: number;
	duplicates: 'first' | 'last';
	replaces: boolean;
}

interface Outcome {
	/** Why nothing is done at all, or why nothing is deleted. */
	refused?: 'nothing to send' | 'deletion';
	counts: {
		created: number;
		updated: number;
		unchanged: number;
		deleted: number;
		failed: number;
		skipped: number;
	};
	/** What the catalog has afterwards, by identifier; empty fields are not there. */
	catalog: Map<string, Fields>;
}

const VARIANTS = ['size', 'color'];

const filled = (product: Fields): Fields =>
	Object.fromEntries(Object.entries(product).filter(([, value]) => value !== '' && value !== null));

/** An empty value is none. */
const asText = (value: unknown) =>
	value === undefined || value === null ? '' : `${value as string | number}`;

const amount = (price: unknown) => Number(String(price).split(' ')[0]);

/** Whether a row may be sent, looked at alone. */
function isValid(row: Fields): boolean {
	if (row.title === '' || !/^\d+\.\d\d EUR$/.test(String(row.price))) return false;
	if (row.availability === 'in stock' && row.inventory !== '' && Number(row.inventory) < 1) return false;
	return row.sale_price === '' || row.sale_price === undefined || amount(row.sale_price) < amount(row.price);
}

const family = (row: Fields) =>
	JSON.stringify([String(row.title).toLowerCase(), String(row.brand).toLowerCase()]);
const look = (row: Fields) => JSON.stringify(VARIANTS.map((name) => row[name] ?? ''));

function expectedOutcome({ stored, rows, ...settings }: Case): Outcome {
	const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0, skipped: 0 };
	const catalog = new Map(stored.map((product) => [String(product.id), filled(product)]));
	const before = new Map(catalog);
	const named = rows.filter(({ id }) => id !== '');
	const chosen = new Map<string, Fields>();
	for (const row of named)
		if (settings.duplicates === 'last' || !chosen.has(String(row.id))) chosen.set(String(row.id), row);
	counts.failed += rows.length - named.length;
	counts.skipped += named.length - chosen.size;
	const valid = [...chosen.values()].filter(isValid);
	const loose = valid.filter((row) => !row.item_group_id && VARIANTS.some((name) => row[name]));
	const isUngrouped = (row: Fields) =>
		loose.includes(row) && loose.some((other) => family(other) === family(row) && look(other) !== look(row));
	const sendable = valid.filter((row) => !isUngrouped(row));
	if (sendable.length === 0) return { refused: 'nothing to send', counts, catalog };
	const missing = [...before.keys()].filter((id) => !chosen.has(id));
	const isTooMuch = missing.length * 100 > settings.deleteLimit * before.size;
	const isUnsure = rows.length > named.length;
	const isHeld = settings.deleteMissing && missing.length > 0 && (isUnsure || isTooMuch);
	counts.failed += chosen.size - sendable.length;
	for (const row of sendable) {
		const id = String(row.id);
		const old = before.get(id);
		if (old === undefined) {
			counts.created++;
			catalog.set(id, filled(row));
			continue;
		}
		const isSame = Object.entries(row).every(([name, value]) => asText(old[name]) === asText(value));
		counts[isSame ? 'unchanged' : 'updated']++;
		const next = filled({ ...old, ...row });
		catalog.set(id, isSame ? old : next);
	}
	if (settings.deleteMissing && !isHeld)
		for (const id of missing) {
			counts.deleted++;
			catalog.delete(id);
		}
	return { counts, catalog, ...(isHeld && { refused: 'deletion' as const }) };
}

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
	// The title of variants may be written in two ways.
	title: shared === true ? (name.length > 2 ? 'TEE' : 'Tee') : `Shoe ${name}`,
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
		const call = { catalog, request: { body } } as unknown as CatalogCall;
		return method === 'DELETE' ? removeProducts(call) : putProducts(call);
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

const CASES = cases(80, 2000, 10_000);

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
