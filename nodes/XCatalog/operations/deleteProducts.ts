/** Deletes products by key or by ID, 25 per request. For IDs, the catalog is read to find the keys. */
import type { INodeExecutionData } from 'n8n-workflow';
import { errorJson } from '../../shared/engine/errorJson';
import type { BatchCall } from '../../shared/operation/operation';
import { productRemover } from '../requests/batchWriter';
import { forEachCatalog, type CatalogJob, type JobValues } from '../input/catalogJobs';
import { failOrHint } from '../report/hints';
import { readCatalog } from '../requests/readCatalog';
import { hasErrorOutput, Report } from '../report/report';

interface DeleteValues extends JobValues {
	readonly deleteBy: 'ids' | 'keys';
	readonly item_ids: string[] | undefined;
	readonly product_keys: string[] | undefined;
}

/** Returns one output item per key or ID, paired with the input item that names it. */
export const runDelete = (batch: BatchCall<DeleteValues>): Promise<INodeExecutionData[]> =>
	forEachCatalog(batch, deleteProducts);

async function deleteProducts(job: CatalogJob<DeleteValues>): Promise<INodeExecutionData[]> {
	const { context } = job.batch;
	const isById = job.values.deleteBy === 'ids';
	const named = await namesIn(job);
	const names = new Set(named.map(({ name }) => name));
	const keys = isById ? await findKeys(job, names) : new Map([...names].map((name) => [name, name]));
	const results = new Map<string, string | undefined>();
	const remover = productRemover(job, (key, problem) => results.set(key, problem));
	for (const key of new Set(named.flatMap(({ name }) => keys.get(name) ?? []))) await remover.add(key);
	await remover.finish();
	const report = new Report('summary', false);
	const separateErrors = hasErrorOutput(context);
	const items = named.map(({ itemIndex, name }, ordinal) => {
		const key = keys.get(name);
		const error = key === undefined ? 'The catalog has no product with this ID' : results.get(key);
		const result = { id: name, errors: error === undefined ? [] : [error] };
		report.add({ ...result, action: error === undefined ? 'deleted' : 'failed' }, { ordinal, itemIndex });
		const json = {
			deleted: error === undefined,
			...(isById && { id: name }),
			...(key !== undefined && { product_key: key }),
			...(error !== undefined && { error }),
		};
		return {
			json: separateErrors && error !== undefined ? errorJson(error, json) : json,
			pairedItem: { item: itemIndex },
		};
	});
	failOrHint(job, report);
	return items;
}

/** Reads the keys or IDs that the input items name. */
async function namesIn({ batch, itemIndexes, values }: CatalogJob<DeleteValues>) {
	const named: { itemIndex: number; name: string }[] = [];
	for (const itemIndex of itemIndexes) {
		const { item_ids: ids = [], product_keys: keys = [] } = (await batch.call(itemIndex)).values;
		for (const name of values.deleteBy === 'ids' ? ids : keys) named.push({ itemIndex, name });
	}
	return named;
}

/** Finds the key of each product by its ID. Products that are not in the catalog are missing. */
async function findKeys(job: CatalogJob<unknown>, ids: ReadonlySet<string>) {
	const keys = new Map<string, string>();
	await readCatalog(job, ({ id = '' }, key) => {
		if (ids.has(id)) keys.set(id, key);
	});
	return keys;
}
