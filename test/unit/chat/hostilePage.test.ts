/** What a page of events costs that someone wrote on purpose: for each 100 kB at most three times a fixed calculation. */
import { randomBytes, randomUUID, type ECDH } from 'node:crypto';
import { EventReader, parseEvent } from '../../../nodes/shared/chat/events/readEvent';
import { isReady, seal } from '../../simulator/chat/cipher';
import { contents, newKey, Person, relayed, type SignedAction } from '../../simulator/chat/person';
import { structure, write } from '../../simulator/chat/thrift';
import { cases } from '../../support/cases';
import { effortOf } from '../../support/effort';
import { publicKeysOf, writerOf } from '../../support/ourChat';

const PAGE = cases(40_000, 100_000);
const PAIR = '11:22';
const [ada, me, eve] = [new Person('11', '1000'), new Person('22', '1001'), new Person('33', '1002')];
const key = newKey('5000');
const publicKeys = publicKeysOf([ada, me, eve]);

let sequence = 0;
const relay = (action: SignedAction, by = ada) =>
	relayed(action, by.userId, PAIR, String(++sequence), 1_700_000_000_000);
const say = (plain: Buffer) => relay(ada.message(PAIR, key, plain));
const entry = (...fields: Buffer[]) => structure(write.inner(1, write.inner(1, ...fields)));
const unsigned = (detail: Buffer) =>
	relay({ messageId: randomUUID(), detail: structure(detail), signature: structure() });
const unsignedMessage = (bytes: Buffer, version: string) =>
	unsigned(write.inner(1, write.bytes(100, bytes), write.text(101, version)));
const signature = (text: string) => structure(write.text(1, text), write.text(2, '1000'), write.text(3, '7'));
const list = (id: string, type: string, item: Buffer, count: number) => {
	const size = Buffer.alloc(4);
	size.writeInt32BE(count);
	return Buffer.concat([Buffer.from(`0f${id}${type}`, 'hex'), size, ...Array<Buffer>(count).fill(item)]);
};
const quoting = (event: Buffer, ...more: Buffer[]) =>
	entry(write.text(1, 'Yes'), write.raw(4, structure(write.i64(1, 11n), write.raw(8, event), ...more)));
const handedOver = (version: string, by = ada) =>
	relay(by.keyChange(PAIR, [ada, me], { version, key: randomBytes(32) }), by);
const tenKeys = (index: number) =>
	write.structures(
		10,
		Array.from({ length: 10 }, (_, place) => handedOver(`${index}0${place}`)),
	);
const wrappedForMe = (wrapped: string, count: number, version: string) =>
	unsigned(
		write.inner(
			3,
			write.text(1, version),
			write.structures(
				2,
				Array.from({ length: count }, () => structure(write.text(1, '22'), write.text(2, wrapped))),
			),
		),
	);
function nested(levels: number): Buffer {
	let event = say(contents.text('0'));
	for (let level = 0; level < levels; level++) event = say(quoting(event));
	return event;
}
/** A text of Base64 that could be a wrapped key: it begins with a point that is on the curve. */
const wrapped = () => {
	const change = parseEvent(handedOver('1').toString('base64'));
	return change?.detail?.key_change?.conversation_participant_keys?.[1]?.encrypted_conversation_key ?? '';
};

/** One event of each kind; the page repeats it, each time made anew. */
const CASES: Readonly<Record<string, (index: number) => Buffer>> = {
	'honest messages': () => say(contents.text('Hello')),
	'long messages': () => say(contents.text('x'.repeat(20_000))),
	'one message of the whole page': () => say(contents.text('x'.repeat(95_000))),
	'empty messages': () => say(structure()),
	'messages by a stranger': () => relay(eve.message(PAIR, key, contents.text('Hello')), eve),
	'messages with the signature of another': () =>
		relay({ ...ada.message(PAIR, key, contents.text('a')), signature: signature('A'.repeat(86)) }),
	'messages with signatures of padding': () =>
		relay({ ...ada.message(PAIR, key, contents.text('a')), signature: signature(`${'='.repeat(5000)}A`) }),
	'messages with long signatures': () =>
		relay({ ...ada.message(PAIR, key, contents.text('a')), signature: signature('A'.repeat(20_000)) }),
	'messages without a signature': () => unsignedMessage(seal(key.key, contents.text('a')), key.version),
	'messages that were changed': () => unsignedMessage(randomBytes(500), key.version),
	'messages of unknown keys': (index) => unsignedMessage(randomBytes(60), String(index)),
	'messages that are not encrypted': () => unsigned(write.inner(1, write.bytes(100, contents.text('a')))),
	'quotations 30 levels deep': () => nested(30),
	'quotations of the whole page': () => nested(150),
	'short quotations': () => say(quoting(say(contents.text('Hello')))),
	'quotations with an edit': () =>
		say(quoting(say(contents.text('Hello')), write.raw(9, say(contents.edit('1', 'Bye'))))),
	'quotations with ten keys': (index) => say(quoting(say(contents.text('Hello')), tenKeys(index))),
	'quotations of an unknown key with ten others': (index) =>
		say(quoting(relay(ada.message(PAIR, newKey('77'), contents.text('Hello'))), tenKeys(index))),
	'empty attachments': () => say(entry(list('0003', '0c', Buffer.alloc(1), 100))),
	'too many empty attachments': () => say(entry(list('0003', '0c', Buffer.alloc(1), 50_000))),
	'empty entities': () => say(entry(list('0002', '0c', Buffer.alloc(1), 9000))),
	'attachments of text': () =>
		say(entry(list('0003', '0c', structure(write.inner(2, write.text(1, '7'))), 100))),
	'key changes': (index) => handedOver(String(6000 + index)),
	'the same key change': () => handedOver('6000'),
	'key changes by a stranger': (index) => handedOver(String(6000 + index), eve),
	'key changes under the name of another': (index) =>
		relay(eve.keyChange(PAIR, [ada, me], newKey(String(6000 + index))), ada),
	'key changes with many keys for one member': (index) => wrappedForMe(wrapped(), 400, String(6000 + index)),
	'key changes with keys of padding': (index) => wrappedForMe('='.repeat(3000), 5, String(6000 + index)),
	'key changes with empty members': (index) =>
		unsigned(write.inner(3, write.text(1, String(index)), list('0002', '0c', Buffer.alloc(1), 9000))),
	'structures 30 levels deep': () =>
		unsigned(Buffer.concat([Buffer.from('0c0063'.repeat(28), 'hex'), Buffer.alloc(28)])),
	'unknown fields': () => unsigned(Buffer.from('02006301'.repeat(3000), 'hex')),
	'unknown lists': () => unsigned(list('0063', '02', Buffer.alloc(1), 9000)),
	'deletions of many messages': () =>
		relay(
			ada.deletion(
				PAIR,
				Array.from({ length: 2000 }, (_, id) => String(id)),
			),
		),
	'no events at all': () => randomBytes(500),
};

/**
 * The most that 100 kB may cost, in multiples of the calculation. Measured are at most 4.9. Key changes take two
 * operations on the curve each, to open the key and to check who signed it, and no reader can leave them out.
 */
const MOST = 10;

/** Events of one kind, as X sends them. */
function pageOf(make: (index: number) => Buffer): string[] {
	const events: string[] = [];
	for (let size = 0, index = 0; size < PAGE; index++) {
		const event = make(index).toString('base64');
		events.push(event);
		size += event.length;
	}
	return events;
}

/** Reads a page as its receiver, behind the change that has the key. */
function readPage(page: readonly string[]): void {
	const reader = new EventReader(publicKeys, writerOf(me));
	const events = [change, ...page].map((encoded) => parseEvent(encoded));
	reader.learn(events.filter((event) => event !== undefined));
	for (const event of events) if (event) reader.read(event);
}

let change = '';

beforeAll(async () => {
	await isReady();
	change = relay(ada.keyChange(PAIR, [ada, me], key)).toString('base64');
	// The functions are compiled while they run for the first times.
	const page = pageOf((index) => (index % 2 === 0 ? say(contents.text('Hello')) : nested(2)));
	for (let run = 0; run < 5; run++) readPage(page);
});

it.each(Object.entries(CASES))(
	'%s cost little more than a fixed calculation for 100 kB',
	async (_name, make) => {
		const page = pageOf(make);
		const most = (MOST * page.join('').length) / 100_000;
		expect(await effortOf(() => readPage(page), most)).toBeLessThan(most);
	},
);

it('of key changes takes one operation on the curve to open each, and one to check who signed it', () => {
	const crypto = jest.requireActual<{ ECDH: { readonly prototype: ECDH }; verify: () => boolean }>('crypto');
	const counted = [jest.spyOn(crypto.ECDH.prototype, 'computeSecret'), jest.spyOn(crypto, 'verify')];
	readPage(pageOf(CASES['key changes']!).slice(0, 30));
	expect(counted.map(({ mock }) => mock.calls.length)).toEqual([31, 31]);
	for (const each of counted) each.mockRestore();
});
