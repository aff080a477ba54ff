/**
 * The fields of a conversion:
 * https://docs.x.com/x-ads-api/measurement/web-conversions#constructing-the-conversion-event-request
 */
import { mapValues, omit } from 'lodash';
import { asText } from '../../shared/util/text';
import { defaultCountry } from '../../shared/ads/identifiers';
import { account } from '../../shared/ads/locators';
import { currency, onWrongIdentifier, webAddress } from '../../shared/ads/fields';
import { additional, exactDate, formOnly, locator, number, optional, rows, text } from '../../shared/fields';
import { broken, type Field, type ValuesOf } from '../../shared/operation/operation';
import { isDevice, isFound, personIdentifiers } from './identifiers';

/** An event as Events Manager shows it. Its middle part is the pixel. */
const FULL_EVENT = /^tw-([0-9a-z]+)-[0-9a-z]+$/;

const event = () =>
	locator(
		{
			name: 'Event',
			search: 'searchConversionEvents',
			pattern: /^(?:tw-[0-9a-z]+-)?[0-9a-z]+$/,
			shape: 'an event ID of the Events Manager, such as tw-o8z6j-o87ne',
			example: 'tw-o8z6j-o87ne',
			modes: [
				{
					name: 'name',
					label: 'By Name',
					placeholder: 'e.g. gtm_purchase',
					pattern: /^gtm_[a-z0-9_]+$/,
					shape: 'the name of an event in small letters that begins with gtm_',
				},
			],
		},
		{
			description:
				"What happened, as the Events Manager of X Ads knows it. The list needs an account and OAuth; the ID works with every credential. A name is what X's template for Google Tag Manager sends.",
		},
	);

const details = {
	conversion_id: text({
		placeholder: 'e.g. ={{ $json.orderId }}',
		description:
			'The order number or another key of the conversion. X counts conversions with the same event and ID once, also those of the pixel. Without it, the node makes one from the data of the conversion.',
	}),
	contents: rows(
		{
			content_group_id: text({ label: 'Group ID' }),
			content_id: text({ label: 'ID', placeholder: 'e.g. SKU-4711' }),
			content_name: text({ label: 'Name' }),
			num_items: number({ label: 'Number of Items', min: 1 }),
			content_price: inMillionths(number({ label: 'Price', fraction: true })),
			content_type: text({ label: 'Type' }),
		},
		{ placeholder: 'Add Content', description: 'What was bought or looked at' },
	),
	description: text(),
	event_name: text({
		placeholder: 'e.g. gtm_purchase',
		description: "In place of an event, as X's template for Google Tag Manager sends it; it needs a Pixel ID",
	}),
	event_source_url: webAddress('Event Source URL', 'The page on which it happened'),
	number_items: number({ label: 'Number of Items', min: 1, default: 1 }),
	pixel_id: text({
		placeholder: 'e.g. o8z6j',
		pattern: /^[0-9a-z]+$/,
		shape: 'an ID of small letters and digits',
		description: 'Needed where the event ID does not begin with tw-',
	}),
	price_currency: currency({ label: 'Currency', description: 'USD unless you say otherwise' }),
	value: inMillionths(
		number({
			fraction: true,
			description: 'What the conversion is worth, in currency units',
		}),
	),
};

function unixOrDate(field: Field<string>): Field<string> {
	return {
		...field,
		encode: (value, context) => {
			const [, seconds, rest = ''] = /^(\d{10})(\d{3})?$/.exec(asText(value).trim()) ?? [];
			return field.encode(seconds ? new Date(Number(seconds) * 1000 + Number(rest)) : value, context);
		},
	};
}

/** X keeps millionths; the sum of two prices may have digits beyond them that no one has written. */
function inMillionths(field: Field<number>): Field<number> {
	return {
		...field,
		encode: (value, context) => {
			const number = field.encode(value, context);
			return number === undefined ? undefined : Number(number.toFixed(6));
		},
	};
}

const ofDetails = additional(details);

/** The form of a conversion. A request contains many conversions, so no field has its own place in the request. */
export const conversionFields = {
	account_id: formOnly(optional(account({ description: 'Only for the list of events: it is not sent' }))),
	event_id: formOnly(event()),
	conversion_time: formOnly(
		unixOrDate(
			exactDate({
				description: 'When it happened, to the millisecond; Unix seconds and milliseconds will do',
			}),
		),
	),
	identifiers: formOnly(personIdentifiers()),
	...onWrongIdentifier(
		'The conversion is not sent',
		'The other identifiers are sent, if there is at least one',
	),
	...defaultCountry,
	...(mapValues(omit(ofDetails, 'pixel_id'), (field: Field) => formOnly(field)) as Omit<
		typeof ofDetails,
		'pixel_id'
	>),
	pixel_id: ofDetails.pixel_id,
};

export type ConversionValues = ValuesOf<typeof conversionFields>;

/** Checks whether an event is given by its name instead of its ID. */
export const isName = (event: string): boolean => event.startsWith('gtm_');

/** Returns the pixel that an event belongs to. */
export const pixelOf = ({ pixel_id: pixel, event_id: event }: ConversionValues): string | undefined =>
	pixel ?? FULL_EVENT.exec(event)?.[1];

/** A conversion needs a pixel, and an identifier by which X can find a user: an IP address alone is not enough. */
export function* checkConversion(values: ConversionValues) {
	if (pixelOf(values) === undefined)
		yield broken(
			'pixel_id',
			'required',
			'is required where {event_id} is not an ID of the form tw-pixel-event',
		);
	const { list } = values.identifiers;
	if (!list.some(isFound) && !list.some(isDevice))
		yield broken(
			'identifiers',
			'required',
			'needs a click ID, an email or a phone number, or an IP address together with a user agent',
		);
}

/**
 * X's page says that an IP address counts together with a user agent, and elsewhere that a click ID, an email or a phone
 * number is needed: https://docs.x.com/x-ads-api/measurement/web-conversions, read on 2026-11-22.
 */
export function* warnConversion({ identifiers: { list, leftOut } }: ConversionValues) {
	if (!list.some(isFound))
		yield 'There is an IP address with a user agent only: X may not find anyone by them. Add a click ID, an email or a phone number to {identifiers}';
	if (leftOut.length > 0)
		yield `Left out of {identifiers}: ${leftOut.length === 1 ? 'a value' : `${leftOut.length} values`} that ${leftOut[0] ?? ''}`;
}
