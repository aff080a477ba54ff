/** Statistics: which entities were active, numbers at once or by jobs, reach: https://docs.x.com/x-ads-api/analytics */
import { adsErrorCodes } from '../../facts';
import { control } from '../frame';
import { isoSeconds } from '../frame/formats';
import { listValue, textValue, type Context, type Handlers, type Payload } from './context';
import { AdsError, invalid, missing, refuse } from './errors';
import { ids } from './ids';
import { page } from './list';
import { perHost, text, type Json, type Production } from './state';
import { Jobs } from './statsJobs';
import {
	EVERY_PLACEMENT,
	KINDS,
	Served,
	statisticsOf,
	type Asked,
	type Correction,
	type Delivery,
} from './statsServed';
import { daysBetween, isMidnight, isWholeHour } from './statsTimes';

interface Stats {
	readonly served: Served;
	readonly jobs: Jobs;
}

/** What a host has to do with statistics. */
export const statsOf = perHost((state): Stats => {
	const served = new Served(state, () => state.platform.clock.now());
	const jobs = new Jobs(state.platform, (asked) => ({
		...statisticsOf(served, asked),
		request: { params: asked.params },
	}));
	if (state.host === 'production') seedJobs(jobs);
	return { served, jobs };
});

/** The jobs of `ids`, about a day of the seeded line item. */
function seedJobs(jobs: Jobs): void {
	const params = {
		entity: 'LINE_ITEM',
		entity_ids: [ids.lineItem],
		granularity: 'DAY',
		placement: 'ALL_ON_TWITTER',
		metric_groups: ['ENGAGEMENT'],
		segmentation_type: null,
		country: null,
		platform: null,
		start_time: '2026-05-19T07:00:00Z',
		end_time: '2026-05-20T07:00:00Z',
	};
	const [from, to] = [Date.parse(params.start_time), Date.parse(params.end_time)];
	const asked: Asked = { accountId: ids.account, zone: 'America/Los_Angeles', from, to, params };
	jobs.seed(ids.statsJob, asked, true);
	jobs.seed(ids.endlessJob, asked, false);
}

/** Longest range in days. */
const DAYS = { sync: 7, jobs: 90, segmented: 45, active: 90 };

/** The range of a request, held against what is documented. */
function rangeOf({ request, values }: Context, days: number): { from: number; to: number } {
	for (const name of ['start_time', 'end_time'] as const)
		if (!isWholeHour(request.query.get(name) ?? ''))
			invalid(name, `${name} must be a whole hour`, textValue(values, name));
	const time = (name: string) => Date.parse(textValue(values, name) ?? '');
	const [from, to] = [time('start_time'), time('end_time')];
	if (to <= from) refuse('INVALID_TIME_WINDOW', 'end_time has to be after start_time', 'end_time');
	if (daysBetween(from, to) > days)
		refuse('INVALID_TIME_WINDOW', `The range is longer than ${days} days`, 'end_time');
	return { from, to };
}

const GROUPS_OF: Readonly<Record<string, readonly string[]>> = {
	ACCOUNT: ['ENGAGEMENT'],
	FUNDING_INSTRUMENT: ['ENGAGEMENT', 'BILLING'],
};

const zoneOf = ({ state, accountId }: Context): string =>
	text(state.of('accounts').findAny(accountId)?.data.timezone);

function checkEntities({ state, accountId }: Context, entity: string, ids: readonly string[], name: string) {
	for (const id of ids)
		if (!statsOf(state).served.lineItemsOf(accountId, entity, id))
			refuse(
				entity === 'ACCOUNT' ? 'NOT_FOUND' : `${entity}_NOT_FOUND`,
				`${entity} "${id}" was not found`,
				name,
			);
}

/** A request for statistics, checked. */
function askedIn(context: Context, isJob: boolean): Asked {
	const { values, accountId } = context;
	const segmentation = textValue(values, 'segmentation_type') ?? null;
	const country = textValue(values, 'country') ?? null;
	const range = rangeOf(context, !isJob ? DAYS.sync : segmentation === null ? DAYS.jobs : DAYS.segmented);
	const zone = zoneOf(context);
	const granularity = textValue(values, 'granularity') ?? '';
	if (granularity === 'DAY' && !(isMidnight(zone, range.from) && isMidnight(zone, range.to)))
		refuse('INVALID_TIME_WINDOW', `Days of ${zone} begin at midnight there`, 'start_time');
	const entity = textValue(values, 'entity') ?? '';
	const wanted = listValue(values, 'entity_ids') ?? [];
	checkEntities(context, entity, wanted, 'entity_ids');
	const groups = listValue(values, 'metric_groups') ?? [];
	if (groups.length > 1 && groups.includes('MOBILE_CONVERSION'))
		invalid('metric_groups', 'MOBILE_CONVERSION has to be requested by itself');
	const lacking = groups.find((group) => GROUPS_OF[entity] && !GROUPS_OF[entity].includes(group));
	if (lacking !== undefined) invalid('metric_groups', `${entity} has no ${lacking} metrics`, lacking);
	if ((segmentation === 'METROS' || segmentation === 'REGIONS') && country === null)
		missing('country', `${segmentation} needs a country`);
	if (segmentation === 'CONVERSION_TAGS' && groups.join() !== 'WEB_CONVERSION')
		invalid('metric_groups', 'CONVERSION_TAGS splits WEB_CONVERSION only');
	return {
		accountId,
		zone,
		...range,
		params: {
			entity,
			entity_ids: wanted,
			granularity,
			placement: textValue(values, 'placement') ?? '',
			metric_groups: groups,
			segmentation_type: segmentation,
			country,
			platform: textValue(values, 'platform') ?? null,
			start_time: isoSeconds(range.from),
			end_time: isoSeconds(range.to),
		},
	};
}

function synchronous(context: Context): Payload {
	const asked = askedIn(context, false);
	const answer = statisticsOf(statsOf(context.state).served, asked);
	return { data_type: 'stats', ...answer, echo: asked.params };
}

function createJob(context: Context): Payload {
	const asked = askedIn(context, true);
	const { jobs } = statsOf(context.state);
	const job = jobs.create(asked);
	if (!job) {
		const code = 'TOO_MANY_JOBS';
		if (code in adsErrorCodes()) throw new Error('TOO_MANY_JOBS is documented by now: use refuse');
		const limit = jobs.settings.limit;
		throw new AdsError([{ code, message: `A maximum of ${limit} jobs can be in processing state` }]);
	}
	return { data: jobs.shown(job), headers: jobs.headers(context.accountId) };
}

function listJobs(context: Context): Payload {
	const { state, accountId, values } = context;
	const { jobs } = statsOf(state);
	const wanted = listValue(values, 'job_ids');
	const headers = jobs.headers(accountId);
	if (!wanted)
		return {
			...page(
				context,
				jobs.of(accountId).map((job) => jobs.shown(job)),
			),
			headers,
		};
	const found = wanted.flatMap((id) => jobs.find(accountId, id) ?? []);
	// A cursor comes even where there is no further page.
	return { data: found.map((job) => jobs.shown(job)), next_cursor: found.at(-1)?.id ?? null, headers };
}

function cancelJob({ state, accountId, path }: Context): Payload {
	const { jobs } = statsOf(state);
	const job = jobs.find(accountId, path.job_id ?? '');
	if (!job) return refuse('NOT_FOUND', `Job ${path.job_id ?? ''} was not found`, 'job_id');
	if (jobs.statusOf(job) !== 'PROCESSING') invalid('job_id', 'The job has ended already', job.id);
	job.cancelled = state.platform.clock.now();
	return { data_type: 'job', data: jobs.shown(job) };
}

const PARENTS: Readonly<Record<string, string>> = {
	campaign_ids: 'CAMPAIGN',
	funding_instrument_ids: 'FUNDING_INSTRUMENT',
	line_item_ids: 'LINE_ITEM',
};

function activeEntities(context: Context): Payload {
	const { state, accountId, values } = context;
	const range = rangeOf(context, DAYS.active);
	// X does not say on whose clock the hours are whole: only those of UTC are certain.
	for (const name of ['from', 'to'] as const)
		if (range[name] % 3_600_000 !== 0) invalid(name, 'Time cannot be fractional hours');
	const { served } = statsOf(state);
	const given = Object.keys(PARENTS).filter((name) => values[name] !== undefined);
	if (given.length > 1) refuse('EXCLUSIVE_PARAMETERS', `${given.join(' and ')} exclude each other`, given[1]);
	const within = given.flatMap((name) =>
		(listValue(values, name) ?? []).flatMap((id) =>
			(served.lineItemsOf(accountId, PARENTS[name] ?? '', id) ?? []).map(({ data }) => data.id),
		),
	);
	const entity = textValue(values, 'entity') ?? '';
	const kind = KINDS[entity];
	const all = kind ? state.of(kind).of(accountId) : [];
	const data = all.flatMap(({ data: { id } }): Json[] => {
		const items = (served.lineItemsOf(accountId, entity, id) ?? []).filter(
			(item) => given.length === 0 || within.includes(item.data.id),
		);
		// The range is about when a change was recorded, the answer about the time that it concerns.
		const corrections = items
			.flatMap((item) => served.correctionsOf(item))
			.filter(({ recordedAt }) => recordedAt >= range.from && recordedAt < range.to)
			.map(({ placement, hour }) => ({ placement, from: hour, to: hour + 3_600_000 }));
		const deliveries = items
			.flatMap((item) => served.deliveries(item))
			.map(({ placement, from, to }) => ({
				placement,
				from: Math.max(from, range.from),
				to: Math.min(to, range.to),
			}))
			.filter(({ from, to }) => from < to)
			.concat(corrections);
		if (deliveries.length === 0) return [];
		const first = Math.min(...deliveries.map(({ from }) => from));
		const last = Math.max(...deliveries.map(({ to }) => to));
		return [
			{
				entity_id: id,
				activity_start_time: isoSeconds(first),
				activity_end_time: isoSeconds(last - 1000),
				placements: EVERY_PLACEMENT.filter((name) => deliveries.some(({ placement }) => placement === name)),
			},
		];
	});
	return { data };
}

/** People are counted once: fewer than impressions. */
const reach =
	(entity: string, name: string) =>
	(context: Context): Payload => {
		const { state, accountId, values } = context;
		const { from, to } = rangeOf(context, Infinity);
		const { served } = statsOf(state);
		const wanted = listValue(values, name) ?? [];
		checkEntities(context, entity, wanted, name);
		const data = wanted.map((id) => {
			const impressions = EVERY_PLACEMENT.flatMap((placement) => [
				...served.hours(accountId, entity, id, placement, { from, to }),
			])
				.flatMap(([, each]) => each)
				.reduce((sum, each) => sum + each, 0);
			const people = Math.floor(impressions * 0.7);
			return {
				id,
				total_audience_reach: people,
				average_frequency: people === 0 ? 0 : Number((impressions / people).toFixed(2)),
			};
		});
		return { data_type: 'reach', data };
	};

const ACCOUNT = '/12/stats/accounts/{account_id}';
const JOBS_PATH = '/12/stats/jobs/accounts/{account_id}';

export const statsHandlers: Handlers = {
	[`GET ${ACCOUNT}`]: synchronous,
	[`GET ${ACCOUNT}/active_entities`]: activeEntities,
	[`GET ${ACCOUNT}/reach/campaigns`]: reach('CAMPAIGN', 'campaign_ids'),
	[`GET ${ACCOUNT}/reach/funding_instruments`]: reach('FUNDING_INSTRUMENT', 'funding_instrument_ids'),
	[`GET ${JOBS_PATH}`]: listJobs,
	[`POST ${JOBS_PATH}`]: createJob,
	[`DELETE ${JOBS_PATH}/{job_id}`]: cancelJob,
};

export const statsControls = {
	deliver: control(
		'What ads of the production host were shown and did, beside the seed: a `Delivery` of ads/statsServed.ts.',
		({ production: { state } }: Production, input: object) =>
			void statsOf(state).served.extra.push(input as Delivery),
	),
	correct: control(
		'A change to what was billed on the production host: a `Correction` of ads/statsServed.ts.',
		({ production: { state } }: Production, input: object) =>
			void statsOf(state).served.corrections.push(input as Correction),
	),
	jobs: control(
		'How report jobs behave: some of the settings of ads/statsJobs.ts.',
		({ production: { state } }: Production, input: object) =>
			void Object.assign(statsOf(state).jobs.settings, input),
	),
};
