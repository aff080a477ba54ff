/** Turns events from X into what a workflow reads. */
import { once } from 'lodash';
import { fromBase64 } from '../cipher/base64';
import {
	circumstances,
	quoted,
	readContents,
	summarize,
	type MessageSummary,
	summarizeDetail,
} from './contents';
import { type Contents, type ReplyPreview, MESSAGE_EVENT, type MessageEvent } from '../wire/eventStructures';
import { ConversationKeys, signerOf, type KeyHolder, type KnownKey } from '../trust/conversationKeys';
import { NotOpened, openBox } from '../cipher/boxes';
import { isAhead, isConversation, isGroup, mayBeIn, TOO_FAR_AHEAD } from '../trust/conversationId';
import type { Recognition, TrustMemory } from '../trust/memory';
import {
	unknown,
	wrong,
	type Authenticity,
	type Identity,
	type PublicKeys,
	signedChange,
	signedText,
} from '../trust/publicKeys';
import { decode, NotThrift } from '../wire/thrift';
import { isoTime } from '../../model/delivered';
import { unless } from '../../util/unless';
import { NOT_FOR_READER, UNSIGNED } from '../unverified';

export interface ReadableEvent {
	readonly id: string | undefined;
	readonly message_id: string | undefined;
	readonly conversation_id: string | undefined;
	readonly sender_id: string | undefined;
	readonly created_at: string | undefined;
	/** `message`, `reactionAdded`, `edit`, `deletion` …; `encrypted` if it was not decrypted. */
	readonly kind: string;
	readonly decrypted: boolean;
	/** The reason why it was not decrypted. */
	readonly problem?: string;
	readonly verified: boolean | 'unknown';
	readonly verification: string;
	/** The comparison of the sender's public keys with those of before, if the event is verified. */
	readonly identity?: Recognition;
	/** The fingerprint of the sender's identity key, if the event is verified. */
	readonly fingerprint?: string;
	readonly [name: string]: unknown;
}

/** Decodes an event. Returns undefined for other bytes. */
export function parseEvent(encoded: string): MessageEvent | undefined {
	const bytes = fromBase64(encoded);
	return bytes && unless(() => decode(MESSAGE_EVENT, bytes), NotThrift);
}

export interface OpenedEvent {
	readonly event: MessageEvent;
	readonly contents?: Contents;
	readonly key?: KnownKey;
	readonly readable: ReadableEvent;
	/** The version of the public key that it was encrypted for, if that is newer than the reader's. */
	readonly newerVersion?: string;
}

type MessageCreate = NonNullable<NonNullable<MessageEvent['detail']>['message_create']>;

/** The contents of a message, or the reason why they are not known. */
interface OpenedMessage extends Omit<OpenedEvent, 'event' | 'readable'> {
	readonly said?: MessageSummary;
	readonly problem?: string;
	readonly verdict: Authenticity;
}

/** The facts that a reader compares events with. */
interface Expected {
	/** The conversation that was asked for, as `isConversation` takes it. */
	readonly conversation?: string | undefined;
	/** The node's memory of senders and keys. */
	readonly trust?: TrustMemory | undefined;
	/** The time of X. */
	readonly now?: (() => number) | undefined;
}

/** Reads events, each with the keys of its own conversation. */
export class EventReader {
	private readonly keys = new Map<string, ConversationKeys>();

	/**
	 * @param publicKeys The public keys of the senders, from X.
	 * @param reader The reader and their private keys; without them, only unencrypted events are readable.
	 */
	constructor(
		private readonly publicKeys: PublicKeys,
		private readonly reader?: KeyHolder,
		private readonly expected: Expected = {},
	) {}

	/** Returns the keys of a conversation that events contain; undefined for a reader without private keys. */
	keysOf(conversation: string): ConversationKeys | undefined {
		const { reader, publicKeys, expected } = this;
		if (!reader) return undefined;
		const known =
			this.keys.get(conversation) ?? new ConversationKeys(conversation, reader, publicKeys, expected.now);
		this.keys.set(conversation, known);
		return known;
	}

	/** Collects the keys that events contain; the order of the events does not matter. */
	learn(events: readonly MessageEvent[]): void {
		for (const event of events) {
			const { conversation_id: conversation, detail } = event;
			if (!(detail?.key_change ?? detail?.group_change) || conversation === undefined) continue;
			if (!this.isExpected(conversation)) continue;
			const keys = this.keysOf(conversation);
			keys?.learn(event);
			const known = keys?.get(detail?.key_change?.conversation_key_version ?? '') ?? [];
			// Only members can be in a conversation of two. The sender of a key of a group is checked before it is used.
			const [best] = 'missing' in known || isGroup(conversation) ? [] : known;
			if (best?.verdict.verified === true)
				this.expected.trust?.useKey(conversation, best.version, signerOf(best));
		}
	}

	private isExpected(conversation: string | undefined): boolean {
		const { conversation: asked } = this.expected;
		return asked === undefined || isConversation(conversation, asked);
	}

	/** Reads an event. What is wrong with an event is part of the result, so this never throws. */
	read(event: MessageEvent): OpenedEvent {
		const opened = this.readAlone(event);
		const { contents, key, readable } = opened;
		const preview = contents?.message?.replying_to_preview;
		if (!preview || !key) return opened;
		return { ...opened, readable: { ...readable, reply_to: this.quotation(event, preview) } };
	}

	/**
	 * Reads an event without what it quotes. A quoted message is read in this way, because quotations within each other
	 * would be decrypted once for every level.
	 */
	private readAlone(event: MessageEvent): OpenedEvent {
		const { detail = {} } = event;
		const open = detail.message_create && this.open(event, detail.message_create);
		const said: MessageSummary = open?.said ?? summarizeDetail(detail);
		const verdict = this.inItsPlace(event, open?.verdict ?? this.verdict(event));
		const isUnused = isAhead(detail.key_change?.conversation_key_version ?? '', this.now());
		const problem = isUnused ? TOO_FAR_AHEAD : open?.problem;
		const { kind, ...rest } = said;
		const readable: ReadableEvent = {
			id: event.sequence_id,
			message_id: event.message_id,
			conversation_id: event.conversation_id,
			sender_id: event.sender_id,
			created_at: isoTime(event.created_at_msec),
			kind,
			...rest,
			...(detail.message_create && circumstances(detail.message_create)),
			decrypted: open?.key !== undefined,
			...(problem !== undefined && { problem }),
			verified: verdict.verified,
			verification: verdict.reason,
			...(verdict.signer && this.recognized(verdict.signer)),
		};
		return {
			event,
			readable,
			...(open?.contents && { contents: open.contents }),
			...(open?.key && { key: open.key }),
			...(open?.newerVersion !== undefined && { newerVersion: open.newerVersion }),
		};
	}

	/** Refuses a valid signature outside its conversation, or by someone who is not in it. */
	private inItsPlace({ conversation_id: id, sender_id: sender }: MessageEvent, verdict: Authenticity) {
		if (!this.isExpected(id)) return wrong('Of another conversation than the one that was asked for');
		const isStranger = id !== undefined && sender !== undefined && !mayBeIn(id, sender);
		return isStranger && verdict.verified !== false
			? wrong('The sender is not in the conversation')
			: verdict;
	}

	private recognized(signer: Identity) {
		const identity = this.expected.trust?.recognize(signer, () => this.publicKeys.identities(signer.userId));
		return { ...(identity && { identity }), fingerprint: signer.fingerprint };
	}

	private open(event: MessageEvent, created: MessageCreate): OpenedMessage {
		const { contents: sealed = Buffer.alloc(0), conversation_key_version: keyVersion } = created;
		if (keyVersion === undefined) return withoutEncryption(sealed);
		const verdict = this.publicKeys.verdict(event.sender_id ?? '', event.message_event_signature, () =>
			signedText.message(event, keyVersion, sealed),
		);
		const keys = this.keysOf(event.conversation_id ?? '');
		const found = keys?.get(keyVersion) ?? { missing: 'no private keys were given' };
		if ('missing' in found) {
			const { missing: problem, newerVersion } = found;
			return { verdict, problem, ...(newerVersion !== undefined && { newerVersion }) };
		}
		const { key, plain } = openWith(found, sealed) ?? {};
		if (!key || !plain)
			return { verdict, problem: 'the message was changed, or is of another key than it says' };
		const contents = unless(() => readContents(plain), NotThrift);
		if (!contents) return { verdict, problem: 'its contents are no message, or more than is read of one' };
		const said: MessageSummary = { ...summarize(contents), key_version: keyVersion };
		return { contents, key, said, verdict: weaker(verdict, key) };
	}

	/** The verdict on what is no message. */
	private verdict(event: MessageEvent): Authenticity {
		const { detail = {}, message_event_signature: signature, sender_id: senderId = '' } = event;
		if (detail.key_change)
			return this.keysOf(event.conversation_id ?? '')?.keyIn(event)?.verdict ?? unknown(NOT_FOR_READER);
		const text = signedChange(event, detail);
		const verdict = text ? this.publicKeys.verdict(senderId, signature, text) : unknown(UNSIGNED);
		const created = detail.group_change?.group_change?.group_create;
		if (!created || verdict.verified !== true) return verdict;
		// Its signed text does not name the group, but that of the key does, which the same person made with it.
		const keys = this.keysOf(event.conversation_id ?? '')?.get(created.conversation_key_version ?? '') ?? [];
		const isOfKey =
			'missing' in keys ? false : keys.some(({ verdict: of }) => of.signer?.userId === senderId);
		return isOfKey ? verdict : unknown(NOT_FOR_READER);
	}

	private now(): number {
		return (this.expected.now ?? Date.now)();
	}

	private quotation(event: MessageEvent, preview: ReplyPreview) {
		const { verdict, text = '' } = this.quoted(event, preview);
		const shown = quoted(preview);
		return {
			...shown,
			// A reply may quote less than was written: the signed message has all of it.
			...(verdict.verified === true && text !== shown.text && { text, is_cut: true }),
			verified: verdict.verified,
			verification: verdict.reason,
		};
	}

	/** Returns whether a quoted message is proven, and its whole text. */
	private quoted(event: MessageEvent, preview: ReplyPreview) {
		const { raw_event_message_create: original, raw_event_edit_message: edit } = preview;
		if (!original) return { verdict: unknown('The reply does not carry the message that it quotes') };
		if (original.conversation_id !== event.conversation_id)
			return { verdict: wrong('The quotation is of another conversation') };
		const older = once(() => {
			const { conversation, now } = this.expected;
			const reader = this.reader && new EventReader(this.publicKeys, this.reader, { conversation, now });
			reader?.learn(preview.raw_event_ckces ?? []);
			return reader;
		});
		const read = (raw: MessageEvent) => {
			const here = this.readAlone(raw);
			return here.contents ? here : (older()?.readAlone(raw) ?? here);
		};
		const { readable, contents } = read(original);
		if (readable.verified !== true)
			return { verdict: { verified: readable.verified, reason: readable.verification } };
		const edited = edit && read(edit);
		if (edited && !isEditOf(original, edited))
			return { verdict: wrong('The quoted edit is not by who wrote the message') };
		const text = edited ? edited.contents?.message_edit?.updated_text : contents?.message?.message_text;
		return isQuoted(preview, original, text)
			? { verdict: { verified: true, reason: 'The quoted message is signed by its sender' }, text }
			: { verdict: wrong('The quotation is not what the quoted message says') };
	}
}

/** Returns whether an event is a verified edit of a message by its writer. */
export const isEditOf = (original: MessageEvent, { event, readable, contents }: OpenedEvent): boolean =>
	readable.verified === true &&
	event.sender_id === original.sender_id &&
	event.conversation_id === original.conversation_id &&
	contents?.message_edit?.message_sequence_id === original.sequence_id;

/** Returns whether a quotation names the message that it contains, and has the beginning of its text. */
const isQuoted = (preview: ReplyPreview, original: MessageEvent, text = ''): boolean =>
	preview.sender_id === original.sender_id &&
	[undefined, original.message_id].includes(preview.replying_to_message_id) &&
	[undefined, original.sequence_id].includes(preview.replying_to_message_sequence_id) &&
	text.startsWith(preview.message_text ?? '');

/** Opens a text with the first of some keys that fits. */
export function openWith(keys: readonly KnownKey[] = [], sealed: Buffer) {
	for (const key of keys) {
		const plain = unless(() => openBox(key.key, sealed), NotOpened);
		if (plain) return { key, plain };
	}
	return undefined;
}

/** Gives a message no better verdict than its key: anyone who has the key could have written the message. */
const weaker = (verdict: Authenticity, { verdict: ofKey }: KnownKey): Authenticity =>
	verdict.verified === true && ofKey.verified !== true ? ofKey : verdict;

function withoutEncryption(plain: Buffer): OpenedMessage {
	const verdict = wrong('Not encrypted, and so not signed');
	const contents = unless(() => readContents(plain), NotThrift);
	return contents
		? { contents, said: summarize(contents), verdict }
		: { verdict, problem: 'the message is neither encrypted nor readable' };
}
