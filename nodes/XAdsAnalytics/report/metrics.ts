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
