import { routesOf } from '../../documented';
import { ok, type Route } from '../../frame';
import { failure } from '../failures';
import { webhooksOf, type WebhooksState } from '../state';
import { own } from './webhooks';

const BASE = '/2/account_activity/webhooks/{webhook_id}/subscriptions';

/** Subscriptions of the Account Activity API: a user gives an app's webhook everything that concerns the account. */
export const accountActivityRoutes: ReadonlyArray<Route<WebhooksState>> = [
	...routesOf<WebhooksState>({
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
	}),
];

function subscribed(state: WebhooksState, appId: string): Set<string> {
	return new Set(webhooksOf(state, appId).flatMap((webhook) => [...(state.accounts.get(webhook.id) ?? [])]));
}
