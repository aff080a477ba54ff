/** Random conversations, written by the nodes' code and by X's own SDK in turn, and read by both. */
import type { AttachmentDescriptor, PreparedConversationChange, SendPayload } from '@xdevplatform/chat-xdk';
import { decryptMedia, encryptMedia } from '../../../nodes/shared/chat/cipher/secretstream';
import { action, FOR_ALL, newKey } from '../../../nodes/shared/chat/events/write';
import { Person, relayed, type Key, type SignedAction } from '../../simulator/chat/person';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';
import { ofOurs, ofSdk } from './compared';
import * as ours from '../../support/ourChat';
import * as sdk from './sdk';

const CONVERSATIONS = cases(5, 60, 250);
const people = ['11', '22', '33', '44'].map((id) => new Person(id, `17000000000${id}`));
const publicKeys = ours.publicKeysOf(people);
const writers = people.map(ours.writerOf);
const clients = people.map((person) => new sdk.Client(person, people));

const KINDS = [
	'join',
	'leave',
	'rotate',
	'text',
	'text',
	'edit',
	'react',
	'unreact',
	'reply',
	'delete',
	'media',
] as const;

const step = fc.record({
	kind: fc.constantFrom(...KINDS),
	who: fc.nat(people.length - 1),
	isOurs: fc.boolean(),
	text: fc.string({ unit: 'binary', maxLength: 30 }),
	entities: fc.array(
		fc.tuple(fc.nat(9), fc.nat(30), fc.constantFrom('url', 'mention', 'hashtag', 'cashtag')),
		{
			maxLength: 2,
		},
	),
	ttl: fc.option(fc.integer({ min: 1, max: 10 ** 9 }), { nil: undefined }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What should be read of an event. */
interface Expected {
	readonly event: Buffer;
	readonly kind: string;
	readonly text: string | undefined;
	readonly readers: readonly number[];
}

class Conversation {
	readonly expected: Expected[] = [];
	private members: number[];
	private key: Key = { version: '1600000000000', key: Buffer.alloc(0) };

	constructor(
		readonly id: string,
		members: readonly number[],
		isOurs: boolean,
	) {
		this.members = [...members];
		this.rotate(members[0] as number, isOurs);
	}

	get events(): Buffer[] {
		return this.expected.map(({ event }) => event);
	}

	take(given: Step): void {
		const who = this.members.includes(given.who) ? given.who : (this.members[0] as number);
		if (given.kind === 'join' && this.id.startsWith('g')) return this.join(given.who, who, given.isOurs);
		if (given.kind === 'leave') return this.leave(given.who, given.isOurs);
		if (given.kind === 'join' || given.kind === 'rotate') return this.rotate(who, given.isOurs);
		if (given.kind === 'delete') return this.delete(who, given.isOurs);
		return given.isOurs ? this.write(given, who) : this.writeWithSdk(given, who);
	}

	private relay(who: number, made: SignedAction, kind: string, text?: string): void {
		const userId = (people[who] as Person).userId;
		const event = relayed(made, userId, this.id, String(this.expected.length + 1), 1_700_000_000_000);
		this.expected.push({ event, kind, text, readers: [...this.members] });
	}

	/** The version that the SDK gives a key is the time, so each key is given a time of its own. */
	private next(): string {
		const version = Number(this.key.version) + 1;
		jest.spyOn(Date, 'now').mockReturnValue(version);
		return String(version);
	}

	private rotate(who: number, isOurs: boolean): void {
		const version = this.next();
		if (isOurs) {
			const ids = this.members.map((each) => (people[each] as Person).userId);
			const made = newKey(writers[who] as ours.Writer, this.id, ids, publicKeys, version);
			this.key = made;
			return this.relay(who, ours.changed(made.action), 'keyChange');
		}
		const made = this.client(who).prepareConversationKeyChange({
			publicKeys: this.inputs(),
			conversationId: this.id,
		});
		this.adopt(who, made, 'keyChange');
	}

	private join(added: number, who: number, isOurs: boolean): void {
		if (this.members.includes(added) || isOurs) return this.rotate(who, isOurs);
		const current = this.members.map((each) => (people[each] as Person).userId);
		this.members.push(added);
		this.next();
		const made = this.client(who).prepareGroupMembersChange({
			publicKeys: this.inputs(),
			conversationId: this.id,
			newMemberIds: [(people[added] as Person).userId],
			currentMemberIds: current,
			currentAdminIds: current.slice(0, 1),
			currentPendingMemberIds: [],
			currentTitle: 'Team',
		});
		this.adopt(who, made, 'keyChange', 'groupChange');
	}

	/** Someone leaves a group, whose others get a new key. */
	private leave(who: number, isOurs: boolean): void {
		const others = this.members.filter((each) => each !== who);
		if (this.id.startsWith('g') && others.length > 0) this.members = others;
		this.rotate(this.members[0] as number, isOurs);
	}

	private adopt(who: number, made: PreparedConversationChange, ...kinds: readonly string[]): void {
		this.key = { version: made.conversationKeyVersion, key: Buffer.from(made.conversationKey) };
		kinds.forEach((kind, index) => {
			const signed = made.actionSignatures[index];
			if (signed) this.relay(who, sdk.changed(signed), kind);
		});
	}

	private inputs() {
		return this.members.map((each) => {
			const { userId, version, row } = people[each] as Person;
			return { userId, publicKey: row.public_key, keyVersion: version };
		});
	}

	private client(who: number) {
		return (clients[who] as sdk.Client).chat;
	}

	private delete(who: number, isOurs: boolean): void {
		const ids = ['1', String(this.expected.length)];
		if (isOurs) {
			const detail = { message_delete: { sequence_ids: ids, delete_message_action: FOR_ALL } };
			const writer = writers[who] as ours.Writer;
			const made = action(writer, this.id, detail);
			return this.relay(who, ours.changed(made), 'deletion');
		}
		const params = { conversationId: this.id, sequenceIds: ids, deleteForAll: true };
		const made = this.client(who).prepareMessageDelete(params);
		this.relay(who, sdk.changed(made), 'deletion');
	}

	private write({ kind, text, entities, ttl }: Step, who: number): void {
		const target = String(this.expected.length);
		const rich = entities.map(([start, end, type]) => ({
			start_index: start,
			end_index: end,
			content: { [type]: {} },
		}));
		const dimensions = { width: '3', height: '4' };
		const media = { media_hash_key: 'abc', type: 1, filesize_bytes: '7', filename: 'a.png', dimensions };
		const image = { media_hash_key: 'def', filesize_bytes: '9', filename: 'b.png', dimensions };
		const post = { rest_id: '20', post_url: 'https://x.com/i/web/status/20' };
		const url = { url: 'https://x.com', display_title: 'X', banner_image: image };
		const attachments = [[{ media }, { media }], [{ post }], [{ url }]][text.length % 3];
		const contents = {
			edit: { message_edit: { message_sequence_id: target, updated_text: text, entities: rich } },
			react: { reaction_add: { message_sequence_id: target, emoji: '👍' } },
			unreact: { reaction_remove: { message_sequence_id: target, emoji: '👍' } },
			media: { message: { message_text: text, attachments } },
		}[kind as string] ?? { message: { message_text: text, entities: rich } };
		const writer = writers[who] as ours.Writer;
		const options = { ...(ttl !== undefined && { ttl: String(ttl) }), shouldNotify: text.length % 2 === 0 };
		this.relay(
			who,
			ours.said(writer, this.id, this.key, contents, options),
			nameOf(kind),
			textOf(kind, text),
		);
	}

	private writeWithSdk({ kind, text, entities, ttl }: Step, who: number): void {
		const targetEvent = this.expected.at(-1)?.event.toString('base64') ?? null;
		const key = {
			conversationKey: new Uint8Array(this.key.key),
			conversationKeyVersion: this.key.version,
		};
		const about = {
			...key,
			conversationId: this.id,
			text,
			entities,
			ttlMsec: ttl ?? null,
			shouldNotify: text.length % 2 === 0,
		};
		const media = { attachment_type: 'media', media_hash_key: 'abc', width: 3, height: 4 };
		const file = { ...media, filesize_bytes: 7, filename: 'a.png' };
		const image = { media_hash_key: 'def', filesize_bytes: 9, filename: 'b.png', width: 3, height: 4 };
		const link = { attachment_type: 'url', url: 'https://x.com', display_title: 'X', banner_image: image };
		const post = { attachment_type: 'post', rest_id: '20', post_url: 'https://x.com/i/web/status/20' };
		const kinds = [[file, file], [post], [link]] as AttachmentDescriptor[][];
		const attachments = kinds[text.length % 3] ?? [];
		const client = this.client(who);
		const original = this.original();
		const make: Partial<Record<string, () => SendPayload>> = {
			edit: () => client.encryptEdit({ ...key, updatedText: text, entities: about.entities, targetEvent }),
			react: () => client.encryptAddReaction({ ...key, emoji: '👍', targetEvent }),
			unreact: () => client.encryptRemoveReaction({ ...key, emoji: '👍', targetEvent }),
			media: () => client.encryptMessage({ ...about, attachments }),
			...(original && { reply: () => client.encryptReply({ ...about, replyToEvent: original }) }),
		};
		const made = (make[kind] ?? (() => client.encryptMessage(about)))();
		this.relay(who, sdk.said(made), nameOf(kind), textOf(kind, text));
	}

	/** A message of the newest key, which the SDK can quote with this key alone. */
	private original(): string | undefined {
		const since = this.expected.map(({ kind }) => kind).lastIndexOf('keyChange');
		return this.expected
			.slice(since + 1)
			.find(({ kind }) => kind === 'message')
			?.event.toString('base64');
	}
}

const nameOf = (kind: string): string =>
	({ edit: 'edit', react: 'reactionAdded', unreact: 'reactionRemoved' })[kind] ?? 'message';
const textOf = (kind: string, text: string): string | undefined =>
	kind === 'react' || kind === 'unreact' ? undefined : text;

afterEach(() => jest.restoreAllMocks());

test(`${CONVERSATIONS} conversations of the nodes and of X's SDK are read alike by both`, () => {
	let events = 0;
	const conversation = fc.tuple(fc.boolean(), fc.boolean(), fc.array(step, { minLength: 1, maxLength: 12 }));
	fc.assert(
		fc.property(conversation, ([isGroup, isOurs, steps]) => {
			const talk = isGroup
				? new Conversation('g77', [0, 1, 2], isOurs)
				: new Conversation('11:22', [0, 1], isOurs);
			steps.forEach((each) => talk.take(each));
			people.forEach((person, index) => {
				const reader = new ours.Reader(person, people, talk.events);
				const client = clients[index] as sdk.Client;
				const keys = client.keysIn(talk.events);
				for (const { event, kind, text, readers } of talk.expected) {
					events++;
					const read = ofOurs(reader.read(event));
					const isSecret = kind !== 'keyChange' && kind !== 'groupChange' && kind !== 'deletion';
					if (isSecret && !readers.includes(index)) {
						expect(read.kind).toBe('refused');
						expect(client.read(event, keys)).toBeUndefined();
						continue;
					}
					expect([read.kind, read.said[0]]).toEqual([kind, text === '' ? undefined : text]);
					expect(read.verified).toBe(kind !== 'keyChange' || readers.includes(index));
					expect(read).toEqual({ ...ofSdk(client.read(event, keys)), verified: read.verified });
				}
			});
		}),
		{ numRuns: CONVERSATIONS },
	);
	expect(events).toBeGreaterThan(10 * CONVERSATIONS);
});

test('files of either side are read by the other', async () => {
	const { chat } = clients[0] as sdk.Client;
	const bytes = (maxLength: number) => fc.uint8Array({ minLength: 1, maxLength, size: 'max' });
	await fc.assert(
		fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), bytes(5000), async (key, plain) => {
			const sealed = chat.encryptStream(plain, key);
			const opened = await decryptMedia(Buffer.from(key), Buffer.from(sealed));
			expect(opened.equals(plain)).toBe(true);
			const own = await encryptMedia(Buffer.from(key), Buffer.from(plain));
			expect(Buffer.from(chat.decryptStream(own, key)).equals(plain)).toBe(true);
		}),
		{ numRuns: cases(10, 40, 150) },
	);
});
