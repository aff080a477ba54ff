/** The lists behind From List: page by page, filtered by what the user types. */
import { encodeRfc3986 } from '../shared/util/encode';
import type { ApiRequest } from '../shared/http/connection';
import type { Entity } from '../shared/engine/expansions';
import { title } from '../shared/operation/labels';
import type { ListContext, ListSpec } from '../shared/form/search';
import { asText } from '../shared/util/text';
import { microsOf, money } from './fields/amount';
import { EVENT_TYPES, FIXED_VALUES } from './enums';

/** How every list of the advertising API is paged. */
export const page = { request: 'cursor', answer: 'next_cursor' };

const get = (path: string, ...query: [string, string][]): ApiRequest => ({
	method: 'GET',
	path,
	query: query.filter(([, value]) => value !== ''),
});

/** A path below the account that the form has chosen; no list without one. */
const inAccount =
	(segment: string, ...query: [string, string][]) =>
	({ parameter }: ListContext): ApiRequest | undefined => {
		const id = parameter('account_id');
		return id === '' ? undefined : get(`/12/accounts/${encodeRfc3986(id)}/${segment}`, ...query);
	};

/** The same, where the platform searches by name. */
const byName = (segment: string) => (asking: ListContext) =>
	inAccount(segment, ['q', asking.filter], ['count', '100'], ['with_draft', 'true'])(asking);

const all: [string, string] = ['count', '1000'];

const named = ({ name, id }: Entity) => asText(name) || asText(id);
const lower = (value: unknown) => asText(value).toLowerCase().replaceAll('_', ' ');

/** "Summer sale (paused, 140 USD a day)": the currency is shown where it is known. */
function campaignLabel(entity: Entity): string {
	const { entity_status: status, currency } = entity;
	const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = entity;
	const budget = amountOf(daily, currency, 'a day') ?? amountOf(total, currency, 'in all');
	return labelled(named(entity), lower(status), budget ?? asText(currency));
}

/** "Autumn (paused, engagements, bid 0.32 USD)". */
function lineItemLabel(entity: Entity): string {
	const { entity_status: status, objective, bid_amount_local_micro: bid, currency } = entity;
	const amount = amountOf(bid, currency);
	return labelled(
		named(entity),
		lower(status),
		lower(objective),
		amount === undefined ? '' : `bid ${amount}`,
	);
}

/** "Insertion order 4711 (50000 USD left, insertion order)": the currency first, where a narrow form still shows it. */
function fundingLabel({ description, type, currency, credit_remaining_local_micro: left }: Entity): string {
	const kind = lower(type);
	return labelled(asText(description) || kind, amountOf(left, currency, 'left') ?? asText(currency), kind);
}

const labelled = (name: string, ...details: string[]) => `${name} (${details.filter(Boolean).join(', ')})`;

function amountOf(value: unknown, currency: unknown, rest = ''): string | undefined {
	const micros = microsOf(value);
	return micros === undefined ? undefined : `${money(micros, currency)} ${rest}`.trim();
}

/** Countries with a market for in-stream ads; the list of curated categories asks for some. */
const MARKETS =
	'AE,AR,AU,BE,BR,CA,CH,CL,CO,DE,DK,EG,ES,FI,FR,GB,HK,ID,IE,IN,IT,JP,KR,MX,MY,NG,NL,NO,NZ,PE,PH,PL,PT,SA,SE,SG,TH,TR,TW,UA,US,VE,VN,ZA';

/** Children of line items have no names: what they are and where they hang must do. */
const child = (segment: string, ...fields: string[]): ListSpec => ({
	request: inAccount(segment, all),
	label: (entity) =>
		[...fields.map((name) => asText(entity[name])), asText(entity.id)].filter(Boolean).join(' · '),
	page,
	filterLocally: true,
});

export const lists: Readonly<Record<string, ListSpec>> = {
	searchAccounts: {
		request: ({ filter }) => get('/12/accounts', ['q', filter], ['count', '100']),
		label: (entity) => `${named(entity)} (${asText(entity.id)})`,
		page,
	},
	searchCampaigns: { request: byName('campaigns'), label: campaignLabel, page },
	searchLineItems: {
		request: byName('line_items'),
		label: lineItemLabel,
		page,
	},
	searchFundingInstruments: {
		request: inAccount('funding_instruments', all),
		label: fundingLabel,
		page,
		filterLocally: true,
	},
	searchCuratedCategories: {
		request: inAccount('curated_categories', ['country_codes', MARKETS]),
		label: (entity) => `${named(entity)} (${asText(entity.id)})`,
		page,
		filterLocally: true,
		unique: true,
	},
	searchLineItemCuratedCategories: child(
		'line_item_curated_categories',
		'line_item_id',
		'curated_category_id',
	),
	searchMediaCreatives: child('media_creatives', 'creative_type', 'line_item_id', 'landing_url'),
	searchPromotedAccounts: child('promoted_accounts', 'user_id', 'line_item_id'),
	searchPromotedPosts: child('promoted_tweets', 'tweet_id', 'line_item_id'),
	searchScheduledPromotedPosts: child('scheduled_promoted_tweets', 'scheduled_tweet_id', 'line_item_id'),
	searchTrackingTags: child('tracking_tags', 'tracking_tag_url', 'line_item_id'),
	searchPromotableUsers: child('promotable_users', 'user_id', 'promotable_user_type'),
	searchUsersToPromote: {
		...child('promotable_users', 'user_id', 'promotable_user_type'),
		value: ({ user_id: id }) => asText(id),
		unique: true,
	},
	searchOwnUser: {
		request: inAccount('authenticated_user_access'),
		label: ({ user_id: id }) => `${asText(id)} (the authenticated user)`,
		value: ({ user_id: id }) => asText(id),
	},
	searchRecommendations: {
		request: ({ parameter }) => {
			const id = parameter('account_id');
			return id === '' ? undefined : get(`/5/accounts/${encodeRfc3986(id)}/recommendations`);
		},
		label: ({ message, id }) => `${asText(message)} (${asText(id)})`,
		filterLocally: true,
	},
	/** Every entry is one combination of placements that goes together. */
	searchPlacements: {
		request: ({ parameter }) => get('/12/line_items/placements', ['product_type', parameter('product_type')]),
		at: 'data.0.placements',
		label: (combination) => Object.values(combination).map(asText).map(title).join(' + '),
		value: (combination) => Object.values(combination).map(asText).join(','),
		filterLocally: true,
	},
	searchTvMarkets: {
		request: () => get('/12/targeting_criteria/tv_markets'),
		label: ({ name, locale }) => `${asText(name)} (${asText(locale)})`,
		value: ({ locale }) => asText(locale),
		filterLocally: true,
	},
	searchTargetingValues: {
		request: ({ parameter, filter }) => targetingOptions(typeIn(parameter), filter, marketIn(parameter)),
		staticOptions: ({ parameter, filter }) => fixedValues(typeIn(parameter), filter),
		label: ({ name, location_type: type, os_type: os, country_code: country }) => {
			const more = [type, os, country].filter((each) => each !== undefined && each !== null);
			return more.length > 0 ? `${asText(name)} (${more.map(asText).join(', ')})` : asText(name);
		},
		value: ({ targeting_value: value }) => asText(value),
		page,
		filterLocally: true,
	},
};

/** The chosen type: of the row that asks (an ampersand means beside the field), or of the form. */
const typeIn = (parameter: ListContext['parameter']) =>
	parameter('&criterion_type') || parameter('targeting_type');

const marketIn = (parameter: ListContext['parameter']) =>
	parameter('&tv_market') || parameter('tv_market') || 'en-US';

/** The values that a type always has; for keywords, users and audiences what the user types. */
const fixedValues = (type: string, typed: string) =>
	Object.entries(FIXED_VALUES[type] ?? (typed === '' ? {} : { [typed]: typed })).map(([value, name]) => ({
		name,
		value,
	}));

/** Where the values of a targeting type are found; undefined for keywords, users and audiences. */
function targetingOptions(type: string, filter: string, market: string): ApiRequest | undefined {
	const q: [string, string] = ['q', filter];
	switch (type) {
		case 'APP_STORE_CATEGORY':
		case 'APP_STORE_CATEGORY_LOOKALIKE':
			return get('/12/targeting_criteria/app_store_categories', q);
		case 'CONVERSATION':
			return get('/12/targeting_criteria/conversations', all);
		case 'DEVICE':
			return get('/12/targeting_criteria/devices', q, all);
		case 'EVENT':
			return get('/12/targeting_criteria/events', ['event_types', Object.keys(EVENT_TYPES).join(',')], all);
		case 'INTEREST':
			return get('/12/targeting_criteria/interests', q, all);
		case 'LANGUAGE':
			return get('/12/targeting_criteria/languages', q, all);
		case 'LOCATION':
			return get('/12/targeting_criteria/locations', q, ['count', '100']);
		case 'NETWORK_OPERATOR':
			return get('/12/targeting_criteria/network_operators', q, all);
		case 'PLATFORM':
			return get('/12/targeting_criteria/platforms', q);
		case 'PLATFORM_VERSION':
			return get('/12/targeting_criteria/platform_versions', q);
		case 'LIVE_TV_EVENT':
		case 'TV_SHOW':
			return get('/12/targeting_criteria/tv_shows', ['locale', market], q, ['count', '50']);
		default:
			return undefined;
	}
}
