/** The ads side of the platform: 91 operations of campaign management on a production and a sandbox host. */
import { z } from 'zod';
import { defineArea, type Platform, type Route, type SimRequest, type SimResponse } from '../frame';
import { accountApps, accountHandlers, promotableUsers } from './accounts';
import { batchHandlers } from './batch';
import { campaigns, fundingInstruments } from './campaigns';
import type { Context, Handler, Handlers, Payload } from './context';
import { creativeHandlers, creativeKinds } from './creatives';
import { entityHandlers, updateEntity, type EntityKind } from './entities';
import { AdsError, invalid, refuse } from './errors';
import { operations, routeOf, type OperationFact } from './facts';
import { AdsLimits, frameLimit, type Category } from './limits';
import { lineItems } from './lineItems';
import { parseText } from './parameters';
import { referenceHandlers } from './reference';
import { adsRefusals } from './refusals';
import { addLineItems, seedProduction, seedSandbox } from './seed';
import { serialize } from './serialize';
import type { AdsState } from './state';
import { targetingCriteria } from './targeting';

export interface AdsHosts {
	readonly production: { readonly state: AdsState; readonly limits: AdsLimits };
	readonly sandbox: { readonly state: AdsState; readonly limits: AdsLimits };
}

const kinds: readonly EntityKind[] = [
	accountApps,
	campaigns,
	fundingInstruments,
	lineItems,
	promotableUsers,
	targetingCriteria,
	...creativeKinds,
];

const activate =
	(kind: EntityKind): Handler =>
	(context) => ({
		data: updateEntity(kind, context, context.path[kind.idParam] ?? '', { entity_status: 'ACTIVE' }),
	});

const handlers: Handlers = {
	...kinds.map(entityHandlers).reduce((all, some) => ({ ...all, ...some }), {}),
	...creativeHandlers,
	...accountHandlers,
	...referenceHandlers,
	...batchHandlers,
	'PUT /12/accounts/{account_id}/campaigns/{campaign_id}/activate': activate(campaigns),
	'PUT /12/accounts/{account_id}/line_items/{line_item_id}/activate': activate(lineItems),
};

const estimatePath = '/12/accounts/{account_id}/audience_estimate';
const reads = ({ method, path }: OperationFact) => method === 'GET' || path === estimatePath;

function routeFor(fact: OperationFact): Route<AdsHosts> {
	const handle = handlers[routeOf(fact)];
	if (!handle) throw new Error(`Nothing answers ${routeOf(fact)}`);
	return {
		method: fact.method,
		path: fact.path,
		listeners: fact.sandboxOnly ? ['adsSandbox'] : ['ads', 'adsSandbox'],
		auth: ['oAuth1', 'oAuth2'],
		scopes: [reads(fact) ? 'ads.read' : 'ads.write'],
		parameters: 'any',
		body: 'any',
		rateLimit: frameLimit(fact),
		handler: (hosts, request) => answer(hosts, fact, handle, request),
	};
}

/** Count, understand, check, do, and put it in the envelope. */
function answer(hosts: AdsHosts, fact: OperationFact, handle: Handler, request: SimRequest): SimResponse {
	const { state, limits } = request.listener === 'adsSandbox' ? hosts.sandbox : hosts.production;
	const accountId = request.params.account_id ?? '';
	const { userId } = request.caller;
	const total = request.query.get('with_total_count') === 'true';
	const { headers, spent } = limits.take(state, fact, { userId, accountId, total });
	const sent = {
		...headers,
		'content-type': 'application/json; charset=utf-8',
		'x-current-api-version': '12',
	};
	let context: Context = { state, fact, request, path: request.params, values: {}, userId, accountId };
	try {
		if (spent) refuse('TOO_MANY_REQUESTS', 'Rate limit exceeded');
		context = {
			...context,
			values: fact.bodyType === 'json' ? noQuery(fact, request) : parseText(fact, pairsOf(request)),
		};
		checkAccess(context);
		const { echo, ...payload } = handle(context);
		return { status: 200, headers: sent, body: serialize({ ...payload, request: echoed(context, echo) }) };
	} catch (error) {
		if (!(error instanceof AdsError)) throw error;
		const failed = error.operationErrors
			? { operation_errors: error.operationErrors, request: echoed(context, { batch: request.body }) }
			: { errors: error.problems, request: echoed(context) };
		return { status: error.status, headers: sent, body: serialize(failed) };
	}
}

/** Parameters travel in the query string; where something is written, a form body will do as well. */
function pairsOf({ query, body, method, rawBody }: SimRequest): [string, string][] {
	if (rawBody.length === 0) return [...query];
	if (
		method === 'GET' ||
		typeof body !== 'object' ||
		body === null ||
		Array.isArray(body) ||
		Buffer.isBuffer(body)
	) {
		return invalid('body', 'Expected the parameters in the query string');
	}
	const fields = Object.entries(body).map(([name, value]): [string, string] =>
		typeof value === 'string'
			? [name, value]
			: invalid('body', 'Expected the parameters in the query string'),
	);
	return [...query, ...fields];
}

function noQuery(fact: OperationFact, request: SimRequest): Record<string, never> {
	for (const name of request.query.keys())
		invalid(name, `"${name}" is not a valid parameter of ${fact.path}`);
	return {};
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
	} else if (!reads(fact) && !permissions.some((permission) => mayWrite(permission, fact))) {
		refuse('ACTION_NOT_ALLOWED', `The user may not do that in account ${accountId}`);
	}
}

const settings = new Set(['Accounts', 'Features', 'Tax Settings', 'Funding Instruments']);

function mayWrite(permission: string, { resource, path }: OperationFact): boolean {
	if (permission === 'ACCOUNT_ADMIN' || path.includes('/user_settings/')) return true;
	if (permission === 'AD_MANAGER') return !settings.has(resource);
	return permission === 'CREATIVE_MANAGER' && path.includes('/media_creatives');
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

const limitInput = z.object({
	category: z.string(),
	limit: z.number(),
	host: z.enum(['production', 'sandbox']).optional(),
});
const remainingInput = z.object({
	remaining: z.number(),
	resetIn: z.number().default(900),
	host: z.enum(['production', 'sandbox']).default('production'),
});
const lineItemsInput = z.object({ accountId: z.string(), campaignId: z.string(), count: z.number() });

/**
 * The area. Controls:
 * `limit {category, limit, host?}` sets the size of a rate limit (categories in limits.ts);
 * `accountRemaining {remaining, resetIn?, host?}` says what is left of the account's limit;
 * `addLineItems {accountId, campaignId, count}` fills a campaign of production for measurements.
 */
export const ads = defineArea<AdsHosts>({
	name: 'ads',
	createState: (platform: Platform) => ({
		production: { state: seedProduction(platform), limits: new AdsLimits() },
		sandbox: { state: seedSandbox(platform), limits: new AdsLimits() },
	}),
	routes: operations.map(routeFor),
	refusals: adsRefusals,
	control: {
		limit: (hosts, input) => {
			const { category, limit, host } = limitInput.parse(input);
			for (const each of host ? [hosts[host]] : [hosts.production, hosts.sandbox]) {
				each.limits.change(category as Category, limit);
			}
		},
		accountRemaining: (hosts, input) => {
			const { remaining, resetIn, host } = remainingInput.parse(input);
			hosts[host].limits.setAccountRemaining(remaining, resetIn);
		},
		addLineItems: ({ production }, input) => {
			const { accountId, campaignId, count } = lineItemsInput.parse(input);
			addLineItems(production.state, accountId, campaignId, count);
		},
	},
});
