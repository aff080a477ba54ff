/** Products and keys on their way to the platform: full requests, several at once. */
import { get } from 'lodash';
import { z } from 'zod';
import type { ApiRequest, ApiResponse } from '../../shared/http/connection';
import { RateLimitWindow } from '../../shared/http/rateLimitWindow';
import { TaskPool } from '../../shared/util/taskPool';
import { asText } from '../../shared/util/text';
import { BATCH_SIZE } from '../sync/duration';
import type { CatalogJob } from './catalogJobs';
import { productsPath } from './readCatalog';

/**
 * What the platform said about one submitted product:
 * https://docs.x.com/x-ads-api/catalog-management/reference#put-product_catalogs/product_catalog_id/products
 */
export interface BatchResult {
	readonly id: string;
	readonly productKey: string;
	readonly status: string;
	readonly warnings: readonly string[];
	readonly errors: readonly string[];
}

type WriterOptions = Pick<CatalogJob<unknown>, 'batch' | 'api' | 'catalogId' | 'concurrency' | 'signal'>;

/** Gathers what is added into requests of a given size. */
class BatchWriter<T> {
	requests = 0;
	private waiting: T[] = [];
	private readonly pool: TaskPool;
	private readonly window: RateLimitWindow;

	constructor(
		private readonly size: number,
		private readonly options: WriterOptions,
		private readonly toRequest: (batch: readonly T[]) => ApiRequest,
		private readonly onAnswer: (batch: readonly T[], body: unknown) => void,
		private readonly onFailure: (batch: readonly T[], error: Error) => void,
	) {
		this.pool = new TaskPool(options.concurrency, options.signal);
		this.window = new RateLimitWindow(options.api, this.pool);
	}

	async add(entry: T): Promise<void> {
		this.waiting.push(entry);
		if (this.waiting.length >= this.size) await this.flush();
	}

	async finish(): Promise<void> {
		if (this.waiting.length > 0) await this.flush();
		await this.pool.drain();
	}

	private async flush(): Promise<void> {
		const batch = this.waiting;
		this.waiting = [];
		this.requests++;
		await this.pool.add(async () => {
			await this.window.open();
			const answer = await this.send(batch);
			if (answer === undefined) return;
			this.onAnswer(batch, answer.body);
			this.window.note(answer);
		});
	}

	/** The answer; nothing where the request failed and Continue On Fail makes that a matter of its products. */
	private async send(batch: readonly T[]): Promise<ApiResponse | undefined> {
		const { api, batch: whole } = this.options;
		const [outcome] = await Promise.allSettled([api.send(this.toRequest(batch))]);
		if (outcome.status === 'fulfilled') return outcome.value;
		if (!whole.context.continueOnFail()) throw outcome.reason;
		this.onFailure(batch, outcome.reason as Error);
		return undefined;
	}
}

export type WireProduct = Readonly<Record<string, string | number | null>>;

/**
 * Sends products, 25 a request.
 *
 * @param options Where to, and how many requests at once.
 * @param done Told the result of every product: one the platform ignored has the status IGNORED.
 */
export function productWriter(
	options: WriterOptions,
	done: (result: BatchResult) => void,
): BatchWriter<WireProduct> {
	const path = productsPath(options.catalogId);
	const without = (id: string, status: string, problem: string) =>
		done({ id, productKey: '', status, warnings: [], errors: [problem] });
	return new BatchWriter<WireProduct>(
		BATCH_SIZE.writes,
		options,
		(products) => ({ method: 'PUT', path, body: { products }, idempotent: true }),
		(products, body) => {
			const results = new Map(WRITTEN.parse(body).map((result) => [result.id, result]));
			for (const id of products.map((product) => asText(product.id))) {
				const result = results.get(id);
				if (result) done(result);
				else without(id, 'IGNORED', NO_RESULT);
			}
		},
		(products, { message }) => products.forEach(({ id }) => without(asText(id), 'ERROR', message)),
	);
}

/**
 * Deletes products by key.
 *
 * @param options Where, and how many requests at once.
 * @param done Told each key, and why it could not be deleted.
 */
export function productRemover(
	options: WriterOptions,
	done: (key: string, problem: string | undefined) => void,
): BatchWriter<string> {
	const path = productsPath(options.catalogId);
	return new BatchWriter<string>(
		BATCH_SIZE.deletes,
		options,
		(keys) => ({ method: 'DELETE', path, body: { product_keys: keys } }),
		(keys, body) => {
			const results = new Map(DELETED.parse(body));
			for (const key of keys) done(key, results.has(key) ? results.get(key) : NO_RESULT);
		},
		(keys, { message }) => keys.forEach((key) => done(key, message)),
	);
}

const NO_RESULT = 'The platform gave no result for this product';

const text = z.unknown().transform(asText);
const messages = z.array(z.unknown().transform((entry) => asText(get(entry, 'message') ?? entry))).catch([]);

const WRITTEN = z
	.object({
		data: z.object({
			products_response: z.array(
				z
					.object({ id: text, product_key: text, status: text, warnings: messages, errors: messages })
					.transform(({ product_key: productKey, ...result }): BatchResult => ({ ...result, productKey })),
			),
		}),
	})
	.transform(({ data }) => data.products_response)
	.catch([]);

/**
 * Each key and why it failed, if it did:
 * https://docs.x.com/x-ads-api/catalog-management/reference#delete-product_catalogs/product_catalog_id/products
 */
const DELETED = z
	.object({
		data: z.object({
			delete_products: z.array(
				z
					.object({ product_key: text, failed_product_key: text, message: text })
					.transform(
						({ product_key: key, failed_product_key: failed, message }): [string, string | undefined] =>
							failed === '' ? [key, undefined] : [failed, message || 'The platform gives no reason'],
					),
			),
		}),
	})
	.transform(({ data }) => data.delete_products)
	.catch([]);
