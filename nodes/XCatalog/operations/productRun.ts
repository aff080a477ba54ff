/** Create or Update and Sync share this part: they scan the input, read it again to send it, and report. */
import { omit } from 'lodash';
import { NodeOperationError, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import type { SourceValues } from '../fields/productSource';
import type { Product } from '../product/fields';
import { toWire } from '../product/normalize';
import { checkProduct } from '../product/validate';
import type { Decision, PlanOptions } from '../sync/plan';
import { forEachCatalog, type CatalogJob, type JobValues } from '../input/catalogJobs';
import { addAdvice, addFacts, failureOf, isNodeError } from '../../shared/errors';
import { hint, counted } from '../../shared/report/wording';
import {
	failOrHint,
	hintColumns,
	hintDoubts,
	hintSource,
	forAttention,
	logProgress,
	refuseInvalid,
} from '../report/hints';
import {
	summaryText,
	DUPLICATE,
	hasErrorOutput,
	Report,
	sourceSummary,
	type Night,
	type ReportMode,
} from '../report/report';
import { ProductSource } from '../input/productSource';
import {
	ProductWriter,
	estimateSeconds,
	formatDuration,
	requestsFor,
	USUAL_SECONDS,
} from '../requests/productWriter';
import { scanInput, type DuplicatePolicy, type InputScan } from '../input/scanInput';
import type { BatchCall } from '../../shared/operation/operation';

export interface ProductRunValues extends SourceValues, JobValues {
	readonly report: ReportMode;
	readonly duplicates: Exclude<DuplicatePolicy, 'equal'> | 'auto' | undefined;
}

export interface ProductRun<V extends ProductRunValues = ProductRunValues> {
	readonly job: CatalogJob<V>;
	readonly source: ProductSource;
	readonly scan: InputScan;
	readonly duplicates: DuplicatePolicy;
	readonly report: Report;
}

/** Scans the input. `usually` says which row of several with one ID is sent where the user chooses none. */
export async function openRun<V extends ProductRunValues>(
	job: CatalogJob<V>,
	options: Omit<PlanOptions, 'duplicates'>,
	usually: DuplicatePolicy,
): Promise<ProductRun<V>> {
	const { context } = job.batch;
	const source = new ProductSource(job);
	const { duplicates: chosen = 'auto' } = job.values;
	const duplicates = chosen === 'auto' ? usually : chosen;
	const scan = await scanInput(context, source, duplicates, options);
	return {
		job,
		source,
		scan,
		duplicates,
		report: new Report(job.values.report, hasErrorOutput(context), source),
	};
}

/** Says in the error that ends a run what was done before it: the catalog is far from empty then. */
function told(error: unknown, { job, scan }: ProductRun, { from, done }: Reached, isSync: boolean): unknown {
	const { toSend } = scan.plan;
	if (!isNodeError(error) || done === 0) return error;
	addFacts(error, { sent: done, toSend });
	const goesOn = isSync
		? 'Run it again: Sync compares first, so what was done is not done twice'
		: `To go on from there, set Options → Resume From to ${from}`;
	const isManual = job.batch.context.getMode() === 'manual' && failureOf(error)?.kind === 'rateLimit';
	const sent = `${done} of ${counted(toSend, 'product')} were sent. ${goesOn}`;
	return addAdvice(error, sent, isManual ? BY_HAND : '');
}

const BY_HAND =
	'By hand the node waits a minute at most: Options → Max Wait 960 lets it wait for the next window, as a published workflow does';

/** How far a run came: the place, and the number of products before it. */
type Reached = { from: string; done: number };

/** Reads the place at which an earlier run of the same input ended: the number of its next row, and the fingerprint. */
function startOf({ job, scan }: ProductRun): number {
	const { resumeFrom = '' } = job;
	if (resumeFrom === '') return 0;
	const { fingerprint } = scan;
	const [, ordinal, of] = /^(\d+)@(.+)$/.exec(resumeFrom) ?? [];
	if (ordinal !== undefined && of === fingerprint) return Number(ordinal);
	throw new NodeOperationError(job.batch.context.getNode(), 'Resume From is no place in this input', {
		itemIndex: job.firstItem,
		description: `Nothing was sent. It is ${resumeFrom}, and the input is ${fingerprint}: it has changed since, or is another one. Clear Resume From to send all of it.`,
	});
}

/**
 * Reads the input again if it has to, reports every product, and sends those that are new or changed. Returns the
 * number of requests.
 */
export async function sendProducts(run: ProductRun, work: 'sync' | 'upload', dryRun = false) {
	const reached: Reached = { from: '', done: 0 };
	return await send(run, work, dryRun, reached).catch((error: unknown) => {
		throw told(error, run, reached, work === 'sync');
	});
}

async function send(run: ProductRun, work: 'sync' | 'upload', dryRun: boolean, reached: Reached) {
	const { job, source, scan, report } = run;
	const start = startOf(run);
	let before = 0;
	if (report.isSummary && scan.isPlain && !scan.plan.holds && (dryRun || scan.plan.toSend === 0)) {
		reportPlan(report, scan);
		return 0;
	}
	const writer = new ProductWriter(job, report, work, scan.plan.toSend, (ordinal, answered) => {
		Object.assign(reached, { from: `${ordinal}@${scan.fingerprint}`, done: before + answered });
		if (work === 'upload') job.reached(reached.from, reached.done);
	});
	for await (const rows of source.rows())
		for (const row of rows) {
			const { ordinal } = row;
			const product = scan.plan.completed(row.product);
			const { id = '' } = product;
			if (row.leftOut !== undefined) {
				report.add({ id, action: 'skipped', warnings: [`Left out: ${row.leftOut}`] }, row);
				continue;
			}
			scan.repeatedIds.note(row);
			const decision = scan.plan.decide(product, ordinal);
			if (decision.action === 'duplicate' || decision.action === 'unchanged') {
				report.add({ id, ...(decision.action === 'duplicate' ? DUPLICATE : { action: 'unchanged' }) }, row);
				continue;
			}
			if (decision.action === 'held') {
				report.hold(row, decision);
				continue;
			}
			const problems = scan.problems(row);
			const changes = decision.action === 'update' ? decision.changes : undefined;
			// In an upload every product has a status, even one that was not sent.
			const status = work === 'upload' ? 'ERROR' : undefined;
			if (problems.length > 0 || decision.action === 'failed') {
				report.addInvalid(row, problems, status);
				continue;
			}
			if (ordinal < start) {
				report.add({ id, action: 'skipped', warnings: ['An earlier run sent it'] }, row);
				before++;
				continue;
			}
			if (decision.action === 'update') report.holdFields(row, decision);
			const sent = wireOf(product, decision);
			report.preview?.add(row, sent, decision);
			if (!dryRun) await writer.send(row, sent, changes);
			else {
				const action = decision.action === 'create' ? 'created' : 'updated';
				const warnings = report.doubtsAbout(row);
				report.add({ id, action, warnings, cleanedUp: row.changes, ...(changes && { changes }) }, row);
			}
		}
	return await writer.finish();
}

/**
 * Reports a run whose summary names no product and that sends none. The plan has the counts, so the input, which may
 * be gigabytes, is not read again.
 */
function reportPlan(report: Report, { plan, leftOut }: InputScan): void {
	const { toCreate: created, toUpdate: updated, counts } = plan;
	Object.assign(report.counts, { created, updated, unchanged: counts.same, skipped: leftOut });
}

/**
 * Returns the product to send. X does not document whether an update keeps the fields that it omits, so an update
 * includes the fields of the stored product that the input does not mention. It leaves out stored values that
 * contradict the new ones, such as an inventory of 0 for a product that is in stock again.
 */
function wireOf(product: Product, decision: Decision) {
	if (decision.action !== 'update') return toWire(product);
	const { current = {} } = decision;
	const whole: Product = { ...current, ...decision.product };
	const before = new Set(checkProduct(current).map(({ field, rule }) => `${field} ${rule}`));
	const contradicting = checkProduct(whole).flatMap(({ field, rule }) =>
		field === undefined || before.has(`${field} ${rule}`) ? [] : field,
	);
	return toWire(omit(whole, contradicting), decision.clear);
}

/** Rows that were not sent because another row has their ID, as an entry of `problems`. */
function repeatedProblem({ plan, repeatedIds }: InputScan, sent: DuplicatePolicy) {
	const { duplicates, mixed } = plan.counts;
	if (duplicates === 0) return undefined;
	const which = sent === 'first' ? 'first' : 'last';
	return {
		problem:
			mixed > 0
				? 'The ID occurs more than once, and products whose rows differ stay as they are'
				: `The ID occurs more than once, and only the ${which} row was sent`,
		count: duplicates,
		examples: repeatedIds.sentences(),
		advice:
			'Give each product an ID of its own in the shop, or map another column to the ID with Own Mapping; Repeated IDs in Options says which row is sent',
	};
}

/**
 * Shows the hints of a finished run, and returns its output items.
 *
 * @param summary The only output item if the report is a summary.
 * @throws NodeOperationError if products failed and the user wants partial errors to fail.
 */
export function outputOf(
	{ job, source, scan, report, duplicates }: ProductRun,
	summary: IDataObject,
	night?: Night,
): INodeExecutionData[] {
	const { context } = job.batch;
	const repeated = repeatedProblem(scan, duplicates);
	hintColumns(context, source);
	hintSource(context, source);
	hintDoubts(context, report);
	if (repeated) {
		const { problem, count, examples, advice } = repeated;
		hint(context, `${problem} (${count}). ${examples.join('; ')}. ${advice}`, 'warning');
	}
	failOrHint(job, report);
	const pairedItem = job.itemIndexes.map((item) => ({ item }));
	const problems = [...((summary.problems ?? []) as IDataObject[]), ...(repeated ? [repeated] : [])];
	const whole = { ...summary, ...(problems.length > 0 && { problems }), ...sourceSummary(source) };
	const text = summaryText(whole, night);
	const item = (json: IDataObject) => ({ json, pairedItem });
	const reasons = needs(night?.attention ?? []);
	const attention = reasons.needsAttention
		? [forAttention(item({ action: 'summary', text, ...reasons, ...whole }))]
		: [];
	const columns = source.formats.flatMap(({ guess }) => guess?.columns ?? []);
	if (report.preview)
		return [
			...columns.map((column) => item({ action: 'column', ...column })),
			...report.preview.items(),
			item({ action: 'summary', text, ...whole }),
			...attention,
		];
	const said = night === undefined ? {} : { text, ...reasons };
	return [
		...(job.values.report === 'summary' ? [item({ ...said, ...whole })] : report.items()),
		...attention,
	];
}

const needs = (reasons: readonly string[]): IDataObject => ({
	needsAttention: reasons.length > 0,
	...(reasons.length > 0 && { attention: [...reasons] }),
});

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
