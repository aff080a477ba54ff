import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readExample } from '../../scripts/examples';
import { errorOf, outputOf } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { catalogProduct, storedProduct } from '../support/catalogProducts';
import { useServed } from '../support/ownHost';
import { useStage } from './support/stage';

type Row = Record<string, unknown>;

const COUNT = 5000;
/** For a run with that many products on a busy computer. */
const PATIENCE = { timeoutMs: 400_000 };

/** The products of the file, the first `changed` of them dearer, without the last `removed`. */
const rows = ({ changed = 0, removed = 0, price = '69.90 EUR' } = {}) =>
	Array.from({ length: COUNT - removed }, (_, index) =>
		catalogProduct(index, index < changed ? price : undefined),
	);

const toCsv = (products: readonly Record<string, string>[]) => {
	const columns = Object.keys(products[0] ?? {});
	const line = (values: readonly string[]) =>
		values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
	return [
		line(columns),
		...products.map((product) => line(columns.map((column) => product[column] ?? ''))),
	].join('\n');
};

describe('X Catalog in a real n8n', () => {
	const stage = useStage();
	let content = '';
	const files = useServed((_request, response) => {
		response.setHeader('content-type', 'text/csv');
		response.end(content);
	});
	let url = '';
	beforeAll(() => void (url = `${files()}/products.csv`));
	afterEach(async () => {
		await stage().sim.reset();
		await stage().reconnect();
	});

	/** Stores an example with further settings of its nodes, by their names. */
	const changed = async (file: string, changes: Record<string, Row>) => {
		const workflow = await readExample(file);
		const nodes = workflow.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...changes[node.name] },
		}));
		const { client, credentials } = stage();
		return await client.createWorkflow({ ...workflow, nodes }, credentials);
	};
	/** The nightly sync as shipped, with the file's address. */
	const nightly = async (settings: Row = {}, schedule: Row = {}) =>
		await changed('catalog-nightly-sync.json', {
			'Every night': schedule,
			'Download the products': { url },
			'Sync products': settings,
		});
	/** Lets the schedule start the workflow, once. */
	const syncBySchedule = async () => {
		const { client } = stage();
		const often = { rule: { interval: [{ field: 'seconds', secondsInterval: 30 }] } };
		const workflow = await nightly({}, often);
		await client.activate(workflow);
		const started = await client.firstExecution(workflow.id);
		await client.deactivate(workflow);
		const execution = await client.finishedExecution(started.id, PATIENCE);
		expect([execution.mode, errorOf(execution)?.message]).toEqual(['trigger', undefined]);
		return outputOf(execution, 'Sync products')[0];
	};
	const syncOnce = async (settings: Row = {}) => {
		stage().sim.requests.length = 0;
		const execution = await stage().client.run(await nightly(settings), PATIENCE);
		expect(errorOf(execution)?.message).toBeUndefined();
		return outputOf(execution, 'Sync products')[0];
	};
	const writes = () => stage().sim.requests.filter(({ method }) => method === 'PUT').length;
	const stored = async () => (await stage().sim.control('catalog', 'products')) as Row[];
	/** Every product of the input is there with every column of it, and no other product is. */
	const expectState = async (products: readonly Record<string, string>[]) => {
		const columns = Object.keys(products[0] ?? {});
		const lines = (rows: readonly Row[]) =>
			rows.map((row) => columns.map((column) => String(row[column])).join(' | ')).sort();
		expect(lines(await stored())).toEqual(lines(products));
	};

	it('keeps the catalog equal to a file of 5,000 products, night after night', async () => {
		await stage().sim.control('catalog', 'seed', {});
		content = toCsv(rows());
		expect(await syncBySchedule()).toMatchObject({ created: COUNT, failed: 0 });
		await expectState(rows());

		expect(await syncOnce()).toMatchObject({ unchanged: COUNT });
		expect(writes()).toBe(0);

		content = toCsv(rows({ changed: 50 }));
		expect(await syncOnce()).toMatchObject({ updated: 50, unchanged: COUNT - 50 });
		expect(writes()).toBe(2);
		await expectState(rows({ changed: 50 }));

		content = toCsv(rows({ changed: 50, removed: 100 }));
		expect(await syncOnce({ deleteMissing: false })).toMatchObject({ deleted: 0, kept: 100 });
		await expectState(rows({ changed: 50 }));
		expect(await syncOnce()).toMatchObject({ deleted: 100, kept: 0 });
		await expectState(rows({ changed: 50, removed: 100 }));
	});

	/** Nights on which the file is wrong, and what the mail says. */
	it.each([
		['is empty', () => '', /^The catalog sync stopped: The file .* (?:cannot be read|has no products)/],
		[
			'has other prices',
			() => toCsv(rows({ changed: COUNT, price: '6990.00 EUR' })),
			/Price of 5,?000 of 5,?000 products would rise[^]*set Options → Confirm Changes to [\da-f]{8}-[\da-f]{8}/,
		],
		[
			'lacks half of the products',
			() => toCsv(rows({ removed: COUNT / 2 })),
			/Nothing was deleted: 2,?500 of the catalog's 5,?000 products \(50 %\)/,
		],
	])(
		'leaves the catalog as it was on a night on which the file %s, and says so',
		async (_what, file, says) => {
			const products = Array.from({ length: COUNT }, (_, index) => storedProduct(index));
			await stage().sim.control('catalog', 'seed', { products });
			content = file();
			const execution = await stage().client.run(await nightly(), PATIENCE);
			expect(execution.data.resultData.lastNodeExecuted).toBe('Say what failed');
			expect(errorOf(execution)?.message).toMatch(says);
			await expectState(rows());
		},
	);

	it('arrives at the same state after it was stopped while it updates', async () => {
		const wanted = rows({ changed: 2500, removed: 100 });
		const { sim, client } = stage();
		const products = Array.from({ length: COUNT }, (_, index) => storedProduct(index));
		await sim.control('catalog', 'seed', { products });
		content = toCsv(wanted);
		sim.requests.length = 0;
		// Slow in the middle only, so that the stop comes in time also where everything takes longer.
		sim.fail({ match: { method: 'PUT' }, kind: 'slow', delayMs: 2_000, skip: 8, times: 24 });
		const id = await client.startRun(await nightly());
		if (id === undefined) throw new Error('The run did not start');
		await until('some requests', () => Promise.resolve(writes() >= 12 || undefined));
		await client.stopExecution(id);
		expect((await client.finishedExecution(id)).status).toBe('canceled');
		expect(writes()).toBeLessThan(wanted.length / 25);
		await expect(expectState(wanted)).rejects.toThrow();

		expect(await syncOnce()).toMatchObject({ failed: 0 });
		await expectState(wanted);
		expect(await syncOnce()).toMatchObject({
			unchanged: wanted.length,
			created: 0,
			updated: 0,
			deleted: 0,
		});
	});

	it.each([
		['shopify', 'catalog-nightly-sync-shopify.json', 'shopify.csv'],
		['WooCommerce', 'catalog-nightly-sync-woocommerce.json', 'wooCommerce.csv'],
	])('keeps the catalog equal to the export of a shop, from %s', async (_system, file, fixture) => {
		await stage().sim.control('catalog', 'seed', {});
		content = await readFile(join(__dirname, '..', 'fixtures', 'catalog', fixture), 'utf8');
		const { client } = stage();
		const stored = await changed(file, { 'Download the export': { url } });
		const runs = [await client.run(stored, PATIENCE), await client.run(stored, PATIENCE)];
		// The run of a night in which a product could not be sent ends in red, with the text of the mail.
		const red = expect.stringContaining('- 1 product could not be sent') as string;
		expect(runs.map((run) => errorOf(run)?.message)).toEqual([red, red]);
		const [first, second] = runs.map((run) => outputOf(run, 'Sync products')[0]);
		expect(first).toMatchObject({ created: 20, failed: 1, failures: [{ id: 'SC-121' }] });
		expect(second).toMatchObject({ unchanged: 20, created: 0, updated: 0, deleted: 0 });
		expect(await product('SC-112')).toMatchObject({ color: 'blue', size: 'S', sale_price: '19.90 EUR' });
	});

	const shop = ['SKU-1001', 'SKU-1002', 'SKU-1003'].map((id) => ({ ...storedProduct(5), id, title: id }));
	const runExample = async (file: string) => await stage().outputs(file);
	const product = async (id: string) =>
		((await stage().sim.control('catalog', 'products')) as Row[]).find((row) => row.id === id);

	it('puts price drops on sale', async () => {
		await stage().sim.control('catalog', 'seed', { products: shop });
		const output = await runExample('catalog-price-drop.json');
		expect(output('Update prices').map(({ id, action }) => [id, action])).toEqual([
			['SKU-1001', 'updated'],
			['SKU-1003', 'updated'],
		]);
		expect(await product('SKU-1003')).toMatchObject({ sale_price: '19.90 EUR', price: '59.90 EUR' });
	});

	it('takes sold-out products out of the ads, and sends nothing else', async () => {
		await stage().sim.control('catalog', 'seed', { products: shop });
		await runExample('catalog-out-of-stock-guard.json');
		expect(await product('SKU-1001')).toMatchObject({ availability: 'out of stock', inventory: 0 });
		const before = writes();
		await runExample('catalog-out-of-stock-guard.json');
		expect(writes()).toBe(before);
	});
});
