/** Random conversations, written by the nodes' code and by the witness in turn, read by both. */
import { readPrivateKeys } from '../../../nodes/shared/chat/trust/keys';
import { PublicKeys } from '../../../nodes/shared/chat/trust/publicKeys';
import { EventReader, parseEvent } from '../../../nodes/shared/chat/events/readEvent';
import { messageBody, newKey, type Writer } from '../../../nodes/shared/chat/events/write';
import { isReady } from '../../simulator/chat/cipher';
import {
	contents,
	newKey as newWitnessKey,
	Person,
	readMessage,
	relayed,
	type Key,
} from '../../simulator/chat/person';
import { structure, textAt, write } from '../../simulator/chat/thrift';
import { fc } from '../../support/properties';
import { cases } from '../../support/cases';

const GROUP = 'g77';
const CONVERSATIONS = cases(60, 1000);
const people = ['11', '22', '33', '44', '55'].map((id) => new Person(id, `17000000000${id}`));
const publicKeys = new PublicKeys();
for (const { userId, row } of people) publicKeys.set(userId, [row]);
const writerOf = ({ userId, version, blob }: Person): Writer => ({
	userId,
	version,
	keys: readPrivateKeys(blob),
});
const writers = new Map(people.map((person) => [person, writerOf(person)]));

const step = fc.record({
	kind: fc.constantFrom('join', 'leave', 'rotate', 'say', 'say', 'say'),
	who: fc.nat(people.length - 1),
	isOurs: fc.boolean(),
	text: fc.string({ unit: 'binary', maxLength: 40 }),
});

/** What should come out: who may read a message, and what it says. */
interface Expected {
	readonly text: string;
	readonly readers: ReadonlySet<Person>;
}

class Conversation {
	readonly events: Buffer[] = [];
	readonly expected: (Expected | undefined)[] = [];
	private readonly members = new Set(people.slice(0, 2));
	private key: Key = { version: '1700000000000', key: Buffer.alloc(0) };
	private readers: ReadonlySet<Person> = new Set();

	constructor() {
		this.rotate(people[0] as Person, true);
	}

	take({ kind, who, isOurs, text }: { kind: string; who: number; isOurs: boolean; text: string }): void {
		const person = people[who] as Person;
		const [first] = this.members;
		const author = this.members.has(person) ? person : (first as Person);
		if (kind === 'say') return this.say(author, isOurs, text);
		if (kind === 'join') this.members.add(person);
		if (kind === 'leave' && this.members.size > 1) this.members.delete(person);
		this.rotate([...this.members][0] as Person, isOurs);
	}

	private rotate(author: Person, isOurs: boolean): void {
		const version = String(BigInt(this.key.version) + 1n);
		this.readers = new Set(this.members);
		if (isOurs) {
			const ids = [...this.members].map(({ userId }) => userId);
			const made = newKey(writers.get(author) as Writer, GROUP, ids, publicKeys, version);
			const {
				message_id: messageId,
				encoded_message_event_detail: detail,
				message_event_signature: signed,
			} = made.action;
			const signature = structure(
				write.text(1, signed.signature),
				write.text(2, signed.public_key_version),
				write.text(3, signed.signature_version),
			);
			this.key = made;
			this.relay({ messageId, detail: Buffer.from(detail, 'base64'), signature }, author, undefined);
			return;
		}
		this.key = newWitnessKey(version);
		this.relay(author.keyChange(GROUP, [...this.members], this.key), author, undefined);
	}

	private say(author: Person, isOurs: boolean, text: string): void {
		const expected = { text, readers: this.readers };
		if (!isOurs) return this.relay(author.message(GROUP, this.key, contents.text(text)), author, expected);
		const said = { message: { message_text: text } };
		const body = messageBody(writers.get(author) as Writer, GROUP, this.key, said);
		const action = {
			messageId: body.message_id,
			detail: structure(write.raw(1, Buffer.from(body.encoded_message_create_event, 'base64'))),
			signature: Buffer.from(body.encoded_message_event_signature, 'base64'),
		};
		this.relay(action, author, expected);
	}

	private relay(action: Parameters<typeof relayed>[0], author: Person, expected: Expected | undefined): void {
		this.events.push(
			relayed(action, author.userId, GROUP, String(this.events.length + 1), 1_700_000_000_000),
		);
		this.expected.push(expected);
	}
}

/** What the nodes' code reads as a person. */
function ourReading(person: Person, events: readonly Buffer[]) {
	const reader = new EventReader(publicKeys, writers.get(person));
	const parsed = events.map((event) => parseEvent(event.toString('base64')));
	if (parsed.some((event) => !event)) throw new Error('an event is not read');
	const known = parsed.flatMap((event) => event ?? []);
	reader.learn(known);
	return known.map((event) => reader.read(event).readable);
}

/** What the witness reads as a person. */
function theirReading(person: Person, events: readonly Buffer[]) {
	const keys = new Map(
		events.flatMap((event) => person.keyIn(event) ?? []).map(({ version, key }) => [version, key]),
	);
	return events.map((event) => textAt(readMessage(event, keys)?.fields, 1));
}

beforeAll(isReady);

test(`${CONVERSATIONS} conversations with new keys and members who join and leave are read by those who may, and nobody else`, () => {
	let messages = 0;
	fc.assert(
		fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
			const conversation = new Conversation();
			steps.forEach((each) => conversation.take(each));
			for (const person of people) {
				const ours = ourReading(person, conversation.events);
				const theirs = theirReading(person, conversation.events);
				conversation.expected.forEach((expected, place) => {
					if (!expected) return;
					messages++;
					const mayRead = expected.readers.has(person);
					const read = ours[place];
					expect([read?.decrypted, read?.verified]).toEqual([mayRead, true]);
					expect(read?.text).toBe(mayRead ? expected.text : undefined);
					expect(theirs[place]).toBe(mayRead ? expected.text : undefined);
				});
			}
		}),
		{ numRuns: CONVERSATIONS },
	);
	expect(messages).toBeGreaterThan(5 * CONVERSATIONS);
});
