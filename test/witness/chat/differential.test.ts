/** Events that were changed on their way, or written by someone hostile: the nodes and X's SDK read them alike. */
import { isReady, open } from '../../simulator/chat/cipher';
import { contents, newKey, Person, relayed, type SignedAction } from '../../simulator/chat/person';
import { fieldsAt, readFields } from '../../simulator/chat/thrift';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';
import { ofOurs, ofSdk } from './compared';
import { reasonOf, REASONS } from './differences';
import { mutate, mutations, type Written } from './mutations';
import * as ours from '../../support/ourChat';
import * as sdk from './sdk';

const EVENTS = cases(600, 10_000, 100_000);
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
	const link = { attachment_type: 'url', url: 'https://x.com', display_title: 'X' };
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

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const EACH = EVENTS / SEEDS.length;
const counts = new Map<string, number>();

test.each(SEEDS)(
	`${EACH} changed events are read alike, or differ for a reason of the table (%s)`,
	(seed) => {
		const events = pool();
		const reader = new ours.Reader(me, people, [handedOver]);
		const client = new sdk.Client(me, people);
		const keys = client.keysIn([handedOver]);
		const unexplained: unknown[] = [];
		const read = { verified: 0, refused: 0 };
		fc.assert(
			fc.property(fc.nat(1000), mutations, (index, mutation) => {
				const event = mutate(events, index, mutation, key);
				const [mine, theirs] = [ofOurs(reader.read(event)), ofSdk(client.readAlone(event, keys))];
				if (mine.verified) read.verified++;
				if (mine.kind === 'refused') read.refused++;
				if (JSON.stringify(mine) === JSON.stringify(theirs)) return;
				const reason = reasonOf({ event, plain: plainOf(event), ours: mine, theirs });
				if (reason === undefined)
					unexplained.push({
						index: index % events.length,
						mutation,
						mine,
						theirs,
						event: event.toString('hex'),
					});
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
