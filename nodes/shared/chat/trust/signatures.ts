/** Signs and checks events (ECDSA, P-256, SHA-256; commas part the text): https://docs.x.com/xchat/cryptography-primer */
import { sign, verify, type KeyObject } from 'crypto';
import { fromBase64, withoutPadding } from '../cipher/base64';
import type { EventDetail, MessageEvent } from '../wire/eventStructures';

export const SIGNATURE_VERSION = '7';
/** Signatures of older versions cover less than what the node shows of an event. */
const OLDEST_VERSION = 2;
/** From this version on, the signature of a key change covers the key. */
const KEY_CHANGE_VERSION = 6;

const FORM = { dsaEncoding: 'ieee-p1363' } as const;

/** A part contains a comma, and could be read as two parts. */
export class CommaInSignedText extends Error {
	constructor(readonly part: string) {
		super(`"${part.slice(0, 50)}" must hold no comma: X Chat signs it in a list with commas`);
		this.name = 'CommaInSignedText';
	}
}

/** The parts of a signed text that every event has. */
export interface EventName {
	readonly messageId: string;
	readonly senderId: string;
	/** With a colon between two users: see `conversationId`. */
	readonly conversationId: string;
}

export const signedText = {
	message: ({ messageId, senderId, conversationId }: EventName, keyVersion: string, contents: Buffer) =>
		joined('MessageCreateEvent', messageId, senderId, conversationId, keyVersion, withoutPadding(contents)),

	keyChange: ({ messageId, senderId, conversationId }: EventName, keyVersion: string, key: Buffer) =>
		joined(
			'ConversationKeyChangeEvent',
			messageId,
			senderId,
			conversationId,
			keyVersion,
			withoutPadding(key),
		),
} as const;

const orNull = (value: string | boolean | undefined): string => String(value ?? null);

function joined(...parts: readonly string[]): string {
	const wrong = parts.find((part) => part.includes(','));
	if (wrong !== undefined) throw new CommaInSignedText(wrong);
	return parts.join(',');
}

/** Signs a text. Returns Base64 without padding. */
export const signText = (key: KeyObject, text: string): string =>
	withoutPadding(sign('sha256', Buffer.from(text), { key, ...FORM }));

/** Signs bytes, such as a public key. Returns Base64 with padding. */
export const signBytes = (key: KeyObject, bytes: Buffer): string =>
	sign('sha256', bytes, { key, ...FORM }).toString('base64');

/** Checks whether a signature is valid, which is Base64 of 64 bytes. */
export function isSigned(key: KeyObject, signature: string, signed: string | Buffer): boolean {
	const bytes = fromBase64(signature);
	return bytes !== undefined && verify('sha256', Buffer.from(signed), { key, ...FORM }, bytes);
}

/** Returns whether signatures of a version cover enough to be trusted. */
export const isAccepted = (version: string | undefined): boolean => Number(version) >= OLDEST_VERSION;

/** Returns whether a key change of a version signs the key. The receiver cannot check earlier versions. */
export const signsKey = (version: string | undefined): boolean => Number(version) >= KEY_CHANGE_VERSION;

/** Returns the parts of a signed text that an event names. */
export const nameOf = ({
	message_id = '',
	sender_id = '',
	conversation_id = '',
}: MessageEvent): EventName => ({
	messageId: message_id,
	senderId: sender_id,
	conversationId: conversation_id,
});

/**
 * Builds the signed text of a deletion, a new group or new members. X documents none for other changes. That of a group
 * contains neither the conversation nor the admins, and that of new members no invited ones.
 */
export function signedChange(
	{ message_id: id = '', sender_id: sender = '', conversation_id: conversation = '' }: MessageEvent,
	{ message_delete: deleted, group_change: group }: EventDetail,
): (() => string) | undefined {
	const { group_create: created, group_member_add: added } = group?.group_change ?? {};
	if (deleted) {
		const { delete_message_action: kind = 0, sequence_ids: ids = [] } = deleted;
		return () => joined('MessageDeleteEvent', id, sender, conversation, String(kind), ...ids);
	}
	if (created) {
		const { conversation_key_version: version = '', member_ids: ids = [] } = created;
		const rest = [created.is_legacy_group_upgrade, created.title, created.avatar_url].map(orNull);
		return () => joined('GroupChangeEvent.GroupCreate', id, sender, version, ...ids, ...rest);
	}
	if (!added) return undefined;
	const { conversation_key_version: version = '', member_ids: fresh = [] } = added;
	const { current_member_ids: members = [], current_admin_ids: admins = [] } = added;
	const rest = [added.current_title, added.current_avatar_url, added.current_ttl_msec].map(orNull);
	return () =>
		joined(
			'GroupChangeEvent.GroupMemberAddChange',
			id,
			sender,
			conversation,
			...[fresh, members, admins, rest, version].flat(),
			orNull(added.screen_capture_blocking_enabled),
		);
}
