/** The fields of reports, and the values of the Ads API's analytics: https://docs.x.com/x-ads-api/analytics */
import { DateTime } from 'luxon';
import {
	appearance,
	choice,
	choices,
	constant,
	filters,
	formChoice,
	formFlag,
	formNumber,
	formOnly,
	list,
	oneOf,
	options,
	text,
	when,
	whenSibling,
	type Choices,
} from '../shared/fields';
import { adIds, inAccount } from '../shared/ads/locators';
import { InvalidValue, type Field, type ValuesOf } from '../shared/operation/operation';
import { asText, isBlank } from '../shared/util/text';
import type { Granularity } from './report/ranges';

export const ACTIVE_ENTITIES: Choices = {
	CAMPAIGN: 'Campaign',
	FUNDING_INSTRUMENT: 'Funding Instrument',
	LINE_ITEM: 'Line Item',
	PROMOTED_ACCOUNT: 'Promoted Account',
	PROMOTED_TWEET: 'Promoted Post',
};

const ENTITIES: Choices = { ACCOUNT: 'Account', ...ACTIVE_ENTITIES };

const GRANULARITIES = {
	DAY: ['Day', 'One row for each day of the account'],
	HOUR: ['Hour', 'One row for each hour'],
	TOTAL: ['Total', 'One row for the whole range'],
} as const;

const METRIC_GROUPS: Choices = {
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
const SEGMENTS: Choices = {
	AGE: 'Age',
	CONVERSION_TAGS: 'Conversion Tag',
	GENDER: 'Gender',
	METROS: 'Metro Area',
	PLATFORMS: 'Platform',
	REGIONS: 'Region',
};

export const NEEDS_COUNTRY = ['METROS', 'REGIONS'];

const RANGES = {
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

/** A time, sent as the user wrote it: the time zone of the account is not known before the request. */
function accountTime(label: string, description: string): Field<string> {
	return {
		...appearance({ label, description }, 'dateTime', ''),
		encode: (value) => {
			if (isBlank(value)) return undefined;
			const written = asText(value)
				.trim()
				.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T');
			if (DateTime.fromISO(written).isValid) return written;
			throw new InvalidValue(
				'format',
				`must be a date and time such as 2026-01-31T09:00:00, and is "${asText(value)}"`,
			);
		},
	};
}

const ofCustom = { range: ['custom'] };

const rangeOf = (initial: keyof typeof RANGES) =>
	formChoice(RANGES, {
		label: 'Range',
		default: initial,
		description: 'Days begin and end at midnight in the time zone of the account',
	});

export const rangeFields = {
	range: rangeOf('last7Days'),
	start_time: when(
		ofCustom,
		accountTime('Start', 'A time without an offset is in the time zone of the account'),
	),
	end_time: when(
		ofCustom,
		accountTime('End', 'The end is not included: for all of May, choose the first of June'),
	),
};

export const activeFilters = filters({
	campaign_ids: adIds('Campaign IDs', { description: 'Only what belongs to these, up to 200' }),
	funding_instrument_ids: adIds('Funding Instrument IDs', {
		description: 'Only what belongs to these, up to 200',
	}),
	line_item_ids: adIds('Line Item IDs', { description: 'Only what belongs to these, up to 200' }),
});

/** Takes IDs without an upper limit: they are divided among several requests. */
export const anyIds = (label: string) =>
	adIds(label, {
		max: undefined,
		description: 'Any number of IDs, separated by commas: X Ads Campaigns lists them',
	});

export const jobIds = () =>
	list({
		label: 'Job IDs',
		placeholder: 'e.g. 1120829647711653888',
		pattern: /^\d{1,19}$/,
		shape: 'an ID of 1 to 19 digits',
		description: 'The IDs that Start or Get gave, any number of them, separated by commas',
	});

const notTheAccount = Object.keys(ACTIVE_ENTITIES);

const granularityOf = (initial: Granularity) =>
	oneOf(GRANULARITIES, {
		label: 'Granularity',
		default: initial,
		description:
			'Which time a row covers, see <a href="https://docs.x.com/x-ads-api/analytics#request-options">X\'s granularities</a>',
	});

export const subjectFields = {
	...inAccount,
	entity: choice(ENTITIES, { default: 'CAMPAIGN', description: 'What the rows are about' }),
	entities: when(
		{ entity: notTheAccount },
		formChoice(
			{
				active: ['All That Were Active', 'Those with any activity in the range'],
				chosen: ['Chosen', 'Those whose IDs you name'],
			},
			{ label: 'Entities', default: 'active' },
		),
	),
	entity_ids: when({ entity: notTheAccount, entities: ['chosen'] }, anyIds('Entity IDs')),
	...rangeFields,
	granularity: granularityOf('DAY'),
	metric_groups: choices(METRIC_GROUPS, {
		description:
			'Which <a href="https://docs.x.com/x-ads-api/analytics#metrics-and-segmentation">metrics</a> each row has',
		default: ['BILLING', 'ENGAGEMENT'],
	}),
	...filters({
		placement: choices(PLACEMENTS, {
			label: 'Placements',
			default: Object.keys(PLACEMENTS),
			description: 'Where the ads were shown. Default: all of them, as X Ads Manager counts.',
		}),
	}),
	...options({
		segmentation_type: choice(
			{ '': 'None', ...SEGMENTS },
			{ label: 'Split By', default: '', description: 'Segments do not add up to the total, and need jobs' },
		),
		country: whenSibling(
			{ segmentation_type: [...NEEDS_COUNTRY] },
			list({
				label: 'Countries',
				placeholder: 'e.g. US,GB',
				entry: (code) => (code.length === 2 ? code.toUpperCase() : code),
				pattern: /^([A-Z]{2}|[0-9a-f]{16})$/,
				shape: 'a country code of two letters or the targeting value of a country',
				description:
					'Countries by code, such as US, or by targeting value; jobs are started for each of them',
			}),
		),
	}),
	...activeFilters,
};

export const wayOptions = options({
	way: formChoice(
		{
			auto: ['Automatic', 'A few synchronous requests, or jobs where it takes more than a few'],
			jobs: ['Jobs', 'X prepares a file for each, for long ranges and segments'],
			sync: ['Synchronous Requests', 'Right away, with 7 days and 20 entities in a request'],
		},
		{ label: 'Request As', default: 'auto', description: 'How to ask X for the report' },
	),
});

export const jobOptions = options({
	job_minutes: formNumber({
		label: 'Max Wait for Jobs (Minutes)',
		min: 1,
		default: 60,
		description:
			'How long to wait for jobs. One that is not ready by then is returned as an item with its ID.',
	}),
});

/** Options of the output that also change the number of rows and requests. */
export const lookOptions = options({
	landing: formFlag({
		label: 'Landing Page',
		description:
			'Whether to add the text of each Post, and where it leads with its UTM values; for Promoted Post as the entity',
	}),
	by_placement: formFlag({
		label: 'Split by Placement',
		description: 'Whether each placement has rows of its own. Otherwise they are added up.',
	}),
	names: formFlag({
		default: true,
		description: 'Whether to add the names of the entities, and the currency',
	}),
	rates: formFlag({
		label: 'Rates',
		description:
			'Whether to add rates such as CTR, CPM, CPA and ROAS, and with Names the result by objective and its cost',
	}),
});

export const syncOptions = options({
	first_days: formNumber({
		label: 'Days at First',
		min: 1,
		max: 365,
		default: 30,
		description: 'How many days before today the first run reads',
	}),
	return_rows: formChoice(
		{
			changed: ['Changed Only', 'Rows that are new, have changed or have become final'],
			open: [
				'All That May Still Change',
				'Every row of the last two weeks: a table recovers if writing it failed',
			],
		},
		{ label: 'Return', default: 'open', description: 'Which rows to return' },
	),
	synced_until: accountTime(
		'Synced Until',
		'For workflows that keep this time with their table: the latest synced_until of its rows. Nothing remembered is used then.',
	),
});

const skipEmpty = formFlag({
	label: 'Skip Empty Rows',
	description: 'Whether to leave out the rows in which every metric is null or 0',
});

const totals = (initial: 'none' | 'range') =>
	formChoice(
		{
			interval: ['For Each Day or Hour', 'As Granularity says'],
			none: 'None',
			range: ['For the Whole Range', 'One row, or one for each currency'],
		},
		{
			label: 'Totals',
			default: initial,
			description: 'Rows of sums, after all others; is_total marks them',
		},
	);

export const rowOptions = {
	...lookOptions,
	...options({
		max_result: formNumber({
			label: 'Max Result Size (MB)',
			min: 1,
			default: 100,
			description:
				'The largest result of one job to read. A larger one is returned as an item with the ID of its job.',
		}),
		missing_parts: formChoice(
			{
				items: ['Rows and Items With Error', 'Items have what it takes to ask again, such as the job ID'],
				rows: ['Rows', 'Rows without their numbers, which say why'],
			},
			{
				default: 'items',
				description: 'How to return what did not come, such as a failed job',
			},
		),
		null_as: formChoice(
			{ null: 'Null', zero: 'Zero' },
			{
				label: 'Metrics Without Delivery',
				default: 'null',
				description: 'What to return for metrics where nothing was served',
			},
		),
		skip_empty: skipEmpty,
		totals: totals('none'),
	}),
};

/** Returns the fields of a report about one kind of entity, with fixed metrics. */
export const presetFields = (entity: string) => ({
	...inAccount,
	...rangeFields,
	range: rangeOf('last7DaysAndToday'),
	granularity: formOnly(granularityOf('TOTAL')),
	totals: totals('range'),
	entity: constant(entity),
	...activeFilters,
	...options({ skip_empty: skipEmpty }),
	...wayOptions,
	...jobOptions,
});

export const whatWorkedFields = {
	...inAccount,
	...rangeFields,
	range: rangeOf('last7DaysAndToday'),
	entity: constant('PROMOTED_TWEET'),
	...activeFilters,
	...jobOptions,
};

/** For segments that X does not offer at present, but may offer again. */
export const platformOption = options({
	platform: text({ description: 'For segments of devices and versions only' }),
});

export type RowValues = ValuesOf<typeof rowOptions>;
export type SubjectValues = ValuesOf<typeof subjectFields>;

export interface RangeValues {
	readonly range: string;
	readonly start_time?: string | undefined;
	readonly end_time?: string | undefined;
}
