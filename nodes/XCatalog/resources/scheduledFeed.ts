/** This file defines the form fields of scheduled feeds, the rules between them, and their operations. */
import { get } from 'lodash';
import { DateTime, IANAZone } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';
import { formatOf } from '../files/rows';
import { catalog, reads, scheduledFeed, writes } from '../locators';
import { wholeList } from '../../shared/ads/children';
import { withQuery } from '../../shared/engine/request';
import { choice, choicesFrom, notice, oneOf, query, text, update, when, wireName } from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import {
	broken,
	deleted,
	InvalidValue,
	one,
	op,
	resource,
	type BrokenRule,
	type Call,
	type Field,
	type FieldContext,
} from '../../shared/operation/operation';
import { asText, isBlank } from '../../shared/util/text';

const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const HOURS = Object.fromEntries(
	[1, 2, 3, 4, 6, 8, 12].map((hour) => [String(hour), hour === 1 ? 'Every Hour' : `Every ${hour} Hours`]),
);
const FORMATS = { CSV: 'CSV', TSV: 'TSV', XML: 'XML' };

const feedUrl = query(
	text({
		label: 'Feed URL',
		description: 'Where X fetches the product file, up to 8 GB',
		placeholder: 'e.g. https://shop.example/products.csv',
		pattern: /^[a-z][a-z0-9+.-]*:\/\/[^\s/]+/i,
		shape: 'a complete address like https://shop.example/products.csv',
	}),
);

const FORMAT_TEXTS = { label: 'Feed Format', description: 'The format of the file' };

const feedFormat = query(choice(FORMATS, FORMAT_TEXTS));
const feedFormatOrAuto = query(
	choice(
		{ ...FORMATS, auto: ['Automatic', 'By the extension of the address, CSV where it has none'] },
		{ ...FORMAT_TEXTS, default: 'auto' },
	),
);

const frequency = query(
	choice(
		{ DAILY: 'Daily', HOURLY: 'Hourly', WEEKLY: 'Weekly' },
		{ default: 'DAILY', description: 'How often the file is fetched' },
	),
);

const repeatWeekday = wireName(
	'repeat',
	query(
		oneOf(choicesFrom(WEEKDAYS, title), {
			label: 'Repeat On',
			default: 'MONDAY',
			description: 'The day of the week, for a weekly feed',
		}),
	),
);
const repeatHours = wireName(
	'repeat',
	query(
		oneOf(HOURS, {
			label: 'Repeat',
			default: '1',
			description: 'The pause between two fetches, for an hourly feed',
		}),
	),
);

/** Hides a field of an update while another frequency is chosen. */
const unlessFrequency = <T>(others: readonly string[], field: Field<T>): Field<T> => ({
	...field,
	...(field.property && {
		property: { ...field.property, displayOptions: { hide: { frequency: [...others] } } },
	}),
});

const timeText = text({
	default: '02:00',
	description: 'Time of day of the first fetch, HH:MM, in the time zone below',
	placeholder: 'e.g. 02:30',
});

/** A time of day, HH:MM. A date and time is converted to the time of day in the feed's time zone. */
const startTime: Field<string> = query({
	...timeText,
	encode: (value, context) => {
		const given = timeText.encode(DateTime.isDateTime(value) ? value.toISO() : value, context)?.trim();
		if (given === undefined || given === '') return given;
		const moment = DATE_AND_TIME.test(given) ? DateTime.fromISO(given, { setZone: true }) : undefined;
		if (moment?.isValid && !OFFSET.test(given)) return moment.toFormat('HH:mm');
		if (moment?.isValid) return moment.setZone(zoneOf(context, given)).toFormat('HH:mm');
		if (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(given)) return given;
		throw new InvalidValue('format', `must be a time of day from 00:00 to 23:59, and is "${given}"`);
	},
});

const DATE_AND_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const OFFSET = /(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

/** Returns the feed's time zone. An update that does not set it keeps the present one, which the node does not know. */
function zoneOf({ parameter }: FieldContext, given: string): string {
	const zone = asText(parameter?.('time_zone')) || asText(get(parameter?.('updateFields'), 'time_zone'));
	if (IANAZone.isValidZone(zone)) return zone;
	throw new InvalidValue(
		'format',
		`must be a time of day such as 02:30 where the time zone is not given beside it, and is "${given}"`,
	);
}

const timeZone: Field<string> = query({
	label: 'Time Zone Name or ID',
	property: {
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getTimeZones' },
		default: 'UTC',
		description:
			'The zone of the start time. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	encode: (value) => {
		if (isBlank(value)) return undefined;
		if (typeof value === 'string' && IANAZone.isValidZone(value)) return value;
		throw new InvalidValue(
			'enum',
			`must be an IANA time zone like America/New_York, and is "${asText(value)}"`,
		);
	},
});

type FeedField = 'feed_url' | 'feed_format' | 'frequency' | 'repeat_weekday' | 'repeat_hours';
type FeedValues = { readonly [Key in FeedField]?: string | undefined };

/**
 * `repeat` depends on the frequency: a weekday for weekly feeds, a number of hours for hourly ones, nothing for daily
 * ones.
 *
 * @see
 *   https://docs.x.com/x-ads-api/catalog-management/reference#post-product_catalogs/product_catalog_id/scheduled_feeds
 */
function* checkRepeat(values: FeedValues): Generator<BrokenRule<FeedField>> {
	const { frequency, repeat_weekday: day, repeat_hours: pause } = values;
	if (frequency === 'WEEKLY' && day === undefined)
		yield broken('repeat_weekday', 'required', 'is required for a weekly feed: Monday to Sunday');
	if (frequency === 'HOURLY' && pause === undefined)
		yield broken('repeat_hours', 'required', 'is required for an hourly feed: 1, 2, 3, 4, 6, 8 or 12 hours');
	if (day !== undefined && frequency !== 'WEEKLY' && (frequency !== undefined || pause !== undefined))
		yield broken('repeat_weekday', 'exclusive', 'is for a weekly feed only');
	if (pause !== undefined && frequency !== 'HOURLY' && frequency !== undefined)
		yield broken('repeat_hours', 'exclusive', 'is for an hourly feed only');
}

/** Warns if the format contradicts the file extension, which is usually a mistake. */
function* warnFormat({ feed_url: url, feed_format: format }: FeedValues): Generator<string> {
	const other = url && /\.(xlsx?|jsonl?|ndjson|gz|zip|ods)$/i.exec(url.replace(/[?#].*$/, ''))?.[1];
	if (other)
		yield `The address ends in .${other}, and X reads CSV, TSV and XML only; the feed is registered as ${format && format !== 'auto' ? format : 'CSV'}`;
	if (!url || !format || format === 'auto') return;
	const inUrl = formatOfUrl(url);
	if (inUrl !== undefined && inUrl !== format && inUrl in FORMATS)
		yield `The address looks like a ${inUrl} file, but the format is ${format}`;
}

/** Creates a feed. Automatic means the format that the address suggests. */
async function createFeed(call: Call<FeedValues>): Promise<INodeExecutionData[]> {
	const { feed_url: url = '', feed_format: chosen = '' } = call.values;
	const format = [chosen, formatOfUrl(url) ?? ''].find((each) => each in FORMATS) ?? 'CSV';
	return await call.sendAndOutput(withQuery(call.request(), { feed_format: format }));
}

const formatOfUrl = (url: string): string | undefined => formatOf(url.replace(/[?#].*$/, ''))?.toUpperCase();

/** Parameters go into the query: https://docs.x.com/x-ads-api/catalog-management/reference#scheduled-feeds */
export const scheduledFeedResource = resource({
	value: 'scheduledFeed',
	auth: [reads, writes],
	operations: {
		create: op({
			route: 'POST /12/product_catalogs/{product_catalog_id}/scheduled_feeds',
			action: 'Create a scheduled feed',
			description:
				'Have X fetch a product file regularly. It adds and updates products, but never removes them. A user can have one feed.',
			fields: {
				product_catalog_id: catalog(),
				feed_url: feedUrl,
				feed_format: feedFormatOrAuto,
				frequency,
				repeat_weekday: when({ frequency: ['WEEKLY'] }, repeatWeekday),
				repeat_hours: when({ frequency: ['HOURLY'] }, repeatHours),
				start_time: startTime,
				time_zone: timeZone,
			},
			result: one(),
			check: checkRepeat,
			warn: warnFormat,
			run: createFeed,
		}),
		delete: op({
			route: 'DELETE /12/product_catalogs/{product_catalog_id}/scheduled_feeds/{scheduled_feed_id}',
			action: 'Delete a scheduled feed',
			description: 'Delete a scheduled feed for good: this cannot be undone. Products that it added stay.',
			fields: {
				product_catalog_id: catalog(),
				scheduled_feed_id: scheduledFeed(),
				deletion: notice('The feed is deleted for good. Products that it added stay in the catalog.'),
			},
			result: deleted('scheduled_feed_id'),
		}),
		getMany: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/scheduled_feeds',
			action: 'Get many scheduled feeds',
			description: 'Get the scheduled feeds of a catalog',
			fields: { product_catalog_id: catalog() },
			...wholeList(),
		}),
		update: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/scheduled_feeds/{scheduled_feed_id}',
			action: 'Update a scheduled feed',
			description: 'Change address, format or schedule of a feed',
			fields: {
				product_catalog_id: catalog(),
				scheduled_feed_id: scheduledFeed(),
				...update({
					feed_url: feedUrl,
					feed_format: feedFormat,
					frequency,
					repeat_weekday: unlessFrequency(['DAILY', 'HOURLY'], repeatWeekday),
					repeat_hours: unlessFrequency(['DAILY', 'WEEKLY'], repeatHours),
					start_time: startTime,
					time_zone: timeZone,
				}),
			},
			result: one(),
			check: checkRepeat,
			warn: warnFormat,
		}),
	},
});
