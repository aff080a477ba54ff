import { base, iso } from './activityBase';
import { stranger, subscriber, user } from './people';
import type { ActivityEvent, EventContext, EventOptions, JsonObject, Person } from './model';

export function ownPost(
	context: EventContext,
	options: EventOptions,
	eventType: string,
	more: JsonObject,
): ActivityEvent {
	const author = options.actor ?? subscriber;
	const id = options.id ?? context.id();
	const text = options.text ?? 'Our spring release is out';
	return {
		...base(context, options, eventType),
		eventUuid: id,
		concerns: [{ userId: author.id, direction: 'outbound' }],
		text,
		payload: post(context, author, id, text, more),
		includes: { users: [user(author)] },
	};
}

/** Somebody's Post that points at a Post of the subscriber; the subscriber is the one who asked to hear of it. */
export function postAbout(
	context: EventContext,
	options: EventOptions,
	eventType: string,
	relation: 'retweeted' | 'quoted' | 'replied_to',
): ActivityEvent {
	const author = options.actor ?? stranger;
	const owner = options.target ?? subscriber;
	const event = ownPost(context, { ...options, actor: author }, eventType, {
		referenced_tweets: [{ type: relation, id: context.id() }],
		...(relation === 'replied_to' ? { in_reply_to_user_id: owner.id } : {}),
	});
	return {
		...event,
		concerns: [{ userId: owner.id, direction: 'inbound' }],
		includes: { users: [user(author), user(owner)] },
	};
}

export function mention(context: EventContext, options: EventOptions, eventType: string): ActivityEvent {
	const author = options.actor ?? stranger;
	const mentioned = options.target ?? subscriber;
	const at = `@${mentioned.username}`;
	const event = ownPost(
		context,
		{ ...options, actor: author, text: options.text ?? `${at} where is my order?` },
		eventType,
		{
			entities: {
				mentions: [{ start: 0, end: at.length, username: mentioned.username, id: mentioned.id }],
			},
		},
	);
	return {
		...event,
		concerns: [{ userId: mentioned.id, direction: 'inbound' }],
		includes: { users: [user(author), user(mentioned)] },
	};
}

function post(context: EventContext, author: Person, id: string, text: string, more: JsonObject): JsonObject {
	return {
		id,
		text,
		author_id: author.id,
		created_at: iso(context),
		conversation_id: id,
		edit_history_tweet_ids: [id],
		lang: 'en',
		public_metrics: { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0, impression_count: 0 },
		...more,
	};
}
