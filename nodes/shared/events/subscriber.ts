/** Creates the activity subscriptions of a trigger, as the app or as the user. */
import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { CREDENTIALS, type UserKind } from '../auth/credentialKinds';
import { addAdvice, isDenied, webhookReasonOf } from '../errors';
import { connect, type Api, type ApiContext } from '../http/connection';
import { eventTypeFact } from '../model/eventTypes';
import { object, objects, text } from '../util/lenient';
import {
	explainRefusal,
	isSameSubscription,
	listSubscriptions,
	overlapRefusal,
	removeSubscriptions,
	SUBSCRIPTIONS_PATH,
	type Subscription,
	type WantedSubscription,
} from './activitySubscriptions';
import type { Things } from './reconcile';
import type { Refuse, SourceAccess } from './source';

export type TriggerKind = UserKind | 'app';

/** Connects to X as the user; undefined with the credential of an app. */
export const connectUser = async (
	context: ApiContext,
	kind: TriggerKind,
	options: Omit<Parameters<typeof connect>[1], 'kind'>,
): Promise<Api | undefined> => (kind === 'app' ? undefined : await connect(context, { ...options, kind }));

/** The access that creates subscriptions, and the members of a new one besides its filter. */
interface SubscriberAccess extends Pick<SourceAccess, 'app' | 'user'> {
	readonly tag: string;
	/** The webhook. Is undefined for the stream, which carries all subscriptions of an app. */
	readonly webhookId?: string;
	readonly refuse: Refuse;
	/** The alternative to creating a subscription that another workflow has. */
	readonly share?: string;
}

/** Handles the activity subscriptions of an app, for a webhook or for the stream. */
export function subscriptions(access: SubscriberAccess): Things<Subscription, WantedSubscription> {
	const { app, tag, webhookId, refuse } = access;
	const isUsable = (found: Subscription) => webhookId === undefined || found.webhookId === webhookId;
	return {
		list: async () => await listSubscriptions(app),
		isSame: (found, wanted) => isUsable(found) && isSameSubscription(found, wanted),
		check: (wanted, present) => {
			// Those of other webhooks are left to X's judgement: no page says whether they count.
			const counted = present.filter((found) => found.webhookId === webhookId);
			const refusal = overlapRefusal(wanted, counted, present.filter(isUsable));
			if (refusal) throw refuse(refusal.message, refusal.description);
		},
		add: async (missing, present, added) => {
			for (const each of missing)
				added.push({ ...each, id: await create(access, each, present), tag, webhookId });
			return [];
		},
		remove: async (ids, onRemoved) => await removeSubscriptions(app, ids, onRemoved),
	};
}

/** Creates a subscription, and returns its ID. Of the present ones, the refusal names the one in the way. */
async function create(
	access: SubscriberAccess,
	wanted: WantedSubscription,
	present: readonly Subscription[],
): Promise<string> {
	const { refuse, share } = access;
	const id = await createAs(access, wanted).catch((error: unknown) => {
		const refusal = explainRefusal(error, wanted, present, share);
		throw refusal === undefined ? error : refuse(refusal.message, refusal.description);
	});
	if (id === undefined) throw refuse('X did not say which subscription it created', 'Try again');
	return id;
}

/**
 * Creates a subscription: to public events with the app's token, to private ones with the user's. X has been seen to
 * accept only OAuth 1.0a: https://docs.x.com/x-api/activity/create-x-activity-subscription, and the README of the X
 * adapter in https://github.com/vercel/chat (both read on 22 November 2026). Is undefined if X's answer has no ID.
 *
 * @throws The error of X, with advice about the kind of credential if it refuses the user.
 */
async function createAs(
	{ app, user, tag, webhookId: webhook_id }: SubscriberAccess,
	{ event_type, filter }: WantedSubscription,
): Promise<string | undefined> {
	const body = { event_type, filter, tag, ...(webhook_id !== undefined && { webhook_id }) };
	const isPrivate = eventTypeFact(event_type)?.isPrivate === true;
	if (!isPrivate || user === undefined) return await send(app, body);
	return await send(user, body).catch((error: unknown) => {
		throw otherKind(error, user);
	});
}

/** Advises another kind of credential when X refuses a user, because X's documentation and behavior differ. */
export function otherKind(error: unknown, { kind }: Api): unknown {
	const isOfUser = isDenied(error) && webhookReasonOf(error) === undefined;
	if (isOfUser && error instanceof NodeApiError) {
		const { label } = CREDENTIALS[kind === 'oAuth1' ? 'oAuth2' : 'oAuth1'];
		addAdvice(
			error,
			`X may want the other kind of user credential here: set "Authentication" to "${label}", with a credential of the same user and app. One trigger has one kind: events that X gives to one kind alone need a trigger of their own`,
		);
	}
	return error;
}

const send = async (api: Api, body: IDataObject): Promise<string | undefined> =>
	createdId(object((await api.send({ method: 'POST', path: SUBSCRIPTIONS_PATH, body })).body));

/**
 * Reads the new subscription's ID. The guide and the reference show different shapes of the answer:
 * https://docs.x.com/x-api/activity/quickstart#create-subscription
 */
function createdId(answer: IDataObject): string | undefined {
	const data = object(answer.data ?? answer);
	return text(object(data.subscription ?? objects(answer.data)[0] ?? data).subscription_id);
}
