/**
 * Events that were changed on their way, or written by someone hostile: the nodes and X's SDK read them alike, and what is
 * shown as verified is what someone signed. Whose keys open what is believed in a group the SDK does not ask.
 */
import { omit, range } from 'lodash';
import { isReady, open } from '../../simulator/chat/cipher';
import { contents, newKey, Person, relayed, type SignedAction } from '../../simulator/chat/person';
import { fieldsAt, readFields } from '../../simulator/chat/thrift';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';
import { ofOurs, ofSdk } from './compared';
import { membersOf, reasonOf, REASONS } from './differences';
import { changes, memberwise, mutations, ofEvent, pathsOf, type Written } from './mutations';
import * as ours from '../../support/ourChat';
import * as sdk from './sdk';
import { type ReadableEvent, EventReader, parseEvent } from '../../../nodes/shared/chat/events/readEvent';
import { withKnownSenders } from '../../../nodes/shared/chat/events/groupSenders';
import { TrustMemory } from '../../../nodes/shared/chat/trust/memory';

const EVENTS = cases(300, 10_000, 100_000);
const PAIR = '11:22';
const [ada, me, eve] = [new Person('11', '1000'), new Person('22', '1001'), new Person('33', '1002')];
const people = [ada, me, eve];
const key = newKey('5000');
const handedOver = relayed(ada.keyChange(PAIR, people, key), '11', PAIR, '1', 1_700_000_000_000);

let sequence = 1;
const by = (person: Person, made: SignedAction, plain?: Buffer): Written => ({
	by: person,
	event: relayed(made, person.userId, PAIR, String(++sequence), 1_700_000_000_000),
	...(plain && { plain }),
});
const says = (person: Person, plain: Buffer) => by(person, person.message(PAIR, key, plain), plain);

function pool(): Written[] {
	const [client, writer] = [new sdk.Client(me, people), ours.writerOf(me)];
	const conversation = {
		conversationId: PAIR,
		conversationKey: new Uint8Array(key.key),
		conversationKeyVersion: key.version,
	};
	const link = { attachment_type: 'url' as const, url: 'https://x.com', display_title: 'X' };
	const first = says(ada, contents.text('Hello'));
	return [
		first,
		says(me, contents.text('Hi')),
		says(ada, contents.reaction('2', '👍')),
		says(ada, contents.edit('2', 'Hello again')),
		says(ada, contents.media('Look', 'abc', 'a.png', 5)),
		says(eve, contents.text('I am no member')),
		by(ada, ada.deletion(PAIR, ['2', '3'])),
		by(ada, ada.keyChange(PAIR, people, newKey('6000'))),
		{ by: ada, event: handedOver },
		by(
			me,
			sdk.said(client.chat.encryptMessage({ ...conversation, text: '#x', entities: [[0, 2, 'hashtag']] })),
		),
		by(
			me,
			sdk.said(client.chat.encryptMessage({ ...conversation, text: 'x', ttlMsec: 9, attachments: [link] })),
		),
		by(
			me,
			sdk.said(
				client.chat.encryptReply({
					...conversation,
					text: 'Yes',
					replyToEvent: first.event.toString('base64'),
				}),
			),
		),
		by(me, ours.said(writer, PAIR, key, { message: { message_text: 'Ours' } }, { ttl: '5' })),
	];
}

/** The contents of a message of the conversation's key. */
function plainOf(event: Buffer): Buffer | undefined {
	try {
		const sealed = fieldsAt(fieldsAt(readFields(event), 7), 1)?.get(100);
		return Buffer.isBuffer(sealed) ? open(key.key, sealed) : undefined;
	} catch {
		return undefined;
	}
}

beforeAll(isReady);

const SEEDS = range(1, 1 + cases(3, 8));
const EACH = EVENTS / SEEDS.length;
const counts = new Map<string, number>();

test.each(SEEDS)(
	`${EACH} changed events are read alike, or differ for a reason of the table (%s)`,
	(seed) => {
		const events = pool();
		const reader = new ours.Reader(me, people, [handedOver]);
		const client = new sdk.Client(me, people);
		const keys = client.keysIn([handedOver]);
		const usual = new Set(events.flatMap(({ event }) => membersOf({ event, plain: plainOf(event) })));
		const unexplained: unknown[] = [];
		const read = { verified: 0, refused: 0 };
		fc.assert(
			fc.property(fc.nat(1000), mutations, (index, mutate) => {
				const event = mutate(events, index, key);
				const [mine, theirs] = [ofOurs(reader.read(event)), ofSdk(client.readAlone(event, keys))];
				if (mine.verified) read.verified++;
				if (mine.kind === 'refused') read.refused++;
				if (JSON.stringify(mine) === JSON.stringify(theirs)) return;
				const reason = reasonOf({ event, plain: plainOf(event), ours: mine, theirs, usual });
				if (reason === undefined)
					unexplained.push({ index: index % events.length, mine, theirs, event: event.toString('hex') });
				else counts.set(reason, (counts.get(reason) ?? 0) + 1);
			}),
			{ numRuns: EACH, seed },
		);
		expect(unexplained.slice(0, 5)).toEqual([]);
		expect(read.verified).toBeGreaterThan(EACH / 20);
		expect(read.refused).toBeGreaterThan(EACH / 20);
	},
);

test('every reason of the table is one that many events need', () => {
	const unused = Object.keys(REASONS).filter((name) => !counts.has(name));
	expect(EVENTS < 100_000 ? [] : unused).toEqual([]);
});

const GROUP = 'g77';
const later = newKey('6000');

function groupPool(): Written[] {
	const inGroup = (person: Person, made: SignedAction, place: number): Written => ({
		by: person,
		event: relayed(made, person.userId, GROUP, String(place), 1_700_000_000_000),
	});
	const members = people.map(({ userId }) => userId);
	return [
		inGroup(ada, ada.keyChange(GROUP, people, key), 1),
		inGroup(ada, ada.groupCreation(members, key.version, 'Team'), 2),
		inGroup(eve, eve.keyChange(GROUP, [ada, me], later), 3),
		inGroup(eve, eve.memberAddition(GROUP, ['44', '55'], members, later.version), 4),
		inGroup(ada, ada.message(GROUP, key, contents.text('Hello')), 5),
		inGroup(eve, eve.message(GROUP, later, contents.text('Hi')), 6),
		inGroup(eve, eve.message(GROUP, key, contents.edit('5', 'Bye')), 7),
		inGroup(ada, ada.deletion(GROUP, ['5', '6']), 8),
	];
}

const CHANGES = [1, 2, 3, 4, 5, 6, 7, 9].map((id) => `7.4.1.1.${id} 7.4.1.5.${id}`).join(' ');
const paths = pathsOf(`7.3.1 7.3.2 ${CHANGES} 9 2 3 4`);

/** What X may say as it likes: IDs and times of its own, its word on keys, and what is marked as unsigned. */
const BESIDE = ['id', 'created_at', 'unsigned', 'identity', 'fingerprint', 'verification'];
const shown = (event: ReadableEvent): string => JSON.stringify(omit(event, BESIDE));

test('of many changed events none shows as verified what nobody signed', () => {
	const events = groupPool();
	const reader = new ours.Reader(
		me,
		people,
		events.map(({ event }) => event),
	);
	const signed = new Set(events.map(({ event }) => shown(reader.read(event) as ReadableEvent)));
	expect([...signed].every((each) => each.includes('"verified":true'))).toBe(true);
	const read = { verified: 0, doubted: 0 };
	const different: string[] = [];
	const all = fc.oneof(changes, ...memberwise(paths)).map(ofEvent);
	fc.assert(
		fc.property(fc.nat(1000), all, (index, mutate) => {
			const event = reader.read(mutate(events, index, key));
			if (event?.verified !== true) return void read.doubted++;
			read.verified++;
			// A member without contents is one that was not decrypted: it shows nothing but names.
			if (event.kind !== 'encrypted' && !signed.has(shown(event))) different.push(shown(event));
		}),
		{ numRuns: cases(1000, 20_000) },
	);
	expect(different).toEqual([]);
	expect(read.verified).toBeGreaterThan(50);
	expect(read.doubted).toBeGreaterThan(50);
});

const bob = new Person('44', '1003');
const everybody = [...people, bob];
const members = [ada, bob, me];
const keysInTurn = ['1700000000100', '1700000000200', '1700000000300', '1700000000400'].map(newKey);

/** A group in which three people hand over keys one after the other, and Ada writes with each. */
function talk(signers: readonly (readonly [Person, readonly Person[]])[]) {
	const events: Buffer[] = [];
	const relay = (by: Person, action: SignedAction) => {
		const event = relayed(action, by.userId, GROUP, String(events.length + 1), 1_700_000_000_000);
		events.push(event);
		return event;
	};
	const said = signers.map(([by, readers], index) => {
		const key = keysInTurn[index] as (typeof keysInTurn)[0];
		relay(by, by.keyChange(GROUP, readers, key));
		const ids = readers.map(({ userId }) => userId);
		if (index === 0) relay(by, by.groupCreation(ids, key.version));
		return relay(ada, ada.message(GROUP, key, contents.text(`Message ${index + 1}`)));
	});
	return { events, said };
}

async function verifiedByOurs({ events, said }: ReturnType<typeof talk>, inGroup: readonly Person[]) {
	const memory = new TrustMemory();
	const expected = { conversation: GROUP, trust: memory };
	const read = new EventReader(ours.publicKeysOf(everybody), ours.writerOf(me), expected);
	const parse = (event: Buffer) => parseEvent(event.toString('base64'));
	read.learn(events.flatMap((event) => parse(event) ?? []));
	const group = {
		conversation: GROUP,
		keys: read.keysOf(GROUP)!,
		ownId: me.userId,
		memory,
		members: async () => await Promise.resolve(inGroup.map(({ userId }) => userId)),
		earlier: async () => await Promise.resolve(),
	};
	const opened = said.map((event) => read.read(parse(event)!));
	return (await withKnownSenders(group, opened)).map((each) => each?.readable.verified);
}

function verifiedBySdk({ events, said }: ReturnType<typeof talk>) {
	const client = new sdk.Client(me, everybody);
	return said.map((event) => client.read(event, client.keysIn(events))?.verified);
}

test.each([
	['of members', [[ada, members] as const, [bob, members] as const], members, [true, true]],
	[
		'of someone who has left since',
		[[ada, members] as const, [bob, members] as const],
		[ada, me],
		[true, true],
	],
	[
		'of someone who was left out before',
		[[ada, members] as const, [ada, [ada, me]] as const, [bob, members] as const],
		[ada, me],
		[true, true, 'unknown'],
	],
	['of a stranger', [[ada, members] as const, [eve, everybody] as const], members, [true, 'unknown']],
	[
		'of a stranger who was let in by someone who has left',
		[[ada, members] as const, [bob, everybody] as const, [eve, everybody] as const],
		[ada, me],
		[true, true, 'unknown'],
	],
])('keys of a group %s', async (_case, signers, inGroup, expected) => {
	const group = talk(signers);
	expect(await verifiedByOurs(group, inGroup)).toEqual(expected);
	// The SDK has no list of members: each of these keys counts for it.
	expect(verifiedBySdk(group)).toEqual(signers.map(() => true));
});
