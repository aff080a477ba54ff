/** What upsert, sync and delete have in common: connection, catalog and options, per catalog. */
import type { Api } from '../../shared/http/connection';
import type { BatchCall, Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';

export interface CatalogJob {
	readonly api: Api;
	readonly catalogId: string;
	/** Input items for this catalog, in order. */
	readonly itemIndexes: readonly number[];
	/** The first item's values. */
	readonly values: Values;
	readonly concurrency: number;
	readonly signal: AbortSignal | undefined;
}

/** The input items by the catalog they are for. Options are those of a catalog's first item. */
export async function runsByCatalog(batch: BatchCall): Promise<CatalogJob[]> {
	const { context, items } = batch;
	const byCatalog = new Map<string, number[]>();
	for (const index of items.keys()) {
		const id = asText(
			context.getNodeParameter('product_catalog_id', index, '', { extractValue: true }),
		).trim();
		const indexes = byCatalog.get(id);
		if (indexes) indexes.push(index);
		else byCatalog.set(id, [index]);
	}
	const runs: CatalogJob[] = [];
	for (const itemIndexes of byCatalog.values()) {
		const { api, values } = await batch.call(itemIndexes[0] ?? 0);
		runs.push({
			api,
			catalogId: asText(values.product_catalog_id),
			itemIndexes,
			values,
			concurrency: typeof values.concurrency === 'number' ? values.concurrency : 4,
			signal: context.getExecutionCancelSignal(),
		});
	}
	return runs;
}
