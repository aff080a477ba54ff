/** Report → Get turns the form into rows in one operation. Report → Estimate shows what that would take. */
import type { INodeExecutionData } from 'n8n-workflow';
import { partialErrors, type Problem } from '../../shared/errors';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import { sideBySide } from '../../shared/util/taskPool';
import { endIfCancelled } from '../../shared/util/wait';
import type { jobOptions, RowValues, SubjectValues, wayOptions, lookOptions } from '../fields';
import { entriesIn, entriesOf } from '../report/entries';
import { placeOf, runJobs, type StatsJob } from '../report/jobs';
import {
	minutesOf,
	planReport,
	requestsOf,
	type StatsRequest,
	type ReportPlan,
	type ReportQuery,
	type RequestWay,
} from '../report/plan';
import { boundaries, onClock } from '../report/ranges';
import { readResult, textOf } from '../report/resultFile';
import { ReportTable, type SegmentMetrics } from '../report/rows';
import { statistics, type Account, activityWindows, recordedIn } from './account';
import { outputOf, PARTIAL, refuseEmpty, type Missing } from './output';
import { askJobs, cancelJob, createJob, isOtherMidnight, partQuery } from './statsJobs';
import { subjectOf, requestsForCountries } from './subject';
import { MINUTE } from '../../shared/util/time';
import { requestsForColumns } from './describe';

type ReportOptions = ValuesOf<typeof wayOptions> & ValuesOf<typeof jobOptions>;
export type ReportValues = SubjectValues & RowValues & ReportOptions;
type ReportCall = Call<ReportValues>;

type PartsCall = Call<{
	readonly job_minutes?: number | undefined;
	readonly max_result?: number | undefined;
}>;

export const DEFAULT_MINUTES = 60;
const DEFAULT_MEGABYTES = 100;

/** Returns the way that the user chose; it is undefined for Automatic. */
export const chosenWay = (way: string | undefined): RequestWay | undefined =>
	way === 'sync' || way === 'jobs' ? way : undefined;

export async function getReport(call: ReportCall): Promise<INodeExecutionData[]> {
	const { account, wanted, entities } = await subjectOf(call);
	const plan = planReport(wanted, entities, chosenWay(call.values.way));
	if (plan.parts.length === 0) {
		call.hint('Nothing was active in this range, so there is nothing to report');
		return [];
	}
	const table = tableOf(account, wanted, call.values.by_placement === true || wanted.placements.length === 1);
	const missing = await readPlan(call, account, plan, table);
	const order = entities.map(({ id }) => id);
	return await outputOf(call, account, wanted.entity, table, order, missing);
}

/** Reads a report whose rows are all shown, and says in those that lack something why. */
export async function readTable(
	call: PartsCall,
	account: Account,
	[wanted, entities, way]: Parameters<typeof planReport>,
	isByPlacement = false,
) {
	const plan = planReport(wanted, entities, way);
	const table = tableOf(account, wanted, isByPlacement);
	const missing = plan.parts.length > 0 ? await readPlan(call, account, plan, table) : [];
	for (const { part, reason } of missing) table.lack(part, reason);
	return { table, missing };
}

/**
 * Reads all parts of a report into its table, and returns those that did not come.
 *
 * @throws The error of the first request, or NodeOperationError, if not one part came.
 */
async function readPlan(call: PartsCall, account: Account, plan: ReportPlan, table: ReportTable) {
	logPlan(call, plan);
	const ask = plan.way === 'sync' ? askSynchronously : askByJobs;
	const missing = await ask(call, account, plan.parts, table);
	refuseEmpty(call, account, plan.parts.length, missing);
	return missing;
}

function logPlan(call: Call<unknown>, plan: ReportPlan): void {
	const { parts, way } = plan;
	const count = parts.length.toLocaleString('en');
	call.context.logger.info(
		way === 'sync'
			? `X Ads report: ${count} synchronous requests, at least ${minutesOf(plan)} minutes`
			: `X Ads report: ${count} jobs, ${requestsOf(plan).toLocaleString('en')} requests, about ${minutesOf(plan)} minutes`,
	);
}

/** Makes the empty table of a report. */
export const tableOf = (
	account: Account,
	wanted: Omit<ReportQuery, 'groups' | 'placements' | 'platform'>,
	isByPlacement: boolean,
): ReportTable =>
	new ReportTable({
		accountId: account.id,
		entity: wanted.entity,
		granularity: wanted.granularity,
		zone: wanted.zone,
		boundaries: boundaries(wanted.span, wanted.granularity, wanted.zone),
		isByPlacement,
		hasCountries: wanted.countries !== undefined,
		isSegmented: wanted.segmentation !== undefined,
	});

/** Sends synchronous requests. Failed ones are reported as missing; if all of them fail, the first error is thrown. */
async function askSynchronously(
	{ api, options, context }: PartsCall,
	account: Account,
	parts: readonly StatsRequest[],
	table: ReportTable,
): Promise<Missing[]> {
	const missing: (Missing & { readonly error: unknown })[] = [];
	let answered = 0;
	const isHopeless = () => answered === 0 && missing.length > 0;
	await sideBySide(parts, options.parallelRequests, async (part) => {
		if (isHopeless()) return;
		try {
			const ask = async (hasDates: boolean) =>
				await api.send({
					method: 'GET',
					...statistics(account.id, 'stats'),
					query: partQuery(part, account.zone, hasDates),
				});
			const { body } = await ask(false).catch(async (error: unknown) => {
				if (isOtherMidnight(error, part)) return await ask(true);
				throw error;
			});
			const reason = table.add(part, entriesOf(body), partialErrors(body));
			if (reason !== undefined) missing.push({ part, reason, state: PARTIAL, error: undefined });
			answered++;
		} catch (error) {
			endIfCancelled(context.getExecutionCancelSignal());
			missing.push({ part, reason: (error as Error).message, state: 'failed', error });
		}
	});
	if (isHopeless()) throw missing[0]?.error;
	return missing;
}

async function askByJobs(
	call: PartsCall,
	account: Account,
	parts: readonly StatsRequest[],
	table: ReportTable,
): Promise<Missing[]> {
	const { values, options, context } = call;
	const outcomes = await runJobs<StatsRequest, string | undefined>({
		parts,
		create: (part) => createJob(call, account.id, part, account.zone),
		ask: (ids) => askJobs(call, account.id, ids),
		take: async (part, job) => await addJob(call, table, part, job, values.max_result),
		cancel: (job) => cancelJob(call, account.id, job),
		parallel: options.parallelRequests,
		patience: (values.job_minutes ?? DEFAULT_MINUTES) * MINUTE,
		signal: context.getExecutionCancelSignal(),
		onProgress: (done, running) =>
			context.logger.info(`X Ads report: ${done} of ${parts.length} jobs are done, ${running} in progress`),
	});
	endIfCancelled(context.getExecutionCancelSignal());
	return outcomes.flatMap((outcome, place): Missing[] => {
		const part = parts[place] as StatsRequest;
		if (outcome.kind !== 'done') return [{ part, ...outcome, state: outcome.kind }];
		const { result: reason, job } = outcome;
		return reason === undefined ? [] : [{ part, reason, state: PARTIAL, job }];
	});
}

/** Adds all of a job's result together, because a download that breaks off is read again from the beginning. */
export async function addJob(
	{ context }: Pick<Call, 'context'>,
	table: ReportTable,
	part: StatsRequest,
	job: StatsJob,
	megabytes: number | undefined,
): Promise<string | undefined> {
	const [entries, problems] = await readResult(context, placeOf(job), async (file) => {
		const found: SegmentMetrics[] = [];
		const errors: Problem[] = [];
		const text = textOf(file, (megabytes ?? DEFAULT_MEGABYTES) * 1_000_000);
		for await (const entry of entriesIn(text, errors)) found.push(entry);
		return [found, errors] as const;
	});
	return table.add(part, entries, problems);
}

type EstimateOptions = ValuesOf<typeof wayOptions> & ValuesOf<typeof lookOptions>;
type ReportEstimateCall = Call<SubjectValues & EstimateOptions>;

export async function estimateReport(call: ReportEstimateCall): Promise<INodeExecutionData[]> {
	const { account, wanted, entities } = await subjectOf(call);
	const { span, zone, granularity, entity, segmentation } = wanted;
	const plan = planReport(wanted, entities, chosenWay(call.values.way));
	const { by_placement: isByPlacement } = call.values;
	const running = new Set(plan.parts.flatMap(({ ids }) => ids)).size;
	const series = new Set(
		plan.parts.flatMap(({ ids, placement }) => ids.map((id) => `${id} ${isByPlacement ? placement : ''}`)),
	).size;
	const intervals = boundaries(span, granularity, zone).length - 1;
	const isAsked = entity !== 'ACCOUNT' && call.values.entities !== 'chosen';
	const windows = isAsked ? activityWindows(recordedIn(span, Date.now())).length : 0;
	const described = running > 0 ? requestsForColumns(call.values, entity, running) : 0;
	const lookups = 1 + requestsForCountries(call.values) + windows + described;
	return [
		call.item({
			account_id: account.id,
			entity,
			entities: running,
			start: onClock(span.from, zone),
			end: onClock(span.to, zone),
			way: plan.way,
			requests: (plan.parts.length > 0 ? requestsOf(plan) : 0) + lookups,
			jobs: plan.way === 'jobs' ? plan.parts.length : 0,
			minutes: minutesOf(plan),
			rows: segmentation === undefined ? series * intervals : null,
			notes: [
				...(plan.way === 'jobs'
					? [
							'X does not say how long a job takes: a minute for each hundred is assumed, and one request for their state',
						]
					: ['X takes 250 synchronous requests in 15 minutes']),
				...(segmentation === undefined ? [] : ['How many rows there are depends on the segments']),
			],
		}),
	];
}
