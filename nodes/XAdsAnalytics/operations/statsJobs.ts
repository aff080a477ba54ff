/** This file sends requests about jobs: https://docs.x.com/x-ads-api/analytics#asynchronous-analytics */
import { get } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { failureOf, isUnsure } from '../../shared/errors';
import type { Call } from '../../shared/operation/operation';
import { encodeRfc3986, asText } from '../../shared/util/text';
import { objects } from '../../shared/util/lenient';
import { Gatherer } from '../../shared/util/gatherer';
import { memoOf } from '../../shared/memory/requestMemo';
import { isInProgress, type CreatedJob, type StatsJob } from '../report/jobs';
import { JOBS_PER_REQUEST, type StatsRequest } from '../report/plan';
import { dayOf, onWire } from '../report/ranges';
import { WrongAnswer } from '../report/rows';
import { statistics } from './account';

/** Returns the parameters of a request. X reads plain dates as midnight in the time zone of the account. */
export const partQuery = (part: StatsRequest, zone: string, hasDates = false): [string, string][] => {
	const { segmentation, country, platform } = part;
	const write = hasDates ? dayOf : onWire;
	const optional = { segmentation_type: segmentation, country, platform };
	return [
		['entity', part.entity],
		['entity_ids', part.ids.join(',')],
		['start_time', write(part.span.from, zone)],
		['end_time', write(part.span.to, zone)],
		['granularity', part.granularity],
		['placement', part.placement],
		['metric_groups', part.groups.join(',')],
		...Object.entries(optional).filter((entry): entry is [string, string] => Boolean(entry[1])),
	];
};

/** Reads a job. Its ID has more digits than a number can represent exactly. */
const jobOf = (data: IDataObject): StatsJob => ({
	id: asText(data.id_str ?? data.id),
	status: asText(data.status),
	url: typeof data.url === 'string' && data.url !== '' ? data.url : null,
	data,
});

const jobsOf = (body: unknown): StatsJob[] => objects(get(body, 'data')).map(jobOf);

/** X does not document this code: https://github.com/xdevplatform/twitter-python-ads-sdk/issues/242 reports it. */
const isFull = (error: unknown): boolean => failureOf(error)?.code === 'TOO_MANY_JOBS';

/**
 * Checks whether X takes another moment for midnight. One page of X says that days begin at midnight of the account
 * (https://docs.x.com/x-ads-api/analytics), another one that the present offset applies to all days
 * (https://docs.x.com/x-ads-api/fundamentals/timezones); both read on 2026-11-22.
 */
export const isOtherMidnight = (error: unknown, { granularity }: StatsRequest): boolean =>
	granularity === 'DAY' &&
	failureOf(error)?.code === 'INVALID_TIME_WINDOW' &&
	/midnight/i.test((error as Error).message);

const MARGIN = 120_000;
const ATTEMPTS = 3;

/**
 * Creates a job. If the answer is lost, it looks for a job with the same parameters first.
 *
 * @throws NodeApiError if X refuses the job.
 */
export async function createJob(
	call: Pick<Call, 'api'>,
	accountId: string,
	part: StatsRequest,
	zone: string,
): Promise<CreatedJob> {
	const since = Date.now() - MARGIN;
	let query = partQuery(part, zone);
	let hasDates = false;
	for (let attempt = 1; ; attempt++) {
		const [sent] = await Promise.allSettled([tryToCreate(call, accountId, query)]);
		if (sent.status === 'fulfilled') return sent.value;
		const { reason } = sent as { reason: unknown };
		if (isFull(reason)) return 'full';
		if (!hasDates && isOtherMidnight(reason, part)) {
			hasDates = true;
			query = partQuery(part, zone, hasDates);
			continue;
		}
		if (!isUnsure(reason) || attempt >= ATTEMPTS) throw reason;
		const job = await lostJob(call, accountId, new Map(query), since);
		if (job) return { job, room: undefined };
	}
}

async function tryToCreate({ api }: Pick<Call, 'api'>, accountId: string, query: [string, string][]) {
	const { body, headers } = await api.send({ method: 'POST', ...statistics(accountId, 'stats/jobs'), query });
	const [job] = jobsOf(body);
	const left = Number(headers['x-concurrent-job-limit-remaining'] ?? NaN);
	if (job && job.id !== '') return { job, room: Number.isNaN(left) ? undefined : left };
	throw new WrongAnswer('X answered without the ID of the job');
}

/** Finds a job with these parameters that was created in the last minutes, and has or will have a result. */
async function lostJob(
	{ api }: Pick<Call, 'api'>,
	accountId: string,
	wanted: ReadonlyMap<string, string>,
	since: number,
): Promise<StatsJob | undefined> {
	const { body } = await api.send({
		method: 'GET',
		...statistics(accountId, 'stats/jobs'),
		query: [['count', '1000']],
	});
	const alive = jobsOf(body).filter((job) => isInProgress(job) || job.status === 'SUCCESS');
	return alive.find(({ data }) => {
		const isSame = [...wanted].every(
			([name, value]) => comparable(name, data[name]) === comparable(name, value),
		);
		return isSame && Date.parse(asText(data.created_at)) >= since;
	});
}

/** X may write times in another way, and lists in another order, than the request did. */
function comparable(name: string, value: unknown): string {
	if (name.endsWith('_time')) return String(Date.parse(asText(value)));
	const values = Array.isArray(value) ? value.map(asText) : asText(value).split(',');
	return values.sort().join();
}

/** Cancels a job, even after the run was cancelled. */
export async function cancelJob({ api }: Pick<Call, 'api'>, accountId: string, { id }: StatsJob) {
	const { path, template } = statistics(accountId, 'stats/jobs');
	await api.send({
		method: 'DELETE',
		path: `${path}/${encodeRfc3986(id)}`,
		template: `${template}/{job_id}`,
		isCleanUp: true,
	});
}

/** Reads the states of up to 200 jobs, in one request. */
export async function askJobs({ api }: Pick<Call, 'api'>, accountId: string, ids: readonly string[]) {
	const { body } = await api.send({
		method: 'GET',
		...statistics(accountId, 'stats/jobs'),
		query: [
			['job_ids', ids.join(',')],
			['count', String(JOBS_PER_REQUEST)],
		],
	});
	return jobsOf(body);
}

/** Reads the state of a job. Jobs that several items ask for at the same time share a request. */
export async function jobNamed(call: Call, accountId: string, id: string): Promise<StatsJob | undefined> {
	const gatherer = await memoOf(call.context).get(`${call.api.account} jobs ${accountId}`, () =>
		Promise.resolve(
			new Gatherer<StatsJob | undefined>(JOBS_PER_REQUEST, async (ids) => {
				const found = new Map((await askJobs(await call.on(), accountId, ids)).map((job) => [job.id, job]));
				return ids.map((each) => () => found.get(each));
			}),
		),
	);
	return await gatherer.get(id);
}
