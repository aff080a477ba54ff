/** Collects the keys of one conversation, in all versions that its events contain. */
import { fromBase64 } from '../cipher/base64';
import { isAhead, isGroup, mayBeIn, newestFirst, isNewer, TOO_FAR_AHEAD } from './conversationId';
import { unwrapKey, NotOpened } from '../cipher/boxes';
import type { EventDetail, MessageEvent } from '../wire/eventStructures';
import type { PrivateKeys } from './keys';
import {
	unknown,
	type PublicKeys,
	type Authenticity,
	signedChange,
	signedText,
	signsKey,
} from './publicKeys';
import { unless } from '../../util/unless';

/** The reader, with their private keys. */
export interface KeyHolder {
	readonly userId: string;
	readonly keys: PrivateKeys;
	/** The version of these keys on X; empty if it is not known. */
	readonly version: string;
}

export interface KnownKey {
	readonly version: string;
	readonly key: Buffer;
	/** The verdict on the sender that its event names. */
	readonly verdict: Authenticity;
	/** Who got it, by X's word: that someone did not get it counts, that they did proves nothing. */
	readonly handedTo: readonly string[];
}

/** Returns who signed a key. */
export const signerOf = ({ verdict }: KnownKey): string => verdict.signer?.userId ?? '';

/** The reason why a key is not known. */
interface MissingKey {
	readonly missing: string;
	/** The version of the public key that it was wrapped for, if that is newer than the reader's. */
	readonly newerVersion?: string;
}

/** People that a signed change of a group names, with the version of the key that was made with it. */
interface NamedMembers {
	readonly version: string;
	readonly signer: string;
	readonly people: readonly string[];
}

/** The keys of one version that are tried: two members may make one in the same millisecond. */
const MOST_OF_VERSION = 4;
/** The wrapped keys for the reader that are tried in one event: X's clients write one. */
const MOST_WRAPPED = 2;

export class ConversationKeys {
	private readonly known = new Map<string, KnownKey[]>();
	private readonly missing = new Map<string, MissingKey>();
	private readonly handedOver = new WeakMap<MessageEvent, KnownKey | MissingKey>();
	/** What signed changes of a group say of its members. */
	readonly named: NamedMembers[] = [];

	constructor(
		private readonly conversation: string,
		private readonly reader: KeyHolder,
		private readonly publicKeys: PublicKeys,
		private readonly now: () => number = Date.now,
	) {}

	/**
	 * Collects the key that an event of the conversation contains, and the members that it names. Both count only from
	 * someone who can be in it.
	 */
	learn(event: MessageEvent): void {
		const { conversation, known } = this;
		if (!mayBeIn(conversation, event.sender_id ?? '')) return;
		if (event.detail?.group_change && isGroup(conversation)) this.learnMembers(event);
		const version = event.detail?.key_change?.conversation_key_version;
		if (version === undefined) return;
		if (isAhead(version, this.now())) return void this.missing.set(version, { missing: TOO_FAR_AHEAD });
		const found = this.read(event);
		const others = known.get(version) ?? [];
		if ('missing' in found) {
			if (others.length === 0) this.missing.set(version, found);
			return;
		}
		// A key that someone else slipped in must decrypt nothing, and must never be used to write.
		if (found.verdict.verified === false) {
			const missing = `its key was not handed over by the sender: ${found.verdict.reason}`;
			if (others.length === 0) this.missing.set(version, { missing });
			return;
		}
		const isSame = ({ key, verdict }: KnownKey) =>
			key.equals(found.key) && verdict.signer?.userId === found.verdict.signer?.userId;
		if (others.some((other) => isSame(other))) return;
		// The order is the same whichever came first.
		const sorted = [...others, found].sort((a, b) => rank(a) - rank(b) || Buffer.compare(a.key, b.key));
		known.set(version, sorted.slice(0, MOST_OF_VERSION));
	}

	private learnMembers(event: MessageEvent): void {
		const { group_create: created, group_member_add: added } = event.detail?.group_change?.group_change ?? {};
		const text = (created ?? added) && signedChange(event, event.detail ?? {});
		const { sender_id: signer = '', message_event_signature: signature } = event;
		if (!text || this.publicKeys.verdict(signer, signature, text).verified !== true) return;
		const { current_member_ids: members = [], current_admin_ids: admins = [] } = added ?? {};
		const people = [...((created ?? added)?.member_ids ?? []), ...members, ...admins];
		const version = (created ?? added)?.conversation_key_version ?? '';
		this.named.push({ version, signer, people });
	}

	get readerId(): string {
		return this.reader.userId;
	}

	/** Returns the keys of a version, the best first, or why there is none. */
	get(version: string): readonly KnownKey[] | MissingKey {
		const known = this.known.get(version) ?? this.missing.get(version);
		return known ?? { missing: `the events hold no key of version ${version}` };
	}

	/** Returns whether the events contain a key of a version, for any reader. */
	has(version: string): boolean {
		return this.known.has(version) || this.missing.has(version);
	}

	/** Returns all known keys, the newest first. */
	all(): readonly KnownKey[] {
		return newestFirst([...this.known.values()].flat());
	}

	/** The newest version that the events name, which new messages must use; undefined if there is no key yet. */
	get newestVersion(): string | undefined {
		const versions = [...this.known.keys(), ...this.missing.keys()];
		const [newest] = newestFirst(versions.map((version) => ({ version }))).filter(
			({ version }) => !isAhead(version, this.now()),
		);
		return newest?.version;
	}

	/** Returns the version that is too far ahead to be used, if someone has named one. */
	get ahead(): string | undefined {
		return [...this.missing.keys()].find((version) => isAhead(version, this.now()));
	}

	/** Returns the keys of the newest version. */
	newest(): readonly KnownKey[] | MissingKey {
		const { newestVersion } = this;
		return newestVersion === undefined ? { missing: 'it has no key yet' } : this.get(newestVersion);
	}

	/** The key that an event hands over, and whether its sender may. Others of the same version prove nothing about it. */
	keyIn(event: MessageEvent): KnownKey | undefined {
		const found = event.detail?.key_change && this.read(event);
		return found && 'key' in found ? found : undefined;
	}

	/** Reads the key in an event once: to unwrap it is most of the work for the event. */
	private read(event: MessageEvent): KnownKey | MissingKey {
		const known = this.handedOver.get(event) ?? this.unwrapped(event, event.detail?.key_change ?? {});
		this.handedOver.set(event, known);
		return known;
	}

	private unwrapped(
		event: MessageEvent,
		change: NonNullable<EventDetail['key_change']>,
	): KnownKey | MissingKey {
		const { conversation_participant_keys: all = [], conversation_key_version: version = '' } = change;
		const own = all.filter(({ user_id: user }) => user === this.reader.userId).slice(0, MOST_WRAPPED);
		if (own.length === 0) return { missing: 'its key was not given to you' };
		for (const { encrypted_conversation_key: wrapped = '' } of own) {
			const key = opened(this.reader.keys, fromBase64(wrapped));
			if (!key) continue;
			const handedTo = all.flatMap(({ user_id: user }) => user ?? []);
			return { version, key, verdict: this.verdict(event, version, key), handedTo };
		}
		const wrappedFor = own[0]?.public_key_version ?? '';
		const held = this.reader.version;
		return {
			missing:
				wrappedFor === held || held === ''
					? 'its key does not open with your private key'
					: `its key was wrapped for version ${wrappedFor} of your public key, and you hold version ${held}`,
			...(held !== '' && isNewer(wrappedFor, held) && { newerVersion: wrappedFor }),
		};
	}

	private verdict(event: MessageEvent, version: string, key: Buffer): Authenticity {
		const { message_event_signature: signature, sender_id: senderId = '' } = event;
		if (signature?.signature !== undefined && !signsKey(signature.signature_version))
			return unknown('Handed over by an older version of X Chat, whose signature cannot be checked');
		return this.publicKeys.verdict(senderId, signature, () => signedText.keyChange(event, version, key));
	}
}

const rank = ({ verdict }: KnownKey): number => (verdict.verified === true ? 0 : 1);

/** Opens a key, which has 32 bytes. */
function opened({ identityPair }: PrivateKeys, wrapped: Buffer | undefined): Buffer | undefined {
	const key = wrapped && unless(() => unwrapKey(identityPair, wrapped), NotOpened);
	return key?.length === 32 ? key : undefined;
}
