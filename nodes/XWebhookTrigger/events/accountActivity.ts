import type { IDataObject } from 'n8n-workflow';

import type { PlatformEvent } from './event';
import { firstText, id, isObject, isoTime, object, objects, text } from './read';

/** What an entry of one array says, besides being an event of this account. */
interface Entry {
	eventType: string;
	/** Unique part of the key; undefined when the entry has none. */
	unique: string | undefined;
	eventId: string | undefined;
	createdAt: string | undefined;
}

/**
 * Events of the account-activity source: `for_user_id` and arrays of older objects, one event per element; or
 * `user_event` when the user withdrew access.
 *
 * @param body a delivery with `for_user_id` or `user_event`
 * Source: account activity documentation, event payloads and de-duplication.
 */
export function accountActivityEvents(body: IDataObject): PlatformEvent[] {
	if (isObject(body.user_event)) return userEvents(body.user_event);
	const owner = text(body.for_user_id);
	return Object.entries(body)
		.filter(([name, value]) => Array.isArray(value) && name.endsWith('_events'))
		.flatMap(([name, value]) => objects(value).map((entry) => accountEvent(body, owner, name, entry)));
}

function accountEvent(
	body: IDataObject,
	owner: string | undefined,
	name: string,
	payload: IDataObject,
): PlatformEvent {
	const entry = describe(name, payload, owner);
	const includes = neighbours(body);
	return {
		eventType: entry.eventType,
		nativeType: name,
		source: 'accountActivity',
		eventId: entry.eventId,
		userId: owner,
		createdAt: entry.createdAt,
		tag: undefined,
		payload,
		...(includes === undefined ? {} : { includes }),
		// Two subscribed users in one interaction are two events, so the owner is part of the key.
		key: entry.unique === undefined ? undefined : `aaa|${owner ?? ''}|${entry.eventType}|${entry.unique}`,
	};
}

function describe(name: string, payload: IDataObject, owner: string | undefined): Entry {
	const type = text(payload.type);
	switch (name) {
		case 'tweet_create_events':
			return plain(
				postEventType(payload, owner),
				id(payload),
				isoTime(payload.timestamp_ms, payload.created_at),
			);
		case 'tweet_delete_events':
			return plain('post.delete', id(payload.status), isoTime(payload.timestamp_ms));
		case 'favorite_events':
			return plain('like.create', id(payload), isoTime(payload.timestamp_ms, payload.created_at));
		case 'follow_events':
		case 'unfollow_events':
			return between('follow', type === 'unfollow' || name === 'unfollow_events', payload);
		case 'block_events':
		case 'unblock_events':
			return between('block', type === 'unblock' || name === 'unblock_events', payload);
		case 'mute_events':
		case 'unmute_events':
			return between('mute', type === 'unmute' || name === 'unmute_events', payload);
		case 'direct_message_events': {
			const sender = text(object(payload.message_create).sender_id);
			const eventType = sender !== undefined && sender === owner ? 'dm.sent' : 'dm.received';
			return plain(eventType, id(payload), isoTime(payload.created_timestamp));
		}
		case 'direct_message_indicate_typing_events':
			return joined('dm.indicate_typing', payload, [
				payload.sender_id,
				object(payload.target).recipient_id,
				payload.created_timestamp,
			]);
		case 'direct_message_mark_read_events':
			return joined('dm.read', payload, [
				payload.sender_id,
				object(payload.target).recipient_id,
				payload.last_read_event_id,
			]);
		default:
			return {
				eventType: name,
				unique: undefined,
				eventId: id(payload),
				createdAt: isoTime(payload.created_timestamp),
			};
	}
}

function plain(eventType: string, eventId: string | undefined, createdAt: string | undefined): Entry {
	return { eventType, unique: eventId, eventId, createdAt };
}

function between(family: string, undone: boolean, payload: IDataObject): Entry {
	return joined(undone ? `${family}.un${family}` : `${family}.${family}`, payload, [
		id(payload.source),
		id(payload.target),
		payload.created_timestamp,
	]);
}

function joined(eventType: string, payload: IDataObject, parts: unknown[]): Entry {
	const known = parts.map(text);
	const whole = known.every((part) => part !== undefined) ? known.join(':') : undefined;
	return { eventType, unique: whole, eventId: whole, createdAt: isoTime(payload.created_timestamp) };
}

/** The same array holds the owner's Posts and what others did with them; tell them apart as the activity source does. */
function postEventType(post: IDataObject, owner: string | undefined): string {
	if (owner === undefined || id(post.user) === owner) return 'post.create';
	if (id(object(post.retweeted_status).user) === owner) return 'post.repost.create';
	if (id(object(post.quoted_status).user) === owner) return 'post.quote.create';
	if (firstText(post.in_reply_to_user_id_str, post.in_reply_to_user_id) === owner) return 'post.reply.create';
	const entities = object(object(post.extended_tweet).entities ?? post.entities);
	return objects(entities.user_mentions).some((user) => id(user) === owner)
		? 'post.mention.create'
		: 'post.create';
}

function userEvents(userEvent: IDataObject): PlatformEvent[] {
	return Object.entries(userEvent).flatMap(([name, value]) =>
		objects(value).map((payload): PlatformEvent => {
			const user = firstText(object(payload.source).user_id, payload.user_id);
			const unique = [user, text(object(payload.target).app_id), text(payload.date_time)];
			const eventId = unique.every((part) => part !== undefined) ? unique.join(':') : undefined;
			const eventType = name === 'revoke' ? 'oauth.revoke' : name;
			return {
				eventType,
				nativeType: `user_event.${name}`,
				source: 'accountActivity',
				eventId,
				userId: user,
				createdAt: isoTime(payload.date_time),
				tag: undefined,
				payload,
				key: eventId === undefined ? undefined : `aaa|${eventType}|${eventId}`,
			};
		}),
	);
}

/** The maps of users and apps that Direct Message deliveries carry, and the block flags of mentions. */
function neighbours(body: IDataObject): IDataObject | undefined {
	const names = ['users', 'apps', 'user_has_blocked', 'is_blocked_by'].filter(
		(name) => body[name] !== undefined,
	);
	return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, body[name]]));
}
