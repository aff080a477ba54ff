import { IANAZone } from 'luxon';
import { catalog, scheduledFeed } from '../entities';
import { notice } from '../notice';
import {
	wireName,
	choice,
	optional,
	query,
	text,
	update,
	when,
	type Choices,
	type Appearance,
} from '../../shared/fields';
import {
	deleted,
	InvalidValue,
	many,
	one,
	op,
	user,
	type Field,
	type Resource,
	type Values,
} from '../../shared/operation/operation';
import { formatOf } from '../files/rows';
import { asText } from '../../shared/util/text';
import { withQuery } from '../../shared/engine/request';
import type { ApiRequest } from '../../shared/http/connection';

const read = user('ads.read');
const write = user('ads.read', 'ads.write');

const weekdays = {
	MONDAY: 'Monday',
	TUESDAY: 'Tuesday',
	WEDNESDAY: 'Wednesday',
	THURSDAY: 'Thursday',
	FRIDAY: 'Friday',
	SATURDAY: 'Saturday',
	SUNDAY: 'Sunday',
};
const hours = Object.fromEntries(
	[1, 2, 3, 4, 6, 8, 12].map((hour) => [String(hour), hour === 1 ? 'Every Hour' : `Every ${hour} Hours`]),
);

const feedUrl = query(
	text({
		label: 'Feed URL',
		description: 'Where the platform fetches the product file, up to 8 GB',
		placeholder: 'e.g. https://shop.example/products.csv',
		pattern: /^[a-z][a-z0-9+.-]*:\/\/[^\s/]+/i,
		shape: 'a complete address like https://shop.example/products.csv',
	}),
);
const formats = { CSV: 'CSV', TSV: 'TSV', XML: 'XML' };
const frequencies = { DAILY: 'Daily', HOURLY: 'Hourly', WEEKLY: 'Weekly' };
const frequency = query(
	choice(frequencies, { default: 'DAILY', description: 'How often the file is fetched' }),
);

const repeat = (values: Choices, look: Appearance) => wireName('repeat', query(choice(values, look)));
const repeatWeekday = repeat(weekdays, {
	label: 'Repeat On',
	default: 'MONDAY',
	description: 'The day of the week, for a weekly feed',
});
const repeatHours = repeat(hours, {
	label: 'Repeat',
	default: '1',
	description: 'The pause between two fetches, for an hourly feed',
});

/** Among the fields of an update: hidden once another frequency is chosen there. */
const unless = (frequency: readonly string[], field: Field): Field => ({
	...field,
	...(field.property && {
		property: { ...field.property, displayOptions: { hide: { frequency: [...frequency] } } },
	}),
});

/** HH:MM. A date and time, as a date picker or an expression gives it, stands for its time of day. */
const startTime: Field = (() => {
	const field = text({
		default: '02:00',
		description: 'Time of day of the first fetch, HH:MM, in the time zone below',
		placeholder: 'e.g. 02:30',
	});
	return query({
		...field,
		encode: (value, context) => {
			const given = field.encode(value, context);
			if (typeof given !== 'string' || given === '') return given;
			const time = /^(?:\d{4}-\d\d-\d\dT)?((?:[01]\d|2[0-3]):[0-5]\d)/.exec(given.trim())?.[1];
			if (time === undefined || /^\d\d:\d\d\S/.test(given))
				throw new InvalidValue('format', `must be a time of day from 00:00 to 23:59, and is "${given}"`);
			return time;
		},
	});
})();

const timeZone: Field = query({
	label: 'Time Zone Name or ID',
	property: {
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getTimeZones' },
		default: 'UTC',
		description:
			'The zone of the start time. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	encode: (value) => {
		if (value === undefined || value === null || value === '') return value;
		if (typeof value === 'string' && IANAZone.isValidZone(value)) return value;
		throw new InvalidValue(
			'enum',
			`must be an IANA time zone like America/New_York, and is "${asText(value)}"`,
		);
	},
});

/** The chosen format, or the one that the address tells. */
function formatByUrl({ feed_format: chosen, feed_url: url }: Values): string {
	if (typeof chosen === 'string' && chosen in formats) return chosen;
	const path = typeof url === 'string' ? url.replace(/[?#].*$/, '') : '';
	const told = formatOf(path)?.toUpperCase() ?? '';
	return told in formats ? told : 'CSV';
}

/** `repeat` goes with the frequency: a weekday, a number of hours, or nothing. Source: catalog brief, "Rules for repeat". */
function* checkRepeat({ frequency, repeat_weekday: day, repeat_hours: pause }: Values): Generator<string> {
	const wrongDay = day !== undefined && !(asText(day) in weekdays);
	const wrongPause = pause !== undefined && !(asText(pause) in hours);
	if (wrongDay || (frequency === 'WEEKLY' && day === undefined))
		yield 'Repeat On: must be a weekday, Monday to Sunday, for a weekly feed';
	if (wrongPause || (frequency === 'HOURLY' && pause === undefined))
		yield 'Repeat: must be every 1, 2, 3, 4, 6, 8 or 12 hours for an hourly feed';
	if (day !== undefined && frequency !== 'WEEKLY' && (frequency !== undefined || pause !== undefined))
		yield 'Repeat On: is for a weekly feed only';
	if (pause !== undefined && frequency !== 'HOURLY' && frequency !== undefined)
		yield 'Repeat: is for an hourly feed only';
}

/** A format that contradicts the extension is most often a slip. */
function* warnFormat({ feed_url: url, feed_format: format }: Values): Generator<string> {
	if (typeof url !== 'string' || typeof format !== 'string' || format === 'auto') return;
	const told = formatOf(url.replace(/[?#].*$/, ''))?.toUpperCase();
	if (told !== undefined && told !== format)
		yield `The address looks like a ${told} file, but the format is ${format}`;
}

/** Scheduled feeds. Parameters travel in the query. Source: catalog brief, "Scheduled feed". */
export const scheduledFeeds: Resource = {
	value: 'scheduledFeed',
	name: 'Scheduled Feed',
	operations: {
		create: op({
			route: 'POST /12/product_catalogs/{product_catalog_id}/scheduled_feeds',
			name: 'Create',
			action: 'Create a scheduled feed',
			description:
				'Have the platform fetch a product file regularly. It adds and updates products, never removes them. A user can have one feed.',
			auth: write,
			fields: {
				product_catalog_id: catalog(),
				feed_url: feedUrl,
				feed_format: query(
					choice(
						{ ...formats, auto: ['Automatic', 'By the extension of the address, CSV where it has none'] },
						{ label: 'Feed Format', default: 'auto', description: 'The format of the file' },
					),
				),
				frequency,
				repeat_weekday: when({ frequency: ['WEEKLY'] }, repeatWeekday),
				repeat_hours: when({ frequency: ['HOURLY'] }, repeatHours),
				start_time: startTime,
				time_zone: timeZone,
			},
			result: one(),
			check: checkRepeat,
			warn: warnFormat,
			run: async (call) => await call.sendAndOutput(withFormat(call.request(), call.values)),
		}),
		delete: op({
			route: 'DELETE /12/product_catalogs/{product_catalog_id}/scheduled_feeds/{scheduled_feed_id}',
			name: 'Delete',
			action: 'Delete a scheduled feed',
			description: 'Delete a scheduled feed for good: this cannot be undone. Products that it brought stay.',
			auth: write,
			fields: {
				product_catalog_id: catalog(),
				scheduled_feed_id: scheduledFeed(),
				deletion: notice('The feed is deleted for good. Products that it brought stay in the catalog.'),
			},
			result: deleted('scheduled_feed_id'),
		}),
		getMany: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/scheduled_feeds',
			name: 'Get Many',
			action: 'Get many scheduled feeds',
			description: 'Get the scheduled feeds of a catalog',
			auth: read,
			fields: { product_catalog_id: catalog() },
			result: many(),
		}),
		update: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/scheduled_feeds/{scheduled_feed_id}',
			name: 'Update',
			action: 'Update a scheduled feed',
			description: 'Change address, format or schedule of a feed',
			auth: write,
			fields: {
				product_catalog_id: catalog(),
				scheduled_feed_id: scheduledFeed(),
				...update({
					feed_url: feedUrl,
					feed_format: query(choice(formats, { description: 'The format of the file' })),
					frequency: optional(frequency),
					repeat_weekday: unless(['DAILY', 'HOURLY'], repeatWeekday),
					repeat_hours: unless(['DAILY', 'WEEKLY'], repeatHours),
					start_time: startTime,
					time_zone: timeZone,
				}),
			},
			result: one(),
			check: checkRepeat,
			warn: warnFormat,
		}),
	},
};

const withFormat = (request: ApiRequest, values: Values): ApiRequest => {
	const format = formatByUrl(values);
	return withQuery(request, { feed_format: format });
};
