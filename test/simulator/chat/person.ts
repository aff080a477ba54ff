/** Someone with keys, who reads and writes encrypted messages as X's own clients do. */
import {
	createECDH,
	createHash,
	createPrivateKey,
	createPublicKey,
	randomBytes,
	randomUUID,
	sign,
	verify,
	type KeyObject,
} from 'node:crypto';
import { open, seal, unwrap, wrap } from './cipher';
import { fieldsAt, listAt, readFields, structure, textAt, write, type Fields } from './thrift';

interface Pair {
	readonly publicKey: KeyObject;
	readonly privateKey: KeyObject;
}

const pairs = new Map<string, Pair>();

/** The key pair of a seed: the same one in every process. Making one takes longer than the rest of a person. */
function pairOf(seed: string): Pair {
	const known = pairs.get(seed) ?? makePair(seed);
	pairs.set(seed, known);
	return known;
}

function makePair(seed: string): Pair {
	const curve = createECDH('prime256v1');
	const scalar = createHash('sha256').update(seed).digest();
	curve.setPrivateKey(scalar);
	const point = curve.getPublicKey();
	const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
	const jwk = { kty: 'EC', crv: 'P-256', x, y };
	return {
		publicKey: createPublicKey({ format: 'jwk', key: jwk }),
		privateKey: createPrivateKey({ format: 'jwk', key: { ...jwk, d: scalar.toString('base64url') } }),
	};
}

const spki = ({ publicKey }: Pair): Buffer => publicKey.export({ format: 'der', type: 'spki' });
const scalar = ({ privateKey }: Pair): Buffer =>
	Buffer.from(String(privateKey.export({ format: 'jwk' }).d), 'base64url');
const bare = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export interface Key {
	readonly version: string;
	readonly key: Buffer;
}

/** A signed change: an entry of `action_signatures`. */
export interface SignedAction {
	readonly messageId: string;
	/** The detail of the event in Thrift. */
	readonly detail: Buffer;
	readonly signature: Buffer;
}

export class Person {
	private readonly identity: Pair;
	private readonly signing: Pair;

	/** @param version The version of the keys: another one has other keys. */
	constructor(
		readonly userId: string,
		readonly version: string,
	) {
		this.identity = pairOf(`identity ${userId} ${version}`);
		this.signing = pairOf(`signing ${userId} ${version}`);
	}

	/** What the credential of a workflow holds. */
	get blob(): string {
		return Buffer.concat([scalar(this.identity), scalar(this.signing)]).toString('base64');
	}

	/** What X answers of the public keys. */
	get row() {
		return {
			public_key: spki(this.identity).toString('base64'),
			signing_public_key: spki(this.signing).toString('base64'),
			identity_public_key_signature: this.sign(spki(this.identity)).toString('base64'),
			public_key_version: this.version,
		};
	}

	/** This person's key for signatures, bound to someone else's identity key. */
	bound(identity: KeyObject) {
		const point = identity.export({ format: 'der', type: 'spki' });
		return {
			...this.row,
			public_key: point.toString('base64'),
			identity_public_key_signature: this.sign(point).toString('base64'),
		};
	}

	get publicIdentity(): KeyObject {
		return this.identity.publicKey;
	}

	protected get publicSigning(): KeyObject {
		return this.signing.publicKey;
	}

	private sign(text: string | Buffer): Buffer {
		const key = { key: this.signing.privateKey, dsaEncoding: 'ieee-p1363' as const };
		return sign('sha256', Buffer.from(text), key);
	}

	/** A change, and the text that is signed of it: its name, its ID and who signs come first. */
	private action(detail: Buffer, name: string, ...rest: ReadonlyArray<string | number>): SignedAction {
		const messageId = randomUUID();
		const signed = bare(this.sign([name, messageId, this.userId, ...rest].join()));
		const signature = structure(write.text(1, signed), write.text(2, this.version), write.text(3, '7'));
		return { messageId, detail: structure(detail), signature };
	}

	/** Whether this person signed a text, in the form of a signature in Thrift. */
	hasSigned(text: string, signature: Fields): boolean {
		const key = { key: this.publicSigning, dsaEncoding: 'ieee-p1363' as const };
		const bytes = Buffer.from(textAt(signature, 1) ?? '', 'base64');
		return textAt(signature, 3) === '7' && verify('sha256', Buffer.from(text), key, bytes);
	}

	/** Deletes messages for everyone. */
	deletion(conversation: string, ids: readonly string[]): SignedAction {
		const detail = write.inner(7, write.texts(1, ids), write.i32(2, 2));
		return this.action(detail, 'MessageDeleteEvent', conversation, 2, ...ids);
	}

	/** Begins a group, with the first key of it. */
	groupCreation(memberIds: readonly string[], version: string, title?: string): SignedAction {
		const created = write.inner(
			1,
			write.texts(1, memberIds),
			write.texts(2, [this.userId]),
			write.text(3, title),
			write.text(5, version),
		);
		const rest = [version, ...memberIds, 'null', title ?? 'null', 'null'];
		return this.action(write.inner(4, write.inner(1, created)), 'GroupChangeEvent.GroupCreate', ...rest);
	}

	/** Adds members to a group, with a new key of it. */
	memberAddition(
		conversation: string,
		addedIds: readonly string[],
		memberIds: readonly string[],
		version: string,
	): SignedAction {
		const added = write.inner(
			5,
			write.texts(1, addedIds),
			write.texts(2, memberIds),
			write.texts(3, [this.userId]),
			write.text(6, version),
		);
		const people = [...addedIds, ...memberIds, this.userId];
		const rest = [conversation, ...people, 'null', 'null', 'null', version, 'null'];
		const detail = write.inner(4, write.inner(1, added));
		return this.action(detail, 'GroupChangeEvent.GroupMemberAddChange', ...rest);
	}

	/** Hands a new key of a conversation over to its members. */
	keyChange(conversation: string, members: readonly Person[], { version, key }: Key): SignedAction {
		const wrapped = members.map((member) =>
			structure(
				write.text(1, member.userId),
				write.text(2, wrap(member.publicIdentity, key).toString('base64')),
				write.text(3, member.version),
			),
		);
		const detail = write.inner(3, write.text(1, version), write.structures(2, wrapped));
		return this.action(detail, 'ConversationKeyChangeEvent', conversation, version, bare(key));
	}

	/** Writes a message: its contents in Thrift, as `contents` gives them. */
	message(conversation: string, { version, key }: Key, plain: Buffer): SignedAction {
		const sealed = seal(key, plain);
		const detail = write.inner(1, write.bytes(100, sealed), write.text(101, version), write.bool(102, true));
		return this.action(detail, 'MessageCreateEvent', conversation, version, bare(sealed));
	}

	/** The key that an event hands over; undefined where it is not for this person. */
	keyIn(event: Buffer): Key | undefined {
		const change = fieldsAt(fieldsAt(readFields(event), 7), 3);
		for (const entry of listAt(change, 2)) {
			const fields = entry instanceof Map ? entry : undefined;
			if (textAt(fields, 1) !== this.userId || textAt(fields, 3) !== this.version) continue;
			const key = unwrap(this.identity.privateKey, Buffer.from(textAt(fields, 2) ?? '', 'base64'));
			return { version: textAt(change, 1) ?? '', key };
		}
		return undefined;
	}
}

/** What X has of someone who registered keys: the public halves. What this person writes is not made here. */
export class Registered extends Person {
	constructor(
		userId: string,
		version: string,
		private readonly given: Pick<Person['row'], Exclude<keyof Person['row'], 'public_key_version'>>,
	) {
		super(userId, version);
	}

	override get row() {
		return { ...this.given, public_key_version: this.version };
	}

	override get publicIdentity(): KeyObject {
		return publicKey(this.given.public_key);
	}

	protected override get publicSigning(): KeyObject {
		return publicKey(this.given.signing_public_key);
	}

	/** Whether both are keys, and the signing key signed the identity key. */
	get isBound(): boolean {
		try {
			const key = { key: this.publicSigning, dsaEncoding: 'ieee-p1363' as const };
			const signature = Buffer.from(this.given.identity_public_key_signature, 'base64');
			const identity = this.publicIdentity.export({ format: 'der', type: 'spki' });
			return verify('sha256', identity, key, signature);
		} catch {
			return false;
		}
	}
}

const publicKey = (spkiInBase64: string): KeyObject =>
	createPublicKey({ format: 'der', type: 'spki', key: Buffer.from(spkiInBase64, 'base64') });

/** The plain text of a message that an event carries, by its number in the union and with its fields. */
export function readMessage(event: Buffer, keys: ReadonlyMap<string, Buffer>) {
	const created = fieldsAt(fieldsAt(readFields(event), 7), 1);
	const key = keys.get(textAt(created, 101) ?? '');
	const sealed = created?.get(100);
	if (!key || !Buffer.isBuffer(sealed)) return undefined;
	const [[kind, fields] = []] = [...(fieldsAt(readFields(open(key, sealed)), 1) ?? [])];
	return kind === undefined
		? undefined
		: { kind, fields: fields instanceof Map ? fields : new Map<number, never>() };
}

/** The plain text of messages. */
export const contents = {
	text: (text: string) => structure(write.inner(1, write.inner(1, write.text(1, text)))),
	reaction: (target: string, emoji: string) =>
		structure(write.inner(1, write.inner(2, write.text(1, target), write.text(2, emoji)))),
	edit: (target: string, text: string) =>
		structure(write.inner(1, write.inner(4, write.text(1, target), write.text(2, text)))),
	media: (text: string, hash: string, name: string, size: number) => {
		const media = write.inner(
			1,
			write.text(1, hash),
			write.i32(3, 1),
			write.i64(5, BigInt(size)),
			write.text(6, name),
		);
		return structure(
			write.inner(1, write.inner(1, write.text(1, text), write.structures(3, [structure(media)]))),
		);
	},
};

/** A new key. */
export const newKey = (version: string): Key => ({ version, key: randomBytes(32) });

/** An event as X relays it. */
export function relayed(
	{ messageId, detail, signature }: SignedAction,
	senderId: string,
	conversation: string,
	sequence: string,
	createdAt: number,
): Buffer {
	return structure(
		write.text(1, sequence),
		write.text(2, messageId),
		write.text(3, senderId),
		write.text(4, conversation),
		write.text(6, String(createdAt)),
		write.raw(7, detail),
		write.raw(9, signature),
	);
}
