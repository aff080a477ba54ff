/** This file has the searches behind From List that several nodes share. */
import type { Entity } from '../model/escapedText';
import type { ListContext, ListSpec } from '../form/search';
import type { ApiRequest } from '../http/connection';
import { encodeRfc3986, asText } from '../util/text';
import { microsOf, money } from './micros';
import { locatorOf } from '../fields';

/** The paging of every list in the Ads API: https://docs.x.com/x-ads-api/fundamentals/pagination */
export const page = { request: 'cursor', answer: 'next_cursor' };

export const LARGEST_PAGE: [string, string] = ['count', '1000'];

/** Returns a request for a list. Empty parameters are not sent. */
export const listRequest = (path: string, ...query: [string, string][]): ApiRequest => ({
	method: 'GET',
	path,
	query: query.filter(([, value]) => value !== ''),
});

/** A list below the chosen account. Undefined while no account is chosen. */
export const listInAccount = (segment: string, ...query: [string, string][]) =>
	listOfVersion(12, segment, ...query);

/** The same in the version of the Ads API that documents the list. */
export const listOfVersion =
	(version: number, segment: string, ...query: [string, string][]) =>
	({ parameter }: ListContext): ApiRequest | undefined => {
		const id = parameter('account_id');
		const path = `/${version}/accounts/${encodeRfc3986(id)}/${segment}`;
		return id === '' ? undefined : listRequest(path, ...query);
	};

/** Returns a list below the chosen account that X searches by name. */
export const searchInAccount = (segment: string) => (context: ListContext) =>
	listInAccount(segment, ['q', context.filter], ['count', '100'], ['with_draft', 'true'])(context);

/** Returns a list of entities without a name. The label shows what they are and what they belong to. */
export const unnamedList = (segment: string, ...fields: string[]): ListSpec => ({
	request: listInAccount(segment, LARGEST_PAGE),
	label: (entity) =>
		[...fields.map((name) => asText(entity[name])), asText(entity.id)].filter(Boolean).join(' · '),
	page,
	filterLocally: true,
});

/** Returns the name of an entity, or its ID. */
export const nameOf = ({ name, id }: Entity) => asText(name) || asText(id);

/** PROMOTED_TWEET → "promoted tweet", as labels have it. */
export const lower = (value: unknown) => asText(value).toLowerCase().replaceAll('_', ' ');

/** "Summer sale (paused, 140 USD a day)", with the currency if it is known. */
function campaignLabel(entity: Entity): string {
	const { entity_status: status, currency } = entity;
	const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = entity;
	const budget = amountOf(daily, currency, 'a day') ?? amountOf(total, currency, 'in all');
	return labelled(nameOf(entity), lower(status), budget ?? asText(currency));
}

/** "Autumn (paused, engagements, bid 0.32 USD)". */
function lineItemLabel(entity: Entity): string {
	const { entity_status: status, objective, bid_amount_local_micro: bid, currency } = entity;
	const amount = amountOf(bid, currency);
	return labelled(
		nameOf(entity),
		lower(status),
		lower(objective),
		amount === undefined ? '' : `bid ${amount}`,
	);
}

/** "Insertion order 4711 (50000 USD left, insertion order)": a narrow form cuts off the end. */
function fundingLabel({ description, type, currency, credit_remaining_local_micro: left }: Entity): string {
	const kind = lower(type);
	return labelled(asText(description) || kind, amountOf(left, currency, 'left') ?? asText(currency), kind);
}

const labelled = (name: string, ...details: string[]) => `${name} (${details.filter(Boolean).join(', ')})`;

function amountOf(value: unknown, currency: unknown, rest = ''): string | undefined {
	const micros = microsOf(value);
	return micros === undefined ? undefined : `${money(micros, currency)} ${rest}`.trim();
}

const LONGEST_TEXT = 60;

/** "Our summer sale begins (2026-06-01T08:00:00Z)": the name or text of a Post, and the time when it is published. */
export function postLabel({ name, text, full_text: full, scheduled_at: at, id }: Entity): string {
	const said = asText(name) || asText(full ?? text).replace(/\s+/g, ' ') || asText(id);
	const short = said.length > LONGEST_TEXT ? `${said.slice(0, LONGEST_TEXT)}…` : said;
	return at === undefined || at === null ? short : labelled(short, asText(at));
}

export const accountLists: Readonly<Record<string, ListSpec>> = {
	searchAccounts: {
		request: ({ filter }) => listRequest('/12/accounts', ['q', filter], ['count', '100']),
		label: (entity) => `${nameOf(entity)} (${asText(entity.id)})`,
		page,
	},
	searchCampaigns: { request: searchInAccount('campaigns'), label: campaignLabel, page },
	searchFundingInstruments: {
		request: listInAccount('funding_instruments', LARGEST_PAGE),
		label: fundingLabel,
		page,
		filterLocally: true,
	},
	searchAccountMedia: unnamedList('account_media', 'creative_type', 'video_id'),
	searchScheduledPosts: {
		request: listInAccount('scheduled_tweets', ['count', '200']),
		label: postLabel,
		page,
		filterLocally: true,
	},
	searchLineItems: { request: searchInAccount('line_items'), label: lineItemLabel, page },
	searchUsersToPromote: {
		...unnamedList('promotable_users', 'user_id', 'promotable_user_type'),
		value: ({ user_id: id }) => asText(id),
		unique: true,
	},
};

export const leadForm = locatorOf({
	name: 'Lead Form',
	search: 'searchLeadForms',
	pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
	shape: 'an ID such as 3f2b8c1a-8f4e-4a0b-9df2-0123456789ab',
	example: '3f2b8c1a-8f4e-4a0b-9df2-0123456789ab',
});

export const leadFormLists: Readonly<Record<'searchLeadForms', ListSpec>> = {
	searchLeadForms: {
		request: listInAccount('lead_forms', ['count', '200']),
		label: (entity) => `${nameOf(entity)} (${asText(entity.id).slice(0, 8)})`,
		page,
		filterLocally: true,
	},
};
