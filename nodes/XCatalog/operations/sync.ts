/** Makes the catalog match the input, and sends only what differs. */
import { compact } from 'lodash';
import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { entities } from '../../shared/engine/output';
import type { BatchCall } from '../../shared/operation/operation';
import { encodeRfc3986, asText } from '../../shared/util/text';
import { lostWithProcess } from '../../shared/memory/workflowMemory';
import { AbsentFields, storedGoodRun, type GoodRun } from '../sync/goodRuns';
import { USUAL_LIMIT } from '../sync/limits';
import { deletionProblem, identityProblem } from '../sync/identity';
import {
	RATE_LIMITS,
	estimateSeconds,
	formatDuration,
	requestsFor,
	USUAL_SECONDS,
	productRemover,
	type Requests,
} from '../requests/productWriter';
import { forEachCatalog, type CatalogJob } from '../input/catalogJobs';
import { logProgress, errorsForAttention, refuseInvalid } from '../report/hints';
import { hint, counted } from '../../shared/report/wording';
import { openRun, outputOf, sendProducts, type ProductRun, type ProductRunValues } from './productRun';
import { readCatalog } from '../requests/readCatalog';
import type { ProductSource } from '../input/productSource';
import type { InputScan } from '../input/scanInput';
import { hasErrorOutput } from '../report/report';

export interface SyncValues extends ProductRunValues {
	readonly dryRun: boolean | undefined;
	readonly deleteMissing: boolean | undefined;
	readonly deleteLimit: number | undefined;
	readonly changeLimit: number | undefined;
	readonly priceFactor: number | undefined;
	readonly confirmChanges: string | undefined;
}

/** The factor up to which a price may rise or fall before the change counts as large. */
const PRICE_FACTOR = 2;

interface Sync extends ProductRun<SyncValues> {
	readonly goodRun: ReturnType<typeof storedGoodRun>;
	readonly absent: AbsentFields;
	/** Whether a person has confirmed this input. */
	readonly isConfirmed: boolean;
}

const normal = (fingerprint = '') => fingerprint.trim().toLowerCase();

export const runSync = async (batch: BatchCall<SyncValues>): Promise<INodeExecutionData[]> =>
	errorsForAttention(batch.context, await forEachCatalog(batch, sync));

/**
 * Scans the input, compares it with the catalog, and reads the input again to send what is new or changed. Each run
 * reads the catalog again, so an interrupted sync can simply be run again.
 */
async function sync(job: CatalogJob<SyncValues>): Promise<INodeExecutionData[]> {
	const { context } = job.batch;
	const {
		dryRun = false,
		deleteMissing = false,
		priceFactor = PRICE_FACTOR,
		changeLimit = USUAL_LIMIT,
	} = job.values;
	// Several files may have different columns, and items may leave out what they do not know.
	const sharesFields = job.values.productsFrom === 'file' && job.itemIndexes.length === 1;
	const guard = { factor: priceFactor, limit: changeLimit };
	const opened = await openRun(job, { trackMissing: deleteMissing, guard, sharesFields }, 'equal');
	const { source, scan } = opened;
	const { plan } = scan;
	const goodRun = storedGoodRun(context, job.catalogId);
	const absent = new AbsentFields(plan, goodRun.value?.fields, source.hasElements);
	const isConfirmed = normal(job.values.confirmChanges) === plan.fingerprint;
	if (isConfirmed) plan.confirm();
	const run: Sync = { ...opened, goodRun, absent, isConfirmed };
	if (plan.counts.wanted === 0 && !dryRun && !hasErrorOutput(context))
		await refuseInvalid(context, source, scan);
	announceReading(context, scan);
	const started = Date.now();
	const reads = await readCatalog(
		job,
		(product, key) => plan.addExisting(product, key),
		(products) => logProgress(context, 'sync', `${products} products of the catalog read`),
		() => plan.restart(),
	);
	const refused = await refusalsOf(run);
	if (refused.changes !== undefined && !dryRun) throw refused.changes;
	const isHeld = refused.deletion !== undefined;
	const planned = requestsFor({ writes: plan.toSend, deletes: deleteMissing ? plan.counts.missing : 0 });
	const secondsPerRequest = (Date.now() - started) / 1000 / Math.max(1, reads);
	const estimate = estimateSeconds(planned, secondsPerRequest, job.concurrency);
	announce(run, planned, estimate);
	const writes = await sendProducts(run, 'sync', dryRun);
	const deletes = isHeld && !dryRun ? 0 : await removeMissing(run);
	if (!dryRun) announceEnd(run, (Date.now() - started) / 1000);
	if (deleteMissing && plan.counts.missing > 0) await hintFeed(job);
	const requests = dryRun ? { ...planned, reads } : { reads, writes, deletes };
	return endOf(run, refused, requests, estimate);
}

/** A feed that X fetches adds the products again that were deleted because this input lacks them. */
async function hintFeed({ api, batch, catalogId }: CatalogJob<SyncValues>): Promise<void> {
	const path = `/12/product_catalogs/${encodeRfc3986(catalogId)}/scheduled_feeds`;
	// The sync is done: it does not fail because of a question about something else.
	const said = await api.send({ method: 'GET', path }).then(
		({ body }) => {
			const [feed] = entities({ isList: true }, body);
			return (
				feed &&
				`X also fetches ${asText(feed.feed_url)} for this catalog, and adds again what Sync deletes where that file has it: give both the same file, or delete the scheduled feed`
			);
		},
		({ message }: Error) =>
			`Whether X fetches a scheduled feed for this catalog, which would add again what Sync deletes, is not known: ${message}`,
	);
	if (said !== undefined) hint(batch.context, said, 'warning');
}

/** The reasons why a sync needs confirmation, and notes for a person. */
async function refusalsOf(run: Sync) {
	const { job, goodRun, scan } = run;
	const lastRun = goodRun.value;
	return {
		changes: await identityRefusal(run),
		deletion: job.values.deleteMissing ? deletionRefusal(run) : undefined,
		held: scan.plan.settle(),
		notes: notesOn(run, lastRun),
		lastRun,
	};
}

type Refusals = Readonly<Awaited<ReturnType<typeof refusalsOf>>>;

const dayOf = ({ at }: GoodRun) => at.slice(0, 10);

async function identityRefusal({
	job,
	source,
	scan,
	isConfirmed,
}: Sync): Promise<NodeOperationError | undefined> {
	const { plan, firstId } = scan;
	const problem = identityProblem({
		...plan.counts,
		confirmed: isConfirmed || (job.values.changeLimit ?? USUAL_LIMIT) >= 100,
		examples: [firstId, plan.strangers[0] ?? ''],
	});
	if (problem === undefined) return undefined;
	const found = await adviceOnIds(source, new Set(plan.strangers));
	const error = new NodeOperationError(job.batch.context.getNode(), problem, {
		itemIndex: job.firstItem,
		description: `Nothing was sent, because every product would be in the catalog twice. ${found} If the products really are all new, ${howToConfirm(plan)}.`,
	});
	error.context.data = { fingerprint: plan.fingerprint };
	return error;
}

const howToConfirm = ({ fingerprint }: InputScan['plan']) =>
	`set Options → Confirm Changes to ${fingerprint}, which holds for this file alone`;

async function adviceOnIds(source: ProductSource, ids: ReadonlySet<string>): Promise<string> {
	const choice = await source.idSourceOf(ids);
	if (choice !== undefined)
		return `The catalog has the IDs that the choice "${choice}" makes: set Options → Product IDs From to it.`;
	const column = await source.columnHolding(ids);
	return column === undefined
		? 'Map the column that has the IDs of the catalog to the ID, with Source Format set to Own Mapping.'
		: `The column "${column}" has the IDs of the catalog: set Source Format to Own Mapping and map the ID to it.`;
}

/** Lists what is no reason to stop, and still deserves a look. */
function notesOn({ scan, absent }: Sync, lastRun: GoodRun | undefined): string[] {
	const day = lastRun === undefined ? '' : dayOf(lastRun);
	const isShort = lastRun !== undefined && scan.rows * 2 < lastRun.products;
	return compact([
		...(scan.plan.counts.wanted === 0 ? [] : absent.notes(day)),
		isShort &&
			`The input has ${scan.rows} products, and the last good run (${day}) had ${lastRun.products}: check that it is complete`,
	]);
}

function endOf(run: Sync, refused: Refusals, requests: Requests, estimate: number): INodeExecutionData[] {
	const { job, scan, report, goodRun, absent } = run;
	const { context } = job.batch;
	const { dryRun = false } = job.values;
	const { catalog, missing } = scan.plan.counts;
	const attention = reasonsFor(run, refused);
	const isGood = report.counts.failed * 2 <= scan.rows;
	if (!dryRun && refused.deletion === undefined && refused.held.length === 0 && isGood) remember(run);
	if (!dryRun && goodRun.isLostWithProcess) hint(context, NOT_STORED, 'warning');
	const output = outputOf(
		run,
		{
			catalogId: job.catalogId,
			dryRun,
			inputProducts: scan.rows,
			catalogProducts: catalog,
			...report.counts,
			kept: missing - Math.min(missing, report.counts.deleted),
			requests,
			...(dryRun && { estimatedSeconds: estimate, estimate: formatDuration(estimate) }),
			...(absent.endedSales > 0 && { endedSales: absent.endedSales }),
			...(refused.deletion && { deletionRefused: refused.deletion }),
			...(refused.changes && { changesRefused: refused.changes.message }),
			...(needsAnswer(refused) && { fingerprint: scan.plan.fingerprint }),
			...report.summary(),
		},
		{ attention, memory: memoryText(run, refused, isGood) },
	);
	if (refused.changes && dryRun)
		hint(context, `Without Dry Run this is refused: ${refused.changes.message}`, 'warning');
	for (const note of refused.notes) hint(context, note, 'warning');
	const error = heldError(run, refused);
	if (error === undefined) return output;
	if (!dryRun && !context.continueOnFail()) throw error;
	hint(context, `${dryRun ? 'Without Dry Run: ' : ''}${error.message}. ${error.description}`, 'warning');
	return output;
}

function reasonsFor({ job, scan, report }: Sync, refused: Refusals): string[] {
	const { dryRun = false } = job.values;
	const { failed } = report.counts;
	const { duplicates, mixed } = scan.plan.counts;
	const { fingerprint } = scan.plan;
	const given = normal(job.values.confirmChanges);
	return compact([
		...compact([refused.changes?.message, refused.deletion]).map((problem) =>
			dryRun
				? `Without Dry Run this is refused: ${problem}`
				: `Nothing was deleted: ${problem}. ${adviceOn(scan)}`,
		),
		...refused.held.map((reason) => `Held: ${reason}`),
		needsAnswer(refused) &&
			`If all of this is meant, ${howToConfirm(scan.plan)}. Otherwise mend the source and run again`,
		given !== '' &&
			given !== fingerprint &&
			`Confirm Changes names another file (${given}); this one is ${fingerprint}, so nothing of it is confirmed`,
		failed > 0 && `${counted(failed, 'product')} could not be sent`,
		...refused.notes,
		duplicates > (refused.lastRun?.repeated ?? 0) &&
			`${duplicates} ${duplicates === 1 ? 'row repeats' : 'rows repeat'} an ID and ${duplicates === 1 ? 'was' : 'were'} not sent${mixed === 0 ? '' : `: ${counted(mixed, 'product')} whose rows differ stayed as they are`}`,
	]);
}

const NOT_STORED = lostWithProcess('The last good run is not remembered', 'the nodes of X Catalog');

function remember({ scan, goodRun, absent }: Sync): void {
	const { plan, rows } = scan;
	goodRun.write({
		at: new Date().toISOString(),
		products: rows,
		fields: absent.toRemember,
		repeated: plan.counts.duplicates,
	});
}

function memoryText({ job, goodRun }: Sync, { lastRun }: Refusals, isGood: boolean): string {
	if (lastRun !== undefined) return `Compared with the last good run of ${dayOf(lastRun)}.`;
	if (!isGood) return 'Most products failed, so the next run is not compared with this one.';
	if (job.batch.context.getMode() === 'manual')
		return 'n8n keeps nothing of a run that is started by hand, so the next run cannot be compared with this one.';
	return goodRun.isLostWithProcess
		? 'No run is remembered here, so this one is not compared with an earlier one.'
		: 'This is the first run that n8n remembers for this catalog: the next ones are compared with it.';
}

const needsAnswer = ({ changes, deletion, held }: Refusals) =>
	changes !== undefined || deletion !== undefined || held.length > 0;

function heldError(
	{ job, report, scan }: Sync,
	{ deletion, held }: Refusals,
): NodeOperationError | undefined {
	const [first] = held;
	if (deletion === undefined && first === undefined) return undefined;
	const { created, updated, held: count } = report.counts;
	const done = [
		deletion !== undefined && 'Nothing was deleted',
		first !== undefined && `${counted(count, 'product')} stayed as they are`,
		`Everything else was sent: ${created} created, ${updated} updated`,
	];
	const lines = compact([
		...(job.values.dryRun ? [] : done),
		deletion !== undefined && adviceOn(scan).replace(/\.$/, ''),
		...held.map((reason) => `Held: ${reason}`),
		...report.heldTexts(),
		`If all of this is meant, ${howToConfirm(scan.plan)}.`,
	]);
	const error = new NodeOperationError(job.batch.context.getNode(), deletion ?? first ?? '', {
		itemIndex: job.firstItem,
		description: lines.join('. '),
	});
	error.context.data = { fingerprint: scan.plan.fingerprint, heldChanges: report.held };
	return error;
}

function deletionRefusal({ job, scan, isConfirmed }: Sync): string | undefined {
	const { deleteLimit = 20 } = job.values;
	const { unidentified, plan } = scan;
	return deletionProblem({ ...plan.counts, unidentified, limitPercent: deleteLimit, confirmed: isConfirmed });
}

function adviceOn({ unidentified, plan }: InputScan): string {
	if (unidentified > 0) return 'Fix those rows, or switch Delete Missing Products off.';
	return plan.counts.wanted === 0
		? 'Check where the input comes from. To empty a catalog on purpose, delete the catalog or its products by key.'
		: 'Check that the input is complete. If it is, use Confirm Changes or raise Delete Limit.';
}

/** The size of the catalog is not known yet, so this estimate assumes that of the input. */
function announceReading(context: IExecuteFunctions, { rows, groupCount }: InputScan): void {
	const reads = requestsFor({ reads: rows }).reads + groupCount;
	const duration = formatDuration(estimateSeconds({ reads, writes: 0, deletes: 0 }, USUAL_SECONDS, 1));
	const reading = `reading the catalog first, about ${duration} (${counted(reads, 'request')}) if it is as large`;
	logProgress(context, 'sync', `${rows} products in the input; ${reading}`);
}

function announce({ job, scan }: Sync, { writes, deletes }: Requests, estimate: number): void {
	const { context } = job.batch;
	const { same, missing, held, heldNew } = scan.plan.counts;
	const waiting = held + heldNew;
	const plan =
		`${scan.plan.toCreate} to create, ${scan.plan.toUpdate} to update, ${same} unchanged, ${missing} not in the input${waiting === 0 ? '' : `, ${waiting} held`}; ` +
		`${writes} write and ${deletes} delete requests, about ${formatDuration(estimate)}`;
	logProgress(context, 'sync', job.values.dryRun ? `dry run, ${plan}` : plan);
	if (!job.values.dryRun) return;
	hint(context, `Nothing was sent. The plan: ${plan}`);
	if (writes > RATE_LIMITS.writes && context.getMode() === 'manual')
		hint(
			context,
			`X allows ${RATE_LIMITS.writes} write requests in 15 minutes. By hand the node waits a minute at most: set Options → Max Wait to 960, or run it again for each window. A published workflow waits by itself`,
		);
}

function announceEnd({ job, report }: Sync, seconds: number): void {
	const { created, updated, deleted, held, failed } = report.counts;
	const result = `${created} created, ${updated} updated, ${deleted} deleted, ${failed} failed${held === 0 ? '' : `, ${held} held`}`;
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
