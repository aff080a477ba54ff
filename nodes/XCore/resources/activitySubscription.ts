import { any, app, deleted, op, token, type Resource, type Values } from '../../shared/operation/operation';
import { additional, choice, ids, text, update, when } from '../../shared/fields';
import { EVENT_TYPES } from '../../shared/model/eventTypes';
import { startPage } from '../common';
import { subscription, user, webhook } from '../entities';

const eventTypes = Object.fromEntries(EVENT_TYPES.map(({ value, name }) => [value, name]));

/** News are about no user. */
const withUser = EVENT_TYPES.map(({ value }) => value).filter((value) => value !== 'news.new');

const tag = text({ min: 1, max: 200, description: 'A text of yours that comes with every event' });

/** Events about others that nobody may filter by direction (facts section 3). */
const WITHOUT_DIRECTION = /^(mute|block)\./;

/** Brief: POST /2/activity/subscriptions; facts section 3. */
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
					'filter.direction': choice(
						{
							inbound: 'Inbound',
							outbound: 'Outbound',
							received: 'Received (DM and Chat)',
							sent: 'Sent (DM and Chat)',
						},
						{ label: 'Direction', description: 'Only events in this direction; both when not set' },
					),
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
			check: checkFilter,
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
			check: function* (values) {
				if (values.tag === undefined && values.webhook_id === undefined)
					yield 'Update Fields: needs at least one field to change';
			},
			result: { many: false, items: subscriptionOf },
		}),
	},
};

function* checkFilter(values: Values): Generator<string> {
	const type = String(values.event_type);
	if (values['filter.direction'] !== undefined && WITHOUT_DIRECTION.test(type))
		yield 'Direction: does not go with events about muting and blocking';
	const needsUser = type !== 'news.new';
	if (needsUser && values['filter.user_id'] === undefined)
		yield `User: is required for events of the type ${type}`;
	if (!needsUser && values['filter.keyword'] === undefined)
		yield `Keyword: is required for events of the type ${type}`;
}

/** What became of each subscription: what could not be deleted is told beside the data. */
function deletionsOf(body: unknown): Record<string, unknown>[] {
	const { data = [], errors = [] } = (body ?? {}) as Record<'data' | 'errors', Record<string, unknown>[]>;
	const refused = errors.filter(({ subscription_id }) => subscription_id !== undefined);
	return [...data, ...refused.map((error) => ({ deleted: false, ...error }))];
}

/** Four documented shapes of one answer. */
function subscriptionOf(body: unknown): Record<string, unknown>[] {
	const data = (body as { data?: unknown } | undefined)?.data;
	const first: unknown = Array.isArray(data) ? data[0] : data;
	const found = (first as { subscription?: unknown } | undefined)?.subscription ?? first;
	return found === undefined ? [] : [found as Record<string, unknown>];
}
