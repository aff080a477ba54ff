/** Reference data with a search of its own: categories, bidding rules, placements, places, TV shows. */
import * as categories from './categories';
import { numberValue, textValue, type Context, type Handlers, type Payload } from './context';
import { invalid } from './errors';
import { page } from './list';
import * as options from './options';
import { text, type Json } from './state';

type Row = Readonly<Record<string, Json>>;

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
	if (!options.tvMarkets.some((market) => market.locale === locale))
		return invalid('locale', `"${locale}" is not the locale of a TV market`, locale);
	const [language = '', country = ''] = locale.split('-');
	const here = options.tvShows.filter(({ locales }) =>
		locales.some((each) => each.language === language && each.country === country),
	);
	const echo = { ...values, locale: { languageCode: language, countryCode: country } };
	return { ...searched(here)(context), echo };
}

export const referenceHandlers: Handlers = {
	'GET /12/advertiser_business_categories': searched(categories.advertiserBusinessCategories),
	'GET /12/iab_categories': (context) => page(context, categories.iabCategories),
	'GET /12/bidding_rules': searched(categories.biddingRules),
	'GET /12/line_items/placements': searched(categories.placements),
	'GET /12/targeting_criteria/locations': searched(options.locations),
	'GET /12/targeting_criteria/tv_shows': showsOf,
};
