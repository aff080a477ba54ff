/** Sync: the input is the whole desired state; only what differs is sent. */
import { omit } from 'lodash';
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { pushAll } from '../../shared/util/pushAll';
import { checkProduct } from '../product/validate';
import { deletionProblem } from '../sync/deletionGuard';
import { duplicateOf, failOrHint, hintColumns, refuseWrong, toResult } from './upsert';
import { estimateSeconds, formatDuration, requestsFor, type Requests } from '../sync/duration';
import { lookAtInput, type InputScan, type DuplicatePolicy } from './scanInput';
import { productRemover, productWriter, type BatchResult, type SendOptions } from './batchWriter';
import { productSource, type ProductSource, type Row } from './productSource';
import { readCatalog } from './readCatalog';
import { hasErrorOutput, Report, type ReportMode } from './report';
import { runsByCatalog, type CatalogJob } from './catalogJobs';
import { withProgress, logProgress, usualSeconds } from './progressLog';
import { toWire } from '../product/normalize';
import type { Decision } from '../sync/plan';
import type { Product } from '../product/fields';
import type { BatchCall } from '../../shared/operation/operation';

/** What one sync works with. */
interface Sync {
	readonly context: IExecuteFunctions;
	readonly run: CatalogJob;
	readonly source: ProductSource;
	readonly desired: InputScan;
	readonly report: Report;
	readonly dryRun: boolean;
	readonly requests: Requests;
}

export async function runSync(batch: BatchCall): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for (const run of await runsByCatalog(batch)) {
		try {
			pushAll(output, await sync(batch.context, run));
		} catch (error) {
			output.push(batch.fail(error, run.itemIndexes[0] ?? 0));
		}
	}
	return output;
}

/**
 * Notes the input, meets the catalog, and goes through the input again to send what is new or differs. The catalog is
 * read anew each time, so a sync that was interrupted is simply run again.
 */
async function sync(context: IExecuteFunctions, run: CatalogJob): Promise<INodeExecutionData[]> {
	const { values, itemIndexes } = run;
	const dryRun = values.dryRun === true;
	const remove = values.deleteMissing === true;
	const source = productSource(context, itemIndexes);
	const duplicates = (values.duplicates ?? 'last') as DuplicatePolicy;
	const desired = await lookAtInput(context, source, duplicates, { trackMissing: remove });
	if (desired.plan.counts.wanted === 0 && !dryRun && !context.continueOnFail())
		await refuseWrong(context, source, desired);
	announceReading(context, desired);
	const started = Date.now();
	const reads = await readCatalog(
		run.api,
		run.catalogId,
		(product, key) => desired.plan.addExisting(product, key),
		{
			...run,
			progress: (products) => logProgress(context, 'sync', `${products} products of the catalog read`),
		},
	);
	const report = new Report((values.report ?? 'summary') as ReportMode, hasErrorOutput(context));
	const { counts } = desired.plan;
	const requests = requestsFor({
		reads: 0,
		writes: desired.plan.toCreate + counts.changed,
		deletes: remove ? counts.gone : 0,
	});
	const state: Sync = { context, run, source, desired, report, dryRun, requests: { ...requests, reads } };
	const estimate = estimateSeconds(
		requests,
		(Date.now() - started) / 1000 / Math.max(1, reads),
		run.concurrency,
	);
	const refusal = remove ? refusalOf(state) : undefined;
	if (refusal !== undefined && !dryRun) throw refusal;
	announce(state, estimate);

	const sent = await carryOut(state);
	announceEnd(state, Date.now() - started);
	if (source.unknownColumns.size > 0) hintColumns(context, source);
	failOrHint(context, run, report);
	if (refusal) {
		const message = `Without Dry Run this is refused: ${refusal.message}`;
		context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
	}
	if (values.report === 'changes' || values.report === 'all') return report.items();
	const summary = summaryOf(state, sent, estimate, refusal);
	return [{ json: summary, pairedItem: itemIndexes.map((item) => ({ item })) }];
}

function refusalOf({ context, run, desired }: Sync): NodeOperationError | undefined {
	const { values, itemIndexes } = run;
	const { catalog, gone, wanted } = desired.plan.counts;
	const problem = deletionProblem({
		catalog,
		gone,
		wanted,
		unidentified: desired.unidentified,
		limitPercent: typeof values.deleteLimit === 'number' ? values.deleteLimit : 20,
		confirmed: values.confirmDeletion === true,
	});
	if (problem === undefined) return undefined;
	return new NodeOperationError(context.getNode(), problem, {
		itemIndex: itemIndexes[0] ?? 0,
		description: `Nothing was sent. ${adviceOn(desired)}`,
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
	const seconds = estimateSeconds({ reads, writes: 0, deletes: 0 }, usualSeconds, 1);
	logProgress(
		context,
		'sync',
		`${rows} products in the input; reading the catalog first, about ${formatDuration(seconds)} (${reads} ${reads === 1 ? 'request' : 'requests'}) if it is as large`,
	);
}

function announce({ context, desired, requests, dryRun }: Sync, estimate: number): void {
	const { changed, same, gone } = desired.plan.counts;
	const plan =
		`${desired.plan.toCreate} to create, ${changed} to update, ${same} unchanged, ${gone} not in the input; ` +
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
	const { context, run, source, desired, report, dryRun, requests } = state;
	const underWay = new Map<string, { at: Place; changes?: readonly string[] }>();
	const done = (result: BatchResult) => {
		const known = underWay.get(result.id);
		underWay.delete(result.id);
		if (known)
			report.add({ ...toResult(result), ...(known.changes && { changes: known.changes }) }, known.at);
	};
	const onFailure = (error: unknown, ids: readonly string[]) => {
		for (const id of ids)
			done({ id, productKey: '', status: 'ERROR', warnings: [], errors: [(error as Error).message] });
	};
	const options: SendOptions = { ...run, ...(context.continueOnFail() && { onFailure }) };
	const toSend = desired.plan.toCreate + desired.plan.counts.changed;
	const writer = productWriter(options, withProgress(context, 'sync', toSend, done));
	for await (const rows of source.rows()) {
		for (const row of rows) {
			const id = row.product.id ?? '';
			const decision = desired.plan.decide(row.product, row.ordinal);
			const at = placeOf(row);
			const problems =
				decision.action === 'unchanged' ? [] : decision.action === 'duplicate' ? [] : desired.problems(row);
			if (decision.action === 'duplicate') report.add(duplicateOf(id), at);
			else if (decision.action === 'unchanged') report.add({ id, action: 'unchanged' }, at);
			else if (problems.length > 0 || decision.action === 'failed') {
				report.add({ id, action: 'failed', errors: problems }, at);
			} else {
				const changes = decision.action === 'update' ? decision.changes : undefined;
				if (dryRun) {
					const action = decision.action === 'create' ? ('created' as const) : ('updated' as const);
					report.add({ id, action, ...(changes && { changes }) }, at);
					continue;
				}
				underWay.set(id, { at, ...(changes && { changes }) });
				await writer.add(wireOf(row.product, decision));
			}
		}
	}
	await writer.finish();
	const deletes = await removeGone(state, options);
	return { reads: requests.reads, writes: writer.requests, deletes };
}

/**
 * A product as it is sent. An update carries along what the catalog has and the input does not mention: it is not
 * documented whether the service leaves alone what an update lacks, and this way both come to the same. What would
 * contradict the input is not carried along: no stock of a product that is in stock again, a sale above the new price.
 */
function wireOf(product: Product, decision: Decision) {
	if (decision.action !== 'update') return toWire(product);
	const whole: Product = { ...decision.current, ...product };
	const contradicting = checkProduct(whole).map(({ field }) => field);
	return toWire(omit(whole, contradicting), decision.clear);
}

type Place = Pick<Row, 'ordinal' | 'itemIndex' | 'line'>;

const placeOf = ({ ordinal, itemIndex, line }: Row): Place => ({
	ordinal,
	itemIndex,
	...(line !== undefined && { line }),
});

/** Deletes last, so that an interruption leaves too many products rather than too few. */
async function removeGone(
	{ context, run, desired, report, dryRun }: Sync,
	options: SendOptions,
): Promise<number> {
	const { gone } = desired.plan;
	let answered = 0;
	const at = { ordinal: Number.MAX_SAFE_INTEGER, itemIndex: run.itemIndexes[0] ?? 0 };
	const remover = productRemover(options, (productKey, problem) => {
		const id = gone.get(productKey)?.id ?? '';
		if (++answered % 1000 === 0) logProgress(context, 'sync', `${answered} of ${gone.size} products deleted`);
		if (problem === undefined) report.add({ id, action: 'deleted', productKey }, at);
		// Gone is what it should be: an answer got lost and the request was repeated, or somebody else deleted it.
		else if (/not found|does not exist/i.test(problem))
			report.add({ id, action: 'deleted', productKey, warnings: [problem] }, at);
		else report.add({ id, action: 'failed', productKey, errors: [problem] }, at);
	});
	for (const { id, productKey } of gone.values()) {
		if (dryRun) report.add({ id, action: 'deleted', productKey }, at);
		else await remover.add(productKey);
	}
	await remover.finish();
	return remover.requests;
}

function summaryOf(
	{ run, desired, report, dryRun, requests }: Sync,
	sent: Requests,
	estimate: number,
	refusal: NodeOperationError | undefined,
): IDataObject {
	const { catalog, gone } = desired.plan.counts;
	return {
		catalogId: run.catalogId,
		dryRun,
		inputProducts: desired.rows,
		catalogProducts: catalog,
		...report.counts,
		kept: gone - Math.min(gone, report.counts.deleted),
		requests: dryRun ? requests : sent,
		...(dryRun && { estimatedSeconds: estimate, estimate: formatDuration(estimate) }),
		...(refusal && { deletionRefused: refusal.message }),
		...report.summary(),
	};
}
