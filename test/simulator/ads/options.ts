/** What can be targeted: the values behind the searches below /12/targeting_criteria, the same on both hosts. */
import { createHash } from 'crypto';
import * as places from './places';

export interface Option {
	readonly targeting_type: string;
	readonly targeting_value: string;
	readonly name: string;
	readonly [field: string]: string;
}

const option = (type: string, value: string, name: string, more: Record<string, string> = {}): Option => ({
	name,
	targeting_type: type,
	targeting_value: value,
	...more,
});

const code = (start: string, index: number) => (parseInt(start, 36) + index).toString(36);

const interestTree: Readonly<Record<string, string>> = {
	'Books and literature':
		'Biographies and memoirs|Business and finance|Cookbooks, food, and wine|Fantasy|Health, mind, and body|Mystery and crime|Nonfiction|Science fiction|Young adult',
	Business:
		'Advertising|Biotech|Business software|Entrepreneurship|Human resources|Investors|Leadership|Marketing|Startups',
	'Home and garden': 'Appliances|Gardening|Home repair|Interior decorating|Landscaping|Remodeling',
	'Movies and television': 'Animation|Comedy|Documentary|Drama|Horror|Reality TV|Romance|Science fiction',
	'Personal finance':
		'Beginning investing|Credit and loans|Financial planning|Insurance|Real estate|Retirement planning',
	Sports: 'Baseball|Basketball|Cricket|Cycling|Golf|Running|Soccer|Swimming|Tennis|Volleyball|Winter sports',
	'Technology and computing':
		'Computer programming|Databases|Mobile|Network security|Open source|SEO|Startups|Tech news|Web design',
	Travel: 'Adventure travel|Air travel|Budget travel|Business travel|Cruises|Hotels|National parks',
};

export const interests = Object.entries(interestTree).flatMap(([group, names], index) =>
	names
		.split('|')
		.map((name, at) => option('INTEREST', String(1001 + index * 1000 + at), `${group}/${name}`)),
);

export const platforms = [
	'iOS',
	'Android',
	'BlackBerry phones and tablets',
	'Mobile web on other devices',
	'Desktop and laptop computers',
].map((name, index) => option('PLATFORM', String(index), name));

export const platformVersions = [
	...(
		[
			'Ice Cream Sandwich 4.0',
			'Jelly Bean 4.1',
			'KitKat 4.4',
			'Lollipop 5.0',
			'Marshmallow 6.0',
			'Nougat 7.0',
			'Pie 9.0',
		] as const
	).map((text, index) => version('Android', text, 17 + index)),
	...(['iOS 12.0', 'iOS 13.0', 'iOS 14.0', 'iOS 15.0', 'iOS 16.0'] as const).map((text, index) =>
		version('iOS', text, 60 + index),
	),
];

function version(os: string, text: string, value: number): Option {
	const at = text.lastIndexOf(' ');
	return option('PLATFORM_VERSION', String(value), text.slice(0, at), {
		number: text.slice(at + 1),
		os_type: os,
	});
}

const deviceNames: Readonly<Record<string, string>> = {
	'iOS/Apple':
		'iPhone 3GS|iPhone 4|iPhone 4S|iPhone 5|iPhone 6|iPhone 7|iPhone 8|iPhone X|iPhone 11|iPhone 12|iPhone 13|iPhone 14|iPad 2|iPad Air|iPad mini|iPad Pro',
	'Android/Samsung': 'Galaxy S6|Galaxy S7|Galaxy S8|Galaxy S9|Galaxy S10|Galaxy S20|Galaxy S21|Galaxy Note 9',
	'Android/Google': 'Nexus 5|Nexus 6P|Pixel|Pixel 3|Pixel 4a|Pixel 6|Pixel 7',
};

export const devices = Object.entries(deviceNames).flatMap(([maker, names], index) => {
	const [os = '', manufacturer = ''] = maker.split('/');
	return names
		.split('|')
		.map((name, at) => option('DEVICE', code('1q', index * 40 + at), name, { manufacturer, os_type: os }));
});

export const languages = (
	[
		['ar', 'Arabic'],
		['da', 'Danish'],
		['de', 'German'],
		['en', 'English'],
		['es', 'Spanish'],
		['fi', 'Finnish'],
		['fr', 'French'],
		['hi', 'Hindi'],
		['id', 'Indonesian'],
		['it', 'Italian'],
		['ja', 'Japanese'],
		['ko', 'Korean'],
		['nl', 'Dutch'],
		['no', 'Norwegian'],
		['pl', 'Polish'],
		['pt', 'Portuguese'],
		['ru', 'Russian'],
		['sv', 'Swedish'],
		['th', 'Thai'],
		['tr', 'Turkish'],
	] as const
).map(([value, name]) => option('LANGUAGE', value, name));

const appGroups =
	'Books|Business|Education|Entertainment|Finance|Food & Drink|Games: Action|Games: Music|Games: Puzzle|Health & Fitness|Lifestyle|Medical|Music|Navigation|News|Photo & Video|Shopping|Social Networking|Sports|Travel|Utilities|Weather';

export const appStoreCategories = ['ANDROID', 'IOS'].flatMap((os, index) =>
	appGroups
		.split('|')
		.map((name, at) => option('APP_STORE_CATEGORY', code('qouj', index * 30 + at), name, { os_type: os })),
);

const conversationNames: Readonly<Record<string, string>> = {
	SPORTS: 'NFL|NBA|MLB|NHL|Formula 1|Cricket',
	BOOKS: 'Dune|The Hobbit|Emma',
	BRANDS: 'Northwind Coffee|Contoso Motors|Fabrikam Shoes',
	MOVIES: 'Star Voyage|The Long Summer',
	MUSIC_GENRES: 'Jazz|K-pop|Hip hop|Classical',
	VIDEO_GAMES: 'Castle Builder|Space Miner|Kart Cup',
};

export const conversations = Object.entries(conversationNames).flatMap(([type, names], index) =>
	names
		.split('|')
		.map((name, at) =>
			option('CONVERSATION', code('a1', index * 20 + at), name, { conversation_type: type }),
		),
);

const operatorNames: Readonly<Record<string, string>> = {
	US: 'Advantage|Aeris|Airadigm|Airlink PCS|Airpeak|AT&T|Sprint|T-Mobile|US Cellular|Verizon',
	GB: 'EE|O2|Three|Vodafone',
	JP: 'au|NTT Docomo|Rakuten|SoftBank',
};

export const networkOperators = Object.entries(operatorNames).flatMap(([country, names], index) =>
	names
		.split('|')
		.map((name, at) =>
			option('NETWORK_OPERATOR', code('14', index * 30 + at), name, { country_code: country }),
		),
);

export const tvMarkets = (
	[
		['France', 'fr-FR'],
		['Chile', 'es-CL'],
		['Germany', 'de-DE'],
		['Netherlands', 'nl-NL'],
		['United States', 'en-US'],
		['Venezuela', 'es-VE'],
		['Brazil', 'pt-BR'],
		['Mexico', 'es-MX'],
		['Colombia', 'es-CO'],
		['United Kingdom', 'en-GB'],
		['Argentina', 'es-AR'],
		['Japan', 'ja-JP'],
		['Canada', 'en-CA'],
		['Spain', 'es-ES'],
		['Italy', 'it-IT'],
		['United States - Hispanic', 'es-US'],
		['Ireland', 'en-IE'],
	] as const
).map(([name, locale]) => ({ name, country_code: locale.slice(3), locale }));

/** Shows by locale; their values are numbers on the wire. */
export const tvShows = tvMarkets.flatMap(({ locale, country_code: country }, index) =>
	['NewsWatch', 'Morning News', 'Late Kitchen', 'City Hospital', 'Quiz Hour', 'Evening News'].map(
		(name, at) => ({
			name,
			targeting_value: 10_027_243_420 + index * 100 + at,
			genre: at % 2 === 0 ? 'PAID' : 'NEWS',
			locales: [{ language: locale.slice(0, 2), country }],
		}),
	),
);

export const events = (
	[
		["New Year's", 'HOLIDAY', null, 31],
		['Film Awards Night', 'MUSIC_AND_ENTERTAINMENT', 'US', 70],
		['World Cup Final', 'SPORTS', null, 200],
		['Developer Days', 'CONFERENCE', 'US', 140],
		['General Election', 'POLITICS', 'GB', 160],
		['Monday Motivation', 'RECURRING', null, 3],
		['Science Week', 'OTHER', 'JP', 90],
	] as const
).map(([name, type, country, day], index) => ({
	name,
	event_type: type,
	targeting_value: code('1ex', index),
	country_code: country,
	is_global: country === null,
	start_time: new Date(Date.UTC(2026, 0, day)).toISOString().replace('.000', ''),
	end_time: new Date(Date.UTC(2026, 0, day + 2)).toISOString().replace('.000', ''),
	reach: { total_reach: null },
	top_users: [],
	top_tweets: [],
	top_hashtags: [],
	gender_breakdown_percentage: {},
	device_breakdown_percentage: {},
	country_breakdown_percentage: {},
}));

/** Identifiers of places are 16 hexadecimal digits. */
const placeId = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16);

export const locations: readonly Option[] = places.all.map(({ name, type, country, id }) =>
	option('LOCATION', id ?? placeId(`${type} ${name}`), name, { location_type: type, country_code: country }),
);

const byType = new Map<string, Map<string, Option>>();
for (const known of [
	...interests,
	...platforms,
	...platformVersions,
	...devices,
	...languages,
	...appStoreCategories,
	...conversations,
	...networkOperators,
	...locations,
]) {
	const values = byType.get(known.targeting_type) ?? new Map<string, Option>();
	byType.set(known.targeting_type, values.set(known.targeting_value, known));
}

/** The option that a targeting value stands for; undefined when the value is unknown or the type has no list. */
export function findOption(type: string, value: string): Option | undefined {
	return byType.get(type)?.get(value);
}

export const hasOptions = (type: string): boolean => byType.has(type);
