import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ME } from '../simulator/identities';
import type { Simulator } from '../simulator/server';
import { catalogProduct, seedCatalog } from '../support/catalogProducts';
import { inN8n, type Child } from './support/child';
import { addressesOf, slowDown, withSimulator } from './support/simulator';
import { inTurns, median, medianRatio } from './support/statistics';
import type { Bench } from './support/bench';
import type { Report } from './support/report';
import type { MemoryUse } from './support/memory';

const PROGRAM = join(__dirname, 'catalog.program.ts');
const LATENCY_MS = 50;
const COUNT = 10_000;

/** The simulated platform and an n8n. */
const withPlatform = async (work: (sim: Simulator, n8n: Child) => Promise<void>): Promise<void> =>
	await withSimulator(async (sim) => await inN8n(PROGRAM, async (n8n) => await work(sim, n8n)));

/** A file that is written for a piece of work. */
async function withFile<T>(
	write: (file: string) => Promise<void>,
	work: (file: string) => Promise<T>,
): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'catalog-bench-'));
	try {
		const file = join(folder, 'products.csv');
		await write(file);
		return await work(file);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Requests since the last call. */
const taken = (sim: Simulator) => sim.requests.splice(0).length;

export const upsertBench: Bench = {
	name: 'catalog-upsert',
	title: `${COUNT.toLocaleString('en')} products, platform ${LATENCY_MS} ms away: X Catalog against HTTP Request in batches of 25, in turn and all at once`,
	run: async (report) =>
		await withPlatform(async (sim, n8n) => {
			const ways = {
				'X Catalog': { program: 'upsert', atOnce: false },
				'a bare loop, ten in flight': { program: 'bareLoop', atOnce: false },
				'HTTP Request, one batch after the other': { program: 'upsertByHttp', atOnce: false },
				'HTTP Request, all batches at once': { program: 'upsertByHttp', atOnce: true },
			};
			type Way = keyof typeof ways;
			const names = Object.keys(ways) as Way[];
			const round = async (way: Way) => {
				await sim.reset();
				const catalogId = await seedCatalog(sim, 0);
				const token = sim.platform.credentials.grant(ME.id, ['ads.read', 'ads.write']).access_token;
				slowDown(sim, LATENCY_MS);
				const { program: name, atOnce } = ways[way];
				const input = { sim: addressesOf(sim), catalogId, count: COUNT, token, atOnce, inFlight: 10 };
				const { seconds } = await n8n.ask<{ seconds: number }>(name, input);
				const stored = (await sim.control('catalog', 'products')) as unknown[];
				if (stored.length !== COUNT) report.wrong(`${way} left ${stored.length} products`);
				return { seconds, requests: taken(sim) };
			};
			const found = await inTurns(3, names, round);
			const seconds = (way: Way) => found[way].map((run) => run.seconds);
			const faster = (than: Way) => medianRatio(seconds(than), seconds('X Catalog'));
			report.ratio(
				'the time of a bare loop with as many requests in flight',
				medianRatio(seconds('X Catalog'), seconds('a bare loop, ten in flight')),
				{ atMost: 1.25 },
			);
			report.ratio(
				'the speed of HTTP Request one batch after the other',
				faster('HTTP Request, one batch after the other'),
				{ atLeast: 3 },
			);
			report.ratio(
				'the speed of HTTP Request with all its batches at once',
				faster('HTTP Request, all batches at once'),
				// It sends ten batches at a time, as X limits requests.
				{ atLeast: 0.2 },
			);
			report.table(
				'Upsert',
				['node', 'seconds', 'requests', 'products/s'],
				names.map((way) => [
					way,
					median(seconds(way)),
					found[way][0]?.requests ?? 0,
					COUNT / median(seconds(way)),
				]),
			);
		}),
};

interface DryRun {
	seconds: number;
	/** Seconds of processor time. */
	cpu: number;
	summary: Record<string, unknown>;
	memory: MemoryUse;
}

/**
 * The first products of the catalog have other texts and hosts than the file. If these changes are held, each product
 * waits and the file is read twice, to name them.
 */
const NOTHING_HELD = { changeLimit: 100 };

/** How many of the products the catalog has. */
const KNOWN = 1000;

/** A dry run of a file of so many products, ten times over. */
const memoryBench = (
	{ name, title }: Pick<Bench, 'name' | 'title'>,
	write: (file: string, rows: number) => Promise<void>,
	settings: Record<string, unknown>,
	/** How many times the processor time of csv-parse a dry run may take. */
	timesCsvParse: number,
): Bench => ({
	name,
	title,
	run: async (report) =>
		await withSimulator(async (sim) => {
			const catalogId = await seedCatalog(sim, KNOWN);
			const found: Array<DryRun & { rows: number }> = [];
			for (const rows of [100_000, 1_000_000])
				await withFile(
					async (file) => await write(file, rows),
					async (file) =>
						await inN8n(PROGRAM, async (n8n) => {
							const input = { catalogId, file, settings };
							const figures = await n8n.ask<DryRun>('dryRun', { ...input, sim: addressesOf(sim) });
							if (rows === 100_000) await compareWithCsvParse(n8n, report, timesCsvParse, { ...input, sim });
							if (figures.summary.created !== rows - KNOWN)
								report.wrong(`the plan creates ${String(figures.summary.created)} of ${rows}`);
							found.push({ ...figures, rows });
						}),
				);
			const [small, large] = found;
			if (!small || !large) return;
			report.ratio('the peak memory for 10 times the rows', large.memory.peak / small.memory.peak, {
				atMost: 5,
			});
			report.ratio(
				'the processor time of a row in the longer file',
				large.cpu / large.rows / (small.cpu / small.rows),
				{ atMost: 1.2 },
			);
			const further = ((large.memory.peak - small.memory.peak) * 1e6) / (large.rows - small.rows);
			report.table(
				'Dry run',
				['rows', 'seconds', 'CPU s', 'rows/s', 'peak above start, MB', 'held after, MB'],
				found.map(({ rows, seconds, cpu, memory }) => [
					String(rows),
					seconds,
					cpu,
					rows / seconds,
					memory.peak,
					memory.held,
				]),
			);
			report.note(
				`A further row costs ${Math.round(further)} bytes at the peak: its ID and what is kept of it, and when garbage is collected.`,
			);
		}),
});

export const fileBench = memoryBench(
	{ name: 'catalog-file', title: 'Dry run of a CSV of 1,000,000 products against one of 100,000' },
	writeFeed,
	{},
	1.5,
);

/** What an export of Shopify does not say. */
const SHOPIFY = {
	currency: 'EUR',
	condition: 'new',
	linkPattern: 'https://shop.example/products/{Handle}',
};

export const shopifyBench = memoryBench(
	{
		name: 'catalog-shopify',
		title: 'Dry run of a Shopify export of 1,000,000 variants against one of 100,000',
	},
	writeShopify,
	{ defaults: SHOPIFY, options: NOTHING_HELD },
	2,
);

/** Rows of 175 bytes, without texts: what a row costs beside its bytes. */
export const shortRowsBench: Bench = {
	name: 'catalog-shopify-short',
	title: 'Dry run of a Shopify export of 100,000 variants with short rows',
	run: async (report) =>
		await withFile(
			async (file) => await writeShopify(file, 100_000, false),
			async (file) =>
				await withPlatform(async (sim, n8n) => {
					const catalogId = await seedCatalog(sim, KNOWN);
					const settings = { defaults: { ...SHOPIFY, brand: 'Acme' }, options: NOTHING_HELD };
					await compareWithCsvParse(n8n, report, 2.5, { sim, catalogId, file, settings });
				}),
		),
};

/** A dry run and csv-parse in turns, in one process that has done each before. */
async function compareWithCsvParse(
	n8n: Child,
	report: Report,
	atMost: number,
	{ sim, ...input }: { sim: Simulator; catalogId: string; file: string; settings: Record<string, unknown> },
): Promise<void> {
	const ask = async (name: 'dryRun' | 'csvParse') => {
		const asked = { ...input, sim: addressesOf(sim) };
		const { cpu, summary } = await n8n.ask<Pick<DryRun, 'cpu'> & Partial<DryRun>>(name, asked);
		if (summary !== undefined && summary.held !== 0)
			report.wrong(`the plan holds ${String(summary.held)} products, and reads the file twice`);
		return cpu;
	};
	await ask('csvParse');
	const found = await inTurns(5, ['dryRun', 'csvParse'] as const, ask);
	report.ratio(
		'the processor time of csv-parse alone for 100,000 rows',
		medianRatio(found.dryRun, found.csvParse),
		{ atMost },
	);
}

/** Writes lines as fast as the disk takes them. */
async function writeLines(file: string, lines: Iterable<string>): Promise<void> {
	const stream = createWriteStream(file);
	for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain');
	stream.end();
	await once(stream, 'finish');
}

/** A feed of `rows` products. */
async function writeFeed(file: string, rows: number): Promise<void> {
	await writeLines(
		file,
		(function* () {
			yield Object.keys(catalogProduct(0)).join(',');
			for (let index = 0; index < rows; index++)
				yield Object.values(catalogProduct(index))
					.map((value) => `"${value}"`)
					.join(',');
		})(),
	);
}

/**
 * An export of `rows` variants, four to a product, with a text in HTML and two images each. Its columns are those that
 * Shopify writes. Most are empty, and csv-parse reads them all as well.
 */
async function writeShopify(file: string, rows: number, isLong = true): Promise<void> {
	const sample = await readFile(join(__dirname, '../fixtures/catalog/shopify.csv'), 'utf8');
	const columns = (sample.split('\n', 1)[0] ?? '').trim().split(',');
	await writeLines(
		file,
		(function* () {
			yield columns.join(',');
			for (let index = 0; index < rows; index++) {
				const cells = shopifyRow(Math.floor(index / 4), index % 4, index);
				yield columns.map((name) => (isLong || !LONG.test(name) ? (cells[name] ?? '') : '')).join(',');
			}
		})(),
	);
}

/** What makes rows long, or is nothing to a sync. */
const LONG = /^(?:Body|Tags|Image Position|Gift|Variant (?:Grams|Fulfillment|Requires|Taxable|Weight))/;

const shopifyRow = (product: number, place: number, index: number): Record<string, string> => ({
	Handle: `shoe-${product}`,
	...(place === 0 && {
		Title: `"Shoe ${product}"`,
		'Body (HTML)': `"<p>A light shoe for wet paths &amp; more, the ${product}th of its kind</p>"`,
		Vendor: 'Acme',
		Type: 'Shoes',
		Tags: '"shoes, outdoor"',
		Published: 'true',
		'Option1 Name': 'Size',
		'Gift Card': 'false',
		Status: 'active',
	}),
	...(place < 2 && {
		'Image Src': `https://img.shop.example/${product}-${place}.jpg`,
		'Image Position': String(place + 1),
	}),
	'Option1 Value': String(38 + place),
	// The catalog has the first of them, as on the nights after the first one.
	'Variant SKU': String(catalogProduct(index).id),
	'Variant Grams': '400',
	'Variant Inventory Tracker': 'shopify',
	'Variant Inventory Qty': String(index % 9),
	'Variant Inventory Policy': 'deny',
	'Variant Fulfillment Service': 'manual',
	'Variant Price': '49.90',
	'Variant Compare At Price': index % 5 === 0 ? '59.90' : '',
	'Variant Requires Shipping': 'true',
	'Variant Taxable': 'true',
	'Variant Weight Unit': 'kg',
});
