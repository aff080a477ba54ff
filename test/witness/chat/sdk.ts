/** X's own SDK, https://github.com/xdevplatform/chat-xdk: what it writes, and how it reads. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import type {
	ActionSignature,
	Chat,
	Event,
	ImageDimensions,
	SendPayload,
	SigningKeyEntry,
} from '@xdevplatform/chat-xdk';
import type { Person, SignedAction } from '../../simulator/chat/person';
import type { ChatState } from '../../simulator/chat/state';
import { structure, write } from '../../simulator/chat/thrift';

/** What the tests use of the SDK, without the wrapper for ESM. */
interface Module {
	readonly Chat: new () => Chat;
	initSync(given: { readonly module: Buffer }): unknown;
	detectImageDimensions(bytes: Uint8Array): ImageDimensions | null | undefined;
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
const signingKeys = (people: readonly Person[]): SigningKeyEntry[] =>
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
	readonly chat: Chat;
	private readonly signing: SigningKeyEntry[];

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
	readAlone(event: Buffer, keys: Record<string, Uint8Array>): Event | undefined {
		return this.read(
			event,
			keys,
			this.signing.filter(({ userId }) => event.includes(asWritten(userId))),
		);
	}

	/** What the SDK reads of an event; undefined where it refuses. */
	read(event: Buffer, keys: Record<string, Uint8Array>, signing = this.signing): Event | undefined {
		try {
			return this.chat.decryptEvent(inBase64(event), keys, signing);
		} catch {
			return undefined;
		}
	}
}

/** The newest event of two people, as the own client of the first one reads it. */
export function newestOf(state: ChatState, reader: string, other: string): Event | undefined {
	const people = [reader, other].map((id) => state.talker(id)) as [Person, Person];
	const client = new Client(people[0], people);
	const events = state.find(other, reader)?.events.map(({ bytes }) => bytes) ?? [];
	return client.read(events.at(-1) as Buffer, client.keysIn(events));
}

const signatureOf = (signature: string, version: string, form: string): Buffer =>
	structure(write.text(1, signature), write.text(2, version), write.text(3, form));

/** A message of the SDK, as it is relayed. */
export const said = ({ messageId, encryptedContent, encodedEventSignature }: SendPayload): SignedAction => ({
	messageId,
	detail: structure(write.raw(1, Buffer.from(encryptedContent, 'base64'))),
	signature: Buffer.from(encodedEventSignature, 'base64'),
});

/** A change that the SDK signed, as it is relayed. */
export const changed = (action: ActionSignature): SignedAction => ({
	messageId: action.messageId,
	detail: Buffer.from(action.encodedMessageEventDetail, 'base64'),
	signature: signatureOf(action.signature, action.publicKeyVersion, action.signatureVersion),
});
