import type { CatalogJob } from './catalogJobs';
import { productWriter, type WireProduct } from './batchWriter';
import type { Location, Row } from './productSource';
import { logProgress } from './progressLog';
import { toResult, type Report } from './report';

/** A product that was sent and has no result yet. */
interface Pending {
	readonly at: Location;
	readonly doubts: readonly string[];
	readonly changes: readonly string[] | undefined;
}

/**
 * Sends products and reports what the platform says about each.
 *
 * @param work What the run is, for n8n's log, which is told now and then how many products were sent.
 * @param total How many products are to be sent.
 */
export function reportedWriter<V>(
	job: CatalogJob<V>,
	report: Report,
	work: 'sync' | 'upload',
	total: number,
) {
	const pending = new Map<string, Pending>();
	let answered = 0;
	const writer = productWriter(job, (result) => {
		const known = pending.get(result.id);
		pending.delete(result.id);
		if (known) {
			const { at, doubts, changes } = known;
			const warnings = [...doubts, ...result.warnings];
			report.add({ ...toResult(result), warnings, ...(changes && { changes }) }, at);
		}
		if (++answered % 1000 === 0)
			logProgress(job.batch.context, work, `${answered} of ${total} products sent`);
	});
	return {
		send: async (row: Row, sent: WireProduct, changes?: readonly string[]) => {
			const { product, ...at } = row;
			pending.set(product.id ?? '', { at, doubts: report.doubtsAbout(row), changes });
			await writer.add(sent);
		},
		/** Waits for the last results, and says how many requests there were. */
		finish: async () => {
			await writer.finish();
			return writer.requests;
		},
	};
}
