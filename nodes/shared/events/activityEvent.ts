import { omit } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { compositeId, id, isoTime, unwrap } from '../model/delivered';
import { canonicalEventType } from '../model/eventTypes';
import { firstText, isObject, object, objects, text } from '../util/lenient';
import type { XEvent } from './event';
import { withoutMark } from './mark';

/**
 * Reads an event of the activity source: https://docs.x.com/x-api/activity/event-payloads and
 * https://docs.x.com/x-api/activity/activity-stream
 */
export function activityEvent(data: IDataObject): XEvent {
	const nativeType = text(data.event_type) ?? 'unknown';
	const eventType = canonicalEventType(nativeType);
	const payload = unwrap(object(data.payload));
	const filter = object(data.filter);
	const tag = withoutMark(text(data.tag));
	const messages = messagesOf(payload);
	const eventId = firstText(data.event_uuid, payloadId(eventType, payload, messages));
	return {
		eventType,
		nativeType,
		source: 'activity',
		eventId,
		userId: firstText(filter.user_id, payload.user_id),
		createdAt: isoTime(
			data.created_at,
			payload.created_at,
			payload.created_at_msec,
			payload.timestamp_ms,
			payload.date_time,
			messages[0]?.created_timestamp,
			payload.updated_at,
		),
		tag,
		payload,
		filter,
		...(isObject(data.includes) && { includes: unwrap(data.includes) }),
		// X may deliver one Post under several filters and tags, with the same identifier.
		key:
			eventId === undefined
				? undefined
				: `xaa|${happening(eventType, payload, eventId)}|${sorted(filter)}|${tag ?? ''}`,
	};
}

/** Types of one Post that is several things: a reply that names the account is delivered as a mention too. */
const ADDRESSED = /^post\.(mention|reply|quote)\.create$/;

/** Names what happened, once: a workflow that answers a Post must not answer it again under another type. */
function happening(eventType: string, payload: IDataObject, eventId: string): string {
	const post = ADDRESSED.test(eventType) ? id(payload) : undefined;
	return post === undefined ? `${eventType}|${eventId}` : `post|${post}`;
}

function payloadId(eventType: string, payload: IDataObject, messages: IDataObject[]): string | undefined {
	if (eventType.startsWith('dm.')) {
		const ids = messages.map(messageId);
		return ids.length > 0 && ids.every((known) => known !== undefined) ? ids.join(',') : id(payload);
	}
	if (eventType === 'broadcast.chat') return text(payload.message_id);
	if (/^(spaces|broadcast)\.(start|end)$/.test(eventType)) return text(payload.broadcast_id);
	if (eventType === 'oauth.revoke') return compositeId(payload.user_id, payload.app_id, payload.date_time);
	return id(payload);
}

/** Finds messages, typing indicators or read receipts. Each kind has an array of its own name. */
function messagesOf(payload: IDataObject): IDataObject[] {
	return Object.keys(payload)
		.filter((name) => name.startsWith('direct_message_'))
		.flatMap((name) => objects(payload[name]));
}

function messageId(message: IDataObject): string | undefined {
	const known = id(message);
	if (known !== undefined) return known;
	const about = firstText(message.last_read_event_id, message.created_timestamp);
	return about === undefined
		? undefined
		: [text(message.sender_id), text(object(message.target).recipient_id), about].join(':');
}

/** Writes the filter as text, whatever the order of its members. */
function sorted(filter: IDataObject): string {
	return Object.keys(filter)
		.sort()
		.map((name) => `${name}=${JSON.stringify(filter[name])}`)
		.join('&');
}

/** Reads a Post that matched rules of the filtered stream: https://docs.x.com/x-api/webhooks/stream/introduction */
export function streamEvent(body: IDataObject): XEvent {
	const payload = object(body.data);
	const matchingRules = objects(body.matching_rules).map(unmarked);
	const eventId = id(payload);
	return {
		eventType: 'stream.post',
		nativeType: 'matching_rules',
		source: 'filteredStream',
		eventId,
		userId: text(payload.author_id),
		createdAt: isoTime(payload.created_at),
		tag: matchingRules.map((rule) => text(rule.tag)).find((tag) => tag !== undefined),
		payload,
		...(isObject(body.includes) && { includes: body.includes }),
		matchingRules,
		// An edited Post has a new identifier, so an edit is a new event.
		key: eventId === undefined ? undefined : `stream|${eventId}`,
	};
}

function unmarked(rule: IDataObject): IDataObject {
	const tag = text(rule.tag);
	if (tag === undefined || withoutMark(tag) === tag) return rule;
	return { ...omit(rule, 'tag'), ...(withoutMark(tag) !== undefined && { tag: withoutMark(tag) }) };
}
