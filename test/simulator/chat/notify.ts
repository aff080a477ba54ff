/** What X delivers to those who have subscribed: https://docs.x.com/x-api/activity/event-payloads */
import { core } from '../core/area';
import { ME } from '../identities';
import type { Platform } from '../frame';
import { streamSimulator } from '../streams';
import { webhookSimulator } from '../webhooks';
import { changedVersionOf, keyVersionOf, type Conversation, type StoredEvent } from './state';
import { fieldsAt, readFields, textAt } from './thrift';

/** The payload of an event; a key comes along with the first message that it is for. */
export function payloadOf({ id, events }: Conversation, event: StoredEvent) {
	const version = keyVersionOf(event.bytes);
	const isFirst =
		version !== undefined && events.find((each) => keyVersionOf(each.bytes) === version) === event;
	const change = isFirst ? events.find((each) => changedVersionOf(each.bytes) === version) : undefined;
	const signature = fieldsAt(readFields(event.bytes), 9);
	return {
		conversation_id: id,
		id: event.messageId,
		created_at_msec: String(event.createdAt),
		sender_id: event.senderId,
		...(version !== undefined && { conversation_key_version: version }),
		conversation_token: 'token',
		encoded_event: event.bytes.toString('base64'),
		...(change && { conversation_key_change_event: change.bytes.toString('base64') }),
		message_event_signature: {
			signature: textAt(signature, 1) ?? '',
			public_key_version: textAt(signature, 2) ?? '',
			signature_version: textAt(signature, 3) ?? '',
		},
	};
}

/** Sends an event over webhooks and streams to the subscribed accounts, as one that they wrote or got. */
export async function tell(
	platform: Platform,
	conversation: Conversation,
	event: StoredEvent,
): Promise<void> {
	const subscribers = [ME.id, ...core.state(platform).bots];
	for (const own of subscribers.filter((id) => conversation.members.has(id))) {
		const type = event.senderId === own ? 'chat.sent' : 'chat.received';
		const [other = own] = [...conversation.members].filter((id) => id !== event.senderId);
		const options = {
			actor: person(event.senderId),
			target: person(type === 'chat.sent' ? other : own),
			id: event.messageId,
			payload: payloadOf(conversation, event),
		};
		streamSimulator(platform).activity(type, options);
		const webhooks = webhookSimulator(platform);
		await webhooks.publish(webhooks.build(type, options));
	}
}

const person = (id: string) => ({ id, username: `user${id}`, name: `User ${id}` });
