/**
 * The fields of a conversion:
 * https://docs.x.com/x-ads-api/measurement/web-conversions#constructing-the-conversion-event-request
 */
import { mapValues, omit, get, omitBy, pick } from 'lodash';
import { asText } from '../../shared/util/text';
import { defaultCountry, countryOf, toIdentifiers } from '../../shared/ads/identifiers';
import { account } from '../../shared/ads/locators';
import { currency, onWrongIdentifier, webAddress } from '../../shared/ads/fields';
import {
	additional,
	exactDate,
	formOnly,
	locator,
	number,
	optional,
	rows,
	text,
	choice,
	rulesOf,
	type Choices,
} from '../../shared/fields';
import {
	broken,
	type Field,
	type ValuesOf,
	InvalidMembers,
	InvalidValue,
	type BrokenRule,
} from '../../shared/operation/operation';

/**
 * Identifiers of a buyer: https://docs.x.com/x-ads-api/measurement/web-conversions. Each is sent as its own object,
 * except that the IP address and user agent share one.
 */
interface Identifier {
	readonly twclid?: string;
	readonly hashed_email?: string;
	readonly hashed_phone_number?: string;
	readonly ip_address?: string;
	readonly user_agent?: string;
}

const HASHED = 'Hashed before it is sent; what is a SHA-256 hash already stays as it is';

const KINDS: Choices = {
	twclid: ['Click ID', 'What X adds to the address of the landing page as twclid; sent as it is'],
	email: ['Email', HASHED],
	phone_number: ['Phone Number', `With + and the country code, or with Default Country. ${HASHED}.`],
	ip_address: ['IP Address', 'Only counts together with another identifier'],
	user_agent: ['User Agent', 'Only counts together with another identifier'],
};

const IP_ADDRESS = /^(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]*:[0-9a-f:.]*)$/i;

const SENT_AS = { twclid: 'twclid', email: 'hashed_email', phone_number: 'hashed_phone_number' } as const;

/** Encodes one row of the form. Errors do not contain the value. */
function encodeRow(
	kind: string,
	value: string,
	country: string | undefined,
	onWrong: (error: unknown) => void,
): Identifier[] {
	switch (kind) {
		case 'twclid':
		case 'email':
		case 'phone_number':
			return toIdentifiers(kind, value, country, onWrong).map((found) => ({ [SENT_AS[kind]]: found }));
		case 'ip_address':
			if (IP_ADDRESS.test(value)) return [{ ip_address: value }];
			onWrong(new InvalidValue('pattern', 'must be an IP address'));
			return [];
		case 'user_agent':
			return [{ user_agent: value }];
		default:
			onWrong(new InvalidValue('enum', 'is of a kind that X does not know'));
			return [];
	}
}

const given = rows(
	{
		kind: choice(KINDS, { default: 'twclid' }),
		value: text({ placeholder: 'e.g. ={{ $json.email }}' }),
	},
	{
		label: 'Identifiers',
		placeholder: 'Add Identifier',
		description:
			'Who it was: at least a click ID, an email or a phone number. With more <a href="https://docs.x.com/x-ads-api/measurement/web-conversions">identifiers</a>, X finds more people. An empty value is left out.',
	},
);

interface PersonIdentifiers {
	readonly list: readonly Identifier[];
	readonly leftOut: readonly string[];
}

/** Returns the field for all identifiers of a person. */
const personIdentifiers = (): Field<PersonIdentifiers> => ({
	...pick(given, 'property', 'label', 'members'),
	// Few people have every identifier; at least one is required.
	isCell: () => true,
	encode: (value, context) => {
		const chosen: unknown = context.parameter?.('options');
		const country = countryOf(get(chosen, 'default_country'));
		const wrong: BrokenRule[] = [];
		const found = (given.encode(value, context) ?? []).flatMap(
			({ kind = '', value: written = '' }, place) => {
				const onWrong = (error: unknown) => void wrong.push(...rulesOf(error, `${place}.value`));
				return written.trim() === '' ? [] : encodeRow(kind, written.trim(), country, onWrong);
			},
		);
		const isFatal = found.length === 0 || get(chosen, 'on_invalid') !== 'leaveOut';
		if (wrong.length > 0 && isFatal) throw new InvalidMembers(wrong);
		if (found.length === 0) return undefined;
		return { list: withDevice(found), leftOut: wrong.map(({ text: reason }) => reason) };
	},
});

/** Puts the IP address and user agent into one object after the others. */
function withDevice(found: readonly Identifier[]): Identifier[] {
	const device = omitBy(
		{
			ip_address: found.find(({ ip_address: own }) => own)?.ip_address,
			user_agent: found.find(({ user_agent: own }) => own)?.user_agent,
		},
		(value) => asText(value) === '',
	);
	return [...found.filter(isFound), ...(Object.keys(device).length > 0 ? [device] : [])];
}

/** Checks whether X can find a person by this identifier. */
const isFound = ({ twclid, hashed_email: email, hashed_phone_number: phone }: Identifier): boolean =>
	(twclid ?? email ?? phone) !== undefined;

/** Checks whether an IP address comes with a user agent, which X may accept in place of the other identifiers. */
const isDevice = ({ ip_address: address, user_agent: agent }: Identifier): boolean =>
	address !== undefined && agent !== undefined;

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
