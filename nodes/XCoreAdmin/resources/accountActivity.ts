import { z } from 'zod';
import { app, op, user as userAuth, resource } from '../../shared/operation/operation';
import { user, webhook, webhookById } from '../../shared/core/locators';

const subscriber = userAuth('dm.read', 'dm.write', 'tweet.read', 'users.read');
const ALL = '/2/account_activity/webhooks/{webhook_id}/subscriptions/all';

const subscribersSchema = z.object({
	data: z.object({ subscriptions: z.array(z.record(z.unknown())).default([]) }).passthrough(),
});

/** Subscriptions of users to account activity: https://docs.x.com/x-api/account-activity/introduction */
export const accountActivityResource = resource({
	value: 'accountActivity',
	defaultOperation: 'subscribe',
	operations: {
		count: op({
			route: 'GET /2/account_activity/subscriptions/count',
			name: 'Count Subscriptions',
			action: 'Count account activity subscriptions',
			description: 'Get how many users are subscribed, and how many the plan allows',
			auth: app,
			fields: {},
		}),
		list: op({
			route: `GET ${ALL}/list`,
			name: 'Get Subscribed Users',
			action: 'Get the subscribed users of a webhook',
			description: 'Get the IDs of the users whose events a webhook receives',
			auth: app,
			fields: { webhook_id: webhook() },
			result: { isList: true, items: subscribersOf },
		}),
		subscribe: op({
			route: `POST ${ALL}`,
			action: 'Subscribe the authenticated user to account activity',
			description: 'Deliver all events of the authenticated user to a webhook',
			auth: subscriber,
			fields: { webhook_id: webhookById() },
			body: 'always',
		}),
		unsubscribe: op({
			route: 'DELETE /2/account_activity/webhooks/{webhook_id}/subscriptions/{user_id}/all',
			action: 'Unsubscribe a user from account activity',
			description: 'Stop the delivery of the events of a user to a webhook',
			auth: app,
			fields: { webhook_id: webhook(), user_id: user() },
		}),
		validate: op({
			route: `GET ${ALL}`,
			name: 'Validate Subscription',
			action: 'Check whether the authenticated user is subscribed to account activity',
			description: "Get whether the authenticated user's events are delivered to a webhook",
			auth: subscriber,
			fields: { webhook_id: webhookById() },
		}),
	},
});

/** One item for each user, with the webhook from the answer. */
function subscribersOf(body: unknown): Record<string, unknown>[] {
	const { subscriptions = [], ...webhookFacts } = subscribersSchema.safeParse(body).data?.data ?? {};
	return subscriptions.map((subscription) => ({ ...subscription, ...webhookFacts }));
}
