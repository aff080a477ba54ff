/** Delete: products by key, or by their identifiers, for which the keys are looked up; 25 a request. */
import type { INodeExecutionData } from 'n8n-workflow';
import { errorJson } from '../../shared/engine/errorJson';
import type { BatchCall } from '../../shared/operation/operation';
import { productRemover } from './batchWriter';
import { forEachCatalog, type CatalogJob, type JobValues } from './catalogJobs';
import { failOrHint } from './hints';
import { readCatalog } from './readCatalog';
import { hasErrorOutput, Report } from './report';

export interface DeleteValues extends JobValues {
	readonly deleteBy: 'ids' | 'keys';
	readonly item_ids: string[] | undefined;
	readonly product_keys: string[] | undefined;
}

interface NamedProduct {
	readonly itemIndex: number;
	readonly id: string;
	readonly key: string | undefined;
}

/** One output item per key or identifier, paired with the input item that named it. */
export const runDelete = (batch: BatchCall<DeleteValues>): Promise<INodeExecutionData[]> =>
	forEachCatalog(batch, deleteProducts);

async function deleteProducts(job: CatalogJob<DeleteValues>): Promise<INodeExecutionData[]> {
	const { context } = job.batch;
	const products = await namedProducts(job);
	const results = new Map<string, string | undefined>();
	const remover = productRemover(job, (key, problem) => results.set(key, problem));
	for (const key of new Set(products.flatMap(({ key }) => key ?? []))) await remover.add(key);
	await remover.finish();
	const report = new Report('summary', false);
	const separateErrors = hasErrorOutput(context);
	const items = products.map(({ itemIndex, id, key }, ordinal) => {
		const error = key === undefined ? 'The catalog has no product with this ID' : results.get(key);
		const result = { id: id || (key ?? ''), errors: error === undefined ? [] : [error] };
		report.add({ ...result, action: error === undefined ? 'deleted' : 'failed' }, { ordinal, itemIndex });
		const json = {
			deleted: error === undefined,
			...(id !== '' && { id }),
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

async function namedProducts(job: CatalogJob<DeleteValues>): Promise<NamedProduct[]> {
	const { batch, itemIndexes, values } = job;
	const named: { itemIndex: number; name: string }[] = [];
	const byId = values.deleteBy === 'ids';
	for (const itemIndex of itemIndexes) {
		const { item_ids: ids = [], product_keys: keys = [] } = (await batch.call(itemIndex)).values;
		for (const name of byId ? ids : keys) named.push({ itemIndex, name });
	}
	if (!byId) return named.map(({ itemIndex, name }) => ({ itemIndex, id: '', key: name }));
	const keys = new Map<string, string | undefined>(named.map(({ name }) => [name, undefined]));
	await readCatalog(job, ({ id = '' }, key) => {
		if (keys.has(id)) keys.set(id, key);
	});
	return named.map(({ itemIndex, name }) => ({ itemIndex, id: name, key: keys.get(name) }));
}
