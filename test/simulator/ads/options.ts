/** What can be targeted: the values behind the searches below /12/targeting_criteria, a few of each, on both hosts. */
import { createHash } from 'node:crypto';

export interface Option {
	readonly targeting_type: string;
	readonly targeting_value: string;
	readonly name: string;
	readonly [field: string]: string;
}

/** Rows of a table in text: value and name, then the other fields in order. */
const table = (type: string, rows: string, ...fields: readonly string[]): readonly Option[] =>
	rows.split('|').map((row) => {
		const [value = '', name = '', ...rest] = row.split(';');
		const more = Object.fromEntries(fields.map((field, index) => [field, rest[index] ?? '']));
		return { name, targeting_type: type, targeting_value: value, ...more };
	});

export const interests = table(
	'INTEREST',
	'1001;Books and literature/Biographies and memoirs|1003;Books and literature/Cookbooks|2001;Business/Advertising|3001;Home and garden/Gardening|8003;Travel/Budget travel',
);
export const platforms = table(
	'PLATFORM',
	'0;iOS|1;Android|3;Mobile web on other devices|4;Desktop and laptop computers',
);
export const platformVersions = table(
	'PLATFORM_VERSION',
	'17;Ice Cream Sandwich;4.0;Android|23;Pie;9.0;Android|60;iOS;12.0;iOS|64;iOS;16.0;iOS',
	...['number', 'os_type'],
);
export const devices = table(
	'DEVICE',
	'1q;iPhone 3GS;Apple;iOS|20;iPhone X;Apple;iOS|3a;Galaxy S21;Samsung;Android|4f;Pixel 6;Google;Android',
	...['manufacturer', 'os_type'],
);
export const languages = table(
	'LANGUAGE',
	'ar;Arabic|de;German|en;English|es;Spanish|fr;French|ja;Japanese|pt;Portuguese',
);
export const appStoreCategories = table(
	'APP_STORE_CATEGORY',
	'qouj;Books;ANDROID|qouk;Games: Music;ANDROID|qovd;Books;IOS|qove;Games: Music;IOS',
	'os_type',
);
export const conversations = table(
	'CONVERSATION',
	'a1;NFL;SPORTS|a2;Formula 1;SPORTS|al;Dune;BOOKS|b5;Northwind Coffee;BRANDS|bp;Jazz;MUSIC_GENRES',
	'conversation_type',
);
export const networkOperators = table(
	'NETWORK_OPERATOR',
	'14;AT&T;US|15;Verizon;US|1y;Vodafone;GB|2s;NTT Docomo;JP',
	'country_code',
);

/** The identifier that is printed most for the United States. */
export const unitedStates = '96683cc9126741d1';

/** How many postal codes there are: more than two full pages. */
export const postalCodes = 2_400;

/** Identifiers of places are 16 hexadecimal digits. */
const placeId = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16);

const place = (type: string, name: string, country: string, id = placeId(`${type} ${name}`)) =>
	`${id};${name};${type};${country}`;

export const locations = table(
	'LOCATION',
	[
		...['DE Germany', 'FR France', 'GB United Kingdom', 'JP Japan'].map((text) =>
			place('COUNTRIES', text.slice(3), text.slice(0, 2)),
		),
		place('COUNTRIES', 'United States', 'US', unitedStates),
		...['California', 'New York', 'Texas'].map((name) => place('REGIONS', `${name}, US`, 'US')),
		place('METROS', 'San Francisco-Oakland-San Jose CA, US', 'US', '5122804691e5fecc'),
		place('CITIES', 'Los Angeles, Los Angeles CA, CA, USA', 'US', '3b77caf94bfc81fe'),
		place('CITIES', 'London, England, GB', 'GB'),
		...Array.from({ length: postalCodes }, (_, index) =>
			place('POSTAL_CODES', `${90_001 + index}, US`, 'US'),
		),
	].join('|'),
	...['location_type', 'country_code'],
);

export const tvMarkets = ['France fr-FR', 'Germany de-DE', 'United States en-US', 'United Kingdom en-GB'].map(
	(text) => {
		const [name, locale] = [text.slice(0, -6), text.slice(-5)];
		return { name, country_code: locale.slice(3), locale };
	},
);

/** Shows by locale; their values are numbers on the wire. */
export const tvShows = tvMarkets.flatMap(({ locale, country_code: country }, index) =>
	['NewsWatch', 'Late Kitchen', 'Quiz Hour'].map((name, at) => ({
		name,
		targeting_value: 10_027_243_420 + index * 100 + at,
		genre: at % 2 === 0 ? 'PAID' : 'NEWS',
		locales: [{ language: locale.slice(0, 2), country }],
	})),
);

const eventRows =
	"New Year's;HOLIDAY;;01-31|Film Awards Night;MUSIC_AND_ENTERTAINMENT;US;03-11|World Cup Final;SPORTS;;07-19";
export const events = eventRows.split('|').map((text, index) => {
	const [name = '', type = '', country = '', day = ''] = text.split(';');
	return {
		...{ name, event_type: type, targeting_value: `1e${'xyz'.charAt(index)}`, country_code: country || null },
		...{ is_global: country === '', start_time: `2026-${day}T00:00:00Z`, end_time: `2026-${day}T23:59:59Z` },
		reach: { total_reach: null },
	};
});

const byType = new Map<string, Map<string, Option>>();
for (const known of [
	...[...interests, ...platforms, ...platformVersions, ...devices, ...languages],
	...[...appStoreCategories, ...conversations, ...networkOperators, ...locations],
]) {
	const values = byType.get(known.targeting_type) ?? new Map<string, Option>();
	byType.set(known.targeting_type, values.set(known.targeting_value, known));
}

/** The option that a targeting value stands for; undefined when the value is unknown or the type has no list. */
export function findOption(type: string, value: string): Option | undefined {
	return byType.get(type)?.get(value);
}

export const hasOptions = (type: string): boolean => byType.has(type);
