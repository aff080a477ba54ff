/**
 * Random reports against a model that knows nothing of the nodes: a server counts what was served in each quarter of an
 * hour, answers as the reference of X says, and leaves something out of some answers. Each row has to be the sum of its
 * own quarters, or say that it lacks a part. https://docs.x.com/x-ads-api/analytics (read on 2026-11-27)
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../../nodes/shared/util/text';
import { runNode } from '../../support';
import { cases } from '../../support/cases';
import { useServer } from '../../support/everyForm';
import { lotsFrom } from '../../support/random';
import { useEndedWaits } from '../../support/waits';
import { between, byId } from './support';

const QUARTER = 900_000;
const HOUR = 4 * QUARTER;
const ACCOUNT = '18ce54d4x5t';
const PLACEMENTS = ['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND'] as const;
const METRICS = ['impressions', 'clicks'] as const;

/** Zones whose clocks are off by parts of an hour, change by half an hour, or have no midnight on one day of the year. */
const ZONES = [
	'UTC',
	'America/Los_Angeles',
	'Europe/Berlin',
	'Asia/Kolkata',
	'Asia/Kathmandu',
	'Pacific/Chatham',
	'Australia/Lord_Howe',
	'America/St_Johns',
	'Australia/Adelaide',
	'America/Havana',
];

/** When the clocks of Lord Howe, Berlin, Los Angeles and Havana change in 2026, and a week without any change. */
const AROUND = ['2026-04-03', '2026-10-02', '2026-03-28', '2026-03-07', '2026-11-06'];

/** What was served of a metric in a quarter of an hour; half of the entities were shown nowhere else than in the timeline. */
function servedIn(id: string, placement: string, metric: string, quarter: number): number {
	if (placement !== 'ALL_ON_TWITTER' && Number.parseInt(id, 36) % 2 === 0) return 0;
	const lot = Math.imul(Number.parseInt(id, 36) * 31 + placement.length, quarter / QUARTER + 7) >>> 5;
	if (lot % 6 === 0) return 0;
	return metric === 'impressions' ? lot % 90 : lot % 7;
}

function sum(id: string, placements: readonly string[], metric: string, from: number, to: number): number {
	let all = 0;
	for (const placement of placements)
		for (let at = from; at < to; at += QUARTER) all += servedIn(id, placement, metric, at);
	return all;
}

const clocks = new Map(
	ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })]),
);
const dateIn = (zone: string, at: number): string | undefined => clocks.get(zone)?.format(at);

/** The bounds of the intervals of a request, as X counts them. */
function boundsOf(granularity: string, from: number, to: number, zone: string): number[] {
	const found = [from];
	if (granularity === 'HOUR') for (let at = from + HOUR; at < to; at += HOUR) found.push(at);
	if (granularity === 'DAY')
		for (let at = from + QUARTER; at < to; at += QUARTER)
			if (dateIn(zone, at) !== dateIn(zone, at - QUARTER)) found.push(at);
	return [...found, to];
}

type Fault = 'errors beside rows' | 'no metrics' | 'no entity' | 'no numbers';
const FAULTS: readonly Fault[] = ['errors beside rows', 'no metrics', 'no entity', 'no numbers'];

/** A part of a report in which X left something out. */
interface Lacking {
	readonly ids: readonly string[];
	readonly placement: string;
	readonly from: number;
	readonly to: number;
	readonly fault: Fault;
}

/** What the server does for the report that runs. */
let scene: {
	readonly zone: string;
	readonly switchedAt: string | null;
	readonly lot: (most: number) => number;
	readonly lacking: Lacking[];
	readonly jobs: Map<string, URLSearchParams>;
	readonly faultEvery: number;
};

function statistics(query: URLSearchParams): unknown {
	const [zone, asked] = [scene.zone, (name: string) => query.get(name) ?? ''];
	const [from, to] = [Date.parse(asked('start_time')), Date.parse(asked('end_time'))];
	const ids = asked('entity_ids').split(',');
	const placement = asked('placement');
	const bounds = boundsOf(asked('granularity'), from, to, zone);
	const fault = scene.faultEvery > 0 && scene.lot(scene.faultEvery) === 0 ? FAULTS[scene.lot(4)] : undefined;
	const blamed = fault === 'errors beside rows' ? ids : [ids[scene.lot(ids.length)] ?? ''];
	// An answer with a series of another length is taken for none: which times its figures are of is not certain.
	const isOfAnotherLength = fault === 'no numbers' && bounds.length > 2;
	if (fault) scene.lacking.push({ ids: isOfAnotherLength ? ids : blamed, placement, from, to, fault });
	const series = (id: string, metric: string) => {
		const all = bounds.slice(1).map((end, place) => sum(id, [placement], metric, bounds[place] ?? end, end));
		return all.some((each) => each > 0) ? all : null;
	};
	const data = ids
		.filter((id) => !(fault === 'no entity' && blamed.includes(id)))
		.map((id) => {
			const metrics = Object.fromEntries(METRICS.map((metric) => [metric, series(id, metric)]));
			const isBlamed = blamed.includes(id);
			const odd = fault === 'no metrics' ? null : { ...metrics, impressions: ['x'] };
			const isOdd = isBlamed && (fault === 'no metrics' || fault === 'no numbers');
			return { id, id_data: [{ segment: null, metrics: isOdd ? odd : metrics }] };
		});
	const errors =
		fault === 'errors beside rows' ? [{ code: 'PART', message: 'A part is not there' }] : undefined;
	return { data_type: 'stats', data, errors, time_series_length: bounds.length - 1 };
}

const server = createServer((request, response) => {
	request.resume();
	const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://x');
	const origin = `http://${request.headers.host ?? ''}`;
	const job = (id: string) => ({
		...Object.fromEntries(scene.jobs.get(id) ?? []),
		id_str: id,
		status: 'SUCCESS',
		url: `${origin}/results/${id}.json.gz`,
		expires_at: '2030-01-01T00:00:00Z',
	});
	const answer = (body: unknown) =>
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	const result = /^\/results\/(.*)\.json\.gz$/.exec(pathname)?.[1];
	if (result !== undefined)
		return void response
			.writeHead(200, { 'content-type': 'application/gzip' })
			.end(gzipSync(JSON.stringify(statistics(scene.jobs.get(result) ?? new URLSearchParams()))));
	if (pathname === `/12/accounts/${ACCOUNT}`) {
		const { zone: timezone, switchedAt: timezone_switch_at } = scene;
		return void answer({ data: { id: ACCOUNT, name: 'Acme', timezone, timezone_switch_at } });
	}
	if (!pathname.startsWith('/12/stats/jobs/')) return void answer(statistics(query));
	if (request.method !== 'POST') {
		const wanted = query.get('job_ids')?.split(',') ?? [...scene.jobs.keys()];
		return void answer({ data: wanted.map(job), next_cursor: null });
	}
	const id = String(9_000_000_001 + scene.jobs.size);
	scene.jobs.set(id, query);
	return void answer({ data: { ...job(id), status: 'PROCESSING', url: null } });
});

const sim = useServer(server);
useEndedWaits();

const tally = { reports: 0, rows: 0, lacking: 0, switches: 0, halfHours: 0, ways: new Map<string, number>() };

it.each(Array.from({ length: cases(4, 15, 50) }, (_, seed) => seed))(
	'ten reports equal the model: %i',
	async (seed) => {
		const lot = lotsFrom(seed * 7919 + 1);
		for (let count = 0; count < 10; count++) await oneReport(lot);
	},
);

async function oneReport(lot: (most: number) => number): Promise<void> {
	const from = <T>(all: readonly T[]): T => all[lot(all.length)] as T;
	const [zone, granularity, way] = [
		from(ZONES),
		from(['DAY', 'HOUR', 'TOTAL']),
		from(['auto', 'sync', 'jobs']),
	];
	const begin = DateTime.fromISO(from(AROUND), { zone }).plus({ days: lot(3) });
	const days = 1 + lot(granularity === 'HOUR' ? 4 : 12);
	const start = granularity === 'DAY' ? begin : begin.set({ hour: 12 });
	const end = start.plus({ days });
	const ids = Array.from({ length: 1 + lot(3) * lot(9) }, (_, place) =>
		(1000 + place * 7 + lot(7)).toString(36),
	);
	const placements = PLACEMENTS.filter(() => lot(2) === 0);
	if (placements.length === 0) placements.push('TREND');
	const isApart = lot(3) === 0;
	const switched = lot(2) === 0 ? start.plus({ hours: lot(days * 48) - days * 12 }) : undefined;
	scene = {
		zone,
		switchedAt: switched?.toUTC().toISO() ?? null,
		lot,
		lacking: [],
		jobs: new Map(),
		faultEvery: from([0, 2, 6]),
	};
	const clock = "yyyy-MM-dd'T'HH:mm:ss";
	const form = {
		account_id: byId(ACCOUNT),
		entity: 'LINE_ITEM',
		entities: 'chosen',
		entity_ids: ids.join(),
		...between(start.toFormat(clock), end.toFormat(clock)),
		granularity,
		filters: { placement: placements },
		metric_groups: ['ENGAGEMENT'],
		options: { names: false, way, by_placement: isApart },
	};
	const run = await runNode({
		node: 'xAdsAnalytics',
		sim: sim(),
		parameters: {
			authentication: 'oAuth1',
			environment: 'production',
			resource: 'report',
			operation: 'get',
			...form,
		},
	});
	const told = {
		zone,
		granularity,
		way,
		start: start.toISO(),
		days,
		ids,
		placements,
		isApart,
		lacking: scene.lacking,
	};
	const isAllLost = run.error !== undefined;
	if (isAllLost) {
		// Nothing that could be shown came.
		expect({ ...told, error: run.error?.message }).toMatchObject({ lacking: [{}] });
		return;
	}
	const notes = run.json.filter((row) => 'error' in row);
	const rows = run.json.filter((row) => !('error' in row));
	const said = run.hints.map(({ message }) => message).join('\n');
	// The result of the only job cannot be read, and an item says where it can be downloaded.
	if (rows.length === 0 && notes.length > 0 && scene.lacking.length > 0) return;
	const columns = new Set(rows.flatMap((row) => Object.keys(row)));
	const problems: unknown[] = [];
	for (const id of ids)
		for (const shown of isApart ? placements.map((each) => [each]) : [placements]) {
			const own = rows.filter((row) => row['id'] === id && (!isApart || row['placement'] === shown[0]));
			problems.push(...wrongRows(own, { id, shown, zone, granularity, start, end, columns }));
		}
	if (scene.lacking.length > 0 && said === '') problems.push('nothing is said of what is missing');
	if (scene.lacking.some(({ fault }) => fault === 'errors beside rows') && notes.length === 0)
		problems.push('no item has the error');
	if (scene.lacking.length === 0 && notes.length > 0) problems.push('an error that X did not send', notes);
	const isInside =
		switched !== undefined &&
		switched > start &&
		switched.toMillis() < wholeHours({ granularity, start, end });
	if (said.includes('widened') !== (wholeHours({ granularity, start, end }) !== end.toMillis()))
		problems.push({ widened: said });
	if (isInside !== said.includes('got its time zone'))
		problems.push({ isInside, switched: switched?.toISO(), said });
	expect({ ...told, problems }).toEqual({ ...told, problems: [] });
	tally.reports += 1;
	tally.rows += rows.length;
	tally.lacking += rows.filter(({ incomplete }) => incomplete).length;
	tally.switches += isInside ? 1 : 0;
	tally.halfHours += granularity === 'HOUR' && (start.offset - end.offset) % 60 !== 0 ? 1 : 0;
	const sentBy = scene.jobs.size > 0 ? 'jobs' : 'sync';
	tally.ways.set(sentBy, (tally.ways.get(sentBy) ?? 0) + 1);
}

interface Wanted {
	readonly id: string;
	readonly shown: readonly string[];
	readonly zone: string;
	readonly granularity: string;
	readonly start: DateTime;
	readonly end: DateTime;
	/** What any row of the report has. */
	readonly columns: ReadonlySet<string>;
}

/** The end of a report: X counts whole hours from its start, and a change of the clocks may be half of one. */
const wholeHours = ({ granularity, start, end }: Pick<Wanted, 'granularity' | 'start' | 'end'>): number =>
	granularity === 'HOUR'
		? start.toMillis() + Math.ceil((end.toMillis() - start.toMillis()) / HOUR) * HOUR
		: end.toMillis();

/** What is wrong with the rows of an entity. */
function* wrongRows(rows: readonly IDataObject[], wanted: Wanted): Generator<unknown> {
	const { id, shown, zone, granularity, start, end, columns } = wanted;
	const spans = rows.map((row) => [row['start'], row['end']].map((text) => Date.parse(asText(text))));
	const bounds = [...spans.map(([from]) => from), spans.at(-1)?.[1]];
	if (spans.some(([, to], place) => to !== bounds[place + 1]))
		yield { id, shown, spans: 'do not follow each other' };
	if (bounds[0] !== start.toMillis() || bounds.at(-1) !== wholeHours(wanted))
		yield { id, shown, bounds: [rows[0]?.['start'], rows.at(-1)?.['end']] };
	const expected =
		granularity === 'HOUR' ? undefined : boundsOf(granularity, start.toMillis(), end.toMillis(), zone);
	if (expected && expected.join() !== bounds.join()) yield { id, shown, bounds, expected };
	for (const [place, row] of rows.entries()) {
		const [from = 0, to = 0] = spans[place] ?? [];
		const lacks = scene.lacking.filter(
			(part) => part.ids.includes(id) && shown.includes(part.placement) && part.from < to && part.to > from,
		);
		if ((row['incomplete'] === true) !== lacks.length > 0) yield { id, shown, row, lacks };
		if (lacks.length > 0 && typeof row['missing'] !== 'string')
			yield { id, shown, row, is: 'without its reason' };
		for (const metric of METRICS) {
			const [all, given] = [sum(id, shown, metric, from, to), row[metric]];
			const isRight =
				lacks.length === 0
					? (given ?? 0) === all
					: given === null ||
						// Which metrics there are is known from answers alone.
						(given === undefined && !columns.has(metric)) ||
						(typeof given === 'number' && given > 0 && given <= all);
			if (!isRight) yield { id, shown, metric, all, given, row, lacks };
		}
	}
}

afterAll(() => {
	const ways = [...tally.ways].map(([way, count]) => `${count} by ${way}`).join(', ');
	const { reports, rows, lacking, switches, halfHours } = tally;
	process.stdout.write(
		`${reports} reports (${ways}), ${rows} rows, ${lacking} of them incomplete, ${switches} switches of the zone inside, ${halfHours} by the hour across a change of half an hour\n`,
	);
});
