import type { IDataObject } from 'n8n-workflow';

import { canonicalEventType } from '../../shared/model/eventTypes';
import type { PlatformEvent } from './event';
import { firstText, id, isObject, isoTime, object, objects, text, unwrap } from './read';

/**
 * Events of the activity source: `{data: {event_uuid, filter, event_type, tag, payload, includes}}`.
 *
 * @param body a delivery whose `data` has an `event_type`
 * Source: activity API documentation, event envelope; OpenAPI 2.167, activity stream response.
 */
export function activityEvents(body: IDataObject): PlatformEvent[] {
	return objects(body.data).map(activityEvent);
}

function activityEvent(data: IDataObject): PlatformEvent {
	const nativeType = text(data.event_type) ?? 'unknown';
	const eventType = canonicalEventType(nativeType);
	const payload = unwrap(object(data.payload));
	const filter = object(data.filter);
	const tag = text(data.tag);
	const eventId = firstText(data.event_uuid, payloadId(eventType, payload));
	return {
		eventType,
		nativeType,
		source: 'activity',
		eventId,
		userId: firstText(filter.user_id, payload.user_id),
		createdAt: createdAt(payload),
		tag,
		payload,
		...(isObject(data.includes) ? { includes: unwrap(data.includes) } : {}),
		// One Post can be delivered under several types, filters and tags with the same identifier.
		key: eventId === undefined ? undefined : `xaa|${eventType}|${stable(filter)}|${tag ?? ''}|${eventId}`,
	};
}

/** What stands for the event where the envelope has no identifier. */
function payloadId(eventType: string, payload: IDataObject): string | undefined {
	if (eventType.startsWith('dm.')) {
		const messages = messagesOf(payload).map(messageId);
		return messages.length > 0 && messages.every((message) => message !== undefined)
			? messages.join(',')
			: id(payload);
	}
	if (eventType === 'broadcast.chat') return text(payload.message_id);
	if (/^(spaces|broadcast)\.(start|end)$/.test(eventType)) return text(payload.broadcast_id);
	if (eventType === 'oauth.revoke') {
		const parts = [payload.user_id, payload.app_id, payload.date_time].map(text);
		return parts.every((part) => part !== undefined) ? parts.join(':') : undefined;
	}
	return id(payload);
}

/** Messages, typing signs or read signs: each comes in an array of its own name. */
function messagesOf(payload: IDataObject): IDataObject[] {
	return Object.entries(payload)
		.filter(([name]) => name.startsWith('direct_message_'))
		.flatMap(([, list]) => objects(list));
}

function messageId(message: IDataObject): string | undefined {
	const known = id(message);
	if (known !== undefined) return known;
	const about = firstText(message.last_read_event_id, message.created_timestamp);
	return about === undefined
		? undefined
		: [text(message.sender_id), text(object(message.target).recipient_id), about].join(':');
}

function createdAt(payload: IDataObject): string | undefined {
	const message = messagesOf(payload)[0];
	return isoTime(
		payload.created_at,
		payload.created_at_msec,
		payload.timestamp_ms,
		payload.date_time,
		message?.created_timestamp,
		payload.updated_at,
	);
}

function stable(filter: IDataObject): string {
	return Object.keys(filter)
		.sort()
		.map((name) => `${name}=${JSON.stringify(filter[name])}`)
		.join('&');
}
