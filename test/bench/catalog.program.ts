/** What the benchmarks of the catalog run inside of n8n's own engine: our node, and n8n's HTTP Request node. */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { Container } from '@n8n/di';
import { chunk } from 'lodash';
import { BinaryDataService, FileLocation } from 'n8n-core';
import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import type { Addresses } from '../support/credentials';
import { credentialsFor } from '../support/credentials';
import { host } from '../support/host';
import { builtIns } from '../support/host/builtIns';
import { catalogProduct } from '../support/catalogProducts';
import { memoryOf } from './support/memory';
import { serve } from './support/serve';

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';

/** n8n's own node joins those that the harness knows. */
function addHttpRequest(): void {
	const runtime = createRequire(join(process.env.BENCH_N8N ?? '', 'node_modules', 'any.js'));
	const { HttpRequest } = runtime('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js') as {
		HttpRequest: new () => { nodeVersions: Record<string, INodeType>; currentVersion: number };
	};
	const node = new HttpRequest();
	const latest = node.nodeVersions[node.currentVersion];
	if (latest) (builtIns as Record<string, INodeType>)[HTTP_REQUEST] = latest;
}

async function run(type: string, parameters: INodeParameters, items: INodeExecutionData[], sim: Addresses) {
	const registry = await host.registry();
	const version = type === HTTP_REQUEST ? { typeVersion: 4.2 } : {};
	const single = host.run.singleNode(registry, 'Subject', { type, parameters, ...version });
	const running = await host.run.startWorkflow(registry, {
		...single,
		credentials: credentialsFor(sim),
		items,
		timeoutMs: 1_200_000,
	});
	const { outputs, error } = host.run.outcomeOf(await running.finished, 'Subject');
	if (error) throw new Error(error.message);
	return outputs[0] ?? [];
}

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; value: T }> {
	const started = performance.now();
	const value = await work();
	return { seconds: (performance.now() - started) / 1000, value };
}

interface Job {
	sim: Addresses;
	catalogId: string;
}

const rows = (count: number, changed = 0): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({
		json: catalogProduct(index, index < changed ? '49.90 EUR' : undefined),
	}));

const MAPPING = { productsFrom: 'mapping', mapping: { mappingMode: 'autoMapInputData', value: null } };

/** All products through our node. */
async function upsert({ sim, catalogId, count }: Job & { count: number }) {
	const parameters = { resource: 'product', operation: 'upsert', product_catalog_id: catalogId, ...MAPPING };
	const { seconds, value } = await timed(() => run('xCatalog', parameters, rows(count), sim));
	return {
		seconds,
		results: value.length,
		failed: value.filter(({ json }) => json.action === 'failed').length,
	};
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
	const products = rows(count).map(({ json }) => ({ ...json, inventory: Number(json.inventory) }));
	const batches = chunk(products, 25).map((batch): INodeExecutionData => ({ json: { products: batch } }));
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
	const { seconds } = await timed(async () => {
		for (const items of atOnce ? [batches] : batches.map((batch) => [batch]))
			await run(HTTP_REQUEST, parameters, items, sim);
	});
	return { seconds };
}

/** A sync of items in which the first `changed` have another price than at first. */
async function sync({ sim, catalogId, count, changed }: Job & { count: number; changed: number }) {
	const parameters = { resource: 'product', operation: 'sync', product_catalog_id: catalogId, ...MAPPING };
	const { seconds, value } = await timed(() => run('xCatalog', parameters, rows(count, changed), sim));
	return { seconds, summary: value[0]?.json };
}

/** A dry run over a file, with the memory it takes at its height. */
async function dryRun({
	sim,
	catalogId,
	file,
	settings,
}: Job & { file: string; settings?: INodeParameters }) {
	await host.registry();
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
	const { result, memory } = await memoryOf(() =>
		timed(() => run('xCatalog', parameters, [{ json: {}, binary: { data } }], sim)),
	);
	return { seconds: result.seconds, summary: result.value[0]?.json, memory };
}

addHttpRequest();
serve({ upsert, upsertByHttp, sync, dryRun });
