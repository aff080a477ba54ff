/**
 * Creates the activity subscriptions of a trigger, as the app or as the user with one kind of credential or another.
 */
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
import type { Refuse, SourceAccess, UserAccess } from './source';

/**
 * Kinds of a user's credential in the order in which they are tried. OAuth 2.0 comes first because it is documented.
 */
const KINDS = {
	app: [],
	oAuth1: ['oAuth1'],
	oAuth2: ['oAuth2'],
	accessToken: ['accessToken'],
	both: ['oAuth2', 'oAuth1'],
} as const satisfies Record<string, readonly UserKind[]>;

export type UserAuthentication = keyof typeof KINDS;

/** Connects to X as the user, with each kind of credential that is chosen. */
export async function connectUsers(
	context: ApiContext,
	authentication: UserAuthentication,
	options: Omit<Parameters<typeof connect>[1], 'kind'>,
): Promise<UserAccess[]> {
	return await Promise.all(
		KINDS[authentication].map(async (kind) => ({
			kind,
			api: await connect(context, { ...options, kind }),
		})),
	);
}

/** The credentials that create subscriptions, and what a new one gets besides its filter. */
interface SubscriberAccess extends Pick<SourceAccess, 'app' | 'users'> {
	readonly tag: string;
	/** The webhook. Undefined for the stream, which carries all subscriptions of an app. */
	readonly webhookId?: string;
	readonly refuse: Refuse;
	/** What to do instead of creating a subscription that another workflow has. */
	readonly share?: string;
}

/** The activity subscriptions of an app, for a webhook or for the stream. */
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
			const subscriber = new Subscriber(access);
			for (const each of missing)
				added.push({ ...each, id: await subscriber.create(each, present), tag, webhookId });
			return [];
		},
		remove: async (ids, onRemoved) => await removeSubscriptions(app, ids, onRemoved),
	};
}

/**
 * Creates subscriptions: to public events with the app's token, to private ones with the user's. According to the
 * specification both kinds of user credential work, but X has been seen to accept only OAuth 1.0a. With both kinds,
 * the second is tried after the first is refused.
 *
 * @see https://docs.x.com/x-api/activity/create-x-activity-subscription, and the README of the X adapter in
 *   https://github.com/vercel/chat (both read on 22 November 2026)
 */
class Subscriber {
	private users: readonly UserAccess[];

	constructor(private readonly access: SubscriberAccess) {
		this.users = access.users;
	}

	/**
	 * Creates a subscription.
	 *
	 * @param present The existing subscriptions, to name the one that makes X refuse the new one.
	 * @returns Its ID.
	 */
	async create(wanted: WantedSubscription, present: readonly Subscription[]): Promise<string> {
		const { refuse, share } = this.access;
		const id = await this.createAs(wanted).catch((error: unknown) => {
			const refusal = explainRefusal(error, wanted, present, share);
			throw refusal === undefined ? error : refuse(refusal.message, refusal.description);
		});
		if (id === undefined) throw refuse('X did not say which subscription it created', 'Try again');
		return id;
	}

	/**
	 * Creates a subscription as the app or as the user.
	 *
	 * @returns Its ID. Undefined if X's answer does not have it.
	 * @throws The first refusal, with advice about the kind of credential.
	 */
	private async createAs({ event_type, filter }: WantedSubscription): Promise<string | undefined> {
		const { tag, webhookId: webhook_id } = this.access;
		const body = { event_type, filter, tag, ...(webhook_id !== undefined && { webhook_id }) };
		const isPrivate = eventTypeFact(event_type)?.isPrivate === true;
		if (!isPrivate || this.users.length === 0) return await send(this.access.app, body);
		const refusals: unknown[] = [];
		for (const user of this.users) {
			const created = await send(user.api, body)
				.then((id) => ({ id }))
				.catch((error: unknown) => {
					if (!isDenied(error) || webhookReasonOf(error) !== undefined) throw error;
					refusals.push(error);
				});
			if (!created) continue;
			// The kind that X accepts is tried first from now on.
			this.users = [user, ...this.users.filter((other) => other !== user)];
			return created.id;
		}
		const [first] = refusals;
		if (first instanceof NodeApiError) addAdvice(first, adviceFor(this.access.users));
		throw first;
	}
}

async function send(api: Api, body: IDataObject): Promise<string | undefined> {
	return createdId(object((await api.send({ method: 'POST', path: SUBSCRIPTIONS_PATH, body })).body));
}

/**
 * The new subscription's ID. The guide and the reference show different shapes of the answer:
 * https://docs.x.com/x-api/activity/quickstart#create-subscription
 */
function createdId(answer: IDataObject): string | undefined {
	const data = object(answer.data ?? answer);
	return text(object(data.subscription ?? objects(answer.data)[0] ?? data).subscription_id);
}

function adviceFor([tried, ...more]: readonly UserAccess[]): string {
	if (more.length > 0)
		return 'X refused both user credentials: check that both belong to the user whose events are chosen, and that this user has authorized the app';
	const other = CREDENTIALS[tried?.kind === 'oAuth1' ? 'oAuth2' : 'oAuth1'];
	return `X may want the other kind of user credential for private events: set "Authentication" to "${other.label}", or to "User (Both Kinds)", with a credential of the same user and app`;
}
