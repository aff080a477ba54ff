import type { IDataObject } from 'n8n-workflow';
import { canonicalEventType } from '../model/eventTypes';
import { compositeId, id, isoTime, unwrap } from '../model/delivered';
import { firstText, isObject, object, objects, text } from '../util/lenient';
import { withoutMark } from './mark';
import type { XEvent } from './event';

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
