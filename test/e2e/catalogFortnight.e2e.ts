/**
 * Two weeks of a shop with variants, by the recipes as they are shipped: the three nightly syncs, the stock guard, the
 * price drops, and the ads of what is sold out. Every message to a person is read: the error with which a run ends in red.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readExample } from '../../scripts/examples';
import { errorOf, outputOf, type Workflow } from '../../scripts/runtime/types';
import { ids } from '../simulator/ads/ids';
import { useStage } from './support/stage';

interface Variant {
	readonly sku: string;
	/** The number of its product; the first products have three sizes each. */
	readonly product: number;
	readonly size: string;
	price: number;
	stock: number;
}
type Row = Readonly<Record<string, string | number>>;
type Products = Record<string, Record<string, string | number | null>>;

const NIGHTS = 14;
/** The files of other systems differ from the first one only in how they are read: a bad night is among these. */
const NIGHTS_OF_OTHERS = 5;
/** The ads of what is gone end in the sixth night, and X refuses something in the ninth. */
const NIGHTS_OF_ADS = 10;
const GROUPS = 4;

function openShop(): Variant[] {
	const groups = Array.from({ length: GROUPS * 3 }, (_, at) => [Math.floor(at / 3), 'SML'[at % 3]] as const);
	const single = Array.from({ length: 8 }, (_, at) => [GROUPS + at, ''] as const);
	return [...groups, ...single].map(([product, size = ''], at) => {
		return { sku: `V-${product}${size}`, product, size, price: 20 + at, stock: 5 };
	});
}

/** What happens on a day: some sizes sell out, others come back, and a product gets another price. */
function day(shop: Variant[], night: number): void {
	for (const [at, variant] of shop.entries()) {
		if (at % 7 === night % 7) variant.stock = variant.stock === 0 ? 9 : 0;
		if (variant.product === night % 12) variant.price += 1;
	}
}

const csv = (rows: readonly Row[]): string => {
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const line = (cells: readonly (string | number)[]) => cells.map((cell) => `"${cell}"`).join(',');
	return [line(columns), ...rows.map((row) => line(columns.map((name) => row[name] ?? '')))].join('\n');
};

const feedRow = ({ sku, product, size, price, stock }: Variant) => ({
	id: sku,
	title: `Shirt ${product}`,
	description: `A shirt, the ${product}th`,
	availability: stock > 0 ? 'in stock' : 'out of stock',
	condition: 'new',
	price: `${price}.00 EUR`,
	link: `https://shop.example/shirts/${sku.toLowerCase()}`,
	image_link: `https://img.shop.example/${product}.jpg`,
	brand: 'Acme',
	inventory: stock,
	...(size !== '' && { item_group_id: `G-${product}`, size }),
});

const shopifyRow = ({ sku, product, size, price, stock }: Variant): Row => ({
	Handle: `shirt-${product}`,
	Title: `Shirt ${product}`,
	'Body (HTML)': `<p>A shirt, the ${product}th</p>`,
	Vendor: 'Acme',
	Published: 'true',
	'Option1 Name': size === '' ? 'Title' : 'Size',
	'Option1 Value': size || 'Default Title',
	'Variant SKU': sku,
	'Variant Inventory Tracker': 'shopify',
	'Variant Inventory Qty': stock,
	'Variant Inventory Policy': 'deny',
	'Variant Price': price,
	'Image Src': `https://img.shop.example/${product}.jpg`,
	Status: 'active',
});

const wooRows = (shop: readonly Variant[]): Row[] =>
	shop.flatMap(({ sku, product, size, price, stock }, at): Row[] => {
		const texts = { Name: `Shirt ${product}`, Published: 1, Description: `A shirt, the ${product}th` };
		const images = { Images: `https://img.shop.example/${product}.jpg` };
		const parent = { ID: 900 + product, Type: 'variable', SKU: `P-${product}`, ...texts, ...images };
		const sold = { 'In stock?': stock > 0 ? 1 : 0, Stock: stock, 'Regular price': price };
		if (size === '') return [{ ID: at + 1, Type: 'simple', SKU: sku, ...texts, ...sold, ...images }];
		const option = { 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': size };
		const own = { ID: at + 1, Type: 'variation', SKU: sku, Parent: `P-${product}`, Published: 1 };
		return [...(size === 'S' ? [parent] : []), { ...own, ...sold, ...option }];
	});

const NIGHTLY: Readonly<Record<string, (shop: readonly Variant[]) => string>> = {
	'catalog-nightly-sync.json': (shop) => csv(shop.map(feedRow)),
	'catalog-nightly-sync-shopify.json': (shop) => csv(shop.map(shopifyRow)),
	'catalog-nightly-sync-woocommerce.json': (shop) => csv(wooRows(shop)),
};

/** Nights on which the file is wrong, and what the message says. */
const BAD: Readonly<Record<number, readonly [damage: (shop: Variant[]) => Variant[], says: RegExp]>> = {
	4: [() => [], /^The catalog sync stopped: The file .* (?:cannot be read|has no products)/],
	8: [
		(shop) => shop.map((variant) => ({ ...variant, price: variant.price * 100 })),
		/Price of 20 of 20 products would rise[^]*set Options → Confirm Changes to [\da-f]{8}-[\da-f]{8}[^]*Held:\n- V-/,
	],
	11: [(shop) => shop.slice(0, 10), /Nothing was deleted: 10 of the catalog's 20 products \(50 %\)/],
};

describe('two weeks of a shop with variants', () => {
	const stage = useStage();
	let server: Server;
	let content = '';
	beforeAll(async () => {
		server = createServer((_, response) => response.setHeader('content-type', 'text/csv').end(content));
		await once(server.listen(0, '127.0.0.1'), 'listening');
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});

	const seed = async (...products: Row[]) => await stage().sim.control('catalog', 'seed', { products });
	const stored = async (): Promise<Products> => {
		const rows = (await stage().sim.control('catalog', 'products')) as Products[string][];
		return Object.fromEntries(rows.map((row) => [String(row.id), row]));
	};
	const saved = async (workflow: Workflow) =>
		await stage().client.createWorkflow(workflow, stage().credentials);
	/** What the catalog shows of price and stock. */
	const shown = (products: Products) =>
		Object.values(products)
			.map((row) => `${row.id} ${parseFloat(String(row.price))} ${row.availability}`)
			.sort();
	const wanted = (shop: readonly Variant[]) =>
		shop.map((one) => `${one.sku} ${one.price} ${one.stock > 0 ? 'in stock' : 'out of stock'}`).sort();

	it.each(Object.keys(NIGHTLY))('%s', async (file) => {
		const nights = file === 'catalog-nightly-sync.json' ? NIGHTS : NIGHTS_OF_OTHERS;
		const { port } = server.address() as AddressInfo;
		const text = JSON.stringify(await readExample(file));
		const local = text.replace(/https:\/\/shop\.example\/([\w-]+\.csv)/g, `http://127.0.0.1:${port}/$1`);
		const workflow = await saved(JSON.parse(local) as Workflow);
		await seed();
		const shop = openShop();
		for (let night = 1; night <= nights; night++) {
			day(shop, night);
			const was = await stored();
			const [damage, says] = BAD[night] ?? [];
			const given = damage?.(shop) ?? shop;
			content = given.length === 0 ? '' : (NIGHTLY[file]?.(given) ?? '');
			const execution = await stage().client.run(workflow);
			// A bad night ends in red at the node that says so; every other night ends in green.
			expect([night, execution.data.resultData.lastNodeExecuted, errorOf(execution)?.message]).toEqual(
				says === undefined
					? [night, 'Sync products', undefined]
					: [night, 'Say what failed', expect.stringMatching(says)],
			);
			const is = await stored();
			if (says === undefined) expect([night, shown(is)]).toEqual([night, wanted(shop)]);
			else if (given.length === 0) expect([night, is]).toEqual([night, was]);
			else {
				const price = (products: Products) => Object.values(products).map((row) => `${row.id} ${row.price}`);
				if (given.length === shop.length) expect(price(is).sort()).toEqual(price(was).sort());
				const soldOut = given.filter(({ stock }) => stock === 0);
				expect(soldOut.filter(({ sku }) => is[sku]?.availability === 'in stock')).toEqual([]);
				expect(Object.keys(is)).toHaveLength(20);
			}
		}
	});

	it('takes every sold-out size out, puts prices down, and stops ads of what is gone', async () => {
		const { client, sim } = stage();
		const shop = openShop();
		await seed(...shop.map(feedRow));
		const gone = shop[1] as Variant;
		const { link } = feedRow(gone);
		for (const lineItemId of [ids.lineItem, ids.websiteLineItem])
			await sim.control('ads', 'promote', { lineItemId, text: `Our shirt ${link}?utm_source=x` });
		const withList = async (file: string, node: string, list: Record<string, Row[]>) => {
			const example = await readExample(file);
			const nodes = example.nodes.map((one) =>
				one.name === node
					? { ...one, parameters: { ...one.parameters, jsonOutput: JSON.stringify(list) } }
					: one,
			);
			return await client.run(await saved({ ...example, nodes }));
		};
		const ads = await saved(await readExample('ads-pause-out-of-stock.json'));
		const stopped: number[] = [];
		for (let night = 1; night <= NIGHTS_OF_ADS; night++) {
			day(shop, night);
			gone.stock = night < 6 ? 5 : 0;
			const isRefused = night === 9;
			if (isRefused) sim.fail({ kind: 'status', status: 403, times: Infinity, match: { method: 'PUT' } });
			const stock = shop.map(({ sku, stock: inventory }) => ({ id: sku, inventory }));
			const guard = await withList('catalog-out-of-stock-guard.json', 'Stock of the warehouse', { stock });
			sim.repair();
			const refusal: unknown = expect.stringMatching(/products could not be sent|The catalog sync stopped/);
			expect([night, errorOf(guard)?.message]).toEqual([night, isRefused ? refusal : undefined]);
			if (!isRefused) {
				const is = await stored();
				const wrong = shop.filter(
					(one) => is[one.sku]?.availability !== (one.stock > 0 ? 'in stock' : 'out of stock'),
				);
				expect([night, wrong]).toEqual([night, []]);
			}
			const drop = shop[night] as Variant;
			const drops = [{ id: drop.sku, sale_price: `${drop.price - 5}.50 EUR` }];
			const sale = await withList('catalog-price-drop.json', 'Price drops', { drops });
			expect([night, errorOf(sale)?.message]).toEqual([night, undefined]);
			expect((await stored())[drop.sku]?.sale_price).toBe(drops[0]?.sale_price);
			const loop = await client.run(ads);
			expect([night, errorOf(loop)?.message]).toEqual([night, undefined]);
			const ended = ['Take the ad out', 'Pause line item'].map((name) => outputOf(loop, name).length);
			if (ended.some((count) => count > 0)) stopped.push(night, ...ended);
		}
		expect(stopped).toEqual([6, 1, 1]);
	});
});
