/** Subscribes to events of the X Activity API, and reads its answers. https://docs.x.com/x-api/activity/introduction */
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { additional, choice, date, json, text, when } from '../../shared/fields';
import { EVENT_TYPES, isNews, isOfUser, menuOf, takesNoFilter } from '../../shared/model/eventTypes';
import { newerValue } from '../../shared/model/tweetNaming';
import {
	broken,
	type BrokenRule,
	type Call,
	type Field,
	type ValuesOf,
} from '../../shared/operation/operation';
import { user, webhook } from '../../shared/core/locators';

/** News events are about a keyword, and revoked access is about the app. */
const withUser = EVENT_TYPES.map(({ value }) => value).filter(isOfUser);

export const tag = text({ min: 1, max: 200, description: 'Your label, returned with every event' });

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

export const subscriptionFields = {
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

/** Rules across the fields of a new subscription. */
export function* checkSubscription(values: Subscription): Generator<BrokenRule<keyof Subscription>> {
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
export async function subscribe(call: Call<Subscription>): Promise<INodeExecutionData[]> {
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
export function subscriptionOf(body: unknown): Record<string, unknown>[] {
	const data = subscriptionSchema.safeParse(body).data?.data;
	return [record.safeParse(data?.subscription).data ?? data ?? []].flat();
}
