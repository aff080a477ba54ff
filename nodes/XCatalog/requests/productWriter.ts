import { get } from 'lodash';
import { entities } from '../../shared/engine/output';
import { asText } from '../../shared/util/text';
import { BATCH_SIZE } from '../sync/duration';
import { BatchWriter, NO_RESULT } from './batchWriter';
import type { CatalogJob } from '../input/catalogJobs';
import { logProgress } from '../report/hints';
import type { Change } from '../prepare/settings';
import type { InputPosition, InputRow } from '../input/row';
import type { ProductResult, Report } from '../report/report';

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
