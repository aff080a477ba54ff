/** X's own SDK, https://github.com/xdevplatform/chat-xdk: what it writes, and how it reads. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import type { Person, SignedAction } from '../../simulator/chat/person';
import type { ChatState } from '../../simulator/chat/state';
import { structure, write } from '../../simulator/chat/thrift';

export interface SdkMessage {
	readonly messageId: string;
	readonly encryptedContent: string;
	readonly encodedEventSignature: string;
}

/** A change as the SDK signs it. */
export interface SdkAction {
	readonly messageId: string;
	readonly encodedMessageEventDetail: string;
	readonly signature: string;
	readonly signatureVersion: string;
	readonly publicKeyVersion: string;
}

export interface SdkChange {
	readonly conversationKey: Uint8Array;
	readonly conversationKeyVersion: string;
	readonly actionSignatures: readonly SdkAction[];
}

/** An event as the SDK reads it. What a kind of event does not have is missing or null. */
export interface SdkEvent {
	readonly type: string;
	readonly sequenceId?: string | null;
	readonly id?: string | null;
	readonly senderId?: string | null;
	readonly conversationId?: string | null;
	readonly content?: Readonly<Record<string, unknown>>;
	readonly verified?: boolean;
	readonly attachments?: readonly SdkAttachment[];
	readonly replyPreviewValidation?: 'valid' | 'invalid' | null;
	readonly ttlMsec?: number | null;
	readonly shouldNotify?: boolean | null;
}

/** An attachment as the SDK reads it; `attachment_type` says which of the members count. */
export type SdkAttachment = Readonly<Record<string, unknown>> & {
	readonly dimensions?: { readonly width?: number | null; readonly height?: number | null } | null;
};

export interface SigningKey {
	readonly userId: string;
	readonly publicKeyVersion: string;
	readonly publicKey: string;
	readonly identityPublicKey: string;
	readonly identityPublicKeySignature: string;
}

/** The parameters of a method; the tests give those that index.d.ts names. */
type Given = Readonly<Record<string, unknown>>;

/** The engine of the SDK. */
export interface Engine {
	importKeys(keys: Uint8Array, version: string): void;
	setIdentity(userId: string, version: string): void;
	setRejectUnverified(isRejected: boolean): void;
	extractConversationKeys(events: readonly string[]): { readonly keys: Record<string, Uint8Array> };
	decryptEvent(
		event: string,
		keys: Readonly<Record<string, Uint8Array>>,
		signing: readonly SigningKey[],
	): SdkEvent;
	encryptMessage(given: Given): SdkMessage;
	encryptReply(given: Given): SdkMessage;
	encryptEdit(given: Given): SdkMessage;
	encryptAddReaction(given: Given): SdkMessage;
	encryptRemoveReaction(given: Given): SdkMessage;
	prepareMessageDelete(given: Given): SdkAction;
	prepareConversationKeyChange(given: Given): SdkChange;
	prepareGroupMembersChange(given: Given): SdkChange;
	encryptStream(plain: Uint8Array, key: Uint8Array): Uint8Array;
	decryptStream(sealed: Uint8Array, key: Uint8Array): Uint8Array;
}

interface Module {
	readonly Chat: new () => Engine;
	initSync(given: { readonly module: Buffer }): unknown;
	detectImageDimensions(
		bytes: Uint8Array,
	): { readonly width: number; readonly height: number } | null | undefined;
}

/** The SDK is published as ESM, which jest does not load: its glue is compiled, the WASM is as X published it. */
function load(): Module {
	const folder = join(dirname(require.resolve('@xdevplatform/chat-xdk')), 'pkg');
	const source = readFileSync(join(folder, 'chat_xdk_wasm.js'), 'utf8');
	const { code } = transformSync(source, { format: 'cjs', define: { 'import.meta.url': '""' } });
	const loaded = { exports: {} as Module };
	const run = Reflect.construct(Function, ['module', 'exports', code]) as (...given: object[]) => void;
	run(loaded, loaded.exports);
	loaded.exports.initSync({ module: readFileSync(join(folder, 'chat_xdk_wasm_bg.wasm')) });
	return loaded.exports;
}

const sdk = load();

/** How large the SDK finds an image; undefined where it finds none. */
export const imageSize = (file: Buffer) => sdk.detectImageDimensions(new Uint8Array(file)) ?? undefined;

/** The public keys of people, as the SDK wants them. */
const signingKeys = (people: readonly Person[]): SigningKey[] =>
	people.map(({ userId, version, row }) => ({
		userId,
		publicKeyVersion: version,
		publicKey: row.signing_public_key,
		identityPublicKey: row.public_key,
		identityPublicKeySignature: row.identity_public_key_signature,
	}));

/** A text as Thrift has it: a member that says it contains these bytes. */
const asWritten = (text: string): Buffer => {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(Buffer.byteLength(text));
	return Buffer.concat([length, Buffer.from(text)]);
};

const inBase64 = (event: Buffer): string => event.toString('base64');

/** A person's own client, made with the SDK. It gives events that it cannot verify, and says so. */
export class Client {
	readonly chat: Engine;
	private readonly signing: SigningKey[];

	constructor(person: Person, everybody: readonly Person[]) {
		this.chat = new sdk.Chat();
		this.chat.importKeys(new Uint8Array(Buffer.from(person.blob, 'base64')), person.version);
		this.chat.setIdentity(person.userId, person.version);
		this.chat.setRejectUnverified(false);
		this.signing = signingKeys(everybody);
	}

	/** The keys that events hand over to the person. */
	keysIn(events: readonly Buffer[]): Record<string, Uint8Array> {
		return this.chat.extractConversationKeys(events.map(inBase64)).keys;
	}

	/**
	 * The same with only the keys of users that the event itself can name as its sender. The SDK checks each key that it
	 * is given, which costs more than all else; what a reply quotes is not checked without the others.
	 */
	readAlone(event: Buffer, keys: Record<string, Uint8Array>): SdkEvent | undefined {
		return this.read(
			event,
			keys,
			this.signing.filter(({ userId }) => event.includes(asWritten(userId))),
		);
	}

	/** What the SDK reads of an event; undefined where it refuses. */
	read(
		event: Buffer,
		keys: Record<string, Uint8Array>,
		signing: readonly SigningKey[] = this.signing,
	): SdkEvent | undefined {
		try {
			return this.chat.decryptEvent(inBase64(event), keys, signing);
		} catch {
			return undefined;
		}
	}
}

/** The newest event of two people, as the own client of the first one reads it. */
export function newestOf(state: ChatState, reader: string, other: string): SdkEvent | undefined {
	const people = [reader, other].map((id) => state.talker(id)) as [Person, Person];
	const client = new Client(people[0], people);
	const events = state.find(other, reader)?.events.map(({ bytes }) => bytes) ?? [];
	return client.read(events.at(-1) as Buffer, client.keysIn(events));
}

const signatureOf = (signature: string, version: string, form: string): Buffer =>
	structure(write.text(1, signature), write.text(2, version), write.text(3, form));

/** A message of the SDK, as it is relayed. */
export const said = ({ messageId, encryptedContent, encodedEventSignature }: SdkMessage): SignedAction => ({
	messageId,
	detail: structure(write.raw(1, Buffer.from(encryptedContent, 'base64'))),
	signature: Buffer.from(encodedEventSignature, 'base64'),
});

/** A change that the SDK signed, as it is relayed. */
export const changed = (action: SdkAction): SignedAction => ({
	messageId: action.messageId,
	detail: Buffer.from(action.encodedMessageEventDetail, 'base64'),
	signature: signatureOf(action.signature, action.publicKeyVersion, action.signatureVersion),
});
