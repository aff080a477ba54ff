/** Handles subscriptions of the activity API, the source of events for both the webhook and the stream. */
import { chunk, isEmpty, isEqual, isPlainObject, omit, pickBy, uniq } from 'lodash';
import { z } from 'zod';
import { listAll } from '../engine/paging';
import { ignoreNotFound, isRefused, webhookReasonOf } from '../errors';
import type { Api } from '../http/connection';
import {
	canonicalEventType,
	isNews,
	isOfUser,
	takesDirection,
	takesKeyword,
	takesNoFilter,
} from '../model/eventTypes';
import { token } from '../operation/operation';
import { encodeRfc3986 } from '../util/text';
import { firstText, lenient, object, objects, text } from '../util/lenient';
import type { ChosenActivity } from './activityFields';
import { idOfUser, ME, type UserLookup } from '../core/locators';

export const SUBSCRIPTIONS_PATH = '/2/activity/subscriptions';

export const subscriptionPath = (id: string): string => `${SUBSCRIPTIONS_PATH}/${encodeRfc3986(id)}`;

/**
 * The most subscriptions that one request deletes. Single deletions would reach the rate limit of 500 in 15 minutes:
 * https://docs.x.com/x-api/activity/delete-x-activity-subscriptions-by-ids
 */
const MAX_DELETE = 100;

const SUBSCRIPTIONS_OF_PLANS =
	'Plans allow 1,500 (self-serve), 75,000 (Enterprise) or 150,000 (Partner) activity subscriptions: choose fewer event types or users, or delete unused subscriptions with X Core Admin';

export interface WantedSubscription {
	readonly event_type: string;
	readonly filter: Readonly<Record<string, string | undefined>>;
}

export interface Subscription extends WantedSubscription {
	readonly id: string;
	readonly webhookId: string | undefined;
	readonly tag?: string | undefined;
	readonly expires_at?: string | undefined;
}

/**
 * Lists the subscriptions for some activity: each event type for each user, and news without a user.
 *
 * @see https://docs.x.com/x-api/activity/create-x-activity-subscription
 */
export async function wantedSubscriptions(
	{ eventTypes, keyword, direction, userIds }: ChosenActivity,
	lookup: UserLookup,
): Promise<WantedSubscription[]> {
	const isOfUsers = eventTypes.some(isOfUser);
	const named = userIds.length === 0 && lookup.ownUserId !== undefined ? [ME] : userIds;
	const ids = async () => await Promise.all(named.map(async (name) => await idOfUser(name, lookup)));
	const users = isOfUsers ? uniq(await ids()) : [];
	return eventTypes.flatMap((eventType) => {
		// X requires a filter, even an empty one.
		if (takesNoFilter(eventType)) return [{ event_type: eventType, filter: {} }];
		const narrowed = {
			...(keyword !== undefined && takesKeyword(eventType) && { keyword }),
			...(direction !== undefined && takesDirection(eventType) && { direction }),
		};
		const filters = isNews(eventType) ? [narrowed] : users.map((user_id) => ({ user_id, ...narrowed }));
		return filters.map((filter) => ({ event_type: eventType, filter }));
	});
}

/** Returns whether two subscriptions ask for the same events. The tag is only a label. */
export const isSameSubscription = (one: WantedSubscription, other: WantedSubscription): boolean =>
	one.event_type === other.event_type && isEqual(pickBy(one.filter), pickBy(other.filter));

const filterText = (value: unknown): string | undefined =>
	isPlainObject(value) && !isEmpty(value) ? JSON.stringify(value) : text(value);

const subscriptionShape = z.object({
	subscription_id: lenient.textOrEmpty,
	event_type: lenient.textOrEmpty,
	webhook_id: lenient.text,
	tag: lenient.text,
	expires_at: lenient.text,
	// Qualifiers are objects. Kept as text, they distinguish a narrowed subscription from others.
	filter: z.record(z.unknown().transform(filterText)).catch({}),
});

export async function listSubscriptions(app: Api): Promise<Subscription[]> {
	return (await listAll(app, SUBSCRIPTIONS_PATH, token(1000))).map((entry) => {
		const { subscription_id: id, webhook_id: webhookId, ...rest } = subscriptionShape.parse(entry);
		return { ...rest, id, webhookId, event_type: canonicalEventType(rest.event_type) };
	});
}

export interface SubscriptionRefusal {
	readonly message: string;
	readonly description: string;
}

const OVERLAP =
	'X refuses a subscription with qualifiers, such as a direction, that overlaps one without for the same events';

function inWords({ event_type, filter: { user_id, ...narrowed } }: WantedSubscription): string {
	const narrowing = Object.entries(pickBy(narrowed)).map(([name, value]) => `${name} ${value}`);
	const ofUser = user_id === undefined ? '' : ` of user ${user_id}`;
	return `${event_type}${ofUser}${narrowing.length > 0 ? ` (${narrowing.join(', ')})` : ''}`;
}

/** Describes how to find an existing subscription in the Developer Console or with X Core Admin. */
const placeOf = ({ id, webhookId, tag }: Subscription): string =>
	`subscription ${id} (${webhookId === undefined ? 'no webhook' : `webhook ${webhookId}`}${tag === undefined ? '' : `, tag "${tag}"`})`;

/** Returns whether a filter narrows a user's events. The keyword of news does not count, because it is required. */
const isNarrowed = ({ event_type, filter }: WantedSubscription): boolean =>
	Object.keys(pickBy(omit(filter, 'user_id', isNews(event_type) ? 'keyword' : ''))).length > 0;

function overlapping<T extends WantedSubscription>(wanted: WantedSubscription, present: readonly T[]) {
	const { event_type: type, filter } = wanted;
	return present.find(
		(found) =>
			found.event_type === type &&
			found.filter.user_id === filter.user_id &&
			(!isNews(type) || found.filter.keyword === filter.keyword) &&
			isNarrowed(found) !== isNarrowed(wanted),
	);
}

/** Returns the refusal of the first subscription that would overlap an existing one, before a request is sent. */
export function overlapRefusal(
	wanted: readonly WantedSubscription[],
	candidates: readonly Subscription[],
	present: readonly Subscription[] = candidates,
): SubscriptionRefusal | undefined {
	for (const each of wanted) {
		const other = overlapping(each, candidates);
		if (other !== undefined && !present.some((found) => isSameSubscription(found, each)))
			return refusalOf(each, other);
	}
	return undefined;
}

/** Makes the refusal of a subscription because another one overlaps it. */
const refusalOf = (wanted: WantedSubscription, other: Subscription): SubscriptionRefusal => ({
	message: `${inWords(wanted)} overlaps ${inWords(other)}: ${placeOf(other)}`,
	description: `${OVERLAP}. Choose the same filters here as there, unpublish the workflow that the other one belongs to, or delete it with X Core Admin (Activity Subscription: Delete).`,
});

/** Explains the refusal of a new subscription, by the existing ones. */
export function explainRefusal(
	error: unknown,
	wanted: WantedSubscription,
	present: readonly Subscription[],
	share?: string,
): SubscriptionRefusal | undefined {
	const reason = webhookReasonOf(error);
	if (reason === 'SubscriptionLimitExceeded')
		return {
			message: `The app's plan allows no further subscription; ${present.length} exist, ${inWords(wanted)} was not added`,
			description: SUBSCRIPTIONS_OF_PLANS,
		};
	const same = present.find((found) => isSameSubscription(found, wanted));
	const overlap = same ? undefined : overlapping(wanted, present);
	// No documentation page names X's reason for an overlap.
	if (overlap && (reason === 'DuplicateSubscriptionFailed' || (reason === undefined && isRefused(error))))
		return refusalOf(wanted, overlap);
	if (reason !== 'DuplicateSubscriptionFailed') return undefined;
	return {
		message: `${inWords(wanted)} is subscribed to already: ${same ? placeOf(same) : 'another subscription'}`,
		description: `Unpublish the workflow it belongs to${share === undefined ? '' : `, or ${share}`}. ${OVERLAP}.`,
	};
}

/**
 * Deletes subscriptions, if they still exist.
 *
 * @throws If one still exists.
 */
export async function removeSubscriptions(
	app: Api,
	ids: readonly string[],
	onRemoved: (ids: readonly string[]) => void = () => {},
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
	const response = await app
		.send({ method: 'DELETE', path: SUBSCRIPTIONS_PATH, query })
		.catch(ignoreNotFound);
	const errors = objects(object(response?.body).errors);
	const [refused, ...more] = errors.filter(({ reason }) => reason !== 'SubscriptionNotFound');
	if (refused === undefined) return;
	throw new Error(
		`${more.length + 1} subscriptions are still there: ${firstText(refused.message, refused.reason) ?? 'no reason given'}`,
	);
}
