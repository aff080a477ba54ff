/** Plans the requests of a report: https://docs.x.com/x-ads-api/analytics#synchronous-vs-asynchronous */
import { chunk, sortBy } from 'lodash';
import { around, aroundActivity, cut, overlap, type Granularity, type Span } from './ranges';

/** Metric groups of entities, and which go together: https://docs.x.com/x-ads-api/analytics#metrics-and-segmentation */
const EVERY_GROUP = [
	'ENGAGEMENT',
	'BILLING',
	'VIDEO',
	'WEB_CONVERSION',
	'MOBILE_CONVERSION',
	'LIFE_TIME_VALUE_MOBILE_CONVERSION',
];

const SOME_GROUPS: Readonly<Record<string, readonly string[]>> = {
	ACCOUNT: ['ENGAGEMENT'],
	FUNDING_INSTRUMENT: ['ENGAGEMENT', 'BILLING'],
};

/** Lists the metric groups of an entity. X's table lacks promoted accounts, so all groups are tried for them. */
export const groupsOf = (entity: string): readonly string[] => SOME_GROUPS[entity] ?? EVERY_GROUP;

/** Conversions cannot be combined with other metrics, and those of mobile apps not with any others. */
const APART = [['WEB_CONVERSION', 'LIFE_TIME_VALUE_MOBILE_CONVERSION'], ['MOBILE_CONVERSION']];

/** Divides metric groups into those that one request can combine. */
export function groupSets(groups: readonly string[]): string[][] {
	const apart = APART.map((set) => groups.filter((group) => set.includes(group)));
	const others = groups.filter((group) => !APART.flat().includes(group));
	return [others, ...apart].filter((set) => set.length > 0);
}

/** Rates, by the documented formulas: https://docs.x.com/x-ads-api/analytics#metrics-by-objective */
const RATES: readonly (readonly [name: string, over: string, under: string, times?: number])[] = [
	['ctr', 'clicks', 'impressions'],
	['engagement_rate', 'engagements', 'impressions'],
	['app_click_rate', 'app_clicks', 'impressions'],
	['follow_rate', 'follows', 'impressions'],
	['video_rate', 'video_total_views', 'impressions'],
	['conversion_rate', 'total_conversions', 'impressions'],
	['cpc', 'billed_charge', 'clicks'],
	['cpe', 'billed_charge', 'engagements'],
	['cpm', 'billed_charge', 'impressions', 1000],
	['cpf', 'billed_charge', 'follows'],
	['cpa', 'billed_charge', 'total_conversions'],
	['cpi', 'billed_charge', 'installs'],
	['cost_per_view', 'billed_charge', 'video_total_views'],
	['cost_per_app_click', 'billed_charge', 'app_clicks'],
	['roas', 'conversion_purchases_sale_amount', 'billed_charge'],
];

/** The metrics that X adds up as Total Conversions. */
const CONVERSIONS = ['custom', 'site_visits', 'sign_ups', 'downloads', 'purchases'].map(
	(name) => `conversion_${name}`,
);
const INSTALLS = 'mobile_conversion_installs';

/** The metric that an objective is about, by the same table. */
const RESULTS: Readonly<Record<string, string>> = {
	APP_ENGAGEMENTS: 'app_clicks',
	APP_INSTALLS: 'installs',
	ENGAGEMENTS: 'engagements',
	FOLLOWERS: 'follows',
	PREROLL_VIEWS: 'video_total_views',
	REACH: 'impressions',
	VIDEO_VIEWS: 'video_total_views',
	WEBSITE_CLICKS: 'clicks',
	WEBSITE_CONVERSIONS: 'total_conversions',
};

type Row = Readonly<Record<string, unknown>>;

/** Calculates the rates of a row, and its result by objective; null if the divisor is 0. A cost of null counts as 0. */
export function ratesOf(metrics: Row, objective?: unknown): Record<string, number | string | null> {
	const sums = sumsOf(metrics);
	const row: Row = { ...metrics, ...sums };
	const known = RATES.filter(([, over, under]) => over in row && under in row);
	const rates = Object.fromEntries(
		known.map(([name, over, under, times]) => [name, divided(row[over], row[under], times)]),
	);
	const result = RESULTS[String(objective)];
	if (result === undefined || !(result in row)) return { ...sums, ...rates };
	const count = row[result];
	return {
		...sums,
		...rates,
		result_type: result,
		result: count === null ? null : Number(count),
		...('billed_charge' in row && { cost_per_result: divided(row.billed_charge, count) }),
	};
}

function divided(over: unknown, under: unknown, times = 1): number | null {
	const divisor = Number(under);
	const rate = (Number(over) / divisor) * times;
	return divisor > 0 && Number.isFinite(rate) ? Number(rate.toPrecision(12)) : null;
}

/** Total conversions and installs, if the row has any of their parts. */
function sumsOf(row: Row): { total_conversions?: number | null; installs?: number | null } {
	const total = CONVERSIONS.flatMap((name) => countsOf(row, name));
	const installs = countsOf(row, INSTALLS);
	return {
		...(total.length > 0 && { total_conversions: sumOf(total) }),
		...(installs.length > 0 && { installs: sumOf(installs) }),
	};
}

/** Reads the counts of one kind of conversions: X counts those of apps apart, by what they followed. */
function countsOf(row: Row, name: string): unknown[] {
	const parts = [`${name}_post_engagement`, `${name}_post_view`].filter((part) => part in row);
	const isWhole = name in row && (row[name] !== null || parts.length === 0);
	return (isWhole ? [name] : parts).map((part) => row[part]);
}

const sumOf = (counts: readonly unknown[]): number | null =>
	counts.every((count) => count === null)
		? null
		: counts.reduce<number>((sum, count) => sum + Number(count), 0);

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
