/** Upsert: every product of the input is sent, 25 a request, and gets its own result. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { SourceValues } from '../fields/productSource';
import { toWire } from '../product/normalize';
import { estimateSeconds, formatDuration, requestsFor } from '../sync/duration';
import { forEachCatalog, type CatalogJob, type JobValues } from './catalogJobs';
import { failOrHint, hintColumns, hintDoubts } from './hints';
import { openSource, type ProductSource } from './productSource';
import { logProgress, USUAL_SECONDS } from './progressLog';
import { reportedWriter } from './reportedWriter';
import { duplicateOf, hasErrorOutput, Report, type ReportMode } from './report';
import { refuseInvalid, scanInput, type DuplicatePolicy, type InputScan } from './scanInput';
import type { BatchCall } from '../../shared/operation/operation';

export interface UpsertValues extends SourceValues, JobValues {
	readonly report: ReportMode;
	readonly duplicates: DuplicatePolicy | undefined;
}

export const runUpsert = (batch: BatchCall<UpsertValues>): Promise<INodeExecutionData[]> =>
	forEachCatalog(batch, upsert);

async function upsert(job: CatalogJob<UpsertValues>): Promise<INodeExecutionData[]> {
	const { values, itemIndexes, catalogId } = job;
	const { context } = job.batch;
	const source = openSource(job);
	const scan = await scanInput(context, source, values.duplicates ?? 'last', { trackMissing: false });
	if (scan.hasInvalid && !context.continueOnFail()) await refuseInvalid(context, source, scan);
	const report = new Report(values.report, hasErrorOutput(context));
	const requests = await sendAll(job, source, scan, report);
	hintColumns(context, source);
	hintDoubts(context, report);
	failOrHint(job, report);
	if (values.report !== 'summary') return report.items();
	const summary = {
		catalogId,
		inputProducts: scan.rows,
		...report.counts,
		requests,
		...report.summary(),
	};
	return [{ json: summary, pairedItem: itemIndexes.map((item) => ({ item })) }];
}

/** Sends every product that breaks no rule, and says how many requests it took. */
async function sendAll(
	job: CatalogJob<UpsertValues>,
	source: ProductSource,
	scan: InputScan,
	report: Report,
): Promise<number> {
	const { context } = job.batch;
	const { wanted } = scan.plan.counts;
	const requests = requestsFor({ reads: 0, writes: wanted, deletes: 0 });
	const seconds = estimateSeconds(requests, USUAL_SECONDS, job.concurrency);
	logProgress(
		context,
		'upload',
		`${wanted} products to send, ${requests.writes} write requests, about ${formatDuration(seconds)}`,
	);
	const writer = reportedWriter(job, report, 'upload', wanted);
	for await (const rows of source.rows())
		for (const row of rows) {
			const { product, ordinal } = row;
			const problems = scan.problems(row);
			if (scan.plan.decide(product, ordinal).action === 'duplicate')
				report.add(duplicateOf(product.id ?? ''), row);
			else if (problems.length > 0) report.addInvalid(row, problems, 'ERROR');
			else await writer.send(row, toWire(product));
		}
	return await writer.finish();
}
