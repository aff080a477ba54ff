import { any, anyAppFirst, app, deleted, op, token, resource } from '../../shared/operation/operation';
import { filters, ids, update } from '../../shared/fields';
import { eachOf } from '../../shared/core/common';
import { subscription, user, webhook } from '../../shared/core/locators';
import {
	checkSubscription,
	subscribe,
	subscriptionFields,
	subscriptionOf,
	tag,
} from '../operations/activitySubscription';

/** Subscriptions of the X Activity API: https://docs.x.com/x-api/activity/introduction */
export const activitySubscriptionResource = resource({
	value: 'activitySubscription',
	operations: {
		create: op({
			route: 'POST /2/activity/subscriptions',
			action: 'Create an activity subscription',
			description:
				'Deliver events of one type to a webhook or the activity stream. Private events need the credential of the user they belong to.',
			auth: any('tweet.read'),
			fields: subscriptionFields,
			check: checkSubscription,
			run: subscribe,
			result: { isList: false, items: subscriptionOf },
		}),
		delete: op({
			route: 'DELETE /2/activity/subscriptions/{subscription_id}',
			action: 'Delete an activity subscription',
			description: 'End one subscription',
			auth: anyAppFirst(),
			fields: { subscription_id: subscription() },
			result: deleted('subscription_id'),
		}),
		deleteMany: op({
			route: 'DELETE /2/activity/subscriptions',
			action: 'Delete many activity subscriptions',
			description:
				'End up to 100 subscriptions in one request. Failures do not stop the rest and are reported one by one.',
			auth: app,
			fields: { ids: ids({ label: 'Subscription IDs', description: 'Up to 100 IDs, separated by commas' }) },
			result: { isList: true, items: eachOf('subscription_id', 'deleted') },
		}),
		getMany: op({
			route: 'GET /2/activity/subscriptions',
			action: 'Get many activity subscriptions',
			description: 'Get the subscriptions that the credential can see',
			auth: any('like.read', 'tweet.read'),
			fields: {
				...filters({
					user_id: user({ description: 'Only those about this user; with a user’s credential, that user' }),
				}),
			},
			paging: token(1000),
			result: { isList: true },
		}),
		update: op({
			route: 'PUT /2/activity/subscriptions/{subscription_id}',
			action: 'Update an activity subscription',
			description:
				'Change the tag or the webhook of a subscription. For another type or filter, delete it and create one.',
			auth: anyAppFirst(),
			fields: { subscription_id: subscription(), ...update({ tag, webhook_id: webhook() }) },
			result: { isList: false, items: subscriptionOf },
		}),
	},
});
