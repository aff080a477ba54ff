import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { compositeId, id, isoTime } from '../../shared/model/delivered';
import { firstText, isObject, lenient, objects, text } from '../../shared/util/lenient';
import type { XEvent } from '../../shared/events/event';

const identifier = { id: lenient.text, id_str: lenient.text };

const entryShape = z.object({
	type: lenient.text,
	created_at: lenient.text,
	created_timestamp: lenient.text,
	timestamp_ms: lenient.text,
	date_time: lenient.text,
	status: lenient.shaped(identifier),
	source: lenient.shaped({ ...identifier, user_id: lenient.text }),
	target: lenient.shaped({ ...identifier, recipient_id: lenient.text, app_id: lenient.text }),
	message_create: lenient.shaped({ sender_id: lenient.text }),
	sender_id: lenient.text,
	last_read_event_id: lenient.text,
	user_id: lenient.text,
});

type AccountActivityEntry = z.infer<typeof entryShape>;

interface EventReading extends Pick<XEvent, 'eventType' | 'eventId' | 'createdAt'> {
	/** True if the identifier is unique among events of this type. */
	isUnique: boolean;
}

/**
 * Reads events of the account activity source, one for each element of its arrays:
 * https://docs.x.com/x-api/account-activity/introduction#payload-examples and, for duplicates,
 * https://docs.x.com/x-api/account-activity/quickstart#important-notes
 */
export function accountActivityEvents(body: IDataObject): XEvent[] {
	if (isObject(body.user_event)) return userEvents(body.user_event);
	const owner = text(body.for_user_id);
	const includes = sideObjects(body);
	return Object.entries(body)
		.filter(([name, value]) => Array.isArray(value) && name.endsWith('_events'))
		.flatMap(([name, value]) =>
			objects(value).map((payload): XEvent => {
				const { isUnique, ...reading } = readEntry(name, payload, owner);
				// If two subscribed users interact, each gets an event of their own, so the key includes the owner.
				const key =
					isUnique && reading.eventId !== undefined
						? `aaa|${owner ?? ''}|${reading.eventType}|${reading.eventId}`
						: undefined;
				return event(name, payload, { ...reading, userId: owner, key, ...(includes && { includes }) });
			}),
		);
}

const event = (
	nativeType: string,
	payload: IDataObject,
	rest: Omit<XEvent, 'nativeType' | 'payload' | 'source'>,
): XEvent => ({ nativeType, payload, source: 'accountActivity', ...rest });

function readEntry(name: string, payload: IDataObject, owner: string | undefined): EventReading {
	const entry = entryShape.parse(payload);
	const { type, timestamp_ms, created_at, created_timestamp, sender_id, target } = entry;
	const [, un, relation] = /^(un)?(follow|block|mute)_events$/.exec(name) ?? [];
	if (relation !== undefined)
		return relationEvent(relation, un !== undefined || type === `un${relation}`, entry);
	switch (name) {
		case 'tweet_create_events':
			return simpleEvent(postEventType(payload, owner), id(payload), isoTime(timestamp_ms, created_at));
		case 'tweet_delete_events':
			return simpleEvent('post.delete', id(entry.status), isoTime(timestamp_ms));
		case 'favorite_events':
			return simpleEvent('like.create', id(payload), isoTime(timestamp_ms, created_at));
		case 'direct_message_events': {
			const sender = entry.message_create?.sender_id;
			const eventType = sender !== undefined && sender === owner ? 'dm.sent' : 'dm.received';
			return simpleEvent(eventType, id(payload), isoTime(created_timestamp));
		}
		case 'direct_message_indicate_typing_events':
			return compositeEvent('dm.indicate_typing', entry, [
				sender_id,
				target?.recipient_id,
				created_timestamp,
			]);
		case 'direct_message_mark_read_events':
			return compositeEvent('dm.read', entry, [sender_id, target?.recipient_id, entry.last_read_event_id]);
		default:
			return { ...simpleEvent(name, id(payload), isoTime(created_timestamp)), isUnique: false };
	}
}

const simpleEvent = (eventType: string, eventId: string | undefined, createdAt: string | undefined) => ({
	eventType,
	eventId,
	createdAt,
	isUnique: true,
});

function relationEvent(family: string, isUndone: boolean, entry: AccountActivityEntry): EventReading {
	return compositeEvent(isUndone ? `${family}.un${family}` : `${family}.${family}`, entry, [
		id(entry.source),
		id(entry.target),
		entry.created_timestamp,
	]);
}

const compositeEvent = (eventType: string, { created_timestamp }: AccountActivityEntry, parts: unknown[]) =>
	simpleEvent(eventType, compositeId(...parts), isoTime(created_timestamp));

const mentions = lenient.shaped({ user_mentions: lenient.listOf(z.object(identifier)) });
const postShape = z.object({
	user: lenient.shaped(identifier),
	retweeted_status: lenient.shaped({ user: lenient.shaped(identifier) }),
	quoted_status: lenient.shaped({ user: lenient.shaped(identifier) }),
	in_reply_to_user_id: lenient.text,
	in_reply_to_user_id_str: lenient.text,
	entities: mentions,
	extended_tweet: lenient.shaped({ entities: mentions }),
});

/** Names a Post's type as the activity source does: one array has the owner's Posts and what others did with them. */
function postEventType(payload: IDataObject, owner: string | undefined): string {
	const post = postShape.parse(payload);
	if (owner === undefined || id(post.user) === owner) return 'post.create';
	if (id(post.retweeted_status?.user) === owner) return 'post.repost.create';
	if (id(post.quoted_status?.user) === owner) return 'post.quote.create';
	if (firstText(post.in_reply_to_user_id_str, post.in_reply_to_user_id) === owner) return 'post.reply.create';
	const { user_mentions = [] } = post.extended_tweet?.entities ?? post.entities ?? {};
	return user_mentions.some((user) => id(user) === owner) ? 'post.mention.create' : 'post.create';
}

function userEvents(userEvent: IDataObject): XEvent[] {
	return Object.entries(userEvent).flatMap(([name, value]) =>
		objects(value).map((payload): XEvent => {
			const { source, target, user_id, date_time } = entryShape.parse(payload);
			const userId = source?.user_id ?? user_id;
			const eventId = compositeId(userId, target?.app_id, date_time);
			const eventType = name === 'revoke' ? 'oauth.revoke' : name;
			const key = eventId === undefined ? undefined : `aaa|${eventType}|${eventId}`;
			const createdAt = isoTime(date_time);
			return event(`user_event.${name}`, payload, { eventType, eventId, userId, createdAt, key });
		}),
	);
}

/** Picks the maps of users and apps in deliveries of Direct Messages, and the block flags of mentions. */
function sideObjects(body: IDataObject): IDataObject | undefined {
	const names = ['users', 'apps', 'user_has_blocked', 'is_blocked_by'].filter(
		(name) => body[name] !== undefined,
	);
	return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, body[name]]));
}
