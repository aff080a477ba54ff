/**
 * Identifiers of a buyer: https://docs.x.com/x-ads-api/measurement/web-conversions. Each is sent as its own object,
 * except that the IP address and user agent share one.
 */
import { get, omitBy, pick } from 'lodash';
import { countryOf, toIdentifiers } from '../../shared/ads/identifiers';
import { choice, rows, rulesOf, text, type Choices } from '../../shared/fields';
import { InvalidMembers, InvalidValue, type BrokenRule, type Field } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';

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
export const personIdentifiers = (): Field<PersonIdentifiers> => ({
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
export const isFound = ({ twclid, hashed_email: email, hashed_phone_number: phone }: Identifier): boolean =>
	(twclid ?? email ?? phone) !== undefined;

/** Checks whether an IP address comes with a user agent, which X may accept in place of the other identifiers. */
export const isDevice = ({ ip_address: address, user_agent: agent }: Identifier): boolean =>
	address !== undefined && agent !== undefined;
