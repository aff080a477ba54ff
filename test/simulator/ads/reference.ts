/** Reference data: categories, bidding rules, placements, publishers, recommendations, suggestions, targeting values. */
import omit from 'lodash/omit';
import * as categories from './categories';
import type { Context, Handlers, Payload } from './context';
import { invalid, refuse } from './errors';
import { page } from './list';
import * as options from './options';
import { listValue, numberValue, textValue } from './parameters';
import { recommendations } from './seed';
import { text, type Json } from './state';

type Row = Readonly<Record<string, Json>>;

/** Values that fit `q` and the parameters that name a field, page by page where the operation has pages. */
function searched(rows: readonly Row[], fields: Readonly<Record<string, string>> = {}) {
	return (context: Context): Payload => {
		const { values, fact } = context;
		const q = textValue(values, 'q')?.toLowerCase();
		const tests = Object.entries(fields).flatMap(([name, field]) => {
			const wanted = values[name];
			return wanted === undefined ? [] : [(row: Row) => row[field] === wanted];
		});
		const found = rows.filter(
			(row) =>
				(q === undefined || text(row.name).toLowerCase().includes(q)) && tests.every((test) => test(row)),
		);
		if (fact.params.some(({ name }) => name === 'cursor')) return page(context, found);
		const count = numberValue(values, 'count');
		return { data: count === undefined ? found : found.slice(0, count) };
	};
}

function showsOf(context: Context): Payload {
	const { values } = context;
	const locale = textValue(values, 'locale') ?? '';
	if (!options.tvMarkets.some((market) => market.locale === locale)) {
		return invalid('locale', `"${locale}" is not the locale of a TV market`, locale);
	}
	const [language = '', country = ''] = locale.split('-');
	const here = options.tvShows.filter(({ locales }) =>
		locales.some((each) => each.language === language && each.country === country),
	);
	const found = searched(here)(context);
	return { ...found, echo: { ...values, locale: { languageCode: language, countryCode: country } } };
}

function eventsOf(context: Context): Payload {
	const { values } = context;
	const types = listValue(values, 'event_types');
	const countries = listValue(values, 'country_codes');
	const start = textValue(values, 'start_time') ?? '';
	const end = textValue(values, 'end_time') ?? '9999';
	const found = options.events.filter(
		(event) =>
			(types?.includes(event.event_type) ?? true) &&
			(countries === undefined || event.country_code === null || countries.includes(event.country_code)) &&
			event.end_time >= start &&
			event.start_time <= end,
	);
	return { ...page(context, found), data_type: 'events' };
}

function curated(context: Context): Payload {
	const countries = listValue(context.values, 'country_codes') ?? [];
	const found = categories.curatedCategories.filter(({ country_codes: codes }) =>
		codes.some((code) => countries.includes(code)),
	);
	return { ...page(context, found), total_count: found.length };
}

/** Words and users near the given ones; numbers are users, everything else is a keyword. */
function suggestions({ values }: Context): Payload {
	const type = textValue(values, 'suggestion_type') ?? '';
	const given = listValue(values, 'targeting_values') ?? [];
	const users = type === 'USER_ID';
	const odd = given.find((value) => /^\d+$/.test(value) !== users);
	if (odd !== undefined) return invalid('targeting_values', `"${odd}" is not a ${type}`, odd);
	const all = given.flatMap((value) =>
		Array.from({ length: 25 }, (_, index) =>
			users ? String(BigInt(value) + BigInt(index + 1)) : `${value} ${index + 1}`,
		),
	);
	const count = numberValue(values, 'count') ?? 30;
	return { data: all.slice(0, count).map((value) => ({ suggestion_type: type, suggestion_value: value })) };
}

const whole =
	(rows: readonly Row[], total = false) =>
	(): Payload => ({
		data: [...rows],
		next_cursor: null,
		...(total && { total_count: rows.length }),
	});

function recommendation({ path, accountId }: Context): Payload {
	const found = recommendations.find(
		({ id, account_id: owner }) => id === path.recommendation_id && owner === accountId,
	);
	if (!found) return refuse('NOT_FOUND', 'The recommendation was not found', 'recommendation_id');
	return { data: found, data_type: 'recommendations' };
}

export const referenceHandlers: Handlers = {
	'GET /12/advertiser_business_categories': whole(categories.advertiserBusinessCategories),
	'GET /12/content_categories': whole(categories.contentCategories, true),
	'GET /12/publishers': whole(categories.publishers),
	'GET /12/iab_categories': (context) => page(context, categories.iabCategories),
	'GET /12/bidding_rules': ({ values }) => {
		const found = categories.biddingRules.filter(
			({ currency }) => (values.currency ?? currency) === currency,
		);
		return { data: found, data_type: 'bidding_rule', total_count: found.length };
	},
	'GET /12/line_items/placements': ({ values }) => ({
		data: categories.placements.filter(({ product_type: type }) => (values.product_type ?? type) === type),
	}),
	'GET /12/accounts/{account_id}/curated_categories': curated,
	'GET /12/accounts/{account_id}/curated_categories/{curated_category_id}': ({ path }) => {
		const found = categories.curatedCategories.find(({ id }) => id === path.curated_category_id);
		return found ? { data: found } : refuse('NOT_FOUND', 'The category was not found', 'curated_category_id');
	},
	'GET /5/accounts/{account_id}/recommendations': ({ accountId }) => {
		const found = recommendations.filter((each) => each.account_id === accountId);
		return { data: found.map((each) => omit(each, 'changes')), total_count: found.length };
	},
	'GET /5/accounts/{account_id}/recommendations/{recommendation_id}': recommendation,
	'GET /12/accounts/{account_id}/targeting_suggestions': suggestions,
	'GET /12/targeting_criteria/app_store_categories': searched(options.appStoreCategories, {
		os_type: 'os_type',
	}),
	'GET /12/targeting_criteria/conversations': searched(options.conversations, {
		conversation_type: 'conversation_type',
	}),
	'GET /12/targeting_criteria/devices': searched(options.devices),
	'GET /12/targeting_criteria/events': eventsOf,
	'GET /12/targeting_criteria/interests': searched(options.interests),
	'GET /12/targeting_criteria/languages': searched(options.languages),
	'GET /12/targeting_criteria/locations': searched(options.locations, {
		location_type: 'location_type',
		country_code: 'country_code',
	}),
	'GET /12/targeting_criteria/network_operators': (context) =>
		searched(options.networkOperators, { country_code: 'country_code' })({
			...context,
			values: { ...context.values, country_code: context.values.country_code ?? 'US' },
		}),
	'GET /12/targeting_criteria/platform_versions': (context) => ({
		...searched(options.platformVersions)(context),
		data_type: 'targeting_criterion',
	}),
	'GET /12/targeting_criteria/platforms': searched(options.platforms),
	'GET /12/targeting_criteria/tv_markets': () => ({ data: options.tvMarkets }),
	'GET /12/targeting_criteria/tv_shows': showsOf,
};
