/** Delete: product keys, or the item identifiers they are looked up for, 25 a request. */
import type { INodeExecutionData } from 'n8n-workflow';
import { pushAll } from '../../shared/util/pushAll';
import { errorJson } from '../../shared/engine/errorJson';
import { asText } from '../../shared/util/text';
import { failOrHint } from './upsert';
import { productRemover } from './batchWriter';
import { readCatalog } from './readCatalog';
import { hasErrorOutput, Report } from './report';
import { runsByCatalog, type CatalogJob } from './catalogJobs';
import type { BatchCall } from '../../shared/operation/operation';

interface Wanted {
	readonly itemIndex: number;
	readonly id: string;
	readonly key: string | undefined;
}

/** One output item per key or identifier, paired with the input item that named it. */
export async function runDelete(batch: BatchCall): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for (const run of await runsByCatalog(batch)) {
		try {
			pushAll(output, await remove(batch, run));
		} catch (error) {
			output.push(batch.fail(error, run.itemIndexes[0] ?? 0));
		}
	}
	return output;
}

async function remove(batch: BatchCall, run: CatalogJob): Promise<INodeExecutionData[]> {
	const { context } = batch;
	const wanted = await namedProducts(batch, run);
	const results = new Map<string, string | undefined>();
	const onFailure = (error: unknown, keys: readonly string[]) => {
		for (const key of keys) results.set(key, (error as Error).message);
	};
	const remover = productRemover({ ...run, ...(context.continueOnFail() && { onFailure }) }, (key, problem) =>
		results.set(key, problem),
	);
	for (const key of new Set(wanted.flatMap(({ key }) => key ?? []))) await remover.add(key);
	await remover.finish();
	const report = new Report('summary', false);
	const apart = hasErrorOutput(context);
	const items = wanted.map(({ itemIndex, id, key }, ordinal) => {
		const problem = key === undefined ? 'The catalog has no product with this ID' : results.get(key);
		const action = problem === undefined ? ('deleted' as const) : ('failed' as const);
		report.add(
			{ id: id || (key ?? ''), action, ...(problem !== undefined && { errors: [problem] }) },
			{ ordinal, itemIndex },
		);
		const json = {
			deleted: problem === undefined,
			...(id !== '' && { id }),
			...(key !== undefined && { product_key: key }),
			...(problem !== undefined && { error: problem }),
		};
		return {
			json: apart && problem !== undefined ? errorJson(problem, json) : json,
			pairedItem: { item: itemIndex },
		};
	});
	failOrHint(context, run, report);
	return items;
}

async function namedProducts(batch: BatchCall, run: CatalogJob): Promise<Wanted[]> {
	const named: { itemIndex: number; name: string }[] = [];
	const byId = run.values.deleteBy === 'ids';
	for (const itemIndex of run.itemIndexes) {
		const { values } = await batch.call(itemIndex);
		for (const name of (byId ? values.item_ids : values.product_keys) as string[])
			named.push({ itemIndex, name });
	}
	if (!byId) return named.map(({ itemIndex, name }) => ({ itemIndex, id: '', key: name }));
	const keys = new Map<string, string | undefined>(named.map(({ name }) => [name, undefined]));
	await readCatalog(
		run.api,
		run.catalogId,
		({ id = '' }, key) => {
			if (keys.has(id)) keys.set(id, key);
		},
		run,
	);
	return named.map(({ itemIndex, name }) => ({ itemIndex, id: asText(name), key: keys.get(name) }));
}
