/** Sends every product of the input, 25 per request, and reports each result. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { BatchCall } from '../../shared/operation/operation';
import { estimateSeconds, formatDuration, requestsFor, USUAL_SECONDS } from '../sync/duration';
import { forEachCatalog, type CatalogJob } from '../input/catalogJobs';
import { logProgress } from '../report/hints';
import { openRun, outputOf, sendProducts, type ProductRunValues } from './productRun';
import { refuseInvalid } from '../report/refuseInvalid';

export const runUpsert = (batch: BatchCall<ProductRunValues>): Promise<INodeExecutionData[]> =>
	forEachCatalog(batch, upsert);

async function upsert(job: CatalogJob<ProductRunValues>): Promise<INodeExecutionData[]> {
	const { context } = job.batch;
	const run = await openRun(job, { trackMissing: false }, 'last');
	const { source, scan, report } = run;
	if (scan.hasInvalid && !context.continueOnFail()) await refuseInvalid(context, source, scan);
	const { toSend } = scan.plan;
	const planned = requestsFor({ writes: toSend });
	const duration = formatDuration(estimateSeconds(planned, USUAL_SECONDS, job.concurrency));
	const plan = `${toSend} products to send, ${planned.writes} write requests, about ${duration}`;
	logProgress(context, 'upload', plan);
	const requests = await sendProducts(run, 'upload');
	for (const item of job.itemIndexes) job.batch.settle(item);
	return outputOf(run, {
		catalogId: job.catalogId,
		inputProducts: scan.rows,
		...report.counts,
		requests,
		...report.summary(),
	});
}
