import { pick } from 'lodash';
import { documented, routesOf } from '../../documented';
import { ok, type Route, type SimRequest } from '../../frame';
import { urlProblem } from '../address';
import { textMember } from '../body';
import { applyVerdict, challenge, scheduleCheck } from '../crc';
import { failure } from '../failures';
import { removeWebhook, webhookJson, webhooksOf, type Webhook, type WebhooksState } from '../state';

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
				applyVerdict(state, webhook, record);
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
