/** Products on their way to X, 25 a request, and what it says about each. */
import { get } from 'lodash';
import { entities } from '../../shared/engine/output';
import { asText } from '../../shared/util/text';
import { BATCH_SIZE } from '../sync/duration';
import { BatchWriter, NO_RESULT } from './batchWriter';
import type { CatalogJob } from './catalogJobs';
import { logProgress } from './hints';
import type { Change } from '../prepare/settings';
import type { Location, Row } from './productSource';
import type { ProductResult, Report } from './report';

type WireProduct = Readonly<Record<string, string | number | null>>;

/** A product that was sent and has no result yet. */
interface Pending {
	readonly at: Location;
	readonly doubts: readonly string[];
	readonly changes: readonly string[] | undefined;
	readonly cleanedUp: readonly Change[];
}

/**
 * Sends products and reports what X says about each.
 *
 * @param work What the run is, for n8n's log, which is told now and then how many products were sent.
 * @param total How many products are to be sent.
 */
export function productWriter(
	job: CatalogJob<unknown>,
	report: Report,
	work: 'sync' | 'upload',
	total: number,
) {
	const pending = new Map<string, Pending>();
	let answered = 0;
	const done = (result: ProductResult) => {
		const sent = pending.get(result.id);
		pending.delete(result.id);
		if (sent) {
			const { at, doubts, changes, cleanedUp } = sent;
			const warnings = [...doubts, ...(result.warnings ?? [])];
			report.add({ ...result, warnings, cleanedUp, ...(changes && { changes }) }, at);
		}
		if (++answered % 1000 === 0)
			logProgress(job.batch.context, work, `${answered} of ${total} products sent`);
	};
	const fail = (id: string, status: string, problem: string) =>
		done({ id, action: 'failed', status, errors: [problem] });
	const writer = new BatchWriter<WireProduct>(
		BATCH_SIZE.writes,
		job,
		(products) => ({ method: 'PUT', body: { products }, idempotent: true }),
		(products, body) => {
			const results = new Map(resultsIn(body).map((result) => [result.id, result]));
			for (const id of products.map((product) => asText(product.id))) {
				const result = results.get(id);
				if (result) done(result);
				else fail(id, 'IGNORED', NO_RESULT);
			}
		},
		(products, message) => products.forEach(({ id }) => fail(asText(id), 'ERROR', message)),
	);
	return {
		send: async (row: Row, sent: WireProduct, changes?: readonly string[]) => {
			const { product, ordinal, itemIndex, line, changes: cleanedUp } = row;
			const at = { ordinal, itemIndex, ...(line !== undefined && { line }) };
			pending.set(product.id ?? '', { at, doubts: report.doubtsAbout(row), changes, cleanedUp });
			await writer.add(sent);
		},
		/** Waits for the last results, and says how many requests there were. */
		finish: () => writer.finish(),
	};
}

const ACTIONS: Readonly<Record<string, ProductResult['action']>> = {
	CREATE_SUCCESS: 'created',
	UPDATE_SUCCESS: 'updated',
	NO_CHANGE: 'unchanged',
};

/**
 * X's results in our words:
 * https://docs.x.com/x-ads-api/catalog-management/reference#put-product_catalogs/product_catalog_id/products
 */
const resultsIn = (body: unknown): ProductResult[] =>
	entities({ many: true, at: 'data.products_response' }, body).map((result) => ({
		id: asText(result.id),
		action: ACTIONS[asText(result.status)] ?? 'failed',
		status: asText(result.status),
		productKey: asText(result.product_key),
		warnings: messagesIn(result.warnings),
		errors: messagesIn(result.errors),
	}));

const messagesIn = (list: unknown): string[] =>
	(Array.isArray(list) ? list : []).map((entry: unknown) => asText(get(entry, 'message') ?? entry));
