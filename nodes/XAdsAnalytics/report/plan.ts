/** Plans the requests of a report: https://docs.x.com/x-ads-api/analytics#synchronous-vs-asynchronous */
import { chunk, sortBy } from 'lodash';
import { groupSets } from './metrics';
import { around, aroundActivity, cut, overlap, type Granularity, type Span } from './ranges';

const IDS = 20;
/** The longest period of a request in days, by the kind of request. */
const DAYS = { sync: 7, jobs: 90, segmentedJobs: 45 };
/** Synchronous requests in 15 minutes, created jobs in a minute, and concurrent jobs. */
export const STATS_LIMITS = { sync: 250, writes: 450, jobs: 100 };
export const JOBS_PER_REQUEST = 200;

export interface ReportQuery {
	readonly entity: string;
	readonly granularity: Granularity;
	readonly placements: readonly string[];
	readonly groups: readonly string[];
	readonly segmentation?: string | undefined;
	/** The targeting values of countries, one for each request. Only segments that need a country have them. */
	readonly countries?: readonly string[] | undefined;
	readonly platform?: string | undefined;
	readonly span: Span;
	readonly zone: string;
}

export interface ActiveEntity {
	readonly id: string;
	readonly span?: Span;
	readonly placements?: readonly string[];
}

export interface StatsRequest {
	readonly entity: string;
	readonly ids: readonly string[];
	readonly span: Span;
	readonly granularity: Granularity;
	readonly placement: string;
	readonly groups: readonly string[];
	readonly segmentation?: string | undefined;
	readonly country?: string | undefined;
	readonly platform?: string | undefined;
}

export type RequestWay = 'sync' | 'jobs';

export interface ReportPlan {
	readonly way: RequestWay;
	readonly parts: readonly StatsRequest[];
}

/** Lists the requests of a report for one way of sending them. */
export function partsOf(wanted: ReportQuery, entities: readonly ActiveEntity[], way: RequestWay) {
	const { entity, span, granularity, zone, segmentation, countries = [], platform } = wanted;
	const days = way === 'sync' ? DAYS.sync : segmentation === undefined ? DAYS.jobs : DAYS.segmentedJobs;
	const common = { entity, granularity, segmentation, platform };
	return wanted.placements.flatMap((placement) => {
		const there = entities.filter(({ placements }) => placements?.includes(placement) ?? true);
		return batches(there, wanted).flatMap(({ ids, activity }) =>
			cut(aroundActivity(activity, span, granularity, zone), granularity, zone, days).flatMap((piece) =>
				groupSets(wanted.groups).flatMap((groups) =>
					(countries.length > 0 ? countries : [undefined]).map((country): StatsRequest => ({
						...common,
						ids,
						span: piece,
						placement,
						groups,
						country,
					})),
				),
			),
		);
	});
}

/** Groups of up to 20 entities that ran at about the same time, so that the span of each group is short. */
function batches(entities: readonly ActiveEntity[], { span }: ReportQuery) {
	const running = entities.flatMap(({ id, span: own = span }) => {
		const within = overlap(own, span);
		return within ? [{ id, ...within }] : [];
	});
	return chunk(sortBy(running, ['from', 'to', 'id']), IDS).map((batch) => ({
		ids: batch.map(({ id }) => id),
		activity: around(batch),
	}));
}

/** X wants no large amounts of data from synchronous requests, and a user has 250 of them in 15 minutes. */
const MOST_SYNC = 24;

/** Plans a report: a few synchronous requests if that takes fewer requests, otherwise jobs. */
export function planReport(wanted: ReportQuery, entities: readonly ActiveEntity[], way?: RequestWay) {
	const jobs = partsOf(wanted, entities, 'jobs');
	const sync = partsOf(wanted, entities, 'sync');
	const chosen = wanted.segmentation === undefined ? (way ?? fewer(sync, jobs)) : 'jobs';
	return { way: chosen, parts: chosen === 'sync' ? sync : jobs };
}

const fewer = (sync: readonly StatsRequest[], jobs: readonly StatsRequest[]): RequestWay =>
	sync.length <= Math.min(MOST_SYNC, requestsOf({ way: 'jobs', parts: jobs })) ? 'sync' : 'jobs';

/** Counts the requests of a plan: two for each job, and one for the states of every hundred jobs. */
export const requestsOf = ({ way, parts }: ReportPlan): number =>
	way === 'sync' ? parts.length : 2 * parts.length + Math.ceil(parts.length / STATS_LIMITS.jobs);

/** An assumption: a hundred small jobs take this long. X does not say how long a job takes. */
const MINUTES_OF_JOBS = 1;

/** Estimates the shortest time that a plan takes within X's limits, in minutes. */
export function minutesOf({ way, parts }: ReportPlan): number {
	if (parts.length === 0) return 0;
	if (way === 'sync') return Math.floor((parts.length - 1) / STATS_LIMITS.sync) * 15;
	const writing = Math.floor((parts.length - 1) / STATS_LIMITS.writes);
	return Math.max(writing, Math.ceil(parts.length / STATS_LIMITS.jobs) * MINUTES_OF_JOBS);
}
