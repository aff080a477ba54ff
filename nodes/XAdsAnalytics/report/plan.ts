/** Which requests a report takes: https://docs.x.com/x-ads-api/analytics#synchronous-vs-asynchronous */
import { chunk, sortBy } from 'lodash';
import { groupSets } from './metrics';
import { aroundActivity, cut, overlap, type Granularity, type Span } from './ranges';

/** Most IDs in a request. */
const IDS = 20;
/** Most days of a request by the way it is sent. */
const DAYS = { sync: 7, jobs: 90, segmentedJobs: 45 };
/** Synchronous requests in 15 minutes, creations in a minute, and concurrent jobs. */
export const STATS_LIMITS = { sync: 250, writes: 450, jobs: 100 };
/** Most jobs in a request for their status. */
export const JOBS_AT_ONCE = 200;

/** What a report is about. */
export interface ReportQuery {
	readonly entity: string;
	readonly granularity: Granularity;
	readonly placements: readonly string[];
	readonly groups: readonly string[];
	readonly segmentation?: string | undefined;
	/** Locations of countries, one for each request of segments that need one. */
	readonly countries?: readonly string[] | undefined;
	readonly platform?: string | undefined;
	readonly span: Span;
	readonly zone: string;
}

/** An entity, and what is known of when and where it ran. */
export interface ActiveEntity {
	readonly id: string;
	/** The whole range where it is not known. */
	readonly span?: Span;
	/** All placements where it is not known. */
	readonly placements?: readonly string[];
}

/** One request. */
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

/** The requests of a report, and the way in which they are sent. */
export interface ReportPlan {
	readonly way: RequestWay;
	readonly parts: readonly StatsRequest[];
}

/**
 * The requests of a report one way or the other.
 *
 * @param wanted What it is about.
 * @param entities The entities; those that ran at another time only are left out.
 * @param way How the requests are sent.
 */
export function partsOf(
	wanted: ReportQuery,
	entities: readonly ActiveEntity[],
	way: RequestWay,
): StatsRequest[] {
	const { entity, span, granularity, zone, segmentation, countries = [], platform } = wanted;
	const days = way === 'sync' ? DAYS.sync : segmentation === undefined ? DAYS.jobs : DAYS.segmentedJobs;
	const common = { entity, granularity, segmentation, platform };
	return wanted.placements.flatMap((placement) => {
		const there = entities.filter(({ placements }) => placements?.includes(placement) ?? true);
		return batches(there, wanted).flatMap(({ ids, activity }) =>
			cut(
				overlap(span, aroundActivity(activity, granularity, zone)) ?? span,
				granularity,
				zone,
				days,
			).flatMap((piece) =>
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

/** Up to 20 entities that ran at about the same time, so that the span of each batch is short. */
function batches(
	entities: readonly ActiveEntity[],
	{ span }: ReportQuery,
): { ids: string[]; activity: Span }[] {
	const running = entities.flatMap(({ id, span: own = span }) => {
		const within = overlap(own, span);
		return within ? [{ id, ...within }] : [];
	});
	return chunk(sortBy(running, ['from', 'to', 'id']), IDS).map((batch) => ({
		ids: batch.map(({ id }) => id),
		activity: {
			from: Math.min(...batch.map(({ from }) => from)),
			to: Math.max(...batch.map(({ to }) => to)),
		},
	}));
}

/**
 * The requests of a report: synchronous ones where that is fewer requests, else jobs.
 *
 * @param way The way that the user chose, if any.
 */
export function planReport(
	wanted: ReportQuery,
	entities: readonly ActiveEntity[],
	way?: RequestWay,
): ReportPlan {
	const jobs = partsOf(wanted, entities, 'jobs');
	const sync = partsOf(wanted, entities, 'sync');
	const chosen = wanted.segmentation === undefined ? (way ?? fewer(sync, jobs)) : 'jobs';
	return { way: chosen, parts: chosen === 'sync' ? sync : jobs };
}

const fewer = (sync: readonly StatsRequest[], jobs: readonly StatsRequest[]): RequestWay =>
	sync.length <= requestsOf({ way: 'jobs', parts: jobs }) ? 'sync' : 'jobs';

/** How many requests a plan takes: two for each job, and one for the status of each full set of concurrent jobs. */
export const requestsOf = ({ way, parts }: ReportPlan): number =>
	way === 'sync' ? parts.length : 2 * parts.length + Math.ceil(parts.length / STATS_LIMITS.jobs);

/** A hundred small jobs take about so long; X does not say how long one takes. */
const MINUTES_OF_JOBS = 1;

/** About how many minutes a plan takes because of its limits. */
export function minutesOf({ way, parts }: ReportPlan): number {
	if (parts.length === 0) return 0;
	if (way === 'sync') return Math.floor((parts.length - 1) / STATS_LIMITS.sync) * 15;
	const writing = Math.floor((parts.length - 1) / STATS_LIMITS.writes);
	return Math.max(writing, Math.ceil(parts.length / STATS_LIMITS.jobs) * MINUTES_OF_JOBS);
}
