/**
 * Signs and checks events: ECDSA (P-256, SHA-256) over a text whose parts are separated by commas.
 * https://docs.x.com/xchat/cryptography-primer
 */
import { sign, verify, type KeyObject } from 'crypto';
import { fromBase64, withoutPadding } from '../cipher/base64';
import type { EventDetail, MessageEvent } from '../wire/eventStructures';

/** The version of new signatures. */
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

/** The text that is signed for each kind of event. */
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

	deletion: ({ messageId, senderId, conversationId }: EventName, action: number, ids: readonly string[]) =>
		joined('MessageDeleteEvent', messageId, senderId, conversationId, String(action), ...ids),

	/** For a new group. The text contains neither the conversation nor the admins. */
	groupCreate: (
		{ messageId, senderId }: EventName,
		group: {
			readonly keyVersion: string;
			readonly memberIds: readonly string[];
			readonly isLegacyUpgrade?: boolean | undefined;
			readonly title?: string | undefined;
			readonly avatarUrl?: string | undefined;
		},
	) =>
		joined(
			'GroupChangeEvent.GroupCreate',
			messageId,
			senderId,
			group.keyVersion,
			...group.memberIds,
			orNull(group.isLegacyUpgrade),
			orNull(group.title),
			orNull(group.avatarUrl),
		),

	/** For new members. The text does not contain invited ones. */
	memberAdd: (
		{ messageId, senderId, conversationId }: EventName,
		change: {
			readonly keyVersion: string;
			readonly newMemberIds: readonly string[];
			readonly memberIds: readonly string[];
			readonly adminIds: readonly string[];
			readonly title?: string | undefined;
			readonly avatarUrl?: string | undefined;
			readonly ttl?: string | undefined;
			readonly isCaptureBlocked?: boolean | undefined;
		},
	) =>
		joined(
			'GroupChangeEvent.GroupMemberAddChange',
			messageId,
			senderId,
			conversationId,
			...change.newMemberIds,
			...change.memberIds,
			...change.adminIds,
			orNull(change.title),
			orNull(change.avatarUrl),
			orNull(change.ttl),
			change.keyVersion,
			orNull(change.isCaptureBlocked),
		),
} as const;

const orNull = (value: string | boolean | undefined): string => String(value ?? null);

function joined(...parts: readonly string[]): string {
	const wrong = parts.find((part) => part.includes(','));
	if (wrong !== undefined) throw new CommaInSignedText(wrong);
	return parts.join(',');
}

/**
 * Signs a text.
 *
 * @param key The private signing key.
 * @param text The result of `signedText`.
 * @returns Base64 without padding.
 */
export const signText = (key: KeyObject, text: string): string =>
	withoutPadding(sign('sha256', Buffer.from(text), { key, ...FORM }));

/**
 * Signs bytes, such as a public key.
 *
 * @param key A private key.
 * @param bytes The bytes to sign.
 * @returns Base64 with padding.
 */
export const signBytes = (key: KeyObject, bytes: Buffer): string =>
	sign('sha256', bytes, { key, ...FORM }).toString('base64');

/**
 * Checks whether a signature is valid.
 *
 * @param key The public signing key.
 * @param signature Base64 of 64 bytes.
 * @param signed The text or bytes.
 */
export function isSigned(key: KeyObject, signature: string, signed: string | Buffer): boolean {
	const bytes = fromBase64(signature);
	return bytes?.length === 64 && verify('sha256', Buffer.from(signed), { key, ...FORM }, bytes);
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

/** Builds the signed text of a deletion, a new group or new members. X documents none for other changes. */
export function signedChange(
	event: MessageEvent,
	{ message_delete: deleted, group_change: group }: EventDetail,
) {
	const { group_create: created, group_member_add: added } = group?.group_change ?? {};
	if (deleted) {
		const { delete_message_action: kind = 0, sequence_ids: ids = [] } = deleted;
		return () => signedText.deletion(nameOf(event), kind, ids);
	}
	if (created)
		return () =>
			signedText.groupCreate(nameOf(event), {
				keyVersion: created.conversation_key_version ?? '',
				memberIds: created.member_ids ?? [],
				isLegacyUpgrade: created.is_legacy_group_upgrade,
				title: created.title,
				avatarUrl: created.avatar_url,
			});
	if (added)
		return () =>
			signedText.memberAdd(nameOf(event), {
				keyVersion: added.conversation_key_version ?? '',
				newMemberIds: added.member_ids ?? [],
				memberIds: added.current_member_ids ?? [],
				adminIds: added.current_admin_ids ?? [],
				title: added.current_title,
				avatarUrl: added.current_avatar_url,
				ttl: added.current_ttl_msec,
				isCaptureBlocked: added.screen_capture_blocking_enabled,
			});
	return undefined;
}
