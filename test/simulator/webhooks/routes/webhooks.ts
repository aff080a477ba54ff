/** Webhooks: registration and removal, replays, links to the filtered stream, subscriptions of Account Activity. */
import { pick } from 'lodash';
import { operationOf } from '../../../facts';
import { documented, routesOf } from '../../documented';
import { notFound, ok, problem, Refusal, textMember, type Route, type SimRequest } from '../../frame';
import { urlProblem } from '../address';
import { applyVerdict, challenge, scheduleCheck } from '../crc';
import { pack, send } from '../deliveries';
import { render, replayNotice } from '../events';
import { failure } from '../failures';
import {
	removeWebhook,
	webhookJson,
	webhooksOf,
	type Delivery,
	type StreamLink,
	type Webhook,
	type WebhooksState,
} from '../state';

const RATE_LIMIT = { limit: 450, per: 'app' } as const;

/** Registration, listing, re-validation and removal of webhooks. */
export const webhookRoutes: ReadonlyArray<Route<WebhooksState>> = [
	{
		...documented('POST /2/webhooks'),
		// The length is judged with the other rules for addresses, so that it has their failure reason.
		body: {
			types: ['application/json'],
			required: true,
			open: true,
			fields: [{ name: 'url', type: 'string', required: true }],
		},
		rateLimit: RATE_LIMIT,
		handler: async (state, request) => ok({ data: await register(state, request) }),
	},
	...routesOf<WebhooksState>(
		{
			'GET /2/webhooks': (state, request) => {
				const fields = request.query.get('webhook_config.fields')?.split(',');
				const all = webhooksOf(state, request.caller.appId).map(webhookJson);
				const data = fields ? all.map((webhook) => pick(webhook, fields)) : all;
				return ok({ data, meta: { result_count: data.length } });
			},
			'PUT /2/webhooks/{webhook_id}': async (state, request) => {
				const webhook = own(state, request);
				const record = await state.timers.track(challenge(state, webhook, 'validate'));
				applyVerdict(webhook, record);
				if (record.verdict !== 'passed') {
					throw failure(state.settings, 'CrcValidationFailed', `The callback answered ${record.outcome}.`);
				}
				scheduleCheck(state, webhook, record.at);
				return ok({ data: { valid: true } });
			},
			'DELETE /2/webhooks/{webhook_id}': (state, request) => {
				removeWebhook(state, own(state, request));
				return ok({ data: { deleted: true } });
			},
		},
		{ rateLimit: RATE_LIMIT },
	),
];

async function register(state: WebhooksState, request: SimRequest) {
	const url = textMember(request.body, 'url') ?? '';
	const problem = urlProblem(url);
	if (problem !== undefined) throw failure(state.settings, 'UrlValidationFailed', problem, 'url');
	const { appId } = request.caller;
	refuseTaken(state, url, appId);
	const candidate = { id: state.platform.newId(), url, appId };
	const record = await state.timers.track(challenge(state, candidate, 'create'));
	if (record.verdict !== 'passed') {
		const detail = `The challenge was answered with ${record.outcome} or a wrong token.`;
		throw failure(state.settings, 'CrcValidationFailed', detail, 'url');
	}
	// Another registration may have come to its end while this one waited for the callback.
	refuseTaken(state, url, appId);
	return webhookJson(addWebhook(state, candidate, record.at));
}

function refuseTaken(state: WebhooksState, url: string, appId: string): void {
	const { settings } = state;
	const known = webhooksOf(state, appId);
	if (known.some((webhook) => webhook.url === url)) {
		throw failure(settings, 'DuplicateUrlFailed', 'The app has registered this URL already.', 'url');
	}
	if (known.length >= settings.webhookLimit) {
		throw failure(settings, 'WebhookLimitExceeded', `The app may have ${settings.webhookLimit} webhooks.`);
	}
}

/** Registers a webhook whose callback has proven itself at `provenAt`. */
export function addWebhook(
	state: WebhooksState,
	candidate: { id: string; url: string; appId: string },
	provenAt: number,
): Webhook {
	const webhook: Webhook = {
		...candidate,
		valid: true,
		createdAt: state.platform.clock.iso(),
		lastSuccess: provenAt,
		cancelCheck: () => undefined,
	};
	state.webhooks.set(webhook.id, webhook);
	scheduleCheck(state, webhook, provenAt);
	return webhook;
}

/** The webhook that the path names. Throws WebhookIdInvalid where the caller's app has none of that id. */
export function own(state: WebhooksState, request: SimRequest): Webhook {
	return ownById(state, request.params.webhook_id ?? '', request.caller.appId);
}

export function ownById(state: WebhooksState, id: string, appId: string): Webhook {
	const webhook = state.webhooks.get(id);
	if (webhook === undefined || webhook.appId !== appId) {
		throw failure(state.settings, 'WebhookIdInvalid', `The app has no webhook ${id}.`, 'webhook_id');
	}
	return webhook;
}

const MINUTE = 60_000;
const OLDEST = 24 * 60 * MINUTE;
const LATEST_START = 31 * MINUTE;
const LATEST_END = 10 * MINUTE;

/**
 * Replay: what was delivered to a webhook, or attempted, in a period is delivered again, without a sign of it and only
 * once, and a notice to the webhook says how it went. Rules: https://docs.x.com/x-api/account-activity/quickstart#replay
 */
export const replayRoutes = routesOf<WebhooksState>(
	{
		'POST /2/webhooks/replay': async (state, request) => {
			const { timers, settings, platform } = state;
			const webhook = ownById(state, textMember(request.body, 'webhook_id') ?? '', request.caller.appId);
			const period = periodOf(state, request);
			if (state.replays.has(webhook.id))
				throw failure(settings, 'ReplayConflictError', 'A replay of this webhook is under way.');
			const record = await timers.track(challenge(state, webhook, 'validate'));
			applyVerdict(webhook, record);
			if (record.verdict !== 'passed')
				throw failure(settings, 'CrcValidationFailed', `The callback answered ${record.outcome}.`);
			const job = platform.newId();
			state.replays.add(webhook.id);
			void timers.track(run(state, webhook, job, period));
			return ok({ data: { job_id: job, created_at: platform.clock.iso() } });
		},
	},
	{ rateLimit: { limit: 100, per: 'app' } },
);

interface Period {
	from: number;
	to: number;
}

function periodOf(state: WebhooksState, { body }: SimRequest): Period {
	const refuse = (name: string, rule: string) =>
		failure(state.settings, 'QueryParamInvalid', `${name} ${rule}`, name);
	const read = (name: string) =>
		Date.parse((textMember(body, name) ?? '').replace(/^(....)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:00Z'));
	const [from, to] = [read('from_date'), read('to_date')];
	const now = state.platform.clock.now();
	if (from < now - OLDEST) throw refuse('from_date', 'must be at most 24 hours ago');
	if (from > now - LATEST_START) throw refuse('from_date', 'must be at least 31 minutes ago');
	if (to > now - LATEST_END) throw refuse('to_date', 'must be at least 10 minutes ago');
	if (from >= to) throw refuse('from_date', 'must be before to_date');
	return { from, to };
}

async function run(state: WebhooksState, webhook: Webhook, job: string, { from, to }: Period): Promise<void> {
	const isMeant = ({ webhookId, at }: Delivery) => webhookId === webhook.id && from <= at && at < to;
	const address = { url: webhook.url, appId: webhook.appId, webhookId: webhook.id };
	let isComplete = true;
	for (const { bytes } of state.deliveries.filter(isMeant)) {
		const again = await send(state, pack(state, bytes, address, { once: true }));
		isComplete &&= again.state === 'delivered';
	}
	state.replays.delete(webhook.id);
	await send(state, pack(state, render(replayNotice(webhook.id, job, isComplete), {}), address));
}

/** What a link may ask for, the same as the stream itself; the newest specification leaves it out. */
const ASKABLE = ['expansions', 'tweet.fields', 'user.fields', 'media.fields', 'poll.fields', 'place.fields'];
const link = operationOf('POST /2/tweets/search/webhooks/{webhook_id}');
const linkParameters = [
	...link.parameters,
	...operationOf('GET /2/tweets/search/stream').parameters.filter(({ name, alias = name }) =>
		ASKABLE.some((each) => each === name || each === alias),
	),
];

/** Links between the app's filtered stream and its webhooks. */
export const streamLinkRoutes: ReadonlyArray<Route<WebhooksState>> = [
	{
		...documented('POST /2/tweets/search/webhooks/{webhook_id}'),
		parameters: linkParameters,
		rateLimit: RATE_LIMIT,
		handler: (state, request) => {
			enrolled(state);
			const webhook = own(state, request);
			if (state.links.has(webhook.id)) {
				const detail = `Webhook ${webhook.id} is linked to the stream already.`;
				throw new Refusal(problem(409, 'conflict', 'Conflict', detail));
			}
			state.links.set(webhook.id, {
				webhookId: webhook.id,
				createdAt: state.platform.clock.iso(),
				fields: Object.fromEntries(
					ASKABLE.flatMap((name) => {
						const value = request.query.get(name);
						return value === null ? [] : [[name, value.split(',')]];
					}),
				),
			});
			return ok({ data: { provisioned: true } });
		},
	},
	...routesOf<WebhooksState>(
		{
			'GET /2/tweets/search/webhooks': (state, request) => {
				enrolled(state);
				const owned = new Set(webhooksOf(state, request.caller.appId).map(({ id }) => id));
				const links = [...state.links.values()]
					.filter((link) => owned.has(link.webhookId))
					.map((link) => linkJson(link, request.caller.appId));
				return ok({ data: state.settings.linkList === 'links' ? { links } : links });
			},
			'DELETE /2/tweets/search/webhooks/{webhook_id}': (state, request) => {
				enrolled(state);
				const webhook = own(state, request);
				if (!state.links.delete(webhook.id)) {
					throw new Refusal(notFound('webhook_id', webhook.id, 'stream_link'));
				}
				return ok({ data: { deleted: true } });
			},
		},
		{ rateLimit: RATE_LIMIT },
	),
];

function linkJson(link: StreamLink, appId: string) {
	return {
		application_id: appId,
		business_user_id: '2244994945',
		created_at: link.createdAt,
		// The sample shows the whole string cut at every comma, so only the first value of a list has its name.
		fields: Object.entries(link.fields)
			.map(([name, values]) => `${name}=${values.join(',')}`)
			.join(',')
			.split(',')
			.filter((part) => part !== ''),
		instance_id: '1790000000000000042',
		webhook_id: link.webhookId,
	};
}

function enrolled(state: WebhooksState): void {
	if (state.settings.streamWebhooks) return;
	const detail = 'The plan of this app has no filtered-stream webhooks.';
	const why = { reason: 'client-not-enrolled', registration_url: 'https://developer.x.com/en/products' };
	throw new Refusal(problem(403, 'client-forbidden', 'Client Forbidden', detail, why));
}

const BASE = '/2/account_activity/webhooks/{webhook_id}/subscriptions';

/** Subscriptions of the Account Activity API: a user gives an app's webhook everything that concerns the account. */
export const accountActivityRoutes = routesOf<WebhooksState>({
	[`POST ${BASE}/all`]: (state, request) => {
		const webhook = own(state, request);
		const users = state.accounts.get(webhook.id) ?? new Set<string>();
		if (users.has(request.caller.userId)) {
			throw failure(state.settings, 'DuplicateSubscriptionFailed', 'The user is subscribed already.');
		}
		const everybody = subscribed(state, webhook.appId);
		if (!everybody.has(request.caller.userId) && everybody.size >= state.settings.accountActivityLimit) {
			const detail = `The app may subscribe ${state.settings.accountActivityLimit} users.`;
			throw failure(state.settings, 'SubscriptionLimitExceeded', detail);
		}
		state.accounts.set(webhook.id, users.add(request.caller.userId));
		return ok({ data: { subscribed: true } });
	},
	[`GET ${BASE}/all`]: (state, request) => {
		const users = state.accounts.get(own(state, request).id);
		return ok({ data: { subscribed: users?.has(request.caller.userId) ?? false } });
	},
	[`GET ${BASE}/all/list`]: (state, request) => {
		const webhook = own(state, request);
		return ok({
			data: {
				application_id: webhook.appId,
				webhook_id: webhook.id,
				webhook_url: webhook.url,
				subscriptions: [...(state.accounts.get(webhook.id) ?? [])].map((userId) => ({ user_id: userId })),
			},
		});
	},
	[`DELETE ${BASE}/{user_id}/all`]: (state, request) => {
		const userId = request.params.user_id ?? '';
		if (state.accounts.get(own(state, request).id)?.delete(userId) !== true) {
			throw failure(state.settings, 'SubscriptionNotFound', `User ${userId} is not subscribed.`, 'user_id');
		}
		return ok({ data: { subscribed: false } });
	},
	'GET /2/account_activity/subscriptions/count': (state, request) =>
		ok({
			data: {
				account_name: 'simulated-account',
				provisioned_count: String(state.settings.accountActivityLimit),
				subscriptions_count_all: String(subscribed(state, request.caller.appId).size),
				subscriptions_count_direct_messages: '0',
			},
		}),
});

function subscribed(state: WebhooksState, appId: string): Set<string> {
	return new Set(webhooksOf(state, appId).flatMap((webhook) => [...(state.accounts.get(webhook.id) ?? [])]));
}
