/** Subscriptions of the activity API, by which both the webhook and the stream get their events. */
import { chunk, isEqual, pickBy, uniq } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { listAll } from '../engine/paging';
import { ignoreNotFound } from '../errors';
import type { Api } from '../http/connection';
import { canonicalEventType, eventTypeFact, isNews, takesDirection, takesKeyword } from '../model/eventTypes';
import { token } from '../operation/operation';
import { encodeRfc3986 } from '../util/encode';
import { firstText, lenient, object, objects, text } from '../util/read';
import type { ChosenActivity } from './activityFields';
import { idOfUser, ME, type UserLookup } from './locators';

const PATH = '/2/activity/subscriptions';

/** The path of a subscription. */
export const subscriptionPath = (id: string): string => `${PATH}/${encodeRfc3986(id)}`;

/**
 * Most that one request deletes. One by one would reach the rate limit of 500 in 15 minutes:
 * https://docs.x.com/x-api/activity/delete-x-activity-subscriptions-by-ids
 */
const MAX_DELETE = 100;

/** What a plan allows, for errors about it. */
export const SUBSCRIPTIONS_OF_PLANS =
	'Plans allow 1,500 (self-serve), 75,000 (Enterprise) or 150,000 (Partner) activity subscriptions: choose fewer event types or users, or delete unused subscriptions with X Core';

/** A subscription that there should be. */
export interface WantedSubscription {
	readonly event_type: string;
	readonly filter: Readonly<Record<string, string | undefined>>;
}

/** A subscription on X. */
export interface Subscription extends WantedSubscription {
	readonly id: string;
	readonly webhookId: string | undefined;
	readonly tag?: string | undefined;
}

/**
 * The subscriptions that some activity needs: each event type for each user, news for none.
 *
 * @param lookup Gives the credential's user, absent where none is chosen; and the ID of a username.
 * @see https://docs.x.com/x-api/activity/create-x-activity-subscription
 */
export async function wantedSubscriptions(
	{ eventTypes, keyword, direction, userIds }: ChosenActivity,
	lookup: UserLookup,
): Promise<WantedSubscription[]> {
	const isOfUsers = !eventTypes.every(isNews);
	const named = userIds.length === 0 && lookup.ownUserId !== undefined ? [ME] : userIds;
	const ids = async () => await Promise.all(named.map(async (name) => await idOfUser(name, lookup)));
	const users = isOfUsers ? uniq(await ids()) : [];
	return eventTypes.flatMap((eventType) => {
		const narrowed = {
			...(keyword !== undefined && takesKeyword(eventType) && { keyword }),
			...(direction !== undefined && takesDirection(eventType) && { direction }),
		};
		const filters = isNews(eventType) ? [narrowed] : users.map((user_id) => ({ user_id, ...narrowed }));
		return filters.map((filter) => ({ event_type: eventType, filter }));
	});
}

/** Whether two ask for the same events; the tag is only a label. */
export const isSameSubscription = (one: WantedSubscription, other: WantedSubscription): boolean =>
	one.event_type === other.event_type && isEqual(pickBy(one.filter), pickBy(other.filter));

const subscriptionShape = z.object({
	subscription_id: lenient.textOrEmpty,
	event_type: lenient.textOrEmpty,
	webhook_id: lenient.text,
	tag: lenient.text,
	filter: z.record(lenient.text).catch({}),
});

/** All subscriptions of the app. */
export async function listSubscriptions(app: Api): Promise<Subscription[]> {
	return (await listAll(app, PATH, token(1000))).map((entry) => {
		const { subscription_id: id, webhook_id: webhookId, ...rest } = subscriptionShape.parse(entry);
		return { ...rest, id, webhookId, event_type: canonicalEventType(rest.event_type) };
	});
}

/**
 * Creates a subscription. Public events go with the app's token; private ones need the user's.
 *
 * @returns Its ID; undefined where X did not say it.
 */
export async function createSubscription(
	{ app, user }: { readonly app: Api; readonly user: Api | undefined },
	{ event_type, filter }: WantedSubscription,
	labels: { readonly tag: string; readonly webhook_id?: string },
): Promise<string | undefined> {
	const isPrivate = eventTypeFact(event_type)?.isPrivate === true;
	const api = isPrivate ? (user ?? app) : app;
	const body = { event_type, filter, ...labels };
	return createdId(object((await api.send({ method: 'POST', path: PATH, body })).body));
}

/**
 * The new subscription's ID; the shape of the answer differs between the guide and the reference:
 * https://docs.x.com/x-api/activity/quickstart#create-subscription
 */
function createdId(answer: IDataObject): string | undefined {
	const data = object(answer.data ?? answer);
	return text(object(data.subscription ?? objects(answer.data)[0] ?? data).subscription_id);
}

/**
 * Deletes subscriptions; those that are gone already need no deleting.
 *
 * @param onRemoved Told the IDs of those that are gone now.
 * @throws when one is still there.
 */
export async function removeSubscriptions(
	app: Api,
	ids: readonly string[],
	onRemoved: (ids: string[]) => void = () => {},
): Promise<void> {
	for (const some of chunk(ids, MAX_DELETE)) {
		if (some.length > 1) await removeTogether(app, some);
		else
			for (const id of some)
				await app.send({ method: 'DELETE', path: subscriptionPath(id) }).catch(ignoreNotFound);
		onRemoved(some);
	}
}

async function removeTogether(app: Api, ids: string[]): Promise<void> {
	const query = [['ids', ids.join(',')] as const];
	const response = await app.send({ method: 'DELETE', path: PATH, query }).catch(ignoreNotFound);
	const errors = objects(object(response?.body).errors);
	const [refused, ...more] = errors.filter(({ reason }) => reason !== 'SubscriptionNotFound');
	if (refused === undefined) return;
	throw new Error(
		`${more.length + 1} subscriptions are still there: ${firstText(refused.message, refused.reason) ?? 'no reason given'}`,
	);
}
