import { get } from 'lodash';
import { entities } from '../../shared/engine/output';
import { asText } from '../../shared/util/text';
import type { CatalogJob } from '../input/catalogJobs';
import { logProgress } from '../report/hints';
import type { Change } from '../prepare/settings';
import type { InputPosition, InputRow } from '../input/productSource';
import type { ProductResult, Report } from '../report/report';
import type { ApiRequest, ApiResponse } from '../../shared/http/connection';
import { TaskPool } from '../../shared/util/taskPool';
import { productsPath } from './readCatalog';

type WireProduct = Readonly<Record<string, string | number | null>>;

/** A product that was sent and has no result yet. */
interface SentProduct {
	readonly at: InputPosition;
	readonly doubts: readonly string[];
	readonly changes: readonly string[] | undefined;
	readonly cleanedUp: readonly Change[];
}

/** Sends products, 25 per request, and reports the result of each. */
export class ProductWriter {
	private readonly pending = new Map<string, SentProduct>();
	private readonly writer: BatchWriter<WireProduct>;
	private answered = 0;
	private next = 0;

	/**
	 * @param work The kind of run, for the lines about progress in n8n's log.
	 * @param total The number of products to send.
	 * @param onProgress Receives after each answer the ordinal of the first row without one.
	 */
	constructor(
		private readonly job: CatalogJob<unknown>,
		private readonly report: Report,
		private readonly work: 'sync' | 'upload',
		private readonly total: number,
		private readonly onProgress?: (ordinal: number, answered: number) => void,
	) {
		let begun = 0;
		/** Requests start in their order, so all products before those that wait were sent. */
		const onWait = (sent: number) => (milliseconds: number) => {
			const until = new Date(Date.now() + milliseconds).toISOString();
			this.report.windows.push({ sent, until });
			this.say(sent, `, and X takes the next ones from ${until} on`);
		};
		this.writer = new BatchWriter<WireProduct>(
			BATCH_SIZE.writes,
			job,
			(products) => {
				begun += products.length;
				const waits = onWait(begun - products.length);
				return { method: 'PUT', body: { products }, idempotent: true, onWait: waits };
			},
			(products, body) => this.onAnswer(products, body),
			(products, error) => {
				report.advise(error.message, asText(get(error, 'description')));
				for (const { id } of products) this.fail(asText(id), 'ERROR', error.message);
			},
		);
	}

	async send(row: InputRow, sent: WireProduct, changes?: readonly string[]): Promise<void> {
		const { product, ordinal, itemIndex, line, changes: cleanedUp } = row;
		const at = { ordinal, itemIndex, ...(line !== undefined && { line }) };
		const doubts = this.report.doubtsAbout(row);
		this.pending.set(product.id ?? '', { at, doubts, changes, cleanedUp });
		this.next = ordinal + 1;
		await this.writer.add(sent);
	}

	/** @returns The number of requests. */
	async finish(): Promise<number> {
		return await this.writer.finish();
	}

	private onAnswer(products: readonly WireProduct[], body: unknown): void {
		const results = new Map(resultsIn(body).map((result) => [result.id, result]));
		for (const id of products.map((product) => asText(product.id))) {
			const result = results.get(id);
			if (result) this.done(result);
			else this.fail(id, 'IGNORED', NO_RESULT);
		}
		// They are in the order of the input.
		const [first] = this.pending.values();
		this.onProgress?.(first?.at.ordinal ?? this.next, this.answered);
	}

	private fail(id: string, status: string, problem: string): void {
		this.done({ id, action: 'failed', status, errors: [problem] });
	}

	private done(result: ProductResult): void {
		const sent = this.pending.get(result.id);
		this.pending.delete(result.id);
		if (sent) {
			const { at, doubts, changes, cleanedUp } = sent;
			const warnings = [...doubts, ...(result.warnings ?? [])];
			this.report.add({ ...result, warnings, cleanedUp, ...(changes && { changes }) }, at);
		}
		if (++this.answered % 1000 === 0) this.say(this.answered);
	}

	private say(sent: number, next = ''): void {
		logProgress(this.job.batch.context, this.work, `${sent} of ${this.total} products sent${next}`);
	}
}

const ACTIONS: Readonly<Record<string, ProductResult['action']>> = {
	CREATE_SUCCESS: 'created',
	UPDATE_SUCCESS: 'updated',
	NO_CHANGE: 'unchanged',
};

/**
 * Reads X's results:
 * https://docs.x.com/x-ads-api/catalog-management/reference#put-product_catalogs/product_catalog_id/products
 */
const resultsIn = (body: unknown): ProductResult[] =>
	entities({ isList: true, at: 'data.products_response' }, body).map((result) => {
		const [status, errors] = [asText(result.status), messagesIn(result.errors)];
		const action = ACTIONS[status] ?? 'failed';
		if (action === 'failed' && errors.length === 0) errors.push(`X gives no reason (${status})`);
		const [productKey, warnings] = [asText(result.product_key), messagesIn(result.warnings)];
		return { id: asText(result.id), action, status, productKey, warnings, errors };
	});

const messagesIn = (list: unknown): string[] =>
	(Array.isArray(list) ? list : []).map((entry: unknown) => asText(get(entry, 'message') ?? entry));

/** Requests per catalog in 15 minutes: https://docs.x.com/x-ads-api/catalog-management#rate-limits */
export const RATE_LIMITS = { reads: 1000, writes: 600, deletes: 150 } as const;

/** Products per request. The limit for deletes is not documented, so it is that for writes. */
const BATCH_SIZE = { writes: 25, deletes: 25, reads: 100 } as const;

export type Requests = Record<keyof typeof RATE_LIMITS, number>;

const WINDOW_SECONDS = 15 * 60;

/** The usual seconds per request, for the estimate before the first one. */
export const USUAL_SECONDS = 0.3;

/** Counts the requests for a number of products. */
export const requestsFor = ({ reads = 0, writes = 0, deletes = 0 }: Partial<Requests>): Requests => ({
	reads: Math.ceil(reads / BATCH_SIZE.reads),
	writes: Math.ceil(writes / BATCH_SIZE.writes),
	deletes: Math.ceil(deletes / BATCH_SIZE.deletes),
});

/**
 * Estimates how long requests will take, in seconds: the requests themselves, and the pauses for rate limits, none of
 * which is used up yet. Reads, writes and deletes have separate limits, but are sent one after the other.
 *
 * @param concurrency The number of parallel requests. Reads follow each other: each needs the cursor of the one before.
 */
export function estimateSeconds(requests: Requests, secondsPerRequest: number, concurrency: number): number {
	let seconds = 0;
	for (const kind of ['reads', 'writes', 'deletes'] as const) {
		const count = requests[kind];
		if (count === 0) continue;
		const atOnce = kind === 'reads' ? 1 : concurrency;
		const windows = Math.ceil(count / RATE_LIMITS[kind]);
		const lastWindow = count - (windows - 1) * RATE_LIMITS[kind];
		const inFullWindow = Math.max(WINDOW_SECONDS, (RATE_LIMITS[kind] / atOnce) * secondsPerRequest);
		seconds += (windows - 1) * inFullWindow + Math.ceil(lastWindow / atOnce) * secondsPerRequest;
	}
	return Math.ceil(seconds);
}

/** Puts a duration in words: `45 s`, `12 min`, `3 h 5 min`. */
export function formatDuration(seconds: number): string {
	if (seconds < 90) return `${Math.ceil(seconds)} s`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 90) return `${minutes} min`;
	return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Collects entries until there are enough for a request. */
class BatchWriter<T> {
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

const NO_RESULT = 'X gave no result for this product';

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
