/** Collects the keys of one conversation, in all versions that its events contain. */
import { fromBase64 } from '../cipher/base64';
import { isNewer, mayBeIn } from './conversationId';
import { unwrapKey } from '../cipher/ecies';
import type { EventDetail, MessageEvent } from '../wire/eventStructures';
import type { PrivateKeys } from './keys';
import { NotOpened } from '../cipher/notOpened';
import { unknown, type PublicKeys, type Authenticity } from './publicKeys';
import { signedText, signsKey } from './signatures';
import { unless } from '../../util/unless';

/** The reader, with their private keys. */
export interface KeyHolder {
	readonly userId: string;
	readonly keys: PrivateKeys;
	/** The version of these keys on X; empty if it is not known. */
	readonly version: string;
}

/** A key of a conversation. */
export interface KnownKey {
	readonly version: string;
	readonly key: Buffer;
	/** The verdict on the sender that its event names. */
	readonly verdict: Authenticity;
	/** The users who can open it, as its event says. */
	readonly handedTo: readonly string[];
}

/** The reason why a key is not known. */
interface MissingKey {
	readonly missing: string;
	/** The version of the public key that it was wrapped for, if that is newer than the reader's. */
	readonly newerVersion?: string;
}

/** The reason why nothing can be encrypted in a new conversation. */
export const NO_KEY = 'it has no key yet';

export class ConversationKeys {
	private readonly known = new Map<string, KnownKey>();
	private readonly missing = new Map<string, MissingKey>();

	/** @param conversation The ID as signatures have it. */
	constructor(
		private readonly conversation: string,
		private readonly reader: KeyHolder,
		private readonly publicKeys: PublicKeys,
	) {}

	/**
	 * Collects the key that an event contains, if it contains one. A key counts only in the conversation that its event
	 * names, and only from someone who can be in it.
	 */
	learn(event: MessageEvent): void {
		const change = event.detail?.key_change;
		const { conversation } = this;
		if (event.conversation_id !== conversation || !mayBeIn(conversation, event.sender_id ?? '')) return;
		const version = change?.conversation_key_version;
		if (!change || version === undefined || this.known.get(version)?.verdict.verified === true) return;
		const found = this.unwrap(change);
		if (!Buffer.isBuffer(found)) {
			if (!this.known.has(version)) this.missing.set(version, found);
			return;
		}
		const verdict = this.verdict(event, version, found);
		// A key that someone else slipped in must decrypt nothing, and must never be used to write.
		if (verdict.verified === false) {
			if (!this.known.has(version))
				this.missing.set(version, {
					missing: `its key was not handed over by the sender: ${verdict.reason}`,
				});
			return;
		}
		const handedTo = change.conversation_participant_keys?.flatMap(({ user_id: user }) => user ?? []) ?? [];
		this.known.set(version, { version, key: found, verdict, handedTo });
	}

	get readerId(): string {
		return this.reader.userId;
	}

	get(version: string): KnownKey | MissingKey {
		const known = this.known.get(version) ?? this.missing.get(version);
		return known ?? { missing: `the events hold no key of version ${version}` };
	}

	/** Returns whether the events contain a key of a version, for any reader. */
	has(version: string): boolean {
		return this.known.has(version) || this.missing.has(version);
	}

	/** Returns all known keys. */
	all(): readonly KnownKey[] {
		return [...this.known.values()];
	}

	/** Returns the newest key that the events name, which new messages must use. */
	newest(): KnownKey | MissingKey {
		const versions = [...this.known.keys(), ...this.missing.keys()];
		const [newest] = versions.sort((a, b) => (isNewer(a, b) ? -1 : 1));
		return newest === undefined ? { missing: NO_KEY } : this.get(newest);
	}

	/**
	 * Checks whether the sender of a key change handed over the key that counts. Another event of the same version
	 * proves nothing about this one.
	 */
	verdictOf(event: MessageEvent): Authenticity | undefined {
		const change = event.detail?.key_change;
		const version = change?.conversation_key_version ?? '';
		const key = change && this.unwrap(change);
		return Buffer.isBuffer(key) ? this.verdict(event, version, key) : undefined;
	}

	private unwrap({ conversation_participant_keys: all = [] }: NonNullable<EventDetail['key_change']>) {
		const own = all.filter(({ user_id: user }) => user === this.reader.userId);
		if (own.length === 0) return { missing: 'its key was not given to you' } satisfies MissingKey;
		for (const { encrypted_conversation_key: wrapped = '' } of own) {
			const key = opened(this.reader.keys.identity, fromBase64(wrapped));
			if (key) return key;
		}
		const version = own[0]?.public_key_version ?? '';
		return {
			missing:
				version === this.reader.version || this.reader.version === ''
					? 'its key does not open with your private key'
					: `its key was wrapped for version ${version} of your public key, and you hold version ${this.reader.version}`,
			...(this.reader.version !== '' && isNewer(version, this.reader.version) && { newerVersion: version }),
		} satisfies MissingKey;
	}

	private verdict(event: MessageEvent, version: string, key: Buffer): Authenticity {
		const { message_event_signature: signature, sender_id: senderId = '' } = event;
		if (signature?.signature !== undefined && !signsKey(signature.signature_version))
			return unknown('Handed over by an older version of X Chat, whose signature cannot be checked');
		const { message_id: messageId = '', conversation_id: conversationId = '' } = event;
		const text = () => signedText.keyChange({ messageId, senderId, conversationId }, version, key);
		return this.publicKeys.verdict(senderId, signature, text);
	}
}

const KEY = 32;

function opened(identity: Buffer, wrapped: Buffer | undefined): Buffer | undefined {
	const key = wrapped && unless(() => unwrapKey(identity, wrapped), NotOpened);
	return key?.length === KEY ? key : undefined;
}
