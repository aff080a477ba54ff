/** Builds what is sent: messages, keys and changes, encrypted and signed. https://docs.x.com/xchat/getting-started */
import { randomBytes, randomUUID } from 'crypto';
import {
	ENTRY,
	type Contents,
	DETAIL,
	MESSAGE_CREATE,
	SIGNATURE,
	type EventDetail,
} from '../wire/eventStructures';
import type { KnownKey, KeyHolder } from '../trust/conversationKeys';
import { wrapKey, sealBox } from '../cipher/boxes';
import {
	type PublicKeys,
	signedChange,
	signedText,
	signText,
	SIGNATURE_VERSION,
	type EventName,
} from '../trust/publicKeys';
import { encode, type ThriftType } from '../wire/thrift';

const KEY = 32;
export const FOR_SELF = 1;
export const FOR_ALL = 2;

/** Makes the ID by which X recognizes a message that is sent twice. */
export const newMessageId = (): string => randomUUID();

/**
 * Encrypts and signs a message: https://docs.x.com/x-api/chat/send-chat-message. Send the same body again to repeat a
 * request: X recognizes it by its message ID.
 */
export function messageBody(
	writer: KeyHolder,
	conversationId: string,
	key: Pick<KnownKey, 'key' | 'version'>,
	contents: Contents,
	options: { readonly messageId: string; readonly shouldNotify?: boolean; readonly ttl?: string },
) {
	const { messageId } = options;
	const sealed = sealBox(key.key, encode(ENTRY, { contents }));
	const name = { message_id: messageId, sender_id: writer.userId, conversation_id: conversationId };
	return {
		message_id: messageId,
		encoded_message_create_event: encoded(MESSAGE_CREATE, {
			contents: sealed,
			conversation_key_version: key.version,
			should_notify: options.shouldNotify ?? true,
			ttl_msec: options.ttl,
		}),
		encoded_message_event_signature: encoded(
			SIGNATURE,
			signature(writer, signedText.message(name, key.version, sealed)),
		),
	};
}

const encoded = <T>(type: ThriftType<T>, value: T): string => encode(type, value).toString('base64');

const signature = (writer: KeyHolder, text: string) => ({
	signature: signText(writer.keys.signing, text),
	public_key_version: writer.version,
	signature_version: SIGNATURE_VERSION,
});

/**
 * Signs a change, as requests contain it: the encoded detail of the event, and the text that is built from its name.
 *
 * @param textOf Builds the text where the detail does not say all of it.
 */
export function action(
	writer: KeyHolder,
	conversationId: string,
	detail: EventDetail,
	textOf?: (name: EventName) => string,
) {
	const event = { message_id: randomUUID(), sender_id: writer.userId, conversation_id: conversationId };
	return {
		message_id: event.message_id,
		encoded_message_event_detail: encoded(DETAIL, detail),
		message_event_signature: signature(writer, textOf?.(event) ?? signedChange(event, detail)?.() ?? ''),
	};
}

/**
 * Creates a key and wraps it for every member: https://docs.x.com/x-api/chat/add-conversation-keys
 *
 * @param version Milliseconds since 1970; larger than the version of the current key.
 */
export function newKey(
	writer: KeyHolder,
	conversationId: string,
	memberIds: readonly string[],
	publicKeys: PublicKeys,
	version: string,
) {
	const key = randomBytes(KEY);
	const wrapped = memberIds
		.flatMap((userId) => publicKeys.newest(userId) ?? [])
		.map(({ userId, point, version: keyVersion }) => ({
			user_id: userId,
			encrypted_conversation_key: wrapKey(point, key).toString('base64'),
			public_key_version: keyVersion,
		}));
	const detail: EventDetail = {
		key_change: {
			conversation_key_version: version,
			conversation_participant_keys: wrapped,
			for_key_rotation: false,
		},
	};
	return {
		key,
		version,
		action: action(writer, conversationId, detail, (name) => signedText.keyChange(name, version, key)),
		body: { conversation_key_version: version, conversation_participant_keys: wrapped },
	};
}
