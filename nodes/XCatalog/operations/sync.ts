/** Sync: the input is the whole desired state; only what differs is sent. */
import { omit } from 'lodash';
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import type { Product } from '../product/fields';
import { toWire } from '../product/normalize';
import { checkProduct } from '../product/validate';
import { deletionProblem } from '../sync/deletionGuard';
import { estimateSeconds, formatDuration, requestsFor, type Requests } from '../sync/duration';
import type { Decision } from '../sync/plan';
import { productRemover } from './batchWriter';
import { forEachCatalog, type CatalogJob } from './catalogJobs';
import { failOrHint, hintColumns, hintDoubts } from './hints';
import { openSource, type ProductSource, type Row } from './productSource';
import { logProgress, USUAL_SECONDS } from './progressLog';
import { readCatalog } from './readCatalog';
import { duplicateOf, hasErrorOutput, Report } from './report';
import { reportedWriter } from './reportedWriter';
import { refuseInvalid, scanInput, type InputScan } from './scanInput';
import type { UpsertValues } from './upsert';
import type { BatchCall } from '../../shared/operation/operation';

export interface SyncValues extends UpsertValues {
	readonly dryRun: boolean | undefined;
	readonly deleteMissing: boolean | undefined;
	readonly confirmDeletion: boolean | undefined;
	readonly deleteLimit: number | undefined;
}

/** What one sync works with. */
interface Sync {
	readonly context: IExecuteFunctions;
	readonly job: CatalogJob<SyncValues>;
	readonly source: ProductSource;
	readonly scan: InputScan;
	readonly report: Report;
	readonly dryRun: boolean;
	readonly requests: Requests;
}

export const runSync = (batch: BatchCall<SyncValues>): Promise<INodeExecutionData[]> =>
	forEachCatalog(batch, sync);

/**
 * Notes the input, meets the catalog, and goes through the input again to send what is new or differs. The catalog is
 * read anew each time, so a sync that was interrupted is simply run again.
 */
async function sync(job: CatalogJob<SyncValues>): Promise<INodeExecutionData[]> {
	const { values, itemIndexes } = job;
	const { context } = job.batch;
	const dryRun = values.dryRun === true;
	const trackMissing = values.deleteMissing === true;
	const source = openSource(job);
	const scan = await scanInput(context, source, values.duplicates ?? 'last', { trackMissing });
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
	const requests = requestsFor({
		reads: 0,
		writes: plan.toCreate + plan.counts.changed,
		deletes: trackMissing ? plan.counts.missing : 0,
	});
	const secondsPerRequest = (Date.now() - started) / 1000 / Math.max(1, reads);
	const estimate = estimateSeconds(requests, secondsPerRequest, job.concurrency);
	const report = new Report(values.report, hasErrorOutput(context));
	const state: Sync = { context, job, source, scan, report, dryRun, requests: { ...requests, reads } };
	const refusal = trackMissing ? deletionRefusal(state) : undefined;
	if (refusal !== undefined && !dryRun) throw refusal;
	announce(state, estimate);

	const sent = await carryOut(state);
	announceEnd(state, Date.now() - started);
	hintColumns(context, source);
	hintDoubts(context, report);
	failOrHint(job, report);
	if (refusal) {
		const message = `Without Dry Run this is refused: ${refusal.message}`;
		context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
	}
	if (values.report !== 'summary') return report.items();
	const summary = summaryOf(state, sent, estimate, refusal);
	return [{ json: summary, pairedItem: itemIndexes.map((item) => ({ item })) }];
}

function deletionRefusal({ context, job, scan }: Sync): NodeOperationError | undefined {
	const { deleteLimit = 20, confirmDeletion = false } = job.values;
	const problem = deletionProblem({
		...scan.plan.counts,
		unidentified: scan.unidentified,
		limitPercent: deleteLimit,
		confirmed: confirmDeletion,
	});
	if (problem === undefined) return undefined;
	return new NodeOperationError(context.getNode(), problem, {
		itemIndex: job.firstItem,
		description: `Nothing was sent. ${adviceOn(scan)}`,
	});
}

function adviceOn({ unidentified, plan }: InputScan): string {
	if (unidentified > 0) return 'Mend those rows, or switch Delete Missing Products off.';
	return plan.counts.wanted === 0
		? 'Check where the input comes from. To empty a catalog on purpose, delete the catalog or its products by key.'
		: 'Check that the input is complete. If it is, raise Delete Limit or switch Confirm Large Deletion on.';
}

/** The catalog's size is not known yet: most often it is that of the input. */
function announceReading(context: IExecuteFunctions, { rows, groups }: InputScan): void {
	const reads = requestsFor({ reads: rows, writes: 0, deletes: 0 }).reads + groups;
	const seconds = estimateSeconds({ reads, writes: 0, deletes: 0 }, USUAL_SECONDS, 1);
	logProgress(
		context,
		'sync',
		`${rows} products in the input; reading the catalog first, about ${formatDuration(seconds)} (${reads} ${reads === 1 ? 'request' : 'requests'}) if it is as large`,
	);
}

function announce({ context, scan, requests, dryRun }: Sync, estimate: number): void {
	const { changed, same, missing } = scan.plan.counts;
	const plan =
		`${scan.plan.toCreate} to create, ${changed} to update, ${same} unchanged, ${missing} not in the input; ` +
		`${requests.writes} write and ${requests.deletes} delete requests, about ${formatDuration(estimate)}`;
	logProgress(context, 'sync', dryRun ? `dry run, ${plan}` : plan);
	if (dryRun)
		context.addExecutionHints({ message: `Nothing was sent. The plan: ${plan}`, location: 'outputPane' });
}

function announceEnd({ context, report: { counts }, dryRun }: Sync, milliseconds: number): void {
	if (dryRun) return;
	const { created, updated, deleted, failed } = counts;
	logProgress(
		context,
		'sync',
		`done after ${formatDuration(milliseconds / 1000)}: ${created} created, ${updated} updated, ${deleted} deleted, ${failed} failed`,
	);
}

/** Goes through the input again: reports every product, and sends what is to be sent. */
async function carryOut(state: Sync): Promise<Requests> {
	const { job, source, scan, report, dryRun, requests } = state;
	const { plan } = scan;
	const writer = reportedWriter(job, report, 'sync', plan.toCreate + plan.counts.changed);
	const send = async (row: Row, decision: Decision) => {
		const { id = '' } = row.product;
		const changes = decision.action === 'update' ? decision.changes : undefined;
		if (!dryRun) return await writer.send(row, wireOf(row.product, decision), changes);
		const action = decision.action === 'create' ? ('created' as const) : ('updated' as const);
		report.add({ id, action, warnings: report.doubtsAbout(row), ...(changes && { changes }) }, row);
	};
	for await (const rows of source.rows())
		for (const row of rows) {
			const { id = '' } = row.product;
			const decision = plan.decide(row.product, row.ordinal);
			if (decision.action === 'duplicate') report.add(duplicateOf(id), row);
			else if (decision.action === 'unchanged') report.add({ id, action: 'unchanged' }, row);
			else {
				const problems = scan.problems(row);
				if (problems.length > 0 || decision.action === 'failed') report.addInvalid(row, problems);
				else await send(row, decision);
			}
		}
	const writes = await writer.finish();
	return { reads: requests.reads, writes, deletes: await removeMissing(state) };
}

/**
 * A product as it is sent. An update carries along what the catalog has and the input does not mention: it is not
 * documented whether the service leaves alone what an update lacks, and this way both come to the same. What would
 * contradict the input is not carried along: no stock of a product that is in stock again, a sale above the new price.
 */
function wireOf(product: Product, decision: Decision) {
	if (decision.action !== 'update') return toWire(product);
	const whole: Product = { ...decision.current, ...product };
	const contradicting = checkProduct(whole).flatMap(({ field }) => field ?? []);
	return toWire(omit(whole, contradicting), decision.clear);
}

/** Deletes last, so that an interruption leaves too many products rather than too few. */
async function removeMissing({ context, job, scan, report, dryRun }: Sync): Promise<number> {
	const { missing } = scan.plan;
	let answered = 0;
	const at = { ordinal: Number.MAX_SAFE_INTEGER, itemIndex: job.firstItem };
	const remover = productRemover(job, (productKey, problem) => {
		const id = missing.get(productKey)?.id ?? '';
		if (++answered % 1000 === 0)
			logProgress(context, 'sync', `${answered} of ${missing.size} products deleted`);
		const problems = problem === undefined ? [] : [problem];
		// Gone is what it should be: an answer got lost and the request was repeated, or somebody else deleted it.
		const isGone = problems.every((each) => /not found|does not exist/i.test(each));
		if (isGone) report.add({ id, action: 'deleted', productKey, warnings: problems }, at);
		else report.add({ id, action: 'failed', productKey, errors: problems }, at);
	});
	for (const { id, productKey } of missing.values()) {
		if (dryRun) report.add({ id, action: 'deleted', productKey }, at);
		else await remover.add(productKey);
	}
	await remover.finish();
	return remover.requests;
}

function summaryOf(
	{ job, scan, report, dryRun, requests }: Sync,
	sent: Requests,
	estimate: number,
	refusal: NodeOperationError | undefined,
): IDataObject {
	const { catalog, missing } = scan.plan.counts;
	return {
		catalogId: job.catalogId,
		dryRun,
		inputProducts: scan.rows,
		catalogProducts: catalog,
		...report.counts,
		kept: missing - Math.min(missing, report.counts.deleted),
		requests: dryRun ? requests : sent,
		...(dryRun && { estimatedSeconds: estimate, estimate: formatDuration(estimate) }),
		...(refusal && { deletionRefused: refusal.message }),
		...report.summary(),
	};
}
