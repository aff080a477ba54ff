/** Reference data with a search of its own: kinds of business, places, TV shows. The same on both hosts. */
import { operationOf, sampleOf } from '../../facts';
import { numberValue, textValue, type Context, type Handlers, type Payload } from './context';
import { invalid } from './errors';
import { ids } from './ids';
import { page } from './list';
import { text, type Json } from './state';

type Row = Readonly<Record<string, Json>>;

/** What an advertiser is in, by the IAB categories that belong to it. */
const advertiserBusinessCategories = [
	'1jp;Financial Services;3 13 21',
	'1jm;Health & Pharma;7',
	'1jn;Alcohol;8-5 8-18',
	'1jq;Retail;18',
	'1jr;Travel;20',
	'1js;Gaming;9-30',
	'1ju;Telecommunication;19-6 19-18',
	'1jv;Auto;2',
].map((text) => {
	const [id = '', name = '', numbers = ''] = text.split(';');
	return { id, name, iab_categories: numbers.split(' ').map((number) => `IAB${number}`) };
});

/** The values that the documentation shows of a search below /12/targeting_criteria. */
const shownOf = (segment: string): readonly Row[] =>
	(sampleOf(operationOf(`GET /12/targeting_criteria/${segment}`)).answer as { data: Row[] }).data;

const locations: readonly Row[] = [
	...shownOf('locations'),
	{
		name: 'United States',
		targeting_type: 'LOCATION',
		targeting_value: ids.unitedStates,
		location_type: 'COUNTRIES',
		country_code: 'US',
	},
];

const tvMarkets = shownOf('tv_markets');

/** The documented shows once for each market; their values are numbers on the wire. */
const tvShows = tvMarkets.flatMap(({ locale }, index) =>
	shownOf('tv_shows').map((show) => {
		const [language = '', country = ''] = text(locale).split('-');
		return {
			...show,
			targeting_value: Number(show.targeting_value) + index,
			locales: [{ language, country }],
		};
	}),
);

/** Values that fit `q` and the parameters that go by the name of a field, by pages where the operation has pages. */
const searched =
	(rows: readonly Row[]) =>
	(context: Context): Payload => {
		const { values, fact } = context;
		const q = textValue(values, 'q')?.toLowerCase() ?? '';
		const found = rows.filter(
			(row) =>
				text(row.name).toLowerCase().includes(q) &&
				Object.keys(row).every((name) => values[name] === undefined || values[name] === row[name]),
		);
		if (fact.parameters.some(({ name }) => name === 'cursor')) return page(context, found);
		return { data: found.slice(0, numberValue(values, 'count') ?? found.length) };
	};

function showsOf(context: Context): Payload {
	const { values } = context;
	const locale = textValue(values, 'locale') ?? '';
	if (!tvMarkets.some((market) => market.locale === locale))
		return invalid('locale', `"${locale}" is not the locale of a TV market`, locale);
	const [language = '', country = ''] = locale.split('-');
	const here = tvShows.filter(({ locales }) =>
		locales.some((each) => each.language === language && each.country === country),
	);
	const echo = { ...values, locale: { languageCode: language, countryCode: country } };
	return { ...searched(here)(context), echo };
}

export const referenceHandlers: Handlers = {
	'GET /12/advertiser_business_categories': searched(advertiserBusinessCategories),
	'GET /12/targeting_criteria/locations': searched(locations),
	'GET /12/targeting_criteria/tv_shows': showsOf,
};
