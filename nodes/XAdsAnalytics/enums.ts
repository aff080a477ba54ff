/** This file lists the values of the Ads API's analytics: https://docs.x.com/x-ads-api/analytics */
import type { Choices } from '../shared/fields';

export const ACTIVE_ENTITIES: Choices = {
	CAMPAIGN: 'Campaign',
	FUNDING_INSTRUMENT: 'Funding Instrument',
	LINE_ITEM: 'Line Item',
	PROMOTED_ACCOUNT: 'Promoted Account',
	PROMOTED_TWEET: 'Promoted Post',
};

export const ENTITIES: Choices = { ACCOUNT: 'Account', ...ACTIVE_ENTITIES };

export const GRANULARITIES = {
	DAY: ['Day', 'One row for each day of the account'],
	HOUR: ['Hour', 'One row for each hour'],
	TOTAL: ['Total', 'One row for the whole range'],
} as const;

export const METRIC_GROUPS: Choices = {
	BILLING: ['Billing', 'What was spent'],
	ENGAGEMENT: ['Engagement', 'Impressions, clicks, likes, replies and other engagements'],
	LIFE_TIME_VALUE_MOBILE_CONVERSION: ['Lifetime Value of Mobile Conversions', 'For apps that are tracked'],
	MOBILE_CONVERSION: ['Mobile Conversions', 'Installs and events of apps that are tracked'],
	VIDEO: ['Video', 'Views of videos, and how much of them was watched'],
	WEB_CONVERSION: ['Web Conversions', 'Purchases, sign-ups and other events of the website tag'],
};

export const PLACEMENTS: Choices = {
	ALL_ON_TWITTER: 'On X',
	SPOTLIGHT: 'Spotlight',
	TREND: 'Trend',
};

/** The segments of a report. Some of them need a country, and a request can name only one. */
export const SEGMENTS: Choices = {
	AGE: 'Age',
	CONVERSION_TAGS: 'Conversion Tag',
	GENDER: 'Gender',
	METROS: 'Metro Area',
	PLATFORMS: 'Platform',
	REGIONS: 'Region',
};

export const NEEDS_COUNTRY = ['METROS', 'REGIONS'];

export const RANGES = {
	custom: ['Custom', 'From one moment to another'],
	last30Days: ['Last 30 Days', 'The 30 days before today'],
	last30DaysAndToday: ['Last 30 Days and Today', 'The 30 days before today, and results so far'],
	last7Days: ['Last 7 Days', 'The seven days before today'],
	last7DaysAndToday: ['Last 7 Days and Today', 'The seven days before today, and results so far'],
	last90Days: ['Last 90 Days', 'The 90 days before today'],
	lastMonth: ['Last Month', 'The month before this one'],
	thisMonth: ['This Month', 'From the first of the month to today'],
	today: ['Today', 'Results so far'],
	yesterday: ['Yesterday', 'The day before today'],
} as const;
