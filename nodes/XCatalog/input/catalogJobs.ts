/** Upsert, sync and delete handle all input items for a catalog as one job. */
import type { INodeExecutionData } from 'n8n-workflow';
import { catalog } from '../locators';
import { PARALLEL_REQUESTS } from '../../shared/fields';
import type { Api } from '../../shared/http/connection';
import type { BatchCall } from '../../shared/operation/operation';
import { pushAll } from '../../shared/util/pushAll';

export interface JobValues {
	readonly product_catalog_id: string;
	readonly parallelRequests: number | undefined;
}

export interface CatalogJob<V> {
	readonly batch: BatchCall<V>;
	readonly api: Api;
	readonly catalogId: string;
	readonly itemIndexes: readonly number[];
	readonly firstItem: number;
	/** The values of the first item, which apply to the whole job. */
	readonly values: V;
	readonly failOnPartialErrors: boolean;
	readonly concurrency: number;
	readonly signal: AbortSignal | undefined;
	/** The place at which an earlier run ended. */
	readonly resumeFrom: string | undefined;
	/** Notes how far the run came, and how many products that are. */
	readonly reached: (from: string, done: number) => void;
}

const CATALOG = { product_catalog_id: catalog() };

/**
 * Runs a job for each catalog of the input, one after the other. With Continue On Fail, an error becomes the output of
 * the catalog's first input item.
 */
export async function forEachCatalog<V extends JobValues>(
	batch: BatchCall<V>,
	work: (job: CatalogJob<V>) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for (const itemIndexes of itemsByCatalog(batch, output)) {
		const [firstItem = 0] = itemIndexes;
		try {
			const { api, values, options, reached } = await batch.call(firstItem);
			const items = await work({
				batch,
				api,
				catalogId: values.product_catalog_id,
				itemIndexes,
				firstItem,
				values,
				failOnPartialErrors: options.failOnPartialErrors,
				concurrency: values.parallelRequests ?? PARALLEL_REQUESTS,
				signal: batch.context.getExecutionCancelSignal(),
				resumeFrom: options.resumeFrom,
				reached,
			});
			pushAll(output, items);
		} catch (error) {
			output.push(batch.fail(error, firstItem));
		}
	}
	return output;
}

/** Groups the input items by catalog. Items without a catalog are output as failures. */
function itemsByCatalog(batch: BatchCall<unknown>, failed: INodeExecutionData[]): Iterable<number[]> {
	const byCatalog = new Map<string, number[]>();
	for (const index of batch.wanted) {
		try {
			const { product_catalog_id: id } = batch.read(CATALOG, index);
			const known = byCatalog.get(id);
			if (known) known.push(index);
			else byCatalog.set(id, [index]);
		} catch (error) {
			failed.push(batch.fail(error, index));
		}
	}
	return byCatalog.values();
}
