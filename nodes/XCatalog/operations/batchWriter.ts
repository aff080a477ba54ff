/** Products and keys on their way to the platform: full requests, several at once. */
import { get } from 'lodash';
import { batchSize } from '../sync/duration';
import { productsPath } from './readCatalog';
import { asText } from '../../shared/util/text';
import { TaskPool } from '../../shared/util/taskPool';
import type { Api, ApiRequest, ApiResponse } from '../../shared/http/connection';
import { RateLimitWindow } from '../../shared/http/rateLimitWindow';

/** What the platform said about one submitted product. Source: catalog brief, "Batch product result". */
export interface BatchResult {
	readonly id: string;
	readonly productKey: string;
	readonly status: string;
	readonly warnings: readonly string[];
	readonly errors: readonly string[];
}

export interface SendOptions {
	readonly api: Api;
	readonly catalogId: string;
	/** Requests under way at once. */
	readonly concurrency: number;
	readonly signal?: AbortSignal | undefined;
	/** What becomes of the products of a request that failed as a whole; the error is thrown where this is absent. */
	readonly onFailure?: (error: unknown, ids: readonly string[]) => void;
}

/** Gathers what is added into requests of a given size. */
class Batches<T> {
	requests = 0;
	private waiting: T[] = [];
	private readonly pool: TaskPool;
	private readonly window: RateLimitWindow;

	constructor(
		private readonly size: number,
		{ api, concurrency, signal }: SendOptions,
		private readonly send: (batch: readonly T[]) => Promise<ApiResponse | undefined>,
	) {
		this.pool = new TaskPool(concurrency, signal);
		this.window = new RateLimitWindow(api, this.pool);
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
			if (answer !== undefined) this.window.note(answer);
		});
	}
}

export type WireProduct = Readonly<Record<string, string | number | null>>;

/**
 * Sends products, 25 a request.
 * @param done told the result of every product: one the platform ignored has the status IGNORED
 */
export function productWriter(
	options: SendOptions,
	done: (result: BatchResult) => void,
): Batches<WireProduct> {
	const { api, catalogId, onFailure } = options;
	return new Batches<WireProduct>(batchSize.writes, options, async (products) => {
		const ids = products.map(({ id }) => asText(id));
		const request: ApiRequest = {
			method: 'PUT',
			path: productsPath(catalogId),
			body: { products },
			idempotent: true,
		};
		const answer = await attempt(api.send(request), onFailure && ((error) => onFailure(error, ids)));
		if (answer === undefined) return undefined;
		const results = new Map(resultsOf(answer.body).map((result) => [result.id, result]));
		for (const id of ids) done(results.get(id) ?? ignored(id));
		return answer;
	});
}

/**
 * Deletes products by key.
 * @param done told each key, and why it could not be deleted
 */
export function productRemover(
	options: SendOptions,
	done: (key: string, problem: string | undefined) => void,
): Batches<string> {
	const { api, catalogId, onFailure } = options;
	return new Batches<string>(batchSize.deletes, options, async (keys) => {
		const request: ApiRequest = {
			method: 'DELETE',
			path: productsPath(catalogId),
			body: { product_keys: keys },
		};
		const answer = await attempt(api.send(request), onFailure && ((error) => onFailure(error, keys)));
		if (answer === undefined) return undefined;
		const results = deleteResultsOf(answer.body);
		for (const key of keys) done(key, results.has(key) ? results.get(key) : noResult);
		return answer;
	});
}

/** The answer; nothing where the request failed and somebody takes care of that. */
async function attempt(
	request: Promise<ApiResponse>,
	onFailure: ((error: unknown) => void) | undefined,
): Promise<ApiResponse | undefined> {
	const [outcome] = await Promise.allSettled([request]);
	if (outcome.status === 'fulfilled') return outcome.value;
	if (!onFailure) throw outcome.reason;
	onFailure(outcome.reason);
	return undefined;
}

/** What the platform said about each key: why it failed, or undefined. Source: catalog brief, "Delete result". */
function deleteResultsOf(body: unknown): Map<string, string | undefined> {
	const found: unknown = get(body, 'data.delete_products');
	return new Map(
		(Array.isArray(found) ? found : []).map((result: unknown) => {
			const failed = asText(get(result, 'failed_product_key'));
			if (failed === '') return [asText(get(result, 'product_key')), undefined];
			return [failed, asText(get(result, 'message')) || 'The platform gives no reason'];
		}),
	);
}

const noResult = 'The platform gave no result for this product';

function resultsOf(body: unknown): BatchResult[] {
	const found: unknown = get(body, 'data.products_response');
	return (Array.isArray(found) ? found : []).map((result: unknown) => ({
		id: asText(get(result, 'id')),
		productKey: asText(get(result, 'product_key')),
		status: asText(get(result, 'status')),
		warnings: texts(get(result, 'warnings')),
		errors: texts(get(result, 'errors')),
	}));
}

const texts = (value: unknown): string[] =>
	Array.isArray(value) ? value.map((entry: unknown) => asText(get(entry, 'message') ?? entry)) : [];

const ignored = (id: string): BatchResult => ({
	id,
	productKey: '',
	status: 'IGNORED',
	warnings: [],
	errors: [noResult],
});
