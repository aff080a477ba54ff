/**
 * Identifiers by which X finds people: https://docs.x.com/x-ads-api/audiences#custom-audiences-user-data. They are
 * normalized and hashed here, so that no address or number leaves n8n in plain text. Errors never contain the value,
 * because errors are logged.
 */
import { createHash } from 'node:crypto';
import { attempt, isError, partition, uniq } from 'lodash';
import { wordForNone } from '../engine/spoiled';
import { appearance, formOnly, options, type Appearance } from '../fields';
import { InvalidValue, type Field } from '../operation/operation';
import { asText, isBlank } from '../util/text';
import { inCountry, isPhoneCountry } from './phone';

interface IdentifierRules {
	readonly label: string;
	readonly example: string;
	/** Completes "must be …". */
	readonly shape: string;
	readonly pattern: RegExp;
	/** Normalizes the trimmed text; by default it stays unchanged. */
	readonly normalize?: (text: string, country: string | undefined) => string;
	/** Whether it is sent without a hash: click IDs, and IDs that only mean something in a partner's system. */
	readonly isPlain?: boolean;
}

const lower = (written: string) => written.toLowerCase();

/** A phone number in E.164. A leading 00 is how people dial the +; a (0) after the country code is not dialed. */
const toE164 = (written: string, country: string | undefined) => {
	const dialed = written.normalize('NFKC').replace(/^tel:/i, '');
	const digits = (/^(?:\+|00)/.test(dialed) ? dialed.replaceAll('(0)', '') : dialed)
		.replace(/[\s()./\-\u2010-\u2015]/g, '')
		.replace(/^00/, '+');
	return country === undefined ? digits : inCountry(digits, country);
};

const kinds = {
	email: {
		label: 'Email',
		example: 'name@example.com',
		shape: 'an email address such as name@example.com',
		pattern: /^[^\s@,;<>]+@[^\s@,;<>][^\s@,;<>.]*\.[^\s@,;<>]+$/,
		normalize: (written) => lower(written.replace(/^mailto:/i, '')),
	},
	phone_number: {
		label: 'Phone Number',
		example: '+14155550123',
		shape: 'a phone number with + and the country code, such as +14155550123 (or choose Default Country)',
		pattern: /^\+[1-9]\d{6,14}$/,
		normalize: toE164,
	},
	handle: {
		label: 'Username',
		example: 'XDevelopers',
		shape: 'a username of 1 to 15 letters, digits and underscores',
		pattern: /^[a-z0-9_]{1,15}$/,
		normalize: (written) => lower(written.replace(/^@\s*/, '')),
	},
	twitter_id: {
		label: 'User ID',
		example: '2244994945',
		shape: 'a user ID of 1 to 19 digits',
		pattern: /^[1-9]\d{0,18}$/,
	},
	device_id: {
		label: 'Device ID',
		example: '4b61639e-47cc-4056-a16a-c8217e029462',
		shape:
			'an advertising ID with dashes, such as 4b61639e-47cc-4056-a16a-c8217e029462, or an Android ID of 16 digits',
		pattern: /^(?:(?!0+(?:-0+)+$)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{11,12}|[0-9a-f]{16})$/,
		normalize: lower,
	},
	partner_user_id: {
		label: 'Partner User ID',
		example: 'customer-4711',
		shape: 'a text',
		pattern: /\S/,
		isPlain: true,
	},
	twclid: {
		label: 'Click ID',
		example: '23opevjt88psuo13lu8d020qkn',
		shape: 'the twclid of the landing page as it is, not hashed',
		pattern: /^(?![0-9a-fA-F]{64}$)[\w.~%-]+$/,
		isPlain: true,
	},
} satisfies Readonly<Record<string, IdentifierRules>>;

export type IdentifierKind = keyof typeof kinds;

export const IDENTIFIERS: Readonly<Record<IdentifierKind, IdentifierRules>> = kinds;

const SHA_256 = /^[0-9a-fA-F]{64}$/;
/** MD5, SHA-1 and SHA-512 hashes, which other systems use and X does not. */
const OTHER_HASH = /^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{128})$/;
/** Direction marks and zero-width spaces, which texts copied from address books contain. */
const INVISIBLE = /\p{Cf}/gu;

/** SHA-256 without a salt, in lowercase. */
export const sha256 = (plain: string): string => createHash('sha256').update(plain, 'utf8').digest('hex');

/**
 * Normalizes and hashes an identifier. A SHA-256 hash stays unchanged. Errors never have the value.
 *
 * @throws InvalidValue with the expected form, and never with the value.
 */
export function toIdentifier(kind: IdentifierKind, value: unknown, country?: string): string {
	const { shape, pattern, isPlain = false, normalize }: IdentifierRules = IDENTIFIERS[kind];
	const written = writtenForm(value);
	if (!isPlain && SHA_256.test(written)) return written.toLowerCase();
	// A device ID without dashes looks like an MD5 hash.
	if (!isPlain && kind !== 'device_id' && OTHER_HASH.test(written))
		throw new InvalidValue('sha256', 'is a hash of another kind: X knows SHA-256 only');
	if (wordForNone(written) !== undefined)
		throw new InvalidValue('spoiled', 'holds a word for no value, which an expression or a script left');
	const normalized = normalize ? normalize(written, country) : written;
	if (!pattern.test(normalized))
		throw new InvalidValue('pattern', `must be ${shape}${isPlain ? '' : ', or its SHA-256 hash'}`);
	return isPlain ? normalized : sha256(normalized);
}

function writtenForm(value: unknown): string {
	if (typeof value === 'number' && !Number.isSafeInteger(value))
		throw new InvalidValue('exact', 'must be text: a number of so many digits may have been rounded');
	if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint')
		throw new InvalidValue('type', 'must be text');
	return asText(value).replace(INVISIBLE, '').trim();
}

/**
 * Reads all identifiers in a cell, each once: one, a list, or several with commas, semicolons or line breaks.
 *
 * @param onWrong Receives the InvalidValue of each that is wrong. By default the first is thrown.
 */
export function toIdentifiers(
	kind: IdentifierKind,
	value: unknown,
	country?: string,
	onWrong = (error: Error): void => {
		throw error;
	},
): string[] {
	const given: readonly unknown[] = Array.isArray(value) ? value : [value];
	const parts = given.flatMap((each) =>
		typeof each === 'string' && !IDENTIFIERS[kind].isPlain ? each.split(/[,;\n]/) : [each],
	);
	const read = parts.filter(isGiven).map((part) => attempt(toIdentifier, kind, part, country));
	const [wrong, found] = partition(read, isError);
	for (const error of wrong) onWrong(error);
	return uniq(found);
}

const isGiven = (part: unknown) =>
	!isBlank(part) && (typeof part !== 'string' || part.replace(INVISIBLE, '').trim() !== '');

/** Returns a field with any number of identifiers that sends their hashes. */
export const identifiers = (kind: IdentifierKind, look: Appearance = {}): Field<string[]> => ({
	...appearance(
		{ label: IDENTIFIERS[kind].label, placeholder: `e.g. ${IDENTIFIERS[kind].example}`, ...look },
		'string',
		'',
	),
	isList: true,
	encode: (value) => {
		const found = toIdentifiers(kind, value);
		return found.length > 0 ? found : undefined;
	},
});

export const defaultCountry = options({
	default_country: formOnly<string | undefined>({
		...appearance(
			{
				label: 'Default Country',
				placeholder: 'e.g. US',
				description:
					'The country of phone numbers without a country code, such as (415) 555-0123: two letters',
			},
			'string',
			'',
		),
		encode: countryOf,
	}),
});

/**
 * Reads the code of a country that has phone numbers of its own.
 *
 * @throws InvalidValue if it is none that has phone numbers of its own.
 */
export function countryOf(value: unknown): string | undefined {
	if (isBlank(value)) return undefined;
	const country = asText(value).trim().toUpperCase();
	if (isPhoneCountry(country)) return country;
	throw new InvalidValue(
		'enum',
		`must be the code of a country in two letters, such as US, and is "${country.slice(0, 20)}"`,
	);
}
