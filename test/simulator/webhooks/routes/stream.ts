import { operationOf } from '../../../facts';
import { documented, routesOf } from '../../documented';
import { notFound, ok, problem, Refusal, type Route } from '../../frame';
import { webhooksOf, type StreamLink, type WebhooksState } from '../state';
import { own } from './webhooks';

const RATE_LIMIT = { limit: 450, per: 'app' } as const;

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
