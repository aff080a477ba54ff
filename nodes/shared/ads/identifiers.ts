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

/**
 * This file reads phone numbers as people write them at home, with their country. X finds people by E.164 numbers:
 * https://docs.x.com/x-ads-api/measurement/web-conversions
 */

/** Country calling codes by country: Recommendation ITU-T E.164, list of assigned codes. */
const CODES = `
1 AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT US VC VG VI; 7 KZ RU; 20 EG; 27 ZA; 30 GR; 31 NL;
32 BE; 33 FR; 34 ES; 36 HU; 39 IT VA; 40 RO; 41 CH; 43 AT; 44 GB GG IM JE; 45 DK; 46 SE; 47 NO SJ; 48 PL; 49 DE;
51 PE; 52 MX; 53 CU; 54 AR; 55 BR; 56 CL; 57 CO; 58 VE; 60 MY; 61 AU CC CX; 62 ID; 63 PH; 64 NZ; 65 SG; 66 TH; 81 JP;
82 KR; 84 VN; 86 CN; 90 TR; 91 IN; 92 PK; 93 AF; 94 LK; 95 MM; 98 IR; 211 SS; 212 EH MA; 213 DZ; 216 TN; 218 LY;
220 GM; 221 SN; 222 MR; 223 ML; 224 GN; 225 CI; 226 BF; 227 NE; 228 TG; 229 BJ; 230 MU; 231 LR; 232 SL; 233 GH; 234 NG;
235 TD; 236 CF; 237 CM; 238 CV; 239 ST; 240 GQ; 241 GA; 242 CG; 243 CD; 244 AO; 245 GW; 248 SC; 249 SD; 250 RW; 251 ET;
252 SO; 253 DJ; 254 KE; 255 TZ; 256 UG; 257 BI; 258 MZ; 260 ZM; 261 MG; 262 RE YT; 263 ZW; 264 NA; 265 MW; 266 LS;
267 BW; 268 SZ; 269 KM; 290 SH; 291 ER; 297 AW; 298 FO; 299 GL; 350 GI; 351 PT; 352 LU; 353 IE; 354 IS; 355 AL; 356 MT;
357 CY; 358 AX FI; 359 BG; 370 LT; 371 LV; 372 EE; 373 MD; 374 AM; 375 BY; 376 AD; 377 MC; 378 SM; 380 UA; 381 RS;
382 ME; 383 XK; 385 HR; 386 SI; 387 BA; 389 MK; 420 CZ; 421 SK; 423 LI; 500 FK; 501 BZ; 502 GT; 503 SV; 504 HN; 505 NI;
506 CR; 507 PA; 508 PM; 509 HT; 590 BL GP MF; 591 BO; 592 GY; 593 EC; 594 GF; 595 PY; 596 MQ; 597 SR; 598 UY; 599 BQ CW;
670 TL; 672 NF; 673 BN; 674 NR; 675 PG; 676 TO; 677 SB; 678 VU; 679 FJ; 680 PW; 681 WF; 682 CK; 683 NU; 685 WS; 686 KI;
687 NC; 688 TV; 689 PF; 690 TK; 691 FM; 692 MH; 850 KP; 852 HK; 853 MO; 855 KH; 856 LA; 880 BD; 886 TW; 960 MV; 961 LB;
962 JO; 963 SY; 964 IQ; 965 KW; 966 SA; 967 YE; 968 OM; 970 PS; 971 AE; 972 IL; 973 BH; 974 QA; 975 BT; 976 MN; 977 NP;
992 TJ; 993 TM; 994 AZ; 995 GE; 996 KG; 998 UZ`;

const CODE_OF: ReadonlyMap<string, string> = new Map(
	CODES.split(';').flatMap((row) => {
		const [code = '', ...countries] = row.trim().split(/\s+/);
		return countries.map((country): [string, string] => [country, code]);
	}),
);

/** The prefixes before a national number, except 0 and none. */
const PREFIXES: Readonly<Record<string, RegExp>> = {
	'1': /^1(?=\d{10}$)/,
	'7': /^[78](?=\d{10}$)/,
	'36': /^06/,
	'55': /^(?:0|55(?=\d{10,11}$))/,
	'375': /^80/,
	'993': /^8/,
};
/** The countries in which a leading 0 is a part of the number, and is dialed from abroad as well. */
const WITH_ZERO = new Set(['39', '225', '241', '242', '378']);

/** The countries by code of two letters. */
const isPhoneCountry = (country: string): boolean => CODE_OF.has(country);

/** Returns a national number in E.164. One with a + stays as it is, and so does one that is unclear. */
function inCountry(digits: string, country: string): string {
	const code = CODE_OF.get(country);
	if (code === undefined || !/^\d+$/.test(digits)) return digits;
	// Tables lose the + of a number: a long one that begins with the code may have it already.
	if (!(code in PREFIXES) && digits.startsWith(code) && digits.length >= code.length + 9) return digits;
	const prefix = PREFIXES[code] ?? (WITH_ZERO.has(code) ? /^$/ : /^0/);
	return `+${code}${digits.replace(prefix, '')}`;
}

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
