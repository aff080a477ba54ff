/** The state of encrypted conversations: what X stores, and what the people in them keep themselves. */
import { ME } from '../identities';
import type { Platform } from '../frame';
import { newKey, Person, relayed, type Key, type SignedAction } from './person';
import { fieldsAt, readFields, textAt } from './thrift';

/** The version of the keys that the seeded account begins with. */
export const KEY_VERSION = '1769472000000';

/** An event as X keeps it. */
export interface StoredEvent {
	readonly id: string;
	readonly messageId: string;
	readonly senderId: string;
	readonly createdAt: number;
	bytes: Buffer;
	/** The body that it came with: the same one again is no second message. */
	readonly body?: string;
}

export class Conversation {
	/** Oldest first. */
	readonly events: StoredEvent[] = [];
	readonly members: Set<string>;
	readonly admins = new Set<string>();
	/** The keys of people played by tests, by version. */
	readonly keys = new Map<string, Buffer>();
	keyVersion: string | undefined;
	title: string | undefined;
	avatarUrl: string | undefined;
	updatedAt = 0;
	/** For these people it is only a request. */
	requestTo: string | undefined;

	constructor(
		readonly id: string,
		members: readonly string[],
	) {
		this.members = new Set(members);
	}

	/** The key changes that the messages of some events need, and that are not among them. */
	keysFor(events: readonly StoredEvent[]): StoredEvent[] {
		const versions = new Set(events.flatMap(({ bytes }) => keyVersionOf(bytes) ?? []));
		return this.events.filter(
			(event) => !events.includes(event) && versions.has(changedVersionOf(event.bytes) ?? ''),
		);
	}
}

/** The version of the key that a message is encrypted with. */
export const keyVersionOf = (event: Buffer): string | undefined =>
	textAt(fieldsAt(fieldsAt(readFields(event), 7), 1), 101);

/** The version that an event hands over. */
export const changedVersionOf = (event: Buffer): string | undefined =>
	textAt(fieldsAt(fieldsAt(readFields(event), 7), 3), 1);

/** A file that was uploaded. */
interface StoredFile {
	readonly conversation: string;
	readonly parts: Map<number, Buffer>;
	isFinal: boolean;
}

export class ChatState {
	/** Everyone's keys, the newest last. */
	readonly people = new Map<string, Person[]>();
	/** Where the keys of users are kept behind a PIN, as X answers it. */
	readonly backups = new Map<string, object>();
	readonly conversations = new Map<string, Conversation>();
	/** By media hash key. */
	readonly files = new Map<string, StoredFile>();
	readonly groups = new Set<string>();

	constructor() {
		this.register(ME.id, KEY_VERSION);
	}

	register(userId: string, version: string): Person {
		const person = new Person(userId, version);
		this.people.set(userId, [...(this.people.get(userId) ?? []), person]);
		return person;
	}

	/** The newest keys of someone. */
	person(userId: string): Person | undefined {
		return this.people.get(userId)?.at(-1);
	}

	/** Someone who talks; gets keys with the first word. */
	talker(userId: string): Person {
		return this.person(userId) ?? this.register(userId, KEY_VERSION);
	}

	/** A conversation by what a request calls it. */
	find(written: string, ownId: string): Conversation | undefined {
		return this.conversations.get(signedId(written, ownId));
	}

	/** Keeps an event. */
	add(
		platform: Platform,
		conversation: Conversation,
		senderId: string,
		action: SignedAction,
		body?: string,
	): StoredEvent {
		const id = platform.newId();
		const createdAt = platform.clock.now();
		const bytes = relayed(action, senderId, conversation.id, id, createdAt);
		const event = { id, messageId: action.messageId, senderId, createdAt, bytes, ...(body && { body }) };
		conversation.events.push(event);
		conversation.updatedAt = createdAt;
		return event;
	}

	/** Gives a conversation a new key, made by one of its members. */
	rotate(platform: Platform, conversation: Conversation, by: string): Key {
		const version = String(
			Math.max(Number(conversation.keyVersion ?? 0) + 1, Math.floor(platform.clock.now())),
		);
		const key = newKey(version);
		const members = [...conversation.members].map((id) => this.talker(id));
		this.add(platform, conversation, by, this.talker(by).keyChange(conversation.id, members, key));
		conversation.keyVersion = version;
		conversation.keys.set(version, key.key);
		return key;
	}

	/** The newest key of a conversation as a member knows it. */
	keyOf(platform: Platform, conversation: Conversation, userId: string): Key {
		const { keyVersion } = conversation;
		if (keyVersion === undefined) return this.rotate(platform, conversation, userId);
		const known = conversation.keys.get(keyVersion) ?? this.keysOf(conversation, userId).get(keyVersion);
		if (!known) throw new Error(`${userId} has no key of version ${keyVersion}`);
		return { version: keyVersion, key: known };
	}

	/** The keys that a member was given. */
	keysOf(conversation: Conversation, userId: string): Map<string, Buffer> {
		const own = this.people.get(userId) ?? [];
		const keys = conversation.events.flatMap(({ bytes }) =>
			own.flatMap((person) => person.keyIn(bytes) ?? []),
		);
		return new Map(keys.map(({ version, key }) => [version, key]));
	}

	/** The conversation of two; comes into being with the first word. */
	between(one: string, other: string): Conversation {
		const id = signedId(one, other);
		const known = this.conversations.get(id) ?? new Conversation(id, [one, other]);
		this.conversations.set(id, known);
		return known;
	}
}

/** The name of a conversation in events and signatures. */
export function signedId(written: string, ownId: string): string {
	if (written.startsWith('g')) return written;
	const [one = '', other = ownId] = written.split(/[:-]/);
	return [one, other].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).join(':');
}
