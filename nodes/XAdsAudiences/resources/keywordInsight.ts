import { endTime, startTime } from '../../shared/ads/fields';
import { checkWindow } from '../../shared/operation/window';
import { choice, filters, list, optional } from '../../shared/fields';
import { broken, one, op } from '../../shared/operation/operation';
import { adsResource } from '../../shared/ads/children';
import { DAY } from '../../shared/util/time';
import { adLocator } from '../../shared/ads/locators';

/** The country of insights, which are about one country at a time. */
const country = adLocator('Country', '96683cc9126741d1', 'searchCountries');

/**
 * The largest number of keywords in a request, positive and negative ones together:
 * https://docs.x.com/x-ads-api/audiences/reference#keyword-insights
 */
const MOST_KEYWORDS = 10;
const LONGEST_DAYS = 7;

interface Insight {
	readonly keywords: readonly string[];
	readonly negative_keywords?: readonly string[] | undefined;
	readonly start_time: string;
	readonly end_time?: string | undefined;
}

function* checkInsight(values: Insight) {
	const { keywords, negative_keywords: unwanted = [], start_time: start, end_time: end } = values;
	const count = keywords.length + unwanted.length;
	if (unwanted.length > 0 && count > MOST_KEYWORDS)
		yield broken(
			'negative_keywords',
			'maxItems',
			`and {keywords} can be ${MOST_KEYWORDS} together, and are ${count}`,
		);
	yield* checkWindow(values);
	// Without an end, X uses the current time.
	if (!end) return;
	const days = (Date.parse(end) - Date.parse(start)) / DAY;
	if (days > LONGEST_DAYS)
		yield broken(
			'end_time',
			'maximum',
			`must be at most ${LONGEST_DAYS} days after {start_time}, and is ${Math.ceil(days)} days after it`,
		);
}

const keywords = (label: string, description: string) =>
	list({ label, max: MOST_KEYWORDS, placeholder: 'e.g. coffee,espresso', description });

export const keywordInsightResource = adsResource('keywordInsight', 'Keyword Insight', {
	get: op({
		route: 'GET /12/insights/keywords/search',
		action: 'Get keyword insights',
		description: 'Get how many Posts had certain words within a week, and 30 related keywords',
		fields: {
			keywords: keywords('Keywords', 'Posts with any of these; up to 10, separated by commas'),
			granularity: choice(
				{ DAY: 'Day', HOUR: 'Hour' },
				{
					default: 'DAY',
					description: 'Length of the periods by which Posts are counted',
				},
			),
			start_time: startTime({ description: 'When to begin to count' }),
			end_time: optional(endTime({ description: 'At most 7 days after the start; by default now' })),
			...filters({
				location: country({ description: 'Only Posts of users in this country' }),
				negative_keywords: keywords(
					'Negative Keywords',
					'Leave out Posts that have any of these; up to 10 together with the keywords',
				),
			}),
		},
		result: one(),
		check: checkInsight,
	}),
});
