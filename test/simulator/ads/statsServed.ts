/**
 * What was served: a number for each line item, placement and hour, made of their names, so that it is the same in every
 * run. Everything else is sums of these, over the entities above and the hours of an interval.
 */
import { mapValues } from 'lodash';
import { ids } from './ids';
import { text, type AdsState, type Entity, type Json, type Kind } from './state';
import { intervalsOf } from './statsTimes';

const HOUR = 3_600_000;

interface Interval {
	readonly from: number;
	readonly to: number;
}

/** A span in which a line item was shown at a placement. */
export interface Delivery extends Interval {
	readonly lineItemId: string;
	readonly placement: string;
}

/** A change to what was billed for an hour, which X records later. */
export interface Correction {
	readonly lineItemId: string;
	readonly placement: string;
	readonly hour: number;
	readonly micros: number;
	readonly recordedAt: number;
}

/** The entities that serve, as statistics name them. */
export const KINDS: Readonly<Record<string, Kind>> = {
	CAMPAIGN: 'campaigns',
	FUNDING_INSTRUMENT: 'fundingInstruments',
	LINE_ITEM: 'lineItems',
	PROMOTED_TWEET: 'promotedTweets',
};

export const EVERY_PLACEMENT = ['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND'] as const;

/** FNV-1a. */
function hash(value: string): number {
	let sum = 0x811c9dc5;
	for (let at = 0; at < value.length; at += 1) sum = Math.imul(sum ^ value.charCodeAt(at), 0x01000193);
	return sum >>> 0;
}

/** Impressions of a line item in an hour of its delivery; not every hour has some. */
export function impressionsIn(lineItemId: string, placement: string, hour: number): number {
	const lot = hash(`${lineItemId} ${placement} ${hour}`);
	return lot % 5 === 0 ? 0 : 40 + (lot % 160);
}

type Count = (impressions: number) => number;

const share =
	(part: number): Count =>
	(impressions) =>
		Math.floor(impressions * part);

/** Metrics by group, each a function of the impressions of an hour: https://docs.x.com/x-ads-api/analytics */
const plainMetrics: Readonly<Record<string, Readonly<Record<string, Count>>>> = {
	ENGAGEMENT: {
		impressions: (n) => n,
		engagements: share(0.11),
		clicks: share(0.07),
		likes: share(0.03),
		retweets: share(0.02),
		replies: share(0.01),
		follows: share(0.005),
		app_clicks: () => 0,
		card_engagements: share(0.02),
		url_clicks: share(0.04),
		qualified_impressions: share(0.8),
		carousel_swipes: () => 0,
	},
	BILLING: {
		billed_engagements: share(0.07),
		billed_charge_local_micro: (n) => Math.floor(n * 0.07) * 251_000 + n * 1_003,
	},
	VIDEO: Object.fromEntries(
		[
			'video_total_views',
			'video_views_25',
			'video_views_50',
			'video_views_75',
			'video_views_100',
			'video_cta_clicks',
			'video_content_starts',
			'video_3s100pct_views',
			'video_6s_views',
			'video_15s_views',
		].map((name, place) => [name, share(0.3 - place * 0.02)]),
	),
};

const PARTS = ['metric', 'order_quantity', 'sale_amount'];

const CONVERSIONS: Readonly<Record<string, readonly string[]>> = {
	WEB_CONVERSION: [
		'conversion_purchases',
		'conversion_sign_ups',
		'conversion_site_visits',
		'conversion_downloads',
		'conversion_custom',
		'conversion_add_to_carts',
		'conversion_checkouts_initiated',
	],
	MOBILE_CONVERSION: ['mobile_conversion_installs', 'mobile_conversion_purchases'],
	LIFE_TIME_VALUE_MOBILE_CONVERSION: ['mobile_conversion_lifetime_value_purchases'],
};

/** Metrics of the engagement group that accounts and funding instruments have. */
const ACCOUNT_METRICS = new Set(['engagements', 'impressions', 'retweets', 'replies', 'likes', 'follows']);

/** The metrics of an entity, by name: functions of the impressions of an hour, or of several for conversions. */
function metricsOf(entity: string, groups: readonly string[]): Record<string, Count | Record<string, Count>> {
	const isAbove = entity === 'ACCOUNT' || entity === 'FUNDING_INSTRUMENT';
	return Object.fromEntries(
		groups.flatMap((group): [string, Count | Record<string, Count>][] => {
			const plain = Object.entries(plainMetrics[group] ?? {});
			const kept =
				group === 'ENGAGEMENT' && isAbove ? plain.filter(([name]) => ACCOUNT_METRICS.has(name)) : plain;
			const parted = (CONVERSIONS[group] ?? []).map((name, place): [string, Record<string, Count>] => [
				name,
				Object.fromEntries(PARTS.map((part, index) => [part, share(0.02 / (place + index + 1))])),
			]);
			return [...kept, ...parted];
		}),
	);
}

/** What X counts in addition to the active line items. */
export class Served {
	/** Deliveries on top of those of active line items. */
	readonly extra: Delivery[] = [];
	readonly corrections: Correction[] = [];

	constructor(
		private readonly state: AdsState,
		private readonly now: () => number,
	) {}

	/** The corrections of a line item that X has recorded so far. */
	correctionsOf({ data }: Entity): Correction[] {
		return this.corrections.filter(
			({ lineItemId, recordedAt }) => lineItemId === data.id && recordedAt <= this.now(),
		);
	}

	/** By how much what was billed to an entity has been corrected. */
	corrected(accountId: string, entity: string, id: string, placement: string, within: Interval): number {
		if (this.corrections.length === 0) return 0;
		return (this.lineItemsOf(accountId, entity, id) ?? [])
			.flatMap((item) => this.correctionsOf(item))
			.filter((one) => one.placement === placement && one.hour >= within.from && one.hour < within.to)
			.reduce((sum, { micros }) => sum + micros, 0);
	}

	/** The deliveries of a line item so far. */
	deliveries({ data }: Entity): Delivery[] {
		const own = this.extra
			.filter(({ lineItemId }) => lineItemId === data.id)
			.map((delivery) => ({ ...delivery, to: Math.min(delivery.to, this.now()) }));
		if (data.entity_status !== 'ACTIVE') return own;
		const until = Date.parse(data.deleted ? data.updated_at : text(data.end_time)) || Infinity;
		const from = Math.max(Date.parse(data.created_at), Date.parse(text(data.start_time)) || 0);
		const to = Math.min(until, this.now());
		const shown = hash(data.id) % 2 === 0 ? EVERY_PLACEMENT.slice(0, 2) : EVERY_PLACEMENT.slice(0, 1);
		return [...own, ...shown.map((placement) => ({ lineItemId: data.id, placement, from, to }))];
	}

	/** The line items behind an entity; undefined where there is no such entity. */
	lineItemsOf(accountId: string, entity: string, id: string): Entity[] | undefined {
		const all = this.state.of('lineItems').of(accountId);
		if (entity === 'ACCOUNT') return id === accountId ? all : undefined;
		const kind = KINDS[entity];
		// Promoted accounts have no rules of their own: nothing is known of what they served.
		if (!kind) return [];
		const found = this.state.of(kind).find(accountId, id)?.data;
		return (
			found &&
			all.filter(({ data }) => {
				if (entity === 'CAMPAIGN') return data.campaign_id === id;
				if (entity === 'FUNDING_INSTRUMENT') return this.funding(data.campaign_id) === id;
				return data.id === (found.line_item_id ?? id);
			})
		);
	}

	private funding(campaignId: unknown): unknown {
		return this.state.of('campaigns').findAny(text(campaignId as string))?.data.funding_instrument_id;
	}

	/** Impressions by hour of an entity at a placement, from one moment to another; hours without any are left out. */
	hours(
		accountId: string,
		entity: string,
		id: string,
		placement: string,
		within: Interval,
	): Map<number, number[]> {
		const found = new Map<number, number[]>();
		for (const item of this.lineItemsOf(accountId, entity, id) ?? [])
			for (const delivery of this.deliveries(item)) {
				if (delivery.placement !== placement) continue;
				const first = Math.ceil(Math.max(delivery.from, within.from) / HOUR) * HOUR;
				const end = Math.min(delivery.to, within.to);
				for (let hour = first; hour < end; hour += HOUR) {
					const impressions = impressionsIn(item.data.id, placement, hour);
					if (impressions > 0) found.set(hour, [...(found.get(hour) ?? []), impressions]);
				}
			}
		return found;
	}
}

/** What is asked for, checked. */
export interface Asked {
	readonly accountId: string;
	readonly zone: string;
	readonly from: number;
	readonly to: number;
	/** The parameters as an answer repeats them. */
	readonly params: Readonly<
		Record<'entity' | 'granularity' | 'placement' | 'start_time' | 'end_time', string> &
			Record<'entity_ids' | 'metric_groups', readonly string[]> &
			Record<'segmentation_type' | 'country' | 'platform', string | null>
	>;
}

/** The last member is the part of the whole. */
type Segment = readonly [name: string, value: string, share: number];

/** Segments by type; those of places are of the United States. */
const SEGMENTS: Readonly<Record<string, readonly Segment[]>> = {
	AGE: [
		['18 to 24', 'AGE_18_TO_24', 0.3],
		['25 to 34', 'AGE_25_TO_34', 0.4],
		['Unknown', '-', 0.2],
	],
	GENDER: [
		['Male', '1', 0.5],
		['Female', '2', 0.4],
	],
	PLATFORMS: [
		['iOS', '0', 0.4],
		['Android', '1', 0.4],
		['Desktop', '4', 0.1],
	],
	METROS: [
		['Seattle-Tacoma WA', '819', 0.2],
		['Los Angeles CA', '803', 0.3],
	],
	REGIONS: [
		['Washington', 'bc3a38d3d8fa1bb7', 0.2],
		['California', 'fbd6d2f5a4e4a15e', 0.3],
	],
	CONVERSION_TAGS: [
		['Purchase', 'o1aaa', 0.5],
		['Sign up', 'o1aab', 0.2],
	],
};

/** The segments of a type in a country; the whole where there is none. */
const segmentsOf = (type: string | null, country: string | null): readonly (Segment | undefined)[] => {
	if (type === null) return [undefined];
	const isOfPlaces = type === 'METROS' || type === 'REGIONS';
	return isOfPlaces && country !== ids.unitedStates ? [] : (SEGMENTS[type] ?? []);
};

/** The statistics of some entities, the same for a synchronous answer and for the result of a job. */
export function statisticsOf(
	served: Served,
	{ accountId, zone, from, to, params }: Asked,
): { data: Json; time_series_length: number } {
	const { entity, placement, segmentation_type: segmentation, country } = params;
	const bounds = intervalsOf(params.granularity, from, to, zone);
	const intervals = bounds
		.slice(0, -1)
		.map((start, place) => ({ from: start, to: bounds[place + 1] ?? start }));
	const data = params.entity_ids.map((id) => {
		const hours = served.hours(accountId, entity, id, placement, { from, to });
		const impressions = intervals.map((within) => impressionsBetween(hours, within));
		const corrections = intervals.map((within) => served.corrected(accountId, entity, id, placement, within));
		const series = (count: Count, share: number): number[] =>
			impressions.map((each) => each.reduce((sum, one) => sum + Math.floor(count(one) * share), 0));
		const metric = (count: Count | Record<string, Count>, name: string, share: number): Json => {
			if (impressions.every((each) => each.length === 0)) return null;
			if (typeof count !== 'function') return mapValues(count, (part) => series(part, share));
			const isCorrected = name === 'billed_charge_local_micro';
			return series(count, share).map((sum, place) => sum + (isCorrected ? (corrections[place] ?? 0) : 0));
		};
		const id_data = segmentsOf(segmentation, country).map((each) => ({
			segment: each ? { segment_name: each[0], segment_value: each[1] } : null,
			metrics: mapValues(metricsOf(entity, params.metric_groups), (count, name) =>
				metric(count, name, each?.[2] ?? 1),
			),
		}));
		return { id, id_data };
	});
	return { data, time_series_length: intervals.length };
}

function impressionsBetween(hours: ReadonlyMap<number, readonly number[]>, { from, to }: Interval): number[] {
	const found: number[] = [];
	// X counts hours from whole hours of UTC; the hours of an interval may begin half an hour later.
	for (let hour = Math.ceil(from / HOUR) * HOUR; hour < to; hour += HOUR)
		found.push(...(hours.get(hour) ?? []));
	return found;
}
