import { z } from 'zod';
import {
	any,
	app,
	broken,
	deleted,
	op,
	token,
	type Field,
	type Resource,
} from '../../shared/operation/operation';
import { additional, choice, ids, text, update, when } from '../../shared/fields';
import { EVENT_TYPES } from '../../shared/model/eventTypes';
import { newerValue } from '../../shared/model/tweetNaming';
import { startPage } from '../common';
import { subscription, user, webhook } from '../entities';

const eventTypes = Object.fromEntries(EVENT_TYPES.map(({ value, name }) => [value, name]));

/** News are about no user, but about a keyword. */
const NEWS = 'news.new';
const withUser = EVENT_TYPES.map(({ value }) => value).filter((value) => value !== NEWS);

const tag = text({ min: 1, max: 200, description: 'A text of yours that comes with every event' });

/** Both vocabularies of the platform: the machine-readable description takes the words of the newer one. */
const directions = choice(
	{
		inbound: 'Inbound',
		outbound: 'Outbound',
		received: 'Received (DM and Chat)',
		sent: 'Sent (DM and Chat)',
	},
	{ label: 'Direction', description: 'Only events in this direction; both when not set' },
);
const direction: Field<string> = {
	...directions,
	encode: (value, context) => {
		const chosen = directions.encode(value, context);
		return chosen === undefined ? undefined : newerValue('filter.direction', chosen);
	},
};

/** Events for which the platform takes no direction: https://docs.x.com/x-api/activity/introduction#mute-events */
const WITHOUT_DIRECTION = /^(mute|block)\./;

/** Subscriptions of the X Activity API: https://docs.x.com/x-api/activity/introduction */
export const activitySubscriptionResource: Resource = {
	value: 'activitySubscription',
	name: 'Activity Subscription',
	operations: {
		create: op({
			route: 'POST /2/activity/subscriptions',
			name: 'Create',
			action: 'Create an activity subscription',
			description:
				'Have events of one type delivered to a webhook or the activity stream. Private events need the credential of the user they belong to.',
			auth: any('tweet.read'),
			fields: {
				event_type: choice(eventTypes, { default: 'post.create', description: 'What to be told about' }),
				'filter.user_id': when(
					{ event_type: withUser },
					{ ...user({ label: 'User', description: 'Whose events to receive' }), name: 'user_id' },
				),
				...additional({
					'filter.direction': direction,
					'filter.keyword': text({
						label: 'Keyword',
						min: 1,
						max: 150,
						description: 'Only events that hold this text',
					}),
					tag,
					webhook_id: webhook({
						description: 'Where to deliver. Without it events come by the activity stream only.',
					}),
				}),
			},
			check: function* (values) {
				const { event_type: type, 'filter.direction': direction } = values;
				if (direction !== undefined && WITHOUT_DIRECTION.test(type))
					yield broken('filter.direction', 'exclusive', 'does not go with events about muting and blocking');
				const subject = type === NEWS ? 'filter.keyword' : 'filter.user_id';
				if (values[subject] === undefined)
					yield broken(subject, 'required', `is required for events of the type ${type}`);
			},
			run: async (call) => {
				const request = call.request();
				return await call.sendAndOutput({ ...request, body: { filter: {}, ...request.body } });
			},
			result: { many: false, items: subscriptionOf },
		}),
		delete: op({
			route: 'DELETE /2/activity/subscriptions/{subscription_id}',
			name: 'Delete',
			action: 'Delete an activity subscription',
			description: 'End one subscription',
			auth: app,
			fields: { subscription_id: subscription() },
			result: deleted('subscription_id'),
		}),
		deleteMany: op({
			route: 'DELETE /2/activity/subscriptions',
			name: 'Delete Many',
			action: 'Delete many activity subscriptions',
			description:
				'End up to 100 subscriptions in one request. Failures do not stop the rest and are reported one by one.',
			auth: app,
			fields: { ids: ids({ label: 'Subscription IDs', description: 'Up to 100 IDs, separated by commas' }) },
			result: { many: true, items: deletionsOf },
		}),
		getMany: op({
			route: 'GET /2/activity/subscriptions',
			name: 'Get Many',
			action: 'Get many activity subscriptions',
			description: 'Get the subscriptions that the credential can see',
			auth: any('like.read', 'tweet.read'),
			fields: startPage,
			paging: token(1000),
			result: { many: true },
		}),
		update: op({
			route: 'PUT /2/activity/subscriptions/{subscription_id}',
			name: 'Update',
			action: 'Update an activity subscription',
			description:
				'Change the tag or the webhook of a subscription. For another type or filter, delete it and create one.',
			auth: app,
			fields: { subscription_id: subscription(), ...update({ tag, webhook_id: webhook() }) },
			needsChange: true,
			result: { many: false, items: subscriptionOf },
		}),
	},
};

const record = z.record(z.unknown());
const deletionsSchema = z.object({
	data: z.array(record).catch([]),
	errors: z.array(record).catch([]),
});

/** What became of each subscription: what could not be deleted is told beside the data. */
function deletionsOf(body: unknown): Record<string, unknown>[] {
	const { data, errors } = deletionsSchema.safeParse(body).data ?? { data: [], errors: [] };
	const refused = errors.filter(({ subscription_id }) => subscription_id !== undefined);
	return [...data, ...refused.map((error) => ({ deleted: false, ...error }))];
}

const subscriptionSchema = z.object({
	data: z.union([
		z
			.array(record)
			.min(1)
			.transform(([first]) => first),
		record,
	]),
});

/**
 * The subscription, whichever of four shapes the answer has: the samples of the page and of the reference differ.
 * https://docs.x.com/x-api/activity/quickstart#create-subscription
 */
function subscriptionOf(body: unknown): Record<string, unknown>[] {
	const data = subscriptionSchema.safeParse(body).data?.data;
	const inner = record.safeParse(data?.subscription);
	const found = inner.success ? inner.data : data;
	return found === undefined ? [] : [found];
}
