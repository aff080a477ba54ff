/** Lists for resource locators: the choices of From List, page by page, filtered by what the user types. */
import { castArray, get, mapValues, once, uniqBy } from 'lodash';
import { NodeOperationError, type ILoadOptionsFunctions, type INodeListSearchResult } from 'n8n-workflow';
import { priceOfRequest } from '../ledger/requestCost';
import { connect, type Api, type ApiRequest, type ApiResponse } from '../http/connection';
import { seenWith, type SeenKind } from '../http/seenEntities';
import { mostUsd } from '../model/prices';
import { remembered } from '../memory/process';
import { queryString, asText } from '../util/text';
import { withAccessToken, type CredentialKind } from '../auth/credentialKinds';
import type { Entity } from '../model/escapedText';
import type { NodeSpec } from '../operation/nodeSpec';
import { withQuery } from '../engine/request';
import { findOwnUser, type OwnUser } from '../http/findUsers';
import { RefusedChoices } from '../engine/ownChoices';
import { withSteps } from '../engine/steps';
import { chosenHost, chosenKind, formParameters, nodeParameters } from '../engine/parameters';
import { MINUTE } from '../util/time';

export interface ListSpec {
	request(context: ListContext): ApiRequest | undefined | Promise<ApiRequest | undefined>;
	/** Kinds of credential that can load it; by default all. */
	readonly kinds?: readonly CredentialKind[];
	/** Choices without a request, used if `request` returns none. */
	readonly staticOptions?: (context: ListContext) => readonly { name: string; value: string }[];
	/** Choices that come first, before those of the first page. */
	readonly before?: (context: ListContext) => Promise<INodeListSearchResult['results']>;
	readonly at?: string;
	/** Reads the entities from the whole answer, if they need what it includes. */
	readonly entities?: (body: unknown) => readonly Entity[];
	readonly label: (entity: Entity, answer: Entity) => string;
	readonly value?: (entity: Entity) => string;
	readonly url?: (entity: Entity) => string | undefined;
	/** Request parameter and answer path of the page token. */
	readonly page?: { readonly request: string | ((context: ListContext) => string); readonly answer: string };
	/** Whether the choices are filtered here, because the API does not filter them. */
	readonly filterLocally?: boolean;
	/** Several entities may give the same choice: the first is kept. */
	readonly unique?: boolean;
	readonly then?: ListSpec;
	/** The kind that the process has seen with the credential and offers first, because it costs nothing. */
	readonly seen?: SeenKind;
}

export interface ListContext {
	readonly filter: string;
	/** The kind of the chosen credential: not every kind can load every list. */
	readonly kind: CredentialKind;
	/** The text or chosen value of another field of the form. */
	readonly parameter: (name: string) => string;
	readonly ownUserId: () => Promise<string>;
	readonly ownUser: () => Promise<OwnUser>;
}

/** n8n's `listSearch` methods. */
export const listSearch = (spec: NodeSpec, lists: Readonly<Record<string, ListSpec>>) =>
	mapValues(
		lists,
		(list) =>
			async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) {
				return await search(this, spec, list, filter ?? '', paginationToken);
			},
	);

async function search(
	context: ILoadOptionsFunctions,
	spec: NodeSpec,
	list: ListSpec,
	filter: string,
	pageToken: string | undefined,
): Promise<INodeListSearchResult> {
	const source = nodeParameters(context);
	const kind = chosenKind(spec, source);
	refuseKind(context, spec, list, kind);
	const connection = await connect(context, {
		kind,
		host: chosenHost(context, spec, source),
		maxWait: 0,
		...(spec.explain && { explain: spec.explain }),
	});
	const api = withSteps(connection, { ownChoices: new RefusedChoices() });
	const ownUser = once(() =>
		findOwnUser(context, { ...api, send: async (request) => await onceInMinutes(api, request) }),
	);
	const listContext: ListContext = {
		filter,
		kind,
		parameter: formParameters(context),
		ownUserId: async () => (await ownUser()).id,
		ownUser,
	};
	let isBilled = false;
	const ask = async (request: ApiRequest) => {
		isBilled ||= (mostUsd(priceOfRequest(request)) ?? 0) > 0;
		return await onceInMinutes(api, request);
	};
	const follow = pagesOf(list, ask, listContext);
	let answer = await follow(pageToken ?? '');
	// If the API does not filter, the first match may be on a later page, and an empty page would look like no
	// result.
	// Pages that are billed are not searched to the end.
	const further = isBilled ? FURTHER_BILLED_PAGES : FURTHER_PAGES;
	for (let left = further; left > 0 && answer.results.length === 0 && answer.paginationToken; left--)
		answer = await follow(asText(answer.paginationToken));
	if (pageToken !== undefined && pageToken !== '') return answer;
	const first = [...((await list.before?.(listContext)) ?? []), ...seenBefore(list, api, filter)];
	return { ...answer, results: uniqBy([...first, ...answer.results], 'value') };
}

const SEEN = 10;

const seenBefore = (list: ListSpec, { day }: Api, filter: string) =>
	list.seen === undefined || day === undefined
		? []
		: choicesOf(list, seenWith(day.book.key, list.seen), undefined)
				.filter(matches(filter.replace(/^@/, '')))
				.slice(0, SEEN);

function pagesOf(list: ListSpec, send: (request: ApiRequest) => Promise<ApiResponse>, context: ListContext) {
	const { filter } = context;
	const ask = async (from: ListSpec, token: string): Promise<INodeListSearchResult> => {
		const request = await from.request(context);
		if (!request) return { results: (from.staticOptions?.(context) ?? []).filter(matches(filter)) };
		const name = typeof from.page?.request === 'function' ? from.page.request(context) : from.page?.request;
		const next = name !== undefined && token !== '' ? { [name]: token } : {};
		return pageOf(from, (await send(withQuery(request, next))).body, filter);
	};
	return async (token: string): Promise<INodeListSearchResult> => {
		const { then } = list;
		if (!then) return await ask(list, token);
		const first = token.startsWith(THEN) ? { results: [] } : await ask(list, token);
		if (first.paginationToken) return first;
		// The editor asks for more when the reader scrolls; a short list cannot be scrolled.
		if (first.results.length >= SCROLLS) return { ...first, paginationToken: THEN };
		const { results, paginationToken: rest } = await ask(then, token.replace(THEN, ''));
		return {
			results: [...first.results, ...results],
			...(rest !== undefined && { paginationToken: `${THEN}${asText(rest)}` }),
		};
	};
}

const THEN = 'then ';

const SCROLLS = 8;

/** The number of further pages to read before the list shows no results. */
const FURTHER_PAGES = 4;
const FURTHER_BILLED_PAGES = 1;

/** The milliseconds for which a page of a list that is billed is remembered. */
const KEPT_FOR = 5 * MINUTE;

/** A page has up to 1,000 entities. */
const PAGES = 300;

const pages = remembered<{ readonly answer: ApiResponse; readonly at: number }>({
	name: 'pages of lists in the editor that X bills',
	of: 'credential',
	limit: PAGES,
	until: 'five minutes later',
});

/** The answer to a request; one that is billed is asked for once in some minutes. */
async function onceInMinutes(api: Api, request: ApiRequest): Promise<ApiResponse> {
	if (api.day === undefined || mostUsd(priceOfRequest(request)) === 0) return await api.send(request);
	const { method, path, query = [] } = request;
	const key = [api.day.book.key, api.day.book.writes, api.baseUrl, method, path, queryString(query)].join(
		' ',
	);
	const known = pages.get(key);
	const now = Date.now();
	if (known && Math.abs(now - known.at) < KEPT_FOR) return known.answer;
	const answer = await api.send(request);
	pages.set(key, { answer, at: now });
	return answer;
}

function pageOf(list: ListSpec, body: unknown, filter: string): INodeListSearchResult {
	const found = list.entities?.(body) ?? (get(body, list.at ?? 'data') as Entity | Entity[] | undefined);
	const all = choicesOf(list, castArray(found ?? []), body);
	const results = list.unique ? uniqBy(all, 'value') : all;
	const next: unknown = list.page && get(body, list.page.answer);
	return {
		results: list.filterLocally ? results.filter(matches(filter)) : results,
		...(typeof next === 'string' && next !== '' && { paginationToken: next }),
	};
}

function choicesOf(list: ListSpec, found: readonly Entity[], body: unknown) {
	const { value = (entity) => asText(entity.id) } = list;
	return found.map((entity) => {
		const url = list.url?.(entity);
		return {
			name: list.label(entity, (body ?? {}) as Entity),
			value: value(entity),
			...(url !== undefined && { url }),
		};
	});
}

/** The editor shows only the message. */
function refuseKind(
	context: ILoadOptionsFunctions,
	spec: NodeSpec,
	{ kinds }: ListSpec,
	kind: CredentialKind,
) {
	const accepted = kinds && withAccessToken(kinds);
	if (!accepted || accepted.includes(kind)) return;
	const working = accepted.flatMap((each) => spec.authentication[each] ?? []).join(' or ');
	throw new NodeOperationError(
		context.getNode(),
		`With ${spec.authentication[kind] ?? kind} this list cannot be loaded, only with ${working}: enter the ID instead`,
	);
}

const matches =
	(filter: string) =>
	({ name, value }: INodeListSearchResult['results'][number]) =>
		`${name} ${value}`.toLowerCase().includes(filter.toLowerCase());
