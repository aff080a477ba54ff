import { base, hexOf } from './activityBase';
import { stranger, subscriber, wrapped } from './people';
import type { ActivityEvent, EventContext, EventOptions, JsonObject, Person } from './model';

export function message(
	context: EventContext,
	options: EventOptions,
	eventType: string,
	sent: boolean,
): ActivityEvent {
	const sender = options.actor ?? (sent ? subscriber : stranger);
	const recipient = options.target ?? (sent ? stranger : subscriber);
	const text = options.text ?? 'Hi, can you help me with my order?';
	return {
		...base(context, options, eventType),
		concerns: [{ userId: sent ? sender.id : recipient.id, direction: sent ? 'outbound' : 'inbound' }],
		text,
		payload: {
			direct_message_events: [messageCreate(context, sender, recipient, options.id ?? context.id(), text)],
			users: { [sender.id]: wrapped(sender), [recipient.id]: wrapped(recipient) },
		},
	};
}

/** The v1.1 `message_create` object that both event products put into DM events. */
export function messageCreate(
	context: EventContext,
	sender: Person,
	recipient: Person,
	id: string,
	text: string,
): JsonObject {
	return {
		type: 'message_create',
		id,
		created_timestamp: String(context.now()),
		message_create: {
			target: { recipient_id: recipient.id },
			sender_id: sender.id,
			message_data: { text, entities: { hashtags: [], symbols: [], user_mentions: [], urls: [] } },
		},
	};
}

/** Typing and read signs; no sample exists, so they follow their Account Activity counterparts. */
export function messageSign(
	context: EventContext,
	options: EventOptions,
	eventType: string,
	key: string,
	more: JsonObject,
): ActivityEvent {
	const sender = options.actor ?? stranger;
	const recipient = options.target ?? subscriber;
	return {
		...base(context, options, eventType),
		concerns: [{ userId: recipient.id, direction: 'inbound' }],
		payload: {
			[key]: [
				{
					created_timestamp: String(context.now()),
					sender_id: sender.id,
					target: { recipient_id: recipient.id },
					...more,
				},
			],
			users: { [sender.id]: wrapped(sender), [recipient.id]: wrapped(recipient) },
		},
	};
}

export function chat(context: EventContext, options: EventOptions, eventType: string): ActivityEvent {
	const sent = eventType === 'chat.sent';
	const sender = options.actor ?? (sent ? subscriber : stranger);
	const recipient = options.target ?? (sent ? stranger : subscriber);
	const id = options.id ?? uuidOf(hexOf(context.id()));
	return {
		...base(context, options, eventType),
		eventUuid: id,
		concerns: [{ userId: sent ? sender.id : recipient.id, direction: sent ? 'outbound' : 'inbound' }],
		payload: {
			id,
			conversation_id: [sender.id, recipient.id].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).join('-'),
			sender_id: sender.id,
			created_at_msec: String(context.now()),
			encoded_event: Buffer.from(`sealed:${id}`).toString('base64'),
			conversation_token: Buffer.from(`token:${id}`).toString('base64'),
			conversation_key_version: '1',
			message_event_signature: {
				signature: Buffer.from(`signed:${id}`).toString('base64'),
				public_key_version: '1',
				signature_version: '1',
			},
		},
	};
}

function uuidOf(hex: string): string {
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`4${hex.slice(13, 16)}`,
		`8${hex.slice(17, 20)}`,
		hex.slice(20),
	].join('-');
}
