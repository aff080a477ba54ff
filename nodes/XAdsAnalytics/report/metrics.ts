/**
 * Which metric groups entities have, and which of them one request can combine:
 * https://docs.x.com/x-ads-api/analytics#metrics-and-segmentation
 */
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

/** The metric groups of an entity. X's table lacks promoted accounts, so all groups are tried for them. */
export const groupsOf = (entity: string): readonly string[] => SOME_GROUPS[entity] ?? EVERY_GROUP;

/** Conversions cannot be combined with other metrics, and those of mobile apps not with any others. */
const APART = [['WEB_CONVERSION', 'LIFE_TIME_VALUE_MOBILE_CONVERSION'], ['MOBILE_CONVERSION']];

/**
 * Divides metric groups into those that one request can combine.
 *
 * @param groups The requested groups.
 */
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
	['cpc', 'billed_charge', 'clicks'],
	['cpe', 'billed_charge', 'engagements'],
	['cpm', 'billed_charge', 'impressions', 1000],
	['cpf', 'billed_charge', 'follows'],
	['cost_per_view', 'billed_charge', 'video_total_views'],
	['cost_per_app_click', 'billed_charge', 'app_clicks'],
];

/**
 * The rates of a row; null if the divisor is 0. A cost of null counts as 0.
 *
 * @param row Metrics by name.
 */
export function ratesOf(row: Readonly<Record<string, unknown>>): Record<string, number | null> {
	const known = RATES.filter(([, over, under]) => over in row && under in row);
	return Object.fromEntries(
		known.map(([name, over, under, times = 1]) => {
			const divisor = Number(row[under]);
			const rate = (Number(row[over]) / divisor) * times;
			return [name, divisor > 0 && Number.isFinite(rate) ? Number(rate.toPrecision(12)) : null];
		}),
	);
}
