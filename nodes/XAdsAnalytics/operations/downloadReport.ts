/** A report in steps: Report → Start, Report → Get Status and Report → Download. */
import { chunk, intersection, map, uniq } from 'lodash';
import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import { errorJson } from '../../shared/engine/errorJson';
import { withQuery } from '../../shared/engine/request';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import { sideBySide } from '../../shared/util/taskPool';
import { endIfCancelled } from '../../shared/util/wait';
import { asText } from '../../shared/util/text';
import type { RowValues, jobOptions, platformOption, SubjectValues } from '../fields';
import { isInProgress, placeOf, type StatsJob, runJobs } from '../report/jobs';
import { JOBS_PER_REQUEST, type StatsRequest, partsOf } from '../report/plan';
import { around, momentIn, nearestDay, overlap, type Granularity } from '../report/ranges';
import { jsonOf, NoFile, readResult, TooLarge } from '../report/resultFile';
import { WrongAnswer } from '../report/rows';
import { accountOf, type Account } from './account';
import { addJob, tableOf, DEFAULT_MINUTES } from './getReport';
import { outputOf, PARTIAL, type Missing, missingItem } from './output';
import { jobNamed, createJob } from './statsJobs';
import { subjectOf } from './subject';
import { MINUTE } from '../../shared/util/time';

type StartCall = Call<SubjectValues & ValuesOf<typeof platformOption> & ValuesOf<typeof jobOptions>>;

/** Creates jobs while the account has room for them, and does not wait for their results. */
export async function startReport(call: StartCall): Promise<INodeExecutionData[]> {
	const { account, wanted, entities } = await subjectOf(call);
	const parts = partsOf(wanted, entities, 'jobs');
	if (parts.length === 0) call.hint('Nothing was active in this range, so there is nothing to report');
	const asking = await call.on();
	// A created job is done for this operation. A job without room is tried again until the time is up.
	const outcomes = await runJobs<StatsRequest, StatsJob>({
		parts,
		create: (part) => createJob(asking, account.id, part, account.zone),
		isStartOnly: true,
		ask: () => Promise.resolve([]),
		take: (_part, job) => Promise.resolve(job),
		parallel: call.options.parallelRequests,
		patience: (call.values.job_minutes ?? DEFAULT_MINUTES) * MINUTE,
		signal: call.context.getExecutionCancelSignal(),
	});
	return outcomes.flatMap((outcome, place) => {
		if (outcome.kind === 'done') return call.items({ data: outcome.job.data });
		const { kind: state, reason, job } = outcome;
		return [missingItem(call, account, { part: parts[place] as StatsRequest, reason, state, job })];
	});
}

type StatusCall = Call<{ readonly account_id: string; readonly job_ids: string[] | undefined }>;

/** Reads the states of the named jobs, or of the latest ones. */
export async function jobStatus(call: StatusCall): Promise<INodeExecutionData[]> {
	const { account_id: accountId, job_ids: ids } = call.values;
	if (!ids) return await call.sendAndOutput(call.request());
	if (call.options.output === 'raw') {
		const asked = chunk(ids, JOBS_PER_REQUEST).map((some) => some.join(','));
		const answers = await Promise.all(
			asked.map((some) => call.send(withQuery(call.request(), { job_ids: some }))),
		);
		return answers.flatMap((body) => call.items(body));
	}
	const jobs = await Promise.all(ids.map((id) => jobNamed(call, accountId, id)));
	return jobs.flatMap((job, place) =>
		job ? call.items({ data: [job.data] }) : [unknownJob(call, ids[place])],
	);
}

const unknownJob = (call: Call<unknown>, id = ''): INodeExecutionData =>
	call.item(
		errorJson(`X knows no job ${id} of this account`, { kind: 'report', state: 'unknown', job_id: id }),
	);

type ReportDownloadCall = Call<
	RowValues & {
		readonly account_id: string;
		readonly job_ids: string[];
		readonly download_as: 'file' | 'items';
		readonly outputProperty: string | undefined;
	}
>;

/** Downloads the results of jobs, as rows or as files. */
export async function downloadReport(call: ReportDownloadCall): Promise<INodeExecutionData[]> {
	const { account_id: accountId, download_as: as } = call.values;
	const ids = uniq(call.values.job_ids);
	const account = await accountOf(call, accountId);
	const jobs = await Promise.all(ids.map((id) => jobNamed(call, accountId, id)));
	const unknown = ids.filter((_, place) => !jobs[place]).map((id) => unknownJob(call, id));
	const known = jobs.filter((job) => job !== undefined);
	const output: INodeExecutionData[] = [];
	if (as === 'file') for (const job of known) output.push(await fileOf(call, account, job));
	else
		for (const parts of reportsOf(known, account.zone)) output.push(...(await rowsOf(call, account, parts)));
	return [...output, ...unknown];
}

type JobPart = StatsRequest & { readonly job: StatsJob };

/** Jobs with one kind of rows are parts of one report. Those with the same figures are not, as they would count twice. */
function reportsOf(jobs: readonly StatsJob[], zone: string): JobPart[][] {
	const reports: JobPart[][] = [];
	for (const part of jobs.map((job): JobPart => ({ ...partOf(job, zone), job }))) {
		const report = reports.find((parts) => parts.every((other) => isBeside(part, other)));
		if (report) report.push(part);
		else reports.push([part]);
	}
	return reports;
}

function isBeside(one: JobPart, other: JobPart): boolean {
	const isSame = (...names: (keyof JobPart)[]) => names.every((name) => one[name] === other[name]);
	const meets = (name: 'groups' | 'ids') => intersection(one[name], other[name]).length > 0;
	const isAlike = () => isSame('placement', 'country') && meets('groups') && meets('ids');
	// Most jobs of a report have other days, which is the cheapest to see.
	return isSame('entity', 'granularity', 'segmentation') && !(overlap(one.span, other.span) && isAlike());
}

async function rowsOf(call: ReportDownloadCall, account: Account, parts: readonly JobPart[]) {
	const [first] = parts as [JobPart, ...JobPart[]];
	const span = around(parts.map((part) => part.span));
	const isByPlacement =
		call.values.by_placement === true || new Set(parts.map(({ placement }) => placement)).size === 1;
	const countries = parts.some(({ country }) => country !== undefined) ? [] : undefined;
	const table = tableOf(account, { ...first, span, countries, zone: account.zone }, isByPlacement);
	const missing: Missing[] = [];
	await sideBySide(parts, call.options.parallelRequests, async (part) => {
		const { job } = part;
		const left: string[] = [];
		const reason = await tryJob(call, job, async () => {
			const lacking = await addJob(call, table, part, job, call.values.max_result);
			if (lacking !== undefined) left.push(lacking);
		});
		if (reason !== undefined) missing.push({ part, job, reason, state: stateOf(job) });
		for (const lacking of left) missing.push({ part, job, reason: lacking, state: PARTIAL });
	});
	return await outputOf(call, account, first.entity, table, map(parts, 'ids').flat(), missing);
}

const stateOf = (job: StatsJob) => (isInProgress(job) ? 'notReady' : 'failed');

async function tryJob(call: ReportDownloadCall, job: StatsJob, take: () => Promise<void>) {
	if (isInProgress(job)) return 'The job is not ready yet';
	if (job.status !== 'SUCCESS') return `The job ended with the status ${job.status}`;
	const [outcome] = await Promise.allSettled([take()]);
	if (outcome.status === 'fulfilled') return undefined;
	endIfCancelled(call.context.getExecutionCancelSignal());
	const { reason } = outcome as { reason: unknown };
	if ([NoFile, TooLarge, WrongAnswer].some((kind) => reason instanceof kind))
		return (reason as Error).message;
	throw reason;
}

function partOf({ data }: StatsJob, zone: string): StatsRequest {
	const list = (value: unknown) => (Array.isArray(value) ? value.map(asText) : []);
	const granularity = asText(data.granularity) as Granularity;
	const moment = (time: unknown) => {
		const named = momentIn(asText(time), zone);
		return granularity === 'DAY' ? nearestDay(named, zone) : named;
	};
	return {
		entity: asText(data.entity),
		ids: list(data.entity_ids),
		span: { from: moment(data.start_time), to: moment(data.end_time) },
		granularity,
		placement: asText(data.placement),
		groups: list(data.metric_groups),
		segmentation: asText(data.segmentation_type) || undefined,
		country: asText(data.country) || undefined,
	};
}

/** The whole result as a file. It is streamed from X to n8n's storage, so its size does not matter for memory. */
async function fileOf(call: ReportDownloadCall, account: Account, job: StatsJob) {
	const { context, values } = call;
	const binary: IBinaryKeyData = {};
	const property = values.outputProperty ?? 'data';
	const reason = await tryJob(call, job, async () => {
		binary[property] = await readResult(context, placeOf(job), async (file) => {
			const most = values.max_result === undefined ? Infinity : values.max_result * 1_000_000;
			const name = `stats_job_${job.id}.json`;
			return await context.helpers.prepareBinaryData(jsonOf(file, most), name, 'application/json');
		});
	});
	if (reason === undefined) return { ...call.item({ job_id: job.id, account_id: account.id }), binary };
	const state = stateOf(job);
	return call.item(errorJson(reason, { kind: 'report', state, job_id: job.id, status: job.status }));
}
