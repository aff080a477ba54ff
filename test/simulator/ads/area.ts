/** The Ads API on a production and a sandbox host. Routes without rules of their own are answered from the facts. */
import { omit } from 'lodash';
import { adsOperations, type Operation } from '../../facts';
import { routeOf } from '../documented';
import { control, defineArea, type Platform, type Route, type SimRequest, type SimResponse } from '../frame';
import { readBody, readTexts, type Values } from '../frame/validate';
import { mediaTypeOf } from '../frame/body';
import { accountHandlers } from './accounts';
import { audienceHandlers } from './audiences';
import { batchHandlers } from './batch';
import { campaigns, fundingInstruments, lineItems, targetingCriteria } from './campaigns';
import type { Context, Handler, Handlers, Payload } from './context';
import { conversionHandlers, measurementHandlers, refuseTooMany } from './conversions';
import { cardHandlers } from './creatives/cards';
import { libraryHandlers } from './creatives/library';
import { postHandlers } from './creatives/posts';
import { entityHandlers, named, updateEntity, type EntityKind } from './entities';
import { AdsError, adsRefusals, invalid, refuse, refuseIssues } from './errors';
import { leadControls, leadHandlers } from './leads';
import { limitsOf } from './limits';
import { page } from './list';
import { promotedTweetHandlers, promotePost, promotedTweets } from './promotedTweets';
import { referenceHandlers } from './reference';
import { addLineItems, seedProduction, seedSandbox } from './seed';
import { serialize, type AdsState, type Json, type Production } from './state';
import { statsControls, statsHandlers, statsOf } from './stats';

interface AdsHosts extends Production {
	readonly sandbox: { readonly state: AdsState };
}

const prerollCalls = named('preroll_call_to_action', 'prerollCalls');

const kinds: readonly EntityKind[] = [
	campaigns,
	fundingInstruments,
	lineItems,
	named('promotable_user', 'promotableUsers'),
	promotedTweets,
	targetingCriteria,
	{
		...prerollCalls,
		notFound: 'NOT_FOUND',
		filters: { ...prerollCalls.filters, line_item_ids: 'line_item_id' },
	},
];

const activate =
	(kind: EntityKind): Handler =>
	(context) => ({
		data: updateEntity(kind, context, context.path[kind.idParam] ?? '', { entity_status: 'ACTIVE' }),
	});

const handlers: Handlers = {
	...kinds.map(entityHandlers).reduce((all, some) => ({ ...all, ...some }), {}),
	...promotedTweetHandlers,
	...accountHandlers,
	...referenceHandlers,
	...batchHandlers,
	...measurementHandlers,
	...conversionHandlers,
	...leadHandlers,
	...statsHandlers,
	...cardHandlers,
	...libraryHandlers,
	...postHandlers,
	...audienceHandlers,
	'PUT /12/accounts/{account_id}/campaigns/{campaign_id}/activate': activate(campaigns),
	'PUT /12/accounts/{account_id}/line_items/{line_item_id}/activate': activate(lineItems),
};

const ESTIMATE_PATH = '/12/accounts/{account_id}/audience_estimate';
const reads = ({ method, path }: Operation) => method === 'GET' || path === ESTIMATE_PATH;

function toRoute(fact: Operation): Route<AdsHosts> {
	return {
		...routeOf(fact),
		listeners: fact.sandboxOnly ? ['adsSandbox'] : ['ads', 'adsSandbox'],
		scopes: [reads(fact) ? 'ads.read' : 'ads.write'],
		parameters: 'any',
		body: 'any',
		rateLimit: limitsOf(fact),
		handler: (hosts, request) => answer(hosts, fact, handlers[fact.route] ?? plainly, request),
	};
}

/** Operations without rules of their own: what the facts say. */
function plainly(context: Context): Payload {
	const { state, fact, request, values } = context;
	const plain = state.shelves.answer({ operation: fact, path: request.path, params: request.params, values });
	if ('missing' in plain) return refuse('NOT_FOUND', `${plain.missing} was not found`, plain.parameter);
	const rest = omit(plain.answer, 'request');
	if (!plain.rows) return { data: null, ...rest };
	return { ...rest, ...page(context, plain.rows as Json[]) };
}

/** Understand, check, do, and put it in the envelope. */
function answer(hosts: AdsHosts, fact: Operation, handle: Handler, request: SimRequest): SimResponse {
	const { state } = request.listener === 'adsSandbox' ? hosts.sandbox : hosts.production;
	const accountId = request.params.account_id ?? '';
	const { userId } = request.caller;
	const headers = { 'content-type': 'application/json; charset=utf-8', 'x-current-api-version': '12' };
	let context: Context = { state, fact, request, path: request.params, values: {}, userId, accountId };
	try {
		context = { ...context, values: valuesOf(fact, request) };
		checkAccess(context);
		const { echo, whole, headers: more, ...payload } = handle(context);
		if (whole) return whole;
		return {
			status: 200,
			headers: { ...headers, ...more },
			body: serialize({ ...payload, request: echoed(context, echo) }),
		};
	} catch (error) {
		if (!(error instanceof AdsError)) throw error;
		const failed = error.operationErrors
			? { operation_errors: error.operationErrors, request: echoed(context, { batch: request.body }) }
			: { errors: error.problems, request: echoed(context) };
		return { status: error.status, headers, body: serialize(failed) };
	}
}

/** What a request says, held against the facts; the operations of a batch are looked at one by one later. */
function valuesOf(fact: Operation, request: SimRequest): Values {
	const manner = { contract: 'pages', isAds: true, mayUnset: fact.method === 'PUT' } as const;
	const parameters = fact.parameters.filter((parameter) => parameter.in === 'query');
	if (!fact.body && request.rawBody.length > 0)
		invalid('body', 'Expected the parameters in the query string');
	const read = readTexts('query', parameters, [...request.query], manner);
	refuseIssues(read.issues);
	if (read.values.cursor !== undefined && read.values.with_total_count === true)
		refuse('EXCLUSIVE_PARAMETERS', '"cursor" and "with_total_count" exclude each other', 'with_total_count');
	if (!fact.body || fact.body.list) return read.values;
	refuseTooMany(request.body);
	const body = readBody(fact.body, request.body, mediaTypeOf(request.headers['content-type']), manner);
	refuseIssues(body.issues);
	return { ...read.values, ...body.values };
}

/** The account has to be the caller's, and a change needs the permission for it. */
function checkAccess({ state, fact, accountId, userId, values }: Context): void {
	if (accountId === '') return;
	const permissions = state.access.get(accountId)?.[userId];
	const account = state.of('accounts').findAny(accountId)?.data;
	if (!permissions || !account)
		refuse('ACCOUNT_NOT_FOUND', `Account ${accountId} was not found`, 'account_id');
	else if (account.deleted && !(fact.path === '/12/accounts/{account_id}' && values.with_deleted === true)) {
		refuse('NOT_FOUND', `Account ${accountId} was deleted`, 'account_id');
	} else if (!reads(fact) && fact.section !== 'Analytics' && !permissions.includes('ACCOUNT_ADMIN')) {
		refuse('ACTION_NOT_ALLOWED', `The user may not do that in account ${accountId}`);
	}
}

/** What was asked, as it was understood. */
function echoed({ path, values }: Context, echo?: Payload['echo']): unknown {
	if (echo && 'batch' in echo) return echoedBatch(echo.batch, path);
	return { params: { ...(echo ?? values), ...path } };
}

function echoedBatch(body: unknown, path: Context['path']): unknown {
	if (!Array.isArray(body)) return { params: path };
	return body.map((operation: unknown) => {
		const { params, ...rest } = record(operation);
		return { ...rest, params: { ...record(params), ...path } };
	});
}

const record = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null ? { ...value } : {};

export const ads = defineArea<AdsHosts>({
	name: 'ads',
	createState: (platform: Platform) => ({
		production: { state: seedProduction(platform) },
		sandbox: { state: seedSandbox(platform) },
	}),
	routes: adsOperations()
		.filter(({ section }) => section !== 'Catalog')
		.map(toRoute),
	refusals: adsRefusals,
	control: {
		...leadControls,
		addLineItems: control(
			'Fills a campaign for measurements: `{ accountId, campaignId, count }`.',
			({ production }, input) => {
				const { accountId, campaignId, count } = input as Record<'accountId' | 'campaignId', string> & {
					readonly count: number;
				};
				addLineItems(production.state, accountId, campaignId, count);
			},
		),
		promote: control(
			'Lets a line item of the own account run and promote a new Post: `{ lineItemId, text }`.',
			({ production }, input) => promotePost(production.state, input),
		),
		...statsControls,
	},
	dispose: async ({ production, sandbox }) => {
		for (const { state } of [production, sandbox]) await statsOf(state).jobs.close();
	},
});
