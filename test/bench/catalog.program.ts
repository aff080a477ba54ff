/** What the benchmarks of the catalog run inside of n8n's own engine: our node, and n8n's HTTP Request node. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Container } from '@n8n/di';
import { parse } from 'csv-parse';
import { chunk } from 'lodash';
import { BinaryDataService, FileLocation } from 'n8n-core';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Addresses } from '../support/credentials';
import { credentialsFor } from '../support/credentials';
import { catalogProduct } from '../support/catalogProducts';
import { memoryOf } from './support/memory';
import { builtIn, openN8n } from './support/n8n';
import { serve } from './support/serve';

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';

const n8n = openN8n({ [HTTP_REQUEST]: builtIn('HttpRequest/HttpRequest') });

async function run(type: string, parameters: INodeParameters, items: INodeExecutionData[], sim: Addresses) {
	const measured = await (
		await n8n
	).run({ steps: [{ type, parameters }], credentials: credentialsFor(sim), items });
	return { seconds: measured.ms / 1000, cpu: measured.cpu / 1000, value: measured.items };
}

interface Job {
	sim: Addresses;
	catalogId: string;
}

const rows = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: catalogProduct(index) }));

/** The same as X wants them, 25 in a request. */
const batchesOf = (count: number) =>
	chunk(
		rows(count).map(({ json }) => ({ ...json, inventory: Number(json.inventory) })),
		25,
	);

const MAPPING = { productsFrom: 'mapping', mapping: { mappingMode: 'autoMapInputData', value: null } };

/** All products through our node. */
async function upsert({ sim, catalogId, count }: Job & { count: number }) {
	const parameters = { resource: 'product', operation: 'upsert', product_catalog_id: catalogId, ...MAPPING };
	const { seconds } = await run('xCatalog', parameters, rows(count), sim);
	return { seconds };
}

/**
 * The same with HTTP Request in batches of 25: one after the other, as Loop Over Items hands them over, or all of them
 * at once, as the node sends its items.
 */
async function upsertByHttp({
	sim,
	catalogId,
	count,
	token,
	atOnce,
}: Job & { count: number; token: string; atOnce: boolean }) {
	const batches = batchesOf(count).map((products): INodeExecutionData => ({ json: { products } }));
	const parameters = {
		method: 'PUT',
		url: `${sim.adsUrl}/12/product_catalogs/${catalogId}/products`,
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'authorization', value: `Bearer ${token}` }] },
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($json) }}',
		options: {},
	};
	let seconds = 0;
	for (const items of atOnce ? [batches] : batches.map((batch) => [batch]))
		seconds += (await run(HTTP_REQUEST, parameters, items, sim)).seconds;
	return { seconds };
}

/** A dry run over a file, with the memory it takes at its height. */
async function dryRun({
	sim,
	catalogId,
	file,
	settings,
}: Job & { file: string; settings?: INodeParameters }) {
	await n8n;
	const location = FileLocation.ofExecution('bench', 'bench');
	const meta = { mimeType: 'text/csv', fileName: basename(file), data: '' };
	const data = await Container.get(BinaryDataService).store(location, createReadStream(file), meta);
	const parameters = {
		resource: 'product',
		operation: 'sync',
		product_catalog_id: catalogId,
		productsFrom: 'file',
		dryRun: true,
		...settings,
	};
	const items = [{ json: {}, binary: { data } }];
	const { result, memory } = await memoryOf(async () => await run('xCatalog', parameters, items, sim));
	return { seconds: result.seconds, cpu: result.cpu, summary: result.value[0]?.json, memory };
}

/** The same file read by csv-parse, with nothing done with its rows. */
async function csvParse({ file }: { file: string }) {
	const before = process.cpuUsage();
	let rows = 0;
	const reading = createReadStream(file).pipe(parse());
	reading.on('data', () => rows++);
	await once(reading, 'end');
	const { user, system } = process.cpuUsage(before);
	return { cpu: (user + system) / 1e6, rows };
}

/** All products in requests of 25, as many in flight as the node has, with nothing else done. */
async function bareLoop({
	sim,
	catalogId,
	count,
	token,
	inFlight,
}: Job & { count: number; token: string; inFlight: number }) {
	const batches = batchesOf(count);
	const started = performance.now();
	const send = async () => {
		for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
			const answer = await fetch(`${sim.adsUrl}/12/product_catalogs/${catalogId}/products`, {
				method: 'PUT',
				headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
				body: JSON.stringify({ products: batch }),
			});
			await answer.json();
		}
	};
	await Promise.all(Array.from({ length: inFlight }, send));
	return { seconds: (performance.now() - started) / 1000 };
}

serve({ upsert, upsertByHttp, dryRun, csvParse, bareLoop });
