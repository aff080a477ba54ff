/** Builds what is sent: messages, keys and changes, encrypted and signed. https://docs.x.com/xchat/getting-started */
import { randomBytes, randomUUID } from 'crypto';
import { ENTRY, type Contents } from '../wire/contentStructures';
import type { KnownKey, KeyHolder } from '../trust/conversationKeys';
import { wrapKey } from '../cipher/ecies';
import { DETAIL, MESSAGE_CREATE, SIGNATURE, type EventDetail } from '../wire/eventStructures';
import type { PublicKeys } from '../trust/publicKeys';
import { sealBox } from '../cipher/secretbox';
import { signedChange, signedText, signText, SIGNATURE_VERSION, type EventName } from '../trust/signatures';
import { encode, type ThriftType } from '../wire/thrift';

export type Writer = KeyHolder;

const KEY = 32;
export const FOR_SELF = 1;
export const FOR_ALL = 2;

/** Makes the ID by which X recognizes a message that is sent twice. */
export const newMessageId = (): string => randomUUID();

/** The body that sends a message: https://docs.x.com/x-api/chat/send-chat-message */
interface MessageBody {
	readonly message_id: string;
	readonly encoded_message_create_event: string;
	readonly encoded_message_event_signature: string;
}

/** Encrypts and signs a message. Send the same body again to repeat a request: X recognizes it by its message ID. */
export function messageBody(
	writer: Writer,
	conversationId: string,
	key: Pick<KnownKey, 'key' | 'version'>,
	contents: Contents,
	options: { readonly messageId?: string; readonly shouldNotify?: boolean; readonly ttl?: string } = {},
): MessageBody {
	const { messageId = newMessageId() } = options;
	const sealed = sealBox(key.key, encode(ENTRY, { contents }));
	const name: EventName = { messageId, senderId: writer.userId, conversationId };
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

const signature = (writer: Writer, text: string) => ({
	signature: signText(writer.keys.signing, text),
	public_key_version: writer.version,
	signature_version: SIGNATURE_VERSION,
});

/** A signed change, as requests contain it. */
export interface ActionSignature {
	readonly message_id: string;
	readonly encoded_message_event_detail: string;
	readonly message_event_signature: ReturnType<typeof signature>;
}

/**
 * Signs a change: the encoded detail of the event, and the text that is built from its name.
 *
 * @param textOf Builds the text where the detail does not say all of it.
 */
export function action(
	writer: Writer,
	conversationId: string,
	detail: EventDetail,
	textOf?: (name: EventName) => string,
): ActionSignature {
	const name = { messageId: randomUUID(), senderId: writer.userId, conversationId };
	const event = { message_id: name.messageId, sender_id: name.senderId, conversation_id: conversationId };
	return {
		message_id: name.messageId,
		encoded_message_event_detail: encoded(DETAIL, detail),
		message_event_signature: signature(writer, textOf?.(name) ?? signedChange(event, detail)?.() ?? ''),
	};
}

/** Users have no public key, so a conversation key cannot be wrapped for them. */
export class NoPublicKey extends Error {
	constructor(readonly userIds: readonly string[]) {
		super(`X has no valid public key of ${userIds.join(', ')}`);
		this.name = 'NoPublicKey';
	}
}

/** A new conversation key: https://docs.x.com/x-api/chat/add-conversation-keys */
export interface NewKey {
	readonly key: Buffer;
	readonly version: string;
	readonly action: ActionSignature;
	readonly body: {
		readonly conversation_key_version: string;
		readonly conversation_participant_keys: readonly {
			readonly user_id: string;
			readonly encrypted_conversation_key: string;
			readonly public_key_version: string;
		}[];
	};
}

/**
 * Creates a key and wraps it for every member.
 *
 * @param version Milliseconds since 1970; larger than the version of the current key.
 * @throws NoPublicKey if members have no public key.
 */
export function newKey(
	writer: Writer,
	conversationId: string,
	memberIds: readonly string[],
	publicKeys: PublicKeys,
	version: string,
): NewKey {
	const key = randomBytes(KEY);
	const without = memberIds.filter((userId) => !publicKeys.newest(userId));
	if (without.length > 0) throw new NoPublicKey(without);
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
