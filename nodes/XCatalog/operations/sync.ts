/** Makes the catalog match the input, and sends only what differs. */
import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import type { BatchCall } from '../../shared/operation/operation';
import { deletionProblem } from '../sync/deletionGuard';
import { estimateSeconds, formatDuration, requestsFor, USUAL_SECONDS, type Requests } from '../sync/duration';
import { productRemover } from '../requests/batchWriter';
import { forEachCatalog, type CatalogJob } from '../input/catalogJobs';
import { hint, logProgress } from '../report/hints';
import { openRun, outputOf, sendProducts, type ProductRun, type ProductRunValues } from './productRun';
import { readCatalog } from '../requests/readCatalog';
import type { InputScan } from '../input/scanInput';
import { refuseInvalid } from '../report/refuseInvalid';

export interface SyncValues extends ProductRunValues {
	readonly dryRun: boolean | undefined;
	readonly deleteMissing: boolean | undefined;
	readonly confirmDeletion: boolean | undefined;
	readonly deleteLimit: number | undefined;
}

type Sync = ProductRun<SyncValues>;

export const runSync = (batch: BatchCall<SyncValues>): Promise<INodeExecutionData[]> =>
	forEachCatalog(batch, sync);

/**
 * Scans the input, compares it with the catalog, and reads the input again to send what is new or changed. Each run
 * reads the catalog again, so an interrupted sync can simply be run again.
 */
async function sync(job: CatalogJob<SyncValues>): Promise<INodeExecutionData[]> {
	const { context } = job.batch;
	const { dryRun = false, deleteMissing = false } = job.values;
	const run = await openRun(job, deleteMissing);
	const { source, scan, report } = run;
	const { plan } = scan;
	if (plan.counts.wanted === 0 && !dryRun && !context.continueOnFail())
		await refuseInvalid(context, source, scan);
	announceReading(context, scan);
	const started = Date.now();
	const reads = await readCatalog(
		job,
		(product, key) => plan.addExisting(product, key),
		(products) => logProgress(context, 'sync', `${products} products of the catalog read`),
	);
	const planned = requestsFor({ writes: plan.toSend, deletes: deleteMissing ? plan.counts.missing : 0 });
	const secondsPerRequest = (Date.now() - started) / 1000 / Math.max(1, reads);
	const estimate = estimateSeconds(planned, secondsPerRequest, job.concurrency);
	const refusal = deleteMissing ? deletionRefusal(run) : undefined;
	if (refusal !== undefined && !dryRun) throw refusal;
	announce(run, planned, estimate);
	const writes = await sendProducts(run, 'sync', dryRun);
	const deletes = await removeMissing(run);
	if (!dryRun) announceEnd(run, (Date.now() - started) / 1000);
	const { catalog, missing } = plan.counts;
	const output = outputOf(run, {
		catalogId: job.catalogId,
		dryRun,
		inputProducts: scan.rows,
		catalogProducts: catalog,
		...report.counts,
		kept: missing - Math.min(missing, report.counts.deleted),
		requests: dryRun ? { ...planned, reads } : { reads, writes, deletes },
		...(dryRun && { estimatedSeconds: estimate, estimate: formatDuration(estimate) }),
		...(refusal && { deletionRefused: refusal.message }),
		...report.summary(),
	});
	if (refusal) hint(context, `Without Dry Run this is refused: ${refusal.message}`, 'warning');
	return output;
}

function deletionRefusal({ job, scan }: Sync): NodeOperationError | undefined {
	const { deleteLimit = 20, confirmDeletion = false } = job.values;
	const problem = deletionProblem({
		...scan.plan.counts,
		unidentified: scan.unidentified,
		limitPercent: deleteLimit,
		confirmed: confirmDeletion,
	});
	if (problem === undefined) return undefined;
	return new NodeOperationError(job.batch.context.getNode(), problem, {
		itemIndex: job.firstItem,
		description: `Nothing was sent. ${adviceOn(scan)}`,
	});
}

function adviceOn({ unidentified, plan }: InputScan): string {
	if (unidentified > 0) return 'Fix those rows, or switch Delete Missing Products off.';
	return plan.counts.wanted === 0
		? 'Check where the input comes from. To empty a catalog on purpose, delete the catalog or its products by key.'
		: 'Check that the input is complete. If it is, raise Delete Limit or switch Confirm Large Deletion on.';
}

/** The size of the catalog is not known yet, so this estimate assumes that of the input. */
function announceReading(context: IExecuteFunctions, { rows, groups }: InputScan): void {
	const reads = requestsFor({ reads: rows }).reads + groups;
	const duration = formatDuration(estimateSeconds({ reads, writes: 0, deletes: 0 }, USUAL_SECONDS, 1));
	logProgress(
		context,
		'sync',
		`${rows} products in the input; reading the catalog first, about ${duration} (${reads} ${reads === 1 ? 'request' : 'requests'}) if it is as large`,
	);
}

function announce({ job, scan }: Sync, { writes, deletes }: Requests, estimate: number): void {
	const { context } = job.batch;
	const { changed, same, missing } = scan.plan.counts;
	const plan =
		`${scan.plan.toCreate} to create, ${changed} to update, ${same} unchanged, ${missing} not in the input; ` +
		`${writes} write and ${deletes} delete requests, about ${formatDuration(estimate)}`;
	logProgress(context, 'sync', job.values.dryRun ? `dry run, ${plan}` : plan);
	if (job.values.dryRun) hint(context, `Nothing was sent. The plan: ${plan}`);
}

function announceEnd({ job, report }: Sync, seconds: number): void {
	const { created, updated, deleted, failed } = report.counts;
	const result = `${created} created, ${updated} updated, ${deleted} deleted, ${failed} failed`;
	logProgress(job.batch.context, 'sync', `done after ${formatDuration(seconds)}: ${result}`);
}

/** Deletes come last, so that an interruption leaves too many products rather than too few. */
async function removeMissing({ job, scan, report }: Sync): Promise<number> {
	const { missing } = scan.plan;
	let answered = 0;
	const at = { ordinal: Number.MAX_SAFE_INTEGER, itemIndex: job.firstItem };
	const remover = productRemover(job, (productKey, problem) => {
		const id = missing.get(productKey) ?? '';
		if (++answered % 1000 === 0)
			logProgress(job.batch.context, 'sync', `${answered} of ${missing.size} products deleted`);
		const problems = problem === undefined ? [] : [problem];
		// A product that is not found counts as deleted: another program deleted it, or an earlier request whose
		// answer was lost.
		const isGone = problems.every((each) => /not found|does not exist/i.test(each));
		if (isGone) report.add({ id, action: 'deleted', productKey, warnings: problems }, at);
		else report.add({ id, action: 'failed', productKey, errors: problems }, at);
	});
	for (const [productKey, id] of missing) {
		if (job.values.dryRun) report.add({ id, action: 'deleted', productKey }, at);
		else await remover.add(productKey);
	}
	return await remover.finish();
}
