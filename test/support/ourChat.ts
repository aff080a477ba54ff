/** The nodes' own code: what it writes, and how it reads. */
import type { Contents, MessageEvent } from '../../nodes/shared/chat/wire/eventStructures';
import { EventReader, parseEvent, type ReadableEvent } from '../../nodes/shared/chat/events/readEvent';
import { messageBody, newMessageId, type action as signedAction } from '../../nodes/shared/chat/events/write';
import { readPrivateKeys } from '../../nodes/shared/chat/trust/keys';
import type { KeyHolder } from '../../nodes/shared/chat/trust/conversationKeys';
import { PublicKeys } from '../../nodes/shared/chat/trust/publicKeys';
import type { Key, Person, SignedAction } from '../simulator/chat/person';
import { structure, write } from '../simulator/chat/thrift';

export type Writer = KeyHolder;

export const writerOf = ({ userId, version, blob }: Person): Writer => ({
	userId,
	version,
	keys: readPrivateKeys(blob),
});

/** The public keys of people, as X gives them. */
export function publicKeysOf(people: readonly Person[]): PublicKeys {
	const keys = new PublicKeys();
	for (const { userId, row } of people) keys.set(userId, [row]);
	return keys;
}

/** An event that the nodes can read, as they have it. */
export function parsed(event: Buffer): MessageEvent {
	const found = parseEvent(event.toString('base64'));
	if (!found) throw new Error('no event');
	return found;
}

/** The nodes' reader of a person, with the keys that events hand over. */
export class Reader {
	private readonly reader: EventReader;

	constructor(person: Person, everybody: readonly Person[], events: readonly Buffer[]) {
		this.reader = new EventReader(publicKeysOf(everybody), writerOf(person));
		this.reader.learn(events.flatMap((event) => parseEvent(event.toString('base64')) ?? []));
	}

	/** What the nodes read of an event; undefined where it is none. */
	read(event: Buffer): ReadableEvent | undefined {
		const parsed = parseEvent(event.toString('base64'));
		return parsed && this.reader.read(parsed).readable;
	}
}

/** A message of the nodes, as it is relayed. */
export function said(
	writer: Writer,
	conversation: string,
	key: Key,
	contents: Contents,
	options: Omit<Parameters<typeof messageBody>[4], 'messageId'> = {},
): SignedAction {
	const body = messageBody(writer, conversation, key, contents, { messageId: newMessageId(), ...options });
	return {
		messageId: body.message_id,
		detail: structure(write.raw(1, Buffer.from(body.encoded_message_create_event, 'base64'))),
		signature: Buffer.from(body.encoded_message_event_signature, 'base64'),
	};
}

/** A change that the nodes signed, as it is relayed. */
export const changed = (action: ReturnType<typeof signedAction>): SignedAction => ({
	messageId: action.message_id,
	detail: Buffer.from(action.encoded_message_event_detail, 'base64'),
	signature: structure(
		write.text(1, action.message_event_signature.signature),
		write.text(2, action.message_event_signature.public_key_version),
		write.text(3, action.message_event_signature.signature_version),
	),
});
