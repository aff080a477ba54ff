/** Sends products or keys in full requests, several in parallel. */
import { entities } from '../../shared/engine/output';
import type { ApiRequest, ApiResponse } from '../../shared/http/connection';
import { TaskPool } from '../../shared/util/taskPool';
import { asText } from '../../shared/util/text';
import { BATCH_SIZE } from '../sync/duration';
import type { CatalogJob } from '../input/catalogJobs';
import { productsPath } from './readCatalog';

/** Collects entries until there are enough for a request. */
export class BatchWriter<T> {
	requests = 0;
	private waiting: T[] = [];
	private readonly pool: TaskPool;

	constructor(
		private readonly size: number,
		private readonly job: CatalogJob<unknown>,
		private readonly toRequest: (batch: readonly T[]) => Omit<ApiRequest, 'path'>,
		private readonly onAnswer: (batch: readonly T[], body: unknown) => void,
		private readonly onFailure: (batch: readonly T[], error: Error) => void,
	) {
		this.pool = new TaskPool(job.concurrency, job.signal);
	}

	async add(entry: T): Promise<void> {
		this.waiting.push(entry);
		if (this.waiting.length >= this.size) await this.flush();
	}

	/** Sends the rest, waits for all answers, and returns the number of requests. */
	async finish(): Promise<number> {
		if (this.waiting.length > 0) await this.flush();
		await this.pool.drain();
		return this.requests;
	}

	private async flush(): Promise<void> {
		const batch = this.waiting;
		this.waiting = [];
		this.requests++;
		await this.pool.add(async () => {
			const answer = await this.send(batch);
			if (answer) this.onAnswer(batch, answer.body);
		});
	}

	/** Returns the answer. Is undefined if the request failed with Continue On Fail, so that only its products fail. */
	private async send(batch: readonly T[]): Promise<ApiResponse | undefined> {
		const { api, batch: run, catalogId, firstItem } = this.job;
		const request = { ...this.toRequest(batch), path: productsPath(catalogId), items: [firstItem] };
		return await api.send(request).catch((error: Error) => {
			if (!run.goesOn()) throw error;
			this.onFailure(batch, error);
			return undefined;
		});
	}
}

export const NO_RESULT = 'X gave no result for this product';

/** Deletes products by key. `done` receives each key, with the reason if it could not be deleted. */
export function productRemover(
	job: CatalogJob<unknown>,
	done: (key: string, problem: string | undefined) => void,
): BatchWriter<string> {
	return new BatchWriter<string>(
		BATCH_SIZE.deletes,
		job,
		(keys) => ({ method: 'DELETE', body: { product_keys: keys } }),
		(keys, body) => {
			const results = new Map(deletionsIn(body));
			for (const key of keys) done(key, results.has(key) ? results.get(key) : NO_RESULT);
		},
		(keys, { message }) => keys.forEach((key) => done(key, message)),
	);
}

/**
 * Each key, with the reason if it could not be deleted:
 * https://docs.x.com/x-ads-api/catalog-management/reference#delete-product_catalogs/product_catalog_id/products
 */
const deletionsIn = (body: unknown) =>
	entities({ isList: true, at: 'data.delete_products' }, body).map((result): [string, string | undefined] => {
		const [key, failed] = [asText(result.product_key), asText(result.failed_product_key)];
		return failed === '' ? [key, undefined] : [failed, asText(result.message) || 'X gives no reason'];
	});
