import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import {
	any,
	anyAppFirst,
	app,
	broken,
	deleted,
	op,
	resource,
	token,
	type BrokenRule,
	type Call,
	type Field,
	type ValuesOf,
} from '../../shared/operation/operation';
import { additional, choice, date, filters, ids, json, text, update, when } from '../../shared/fields';
import { eachOf } from '../../shared/core/common';
import { subscription, user, webhook } from '../../shared/core/locators';
import { EVENT_TYPES, isNews, isOfUser, menuOf, takesNoFilter } from '../../shared/model/eventTypes';
import { newerValue } from '../../shared/model/tweetNaming';

/** News events are about a keyword, and revoked access is about the app. */
const withUser = EVENT_TYPES.map(({ value }) => value).filter(isOfUser);

const tag = text({ min: 1, max: 200, description: 'Your label, returned with every event' });

/** X's documents use two vocabularies; the machine-readable description has the newer one. */
const directions = choice(
	{
		inbound: 'Inbound',
		outbound: 'Outbound',
		received: 'Received (DM and Chat)',
		sent: 'Sent (DM and Chat)',
	},
	{ label: 'Direction', description: 'Only events in this direction; both by default' },
);
const direction: Field<string> = {
	...directions,
	encode: (value, context) => {
		const chosen = directions.encode(value, context);
		return chosen === undefined ? undefined : newerValue('filter.direction', chosen);
	},
};

/** Events without a direction: https://docs.x.com/x-api/activity/introduction#mute-events */
const WITHOUT_DIRECTION = /^(mute|block)\./;

const subscriptionFields = {
	event_type: choice(menuOf(EVENT_TYPES), {
		default: 'post.create',
		description: 'The event to subscribe to',
	}),
	'filter.user_id': when(
		{ event_type: withUser },
		{ ...user({ label: 'User', description: 'Whose events to receive' }), name: 'user_id' },
	),
	...additional({
		expires_at: date({
			description: 'When the subscription ends automatically; creating it again extends it',
		}),
		'filter.direction': direction,
		'filter.keyword': text({
			label: 'Keyword',
			min: 1,
			max: 150,
			description: 'Only events containing this text',
		}),
		'filter.qualifiers': json({
			label: 'Qualifiers',
			placeholder: 'e.g. {"name": "value"}',
			description: 'Further conditions of the event type, as a JSON object of texts',
		}),
		tag,
		webhook_id: webhook({
			description: 'Where to deliver the events. Without one, they only come through the activity stream.',
		}),
	}),
};

type Subscription = ValuesOf<typeof subscriptionFields>;

function* checkSubscription(values: Subscription): Generator<BrokenRule<keyof Subscription>> {
	const { event_type: type } = values;
	if (values['filter.direction'] !== undefined && WITHOUT_DIRECTION.test(type))
		yield broken('filter.direction', 'exclusive', 'does not go with events about muting and blocking');
	if (takesNoFilter(type)) {
		yield* brokenFilters(values);
		return;
	}
	const subject = isNews(type) ? 'filter.keyword' : 'filter.user_id';
	if (values[subject] === undefined)
		yield broken(subject, 'required', `is required for events of the type ${type}`);
}

const FILTERS = ['filter.direction', 'filter.keyword', 'filter.qualifiers'] as const;

/** https://docs.x.com/x-api/activity/introduction#oauth-events (read on 22 November 2026) */
function* brokenFilters(values: Subscription): Generator<BrokenRule<keyof Subscription>> {
	for (const name of FILTERS)
		if (values[name] !== undefined)
			yield broken(name, 'exclusive', `does not go with events of the type ${values.event_type}`);
}

/** Subscribes. X requires a filter, even an empty one. */
async function subscribe(call: Call<Subscription>): Promise<INodeExecutionData[]> {
	const request = call.request();
	return await call.sendAndOutput({ ...request, body: { filter: {}, ...request.body } });
}

const record = z.record(z.unknown());
const firstRecord = z.array(record).transform(([first]) => first);
const subscriptionSchema = z.object({ data: firstRecord.or(record) });

/**
 * Returns the subscription, in any of the answer's four shapes: the samples of the page and of the reference differ.
 * https://docs.x.com/x-api/activity/quickstart#create-subscription
 */
function subscriptionOf(body: unknown): Record<string, unknown>[] {
	const data = subscriptionSchema.safeParse(body).data?.data;
	return [record.safeParse(data?.subscription).data ?? data ?? []].flat();
}

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
