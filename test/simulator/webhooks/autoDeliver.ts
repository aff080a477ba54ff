import {
	accountActivityEvent,
	activityEvent,
	streamEvent,
	type EventContext,
	type JsonObject,
	type Person,
	type PlatformEvent,
} from './events';
import { publish } from './publish';
import type { WebhooksState } from './state';

/** What the platform's bus names by identifier only, looked up where it is kept. */
export interface Lookup {
	post(id: string): KeptPost | undefined;
	message(eventId: string): { text: string; senderId: string; recipientIds: readonly string[] } | undefined;
	person(id: string): Person | undefined;
	personByUsername(username: string): Person | undefined;
}

export interface KeptPost {
	text: string;
	authorId: string;
	/** The Posts it replies to, quotes or reposts. */
	about: ReadonlyArray<{ type: 'replied_to' | 'quoted' | 'retweeted'; authorId: string }>;
	/** The v2 object. */
	fields: JsonObject;
}

/**
 * Turns what happens through the API into events for those subscribed, while the setting `autoDeliver` is on.
 *
 * @returns ends it
 */
export function listenToPlatform(state: WebhooksState, lookup: Lookup): () => void {
	const { platform } = state;
	const context: EventContext = { id: () => platform.newId(), now: () => platform.clock.now() };
	const send = (events: readonly PlatformEvent[]) => {
		if (!state.settings.autoDeliver) return;
		// In the order in which a user would see them, as one request may cause several.
		void state.timers.track(
			events.reduce(async (before, event) => {
				await before;
				await publish(state, event);
			}, Promise.resolve()),
		);
	};
	const stops = [
		platform.on('post.created', ({ postId }) => send(postCreated(context, lookup, postId))),
		platform.on('post.deleted', ({ postId, authorId }) => {
			const actor = personOf(lookup, authorId);
			send([
				activityEvent(context, 'post.delete', { actor, id: postId }),
				accountActivityEvent(context, 'tweet_delete_events', { actor, id: postId }),
			]);
		}),
		platform.on('post.liked', ({ postId, userId }) => {
			const post = lookup.post(postId);
			if (post === undefined) return;
			const actor = personOf(lookup, userId);
			const target = personOf(lookup, post.authorId);
			const like = { actor, target, postId, id: context.id(), text: post.text };
			send([
				activityEvent(context, 'like.create', like),
				...both(actor, target).map((forUserId) =>
					accountActivityEvent(context, 'favorite_events', { ...like, forUserId }),
				),
			]);
		}),
		platform.on('dm.created', ({ eventId }) => send(messageCreated(context, lookup, eventId))),
		platform.on('user.followed', (detail) => send(followed(context, lookup, detail, true))),
		platform.on('user.unfollowed', (detail) => send(followed(context, lookup, detail, false))),
	];
	return () => {
		for (const stop of stops) stop();
	};
}

function postCreated(context: EventContext, lookup: Lookup, id: string): PlatformEvent[] {
	const post = lookup.post(id);
	if (post === undefined) return [];
	const actor = personOf(lookup, post.authorId);
	const { text, fields: payload } = post;
	const mentioned = [...text.matchAll(/@(\w{1,15})/g)].flatMap(([, name = '']) => {
		const person = lookup.personByUsername(name);
		return person === undefined || person.id === actor.id ? [] : [person];
	});
	const referred = post.about.map(({ type, authorId }) => ({ type, target: personOf(lookup, authorId) }));
	const concerned = new Map(
		[actor, ...mentioned, ...referred.map(({ target }) => target)].map((person) => [person.id, person]),
	);
	return [
		activityEvent(context, 'post.create', { actor, id, text, payload }),
		...mentioned.map((target) =>
			activityEvent(context, 'post.mention.create', { actor, target, id, text, payload }),
		),
		...referred.map(({ type, target }) =>
			activityEvent(context, typeOf[type], { actor, target, id, text, payload }),
		),
		...[...concerned.values()].map((target) =>
			accountActivityEvent(context, 'tweet_create_events', { actor, target, id, text }),
		),
		streamEvent(context, { actor, id, text, payload }),
	];
}

const typeOf = {
	replied_to: 'post.reply.create',
	quoted: 'post.quote.create',
	retweeted: 'post.repost.create',
} as const;

function messageCreated(context: EventContext, lookup: Lookup, id: string): PlatformEvent[] {
	const message = lookup.message(id);
	if (message === undefined) return [];
	const actor = personOf(lookup, message.senderId);
	const { text } = message;
	const recipients = message.recipientIds.map((recipient) => personOf(lookup, recipient));
	const [first = actor] = recipients;
	return [
		activityEvent(context, 'dm.sent', { actor, target: first, id, text }),
		...recipients.map((target) => activityEvent(context, 'dm.received', { actor, target, id, text })),
		...[actor, ...recipients].map(({ id: forUserId }) =>
			accountActivityEvent(context, 'direct_message_events', { actor, target: first, forUserId, id, text }),
		),
	];
}

function followed(
	context: EventContext,
	lookup: Lookup,
	detail: { sourceId: string; targetId: string },
	begins: boolean,
): PlatformEvent[] {
	const actor = personOf(lookup, detail.sourceId);
	const target = personOf(lookup, detail.targetId);
	return [
		activityEvent(context, begins ? 'follow.follow' : 'follow.unfollow', { actor, target }),
		...both(actor, target).map((forUserId) =>
			accountActivityEvent(context, begins ? 'follow_events' : 'unfollow_events', {
				actor,
				target,
				forUserId,
			}),
		),
	];
}

function both(actor: Person, target: Person): string[] {
	return [...new Set([actor.id, target.id])];
}

function personOf(lookup: Lookup, id: string): Person {
	return lookup.person(id) ?? { id, username: `user_${id}`, name: `User ${id}` };
}
