/**
 * Keeps users' public keys from X, signs events, and checks whose signature it is (ECDSA, P-256, SHA-256; commas part the
 * text): https://docs.x.com/xchat/getting-started, https://docs.x.com/xchat/cryptography-primer
 */
import { createHash, type KeyObject, sign, verify } from 'crypto';
import { z } from 'zod';
import type { EventSignature, EventDetail, MessageEvent } from '../wire/eventStructures';
import { newestFirst } from './conversationId';
import { fingerprint, pointOf, toSpki, verifyingKey } from './keys';
import { attached } from '../../memory/process';
import { unless } from '../../util/unless';
import { fromBase64, withoutPadding } from '../cipher/base64';

export const SIGNATURE_VERSION = '7';
/** Signatures of older versions cover less than what the node shows of an event. */
const OLDEST_VERSION = 2;
/** From this version on, the signature of a key change covers the key. */
const KEY_CHANGE_VERSION = 6;

const FORM = { dsaEncoding: 'ieee-p1363' } as const;

/** A part contains a comma, and could be read as two parts. */
class CommaInSignedText extends Error {
	constructor(readonly part: string) {
		super(`"${part.slice(0, 50)}" must hold no comma: X Chat signs it in a list with commas`);
		this.name = 'CommaInSignedText';
	}
}

/** The parts of a signed text that every event has. The conversation of two users has a colon between them. */
export type EventName = Pick<MessageEvent, 'message_id' | 'sender_id' | 'conversation_id'>;

const namesIn = ({
	message_id: id = '',
	sender_id: sender = '',
	conversation_id: conversation = '',
}: EventName) => [id, sender, conversation] as const;

export const signedText = {
	message: (event: EventName, keyVersion: string, contents: Buffer) =>
		joined('MessageCreateEvent', ...namesIn(event), keyVersion, withoutPadding(contents)),

	keyChange: (event: EventName, keyVersion: string, key: Buffer) =>
		joined('ConversationKeyChangeEvent', ...namesIn(event), keyVersion, withoutPadding(key)),
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
const isAccepted = (version: string | undefined): boolean => Number(version) >= OLDEST_VERSION;

/** Returns whether a key change of a version signs the key. The receiver cannot check earlier versions. */
export const signsKey = (version: string | undefined): boolean => Number(version) >= KEY_CHANGE_VERSION;

/**
 * Builds the signed text of a deletion, a new group or new members. X documents none for other changes. That of a group
 * contains neither the conversation nor the admins, and that of new members no invited ones.
 */
export function signedChange(
	event: EventName,
	{ message_delete: deleted, group_change: group }: EventDetail,
): (() => string) | undefined {
	const [id, sender, conversation] = namesIn(event);
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

/** The verdict on the sender that an event names, with its reason. */
export interface Authenticity {
	readonly verified: boolean | 'unknown';
	readonly reason: string;
	/** The signer, if verified. */
	readonly signer?: Identity;
}

/** The public keys by which a user is recognized. */
export interface Identity {
	readonly userId: string;
	/** The fingerprint of the identity key, which people can compare. */
	readonly fingerprint: string;
	/** Identifies both keys. With another signing key, messages can be forged without changing the fingerprint. */
	readonly mark: string;
	/** The version that X gives the keys. */
	readonly version: string;
}

/** An identity with the public key that conversation keys are wrapped for. */
export interface Recipient extends Identity {
	readonly point: Buffer;
}

export const wrong = (reason: string): Authenticity => ({ verified: false, reason });
export const unknown = (reason: string): Authenticity => ({ verified: 'unknown', reason });

const ROW = z.object({
	public_key: z.string(),
	signing_public_key: z.string(),
	identity_public_key_signature: z.string(),
	public_key_version: z.coerce.string(),
});

type PublicKeyRow = z.infer<typeof ROW>;

export class PublicKeys {
	private readonly byUser = new Map<string, PublicKeyRow[]>();

	/** @param absence The reason why public keys are not available, if they are not. */
	constructor(private readonly absence?: string) {}

	/** Stores a user's keys of X's answer in place of the earlier ones. Invalid rows are ignored. */
	set(userId: string, rows: readonly unknown[]): void {
		this.byUser.set(
			userId,
			rows.flatMap((row) => ROW.safeParse(row).data ?? []),
		);
	}

	has(userId: string): boolean {
		return this.byUser.has(userId);
	}

	of(userId: string): readonly PublicKeyRow[] {
		return this.byUser.get(userId) ?? [];
	}

	/** Returns the newest of a user's keys with a signed identity key. Conversation keys are wrapped for it. */
	newest(userId: string): Recipient | undefined {
		return this.identities(userId)[0];
	}

	/** Returns the identities of a user that X has, the newest first. */
	identities(userId: string): Recipient[] {
		return newestFirst(this.of(userId).flatMap((row) => checkedRow(userId, row)?.identity ?? []));
	}

	/** Returns the version of a public identity key on X. */
	versionOf(userId: string, identityPoint: Buffer): string | undefined {
		return this.of(userId).find(({ public_key: key }) => pointOf(key)?.equals(identityPoint))
			?.public_key_version;
	}

	/** Checks whether a user signed a text. A public key in the signature of an event is never trusted. */
	verdict(userId: string, signature: EventSignature | undefined, text: () => string): Authenticity {
		if (signature?.signature === undefined) return wrong('Not signed');
		if (!isAccepted(signature.signature_version)) return wrong('Signed in a version that proves too little');
		const version = signature.public_key_version ?? '';
		const row = this.of(userId).find((each) => each.public_key_version === version);
		if (!row) return unknown(this.absence ?? `X has no public key of version ${version} of the sender`);
		const { key, identity } = checkedRow(userId, row) ?? {};
		if (!key || !identity) return wrong("X's keys of the sender do not belong together");
		// A text with a comma in one of its parts cannot have been signed, because the comma separates the parts.
		const signed = unless(text, CommaInSignedText);
		return signed !== undefined && isSigned(key, signature.signature, signed)
			? { verified: true, reason: 'Signed by the sender', signer: identity }
			: wrong("The signature is not the sender's, or the event was changed");
	}
}

/** Half of a SHA-256 in Base64 is enough to recognize keys. */
const MARK = 22;

/** Two keys are checked once, not again for every event: that would be most of the work for it. */
const checked = attached<PublicKeyRow, { readonly row: ReturnType<typeof check> }>({
	name: 'keys whose signatures were checked',
	of: 'execution',
});

/** Returns the signing key, if it has signed the identity key: in its registered form or as a bare point. */
const checkedRow = (userId: string, row: PublicKeyRow) =>
	checked.getOrMake(row, () => ({ row: check(userId, row) })).row;

function check(userId: string, row: PublicKeyRow) {
	const [point, signing] = [pointOf(row.public_key), pointOf(row.signing_public_key)];
	const key = signing && verifyingKey(signing);
	if (!point || !key) return undefined;
	const isBound = [toSpki(point), point].some((signed) =>
		isSigned(key, row.identity_public_key_signature, signed),
	);
	const both = createHash('sha256').update(point).update(signing).digest('base64url');
	const [mark, version] = [both.slice(0, MARK), row.public_key_version];
	const identity: Recipient = { userId, point, fingerprint: fingerprint(point), mark, version };
	return isBound ? { key, identity } : undefined;
}
