/** The body of statistics, the same for a synchronous answer and for the result of a job. */
import { ids } from './ids';
import type { Json } from './state';
import { metricsOf, type Served } from './statsServed';
import { intervalsOf } from './statsTimes';

/** What is asked for, checked. */
export interface Asked {
	readonly accountId: string;
	readonly zone: string;
	readonly entity: string;
	readonly ids: readonly string[];
	readonly from: number;
	readonly to: number;
	readonly granularity: string;
	readonly placement: string;
	readonly groups: readonly string[];
	readonly segmentation: string | null;
	readonly country: string | null;
}

interface Segment {
	readonly segment_name: string;
	readonly segment_value: string;
	/** Part of the whole. */
	readonly share: number;
}

const segment = (name: string, value: string, share: number): Segment => ({
	segment_name: name,
	segment_value: value,
	share,
});

/** Segments by type; those of places are of the United States. */
const segments: Readonly<Record<string, readonly Segment[]>> = {
	AGE: [
		segment('18 to 24', 'AGE_18_TO_24', 0.3),
		segment('25 to 34', 'AGE_25_TO_34', 0.4),
		segment('Unknown', '-', 0.2),
	],
	GENDER: [segment('Male', '1', 0.5), segment('Female', '2', 0.4)],
	PLATFORMS: [segment('iOS', '0', 0.4), segment('Android', '1', 0.4), segment('Desktop', '4', 0.1)],
	METROS: [segment('Seattle-Tacoma WA', '819', 0.2), segment('Los Angeles CA', '803', 0.3)],
	REGIONS: [segment('Washington', 'bc3a38d3d8fa1bb7', 0.2), segment('California', 'fbd6d2f5a4e4a15e', 0.3)],
	CONVERSION_TAGS: [segment('Purchase', 'o1aaa', 0.5), segment('Sign up', 'o1aab', 0.2)],
};

/** The segments of a type in a country; the whole where there is none. */
const segmentsOf = (type: string | null, country: string | null): readonly (Segment | undefined)[] => {
	if (type === null) return [undefined];
	const isOfPlaces = type === 'METROS' || type === 'REGIONS';
	return isOfPlaces && country !== ids.unitedStates ? [] : (segments[type] ?? []);
};

/** The statistics of some entities. */
export function statisticsOf(served: Served, asked: Asked): { data: Json; time_series_length: number } {
	const bounds = intervalsOf(asked.granularity, asked.from, asked.to, asked.zone);
	const data = asked.ids.map((id) => {
		const hours = served.hours(asked.accountId, asked.entity, id, asked.placement, asked);
		return {
			id,
			id_data: segmentsOf(asked.segmentation, asked.country).map((each) => ({
				segment: each ? { segment_name: each.segment_name, segment_value: each.segment_value } : null,
				metrics: corrected(served, asked, id, bounds, metrics(asked, hours, bounds, each?.share ?? 1)),
			})),
		};
	});
	return { data, time_series_length: bounds.length - 1 };
}

function metrics(
	{ entity, groups }: Asked,
	hours: ReadonlyMap<number, readonly number[]>,
	bounds: readonly number[],
	share: number,
): Json {
	const within = bounds
		.slice(0, -1)
		.map((from, place) => impressionsBetween(hours, from, bounds[place + 1] ?? from));
	const isNothing = within.every((each) => each.length === 0);
	const series = (count: (impressions: number) => number): Json =>
		within.map((each) => each.reduce((sum, impressions) => sum + Math.floor(count(impressions) * share), 0));
	return Object.fromEntries(
		Object.entries(metricsOf(entity, groups)).map(([name, count]) => {
			if (isNothing) return [name, null];
			if (typeof count === 'function') return [name, series(count)];
			return [name, Object.fromEntries(Object.entries(count).map(([part, each]) => [part, series(each)]))];
		}),
	);
}

/** What was billed, with the corrections that X has recorded. */
function corrected(served: Served, asked: Asked, id: string, bounds: readonly number[], found: Json): Json {
	const { billed_charge_local_micro: billed } = found as Record<string, number[] | null>;
	if (!billed) return found;
	return {
		...(found as object),
		billed_charge_local_micro: billed.map(
			(micros, place) =>
				micros +
				served.corrected(asked.accountId, asked.entity, id, asked.placement, {
					from: bounds[place] ?? 0,
					to: bounds[place + 1] ?? 0,
				}),
		),
	};
}

function impressionsBetween(hours: ReadonlyMap<number, readonly number[]>, from: number, to: number) {
	const found: number[] = [];
	// X counts hours from whole hours of UTC; the hours of an interval may begin half an hour later.
	for (let hour = Math.ceil(from / 3_600_000) * 3_600_000; hour < to; hour += 3_600_000)
		found.push(...(hours.get(hour) ?? []));
	return found;
}
