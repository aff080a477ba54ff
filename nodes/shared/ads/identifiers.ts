/**
 * What X finds a person by: https://docs.x.com/x-ads-api/audiences#custom-audiences-user-data. Values are normalized
 * and hashed here, so that no address and no number leaves n8n in plain text. Errors never repeat the value, which
 * could carry it into a log.
 */
import { createHash } from 'node:crypto';
import { uniq } from 'lodash';
import { appearance, type Appearance } from '../fields';
import { InvalidValue, type Field } from '../operation/operation';
import { asText, isBlank } from '../util/text';

/** How a kind of identifier is written. */
interface IdentifierRules {
	readonly label: string;
	/** For placeholders and error messages. */
	readonly example: string;
	/** Completes "must be …". */
	readonly shape: string;
	/** The pattern of the normalized text. */
	readonly pattern: RegExp;
	/** Normalizes a trimmed text; by default it stays unchanged. */
	readonly normalize?: (text: string) => string;
	/**
	 * Whether it is sent without a hash: true for IDs that mean something only in a partner's system, and for click
	 * IDs.
	 */
	readonly isPlain?: boolean;
}

const lower = (written: string) => written.toLowerCase();

/** Digits after a +, as in E.164. 00 is how the + is dialed; (0) is omitted after a country code. */
const toE164 = (written: string) =>
	written
		.normalize('NFKC')
		.replace(/^(tel:)/i, '')
		.replace(/\(0\)/g, '')
		.replace(/[\s()./\-\u2010-\u2015]/g, '')
		.replace(/^00/, '+');

const kinds = {
	email: {
		label: 'Email',
		example: 'name@example.com',
		shape: 'an email address such as name@example.com',
		pattern: /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/,
		normalize: lower,
	},
	phone_number: {
		label: 'Phone Number',
		example: '+14155550123',
		shape: 'a phone number with + and the country code, such as +14155550123',
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

/** A kind of identifier, by its name in audiences. */
export type IdentifierKind = keyof typeof kinds;

/** The kinds by their names. */
export const IDENTIFIERS: Readonly<Record<IdentifierKind, IdentifierRules>> = kinds;

const SHA_256 = /^[0-9a-fA-F]{64}$/;
/** MD5, SHA-1, SHA-512: the hashes that other systems require. */
const OTHER_HASH = /^(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{128})$/;
/** Direction marks and zero-width spaces, which copies from address books contain. */
const INVISIBLE = /\p{Cf}/gu;

/** SHA-256 without a salt, in small letters. */
export const sha256 = (plain: string): string => createHash('sha256').update(plain, 'utf8').digest('hex');

/**
 * An identifier as it is sent: normalized and hashed. A SHA-256 hash stays unchanged.
 *
 * @param kind The kind of the value.
 * @param value The value in the data.
 * @throws InvalidValue with the pattern of the kind, and never the value.
 */
export function toIdentifier(kind: IdentifierKind, value: unknown): string {
	const { shape, pattern, isPlain = false, normalize = (same: string) => same } = IDENTIFIERS[kind];
	const written = writtenForm(value);
	if (!isPlain && SHA_256.test(written)) return written.toLowerCase();
	// An advertising ID without dashes looks like an MD5 hash.
	if (!isPlain && kind !== 'device_id' && OTHER_HASH.test(written))
		throw new InvalidValue('sha256', 'is a hash of another kind: X knows SHA-256 only');
	const normalized = normalize(written);
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
 * All identifiers of a kind in a cell: one, several separated by commas, semicolons or lines, or a list. Blanks and
 * repetitions are removed.
 *
 * @param kind The kind of the values.
 * @param value The value in the data.
 * @throws InvalidValue for the first that is not of the kind.
 */
export function toIdentifiers(kind: IdentifierKind, value: unknown): string[] {
	const given: readonly unknown[] = Array.isArray(value) ? value : [value];
	const parts = given.flatMap((each) =>
		typeof each === 'string' && !IDENTIFIERS[kind].isPlain ? each.split(/[,;\n]/) : [each],
	);
	return uniq(parts.filter(isGiven).map((part) => toIdentifier(kind, part)));
}

const isGiven = (part: unknown) =>
	!isBlank(part) && (typeof part !== 'string' || part.replace(INVISIBLE, '').trim() !== '');

/**
 * A field with one identifier that sends its hash.
 *
 * @param kind The kind of identifier.
 * @param look How it looks in the form, if that differs.
 */
export const identifier = (kind: IdentifierKind, look: Appearance = {}): Field<string> => ({
	...appearance({ ...appearanceOf(kind), ...look }, 'string', ''),
	encode: (value) => (isGiven(value) ? toIdentifier(kind, value) : undefined),
});

/**
 * A field with any number of identifiers that sends their hashes.
 *
 * @param kind The kind of identifiers.
 * @param look How it looks in the form, if that differs.
 */
export const identifiers = (kind: IdentifierKind, look: Appearance = {}): Field<string[]> => ({
	...appearance({ ...appearanceOf(kind), ...look }, 'string', ''),
	encode: (value) => {
		const found = toIdentifiers(kind, value);
		return found.length > 0 ? found : undefined;
	},
});

const appearanceOf = (kind: IdentifierKind): Appearance => ({
	label: IDENTIFIERS[kind].label,
	placeholder: `e.g. ${IDENTIFIERS[kind].example}`,
});
