/** Turns answers into rows. Several may contribute to one: placements are added up, metric groups become columns. */
import { map, sortBy, uniq, pick } from 'lodash';
import { fromMicros } from '../../shared/ads/micros';
import { leftOut, type Problem } from '../../shared/errors';
import { ratesOf, type StatsRequest } from './plan';
import { dayOf, onClock, overlap, type Granularity, type Span } from './ranges';
import { asText } from '../../shared/util/text';

export interface SegmentMetrics {
	readonly id: string;
	readonly segment: unknown;
	readonly metrics: Readonly<Record<string, unknown>>;
}

export type EntityColumns = Readonly<Record<string, unknown>>;

interface TableOptions {
	readonly accountId: string;
	readonly entity: string;
	readonly granularity: Granularity;
	readonly zone: string;
	/** The starts of the intervals, and the end of the last one. */
	readonly boundaries: readonly number[];
	/** Whether each placement has its own rows. Otherwise placements are added up. */
	readonly isByPlacement: boolean;
	readonly hasCountries: boolean;
	readonly isSegmented: boolean;
}

interface Series {
	readonly id: string;
	readonly country: string | undefined;
	readonly placement: string | undefined;
	readonly segment: SegmentName;
	readonly metrics: Map<string, Float64Array>;
}

interface SegmentName {
	readonly name: string | null;
	readonly value: string | null;
}

/** The answer does not fit the request. */
export class WrongAnswer extends Error {}

/** The values of a metric that is null in an answer. */
const NOTHING: readonly [] = [];

/** Collects the answers of a report. */
export class ReportTable {
	private readonly series = new Map<string, Series>();
	private readonly columns = new Set<string>();
	private readonly places: ReadonlyMap<number, number>;
	private readonly missing: { readonly part: StatsRequest; readonly reason: string }[] = [];
	private readonly unanswered = new Set<string>();
	private readonly times: Readonly<Record<string, string>>[] = [];

	constructor(private readonly options: TableOptions) {
		this.places = new Map(options.boundaries.map((moment, place) => [moment, place]));
	}

	/**
	 * Adds the whole answer to a request, and returns what it lacks: a part must not count, as requests are repeated.
	 *
	 * @throws WrongAnswer if the number of intervals differs from the request.
	 */
	add(part: StatsRequest, entries: readonly SegmentMetrics[], problems: readonly Problem[] = []) {
		const { from, to } = this.intervals(part.span);
		const read = entries.map(({ id, segment, metrics }) => ({
			id,
			segment: segmentOf(segment),
			values: Object.entries(metrics).flatMap(([name, value]) => flattened(name, value)),
		}));
		for (const { id, values } of read)
			for (const [name, value] of values)
				if (value !== NOTHING && value.length !== to - from)
					throw new WrongAnswer(
						`X answered ${value.length} intervals of ${name} for ${id}, where ${to - from} were asked for`,
					);
		if (!this.options.isSegmented) this.lackEntities(part, new Set(read.map(({ id }) => id)));
		for (const { id, segment, values } of read) {
			const series = this.of(part, id, segment);
			for (const [name, value] of values) {
				this.columns.add(name);
				if (value !== NOTHING) this.count(series, name, value, from);
			}
			if (values.length > 0 && values.every(([, value]) => value.every(isFigure))) continue;
			this.unanswered.add(id);
			this.missing.push({ part: { ...part, ids: [id] }, reason: 'X gave no figures for it' });
		}
		return problems.length > 0 ? leftOut(problems) : undefined;
	}

	/** Marks the rows of a request without an answer as incomplete. Entities without any answer get rows of null. */
	lack(part: StatsRequest, reason: string): void {
		this.missing.push({ part, reason });
		for (const id of part.ids) this.of(part, id, { name: null, value: null });
	}

	leftOut(): string[] {
		return [...this.unanswered];
	}

	private lackEntities(part: StatsRequest, answered: ReadonlySet<string>): void {
		const ids = part.ids.filter((id) => !answered.has(id));
		if (ids.length === 0) return;
		for (const id of ids) this.unanswered.add(id);
		this.lack({ ...part, ids }, 'X left out this ID');
	}

	entities(): string[] {
		return [...new Set([...this.series.values()].map(({ id }) => id))];
	}

	/** Yields the rows, sorted by entity in the given order, then by country, segment, placement and time. */
	*rows(order: readonly string[], output: Partial<RowOptions> = {}): Generator<Record<string, unknown>> {
		const rank = new Map(order.map((id, place) => [id, place]));
		const sorted = sortBy(
			[...this.series.values()],
			[
				({ id }) => rank.get(id) ?? Infinity,
				'country',
				({ segment }) => segment.name,
				({ segment }) => segment.value,
				'placement',
			],
		);
		const columns = this.shownColumns();
		const look = { ...PLAIN, ...output };
		for (const series of sorted)
			for (let place = 0; place + 1 < this.options.boundaries.length; place++) {
				const row = this.row(series, place, columns, look);
				if (row) yield row;
			}
	}

	metrics(): string[] {
		return this.shownColumns().map(shownName);
	}

	private shownColumns(): string[] {
		return [...this.columns].filter((name) => !this.isParted(name));
	}

	/** The positions of a request's intervals among those of the report. */
	private intervals({ from, to }: Span): { from: number; to: number } {
		if (this.options.granularity === 'TOTAL') return { from: 0, to: 1 };
		const [first, last] = [this.places.get(from), this.places.get(to)];
		if (first === undefined || last === undefined) throw new WrongAnswer('The range of a job is another one');
		return { from: first, to: last };
	}

	private of(part: StatsRequest, id: string, segment: SegmentName): Series {
		const placement = this.options.isByPlacement ? part.placement : undefined;
		const { country } = part;
		const key = JSON.stringify([id, country, placement, segment.name, segment.value]);
		const known = this.series.get(key);
		if (known) return known;
		const made: Series = { id, country, placement, segment, metrics: new Map() };
		this.series.set(key, made);
		return made;
	}

	/** Adds up values. A missing value is 0: within a longer range X also reports 0 for times without activity. */
	private count({ metrics }: Series, name: string, values: readonly unknown[], from: number): void {
		const all = metrics.get(name) ?? new Float64Array(this.options.boundaries.length - 1);
		metrics.set(name, all);
		for (const [place, value] of values.entries())
			all[from + place] = (all[from + place] ?? 0) + (isFigure(value) ? Number(value) : 0);
	}

	private isParted(name: string): boolean {
		if ([...this.series.values()].some(({ metrics }) => metrics.has(name))) return false;
		return [...this.columns].some((other) => other.startsWith(`${name}_`));
	}

	/** The times of an interval. Its rows share the texts, so a million rows need only a few hundred of them. */
	private timesOf(place: number): Readonly<Record<string, string>> {
		const { granularity, zone, boundaries } = this.options;
		const [from = 0, to = 0] = boundaries.slice(place, place + 2);
		return (this.times[place] ??= {
			...(granularity === 'DAY' && { date: dayOf(from, zone) }),
			start: onClock(from, zone),
			end: onClock(to, zone),
		});
	}

	/** Finds why a row is incomplete: the reasons of the missing answers that would have had values for it. */
	private lacking({ id, country, placement }: Pick<Series, 'id' | 'country' | 'placement'>, place: number) {
		const [from = 0, to = 0] = this.options.boundaries.slice(place, place + 2);
		const lacking = this.missing.filter(
			({ part }) =>
				part.ids.includes(id) &&
				part.country === country &&
				(placement === undefined || part.placement === placement) &&
				overlap(part.span, { from, to }) !== undefined,
		);
		return lacking.length > 0 ? uniq(map(lacking, 'reason')).join('; ') : undefined;
	}

	private row(
		{ id, country, placement, segment, metrics }: Series,
		place: number,
		columns: readonly string[],
		output: RowOptions,
	): Record<string, unknown> | undefined {
		const { accountId, entity, hasCountries, isSegmented } = this.options;
		const reason = this.lacking({ id, country, placement }, place);
		const isIncomplete = reason !== undefined;
		const values: Record<string, unknown> = {};
		let isEmpty = true;
		for (const name of columns) {
			const value = metrics.get(name)?.[place];
			if (value) isEmpty = false;
			// Without the missing answer, 0 may not be true.
			const isUnknown = isIncomplete && !value;
			const known = isUnknown ? null : (value ?? (output.isZeroForNull ? 0 : null));
			values[shownName(name)] = isAmount(name) ? inUnits(known) : known;
		}
		if (isEmpty && !isIncomplete && output.skipsEmpty) return undefined;
		// Columns with the same value in all rows come last, because tables show the first columns.
		const described = output.described(id);
		return leading({
			id,
			...described,
			...this.timesOf(place),
			...(placement !== undefined && { placement }),
			...(hasCountries && { country }),
			...(isSegmented && { segment_name: segment.name, segment_value: segment.value }),
			...values,
			...(output.hasRates && ratesOf(values, described.objective)),
			...(isIncomplete && { incomplete: true, missing: reason }),
			account_id: accountId,
			entity,
		});
	}
}

/** The columns that people look for; a table of n8n shows some ten without scrolling. */
const FIRST = ['date', 'name', 'billed_charge', 'impressions', 'clicks'];

/** Returns a row that begins with the columns that people look for. */
export function leading(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const sorted: Record<string, unknown> = {};
	for (const name of FIRST) if (name in row) sorted[name] = row[name];
	return Object.assign(sorted, row);
}

interface RowOptions {
	readonly described: (id: string) => EntityColumns;
	readonly hasRates: boolean;
	readonly isZeroForNull: boolean;
	readonly skipsEmpty: boolean;
}

const PLAIN: RowOptions = { described: () => ({}), hasRates: false, isZeroForNull: true, skipsEmpty: false };

const MICROS = '_local_micro';
/**
 * Parts of conversions that are micros as well, although their names do not say so: three purchases of 277.99 in all
 * and 15 pieces are `"sale_amount":[277990000]` and `"order_quantity":[15000000]` in the announcement of the Ads API
 * team (https://devcommunity.x.com/t/78370, 2016, as others quote it). The reference of version 12 names no unit
 * (https://docs.x.com/x-ads-api/analytics, read on 2026-11-22).
 */
const OF_CONVERSIONS = /_(sale_amount|order_quantity)(_view|_engagement)?$/;

const isAmount = (name: string) => name.endsWith(MICROS) || OF_CONVERSIONS.test(name);
const shownName = (name: string) => (name.endsWith(MICROS) ? name.slice(0, -MICROS.length) : name);

function inUnits(micros: number | null): number | null {
	if (micros === null) return null;
	// Spend can be negative: a correction may be larger than the spend since.
	return micros < 0 ? -Number(fromMicros(-micros)) : Number(fromMicros(micros));
}

/** Every part of a conversion becomes a metric; the part with the name "metric" is how many there were. */
function flattened(name: string, value: unknown): (readonly [string, readonly unknown[]])[] {
	if (value === null) return [[name, NOTHING]];
	if (typeof value !== 'object') return [[name, [value]]];
	if (Array.isArray(value)) return [[name, value]];
	return Object.entries(value).flatMap(([part, inner]) =>
		flattened(part === 'metric' ? name : `${name}_${part}`, inner),
	);
}

const isFigure = (value: unknown): boolean =>
	value === null || (['number', 'string'].includes(typeof value) && Number.isFinite(Number(value)));

function segmentOf(segment: unknown): SegmentName {
	if (typeof segment !== 'object' || segment === null) return { name: null, value: null };
	const { segment_name: name, segment_value: value } = segment as Record<string, unknown>;
	return { name: asText(name) || null, value: asText(value) || null };
}

type Row = Readonly<Record<string, unknown>>;

export type TotalKind = 'interval' | 'range';

interface TotalOptions {
	readonly kind: TotalKind;
	readonly metrics: readonly string[];
	readonly hasRates: boolean;
}

/** Amounts of different currencies cannot be added up, nor people of different segments. */
const APART = ['currency', 'country', 'segment_name', 'segment_value'];

interface Total {
	readonly first: Row;
	start: unknown;
	end: unknown;
	isIncomplete: boolean;
	readonly sums: Record<string, number | null>;
	readonly objectives: Set<unknown>;
}

/** Collects rows, and gives their totals. */
export class Totals {
	private readonly totals = new Map<string, Total>();

	constructor(private readonly options: TotalOptions) {}

	add(row: Row): void {
		const { kind, metrics } = this.options;
		const key = JSON.stringify(
			[...APART, ...(kind === 'interval' ? ['start'] : [])].map((name) => row[name]),
		);
		const total = this.totals.get(key) ?? {
			first: row,
			start: row.start,
			end: row.end,
			isIncomplete: false,
			sums: {},
			objectives: new Set(),
		};
		this.totals.set(key, total);
		if (Date.parse(String(row.start)) < Date.parse(String(total.start))) total.start = row.start;
		if (Date.parse(String(row.end)) > Date.parse(String(total.end))) total.end = row.end;
		total.isIncomplete ||= row.incomplete === true;
		total.objectives.add(row.objective);
		for (const name of metrics) {
			const value = row[name];
			const before = total.sums[name] ?? null;
			total.sums[name] = typeof value === 'number' ? sum(before ?? 0, value) : before;
		}
	}

	*rows(): Generator<Record<string, unknown>> {
		const { kind, hasRates } = this.options;
		for (const { first, start, end, isIncomplete, sums, objectives } of this.totals.values()) {
			const [objective] = objectives.size === 1 ? objectives : [undefined];
			yield leading({
				id: null,
				name: 'Total',
				...pick(first, 'currency'),
				...(kind === 'interval' && pick(first, 'date')),
				start,
				end,
				...pick(first, 'country', 'segment_name', 'segment_value'),
				...sums,
				...(hasRates && ratesOf(sums, objective)),
				...(isIncomplete && { incomplete: true, missing: 'Some of the rows are incomplete' }),
				...pick(first, 'account_id', 'entity'),
				is_total: true,
			});
		}
	}
}

/** Adds two amounts: they have up to six decimals, which a sum of binary floats would not keep. */
const sum = (one: number, other: number): number => Number((one + other).toFixed(6));
