/** What strangers write costs time in proportion to its size. Measured in CPU time, and never by the clock. */
import { fromBase64, withoutPadding } from '../../../nodes/shared/chat/cipher/base64';
import { readContents } from '../../../nodes/shared/chat/events/contents';
import { EventReader, parseEvent } from '../../../nodes/shared/chat/events/readEvent';
import { NotThrift } from '../../../nodes/shared/chat/wire/thrift';
import { isReady } from '../../simulator/chat/cipher';
import { contents, newKey, Person, relayed } from '../../simulator/chat/person';
import { structure, write } from '../../simulator/chat/thrift';
import { growth } from '../../support/effort';
import { parsed, publicKeysOf, writerOf } from '../../support/ourChat';

const PAIR = '11:22';
const [ada, me] = [new Person('11', '1000'), new Person('22', '1001')];
const key = newKey('5000');

const relay = (plain: Buffer, id: string) =>
	relayed(ada.message(PAIR, key, plain), ada.userId, PAIR, id, 1_700_000_000_000);

/** My reader, who knows the key of the conversation. */
function readerWithKey(): EventReader {
	const reader = new EventReader(publicKeysOf([ada, me]), writerOf(me));
	const change = ada.keyChange(PAIR, [ada, me], key);
	reader.learn([parsed(relayed(change, ada.userId, PAIR, '1', 1_700_000_000_000))]);
	return reader;
}

/** A message that quotes a message that quotes a message …, so many levels deep. */
function nested(levels: number): Buffer {
	let event = relay(contents.text('0'), '2');
	for (let level = 1; level <= levels; level++) {
		const preview = structure(write.i64(1, 11n), write.text(2, String(level - 1)), write.raw(8, event));
		const message = write.inner(1, write.text(1, String(level)), write.raw(4, preview));
		event = relay(structure(write.inner(1, message)), String(level + 2));
	}
	return event;
}

beforeAll(isReady);

describe('Base64', () => {
	it.each<[string, string | undefined]>([
		['QQ==', 'A'],
		['QQ', 'A'],
		['QUI=', 'AB'],
		[' QUI=\n', 'AB'],
		['_-8=', Buffer.from('ffef', 'hex').toString('latin1')],
		['QQ===', undefined],
		['Q=Q=', undefined],
		['Q', undefined],
		['', ''],
	])('reads %j as %j', (given, expected) => {
		expect(fromBase64(given)?.toString('latin1')).toBe(expected);
	});

	it.each<[string, (length: number) => string]>([
		['signs of padding', (length) => `${'='.repeat(length)}A`],
		['digits and a sign that is none', (length) => `${'A'.repeat(length)}!`],
		['blanks', (length) => `A${' '.repeat(length)}A`],
	])('of many %s costs time in proportion to its length', async (_case, make) => {
		expect(await growth((length) => fromBase64(make(length)), 20_000, 20)).toBeLessThan(20);
	});

	it('is written without padding as others write it', () => {
		for (let length = 0; length < 10; length++)
			expect(withoutPadding(Buffer.alloc(length, 0xfb))).toBe(
				Buffer.alloc(length, 0xfb).toString('base64').replaceAll('=', ''),
			);
	});
});

describe('quotations', () => {
	it('are read one level deep, so each level costs its bytes', async () => {
		const reader = readerWithKey();
		const [short, long] = [parsed(nested(20)), parsed(nested(160))];
		expect(await growth((levels) => reader.read(levels === 20 ? short : long), 20, 40)).toBeLessThan(40);
		expect(reader.read(short).readable).toMatchObject({
			text: '20',
			verified: true,
			reply_to: { text: '19', verified: true },
		});
	});
});

describe('lists', () => {
	const list = (type: string, id: string, entry: Buffer, count: number) => {
		const size = Buffer.alloc(4);
		size.writeInt32BE(count);
		const entries = Array<Buffer>(count).fill(entry);
		return Buffer.concat([Buffer.from(`0f${id}${type}`, 'hex'), size, ...entries]);
	};
	const EMPTY = Buffer.alloc(1);
	const attachments = (count: number) => write.inner(1, list('0c', '0003', EMPTY, count));
	const read = (message: Buffer) => readContents(structure(write.inner(1, message)));

	it('of attachments have at most a hundred, because every empty one becomes many bytes', () => {
		expect(read(attachments(100)).message?.attachments).toHaveLength(100);
		for (const count of [101, 2_000_000]) expect(() => read(attachments(count))).toThrow(NotThrift);
	});

	it('have ten thousand entries in all, which is room for a key for every member of a group', () => {
		const entities = (count: number) => list('0c', '0002', EMPTY, count);
		const twice = (count: number) => write.inner(1, entities(count), write.inner(6, entities(count)));
		expect(read(twice(5000)).message?.entities).toHaveLength(5000);
		expect(() => read(twice(5001))).toThrow(NotThrift);
		const people = Array.from({ length: 2000 }, () => ada);
		const change = parsed(relayed(ada.keyChange('g7', people, key), '11', 'g7', '1', 1));
		expect(change.detail?.key_change?.conversation_participant_keys).toHaveLength(2000);
	});

	it('and texts have a megabyte in all', () => {
		const text = (length: number) =>
			structure(write.inner(1, write.inner(1, write.text(1, 'x'.repeat(length)))));
		expect(readContents(text(990_000)).message?.message_text).toHaveLength(990_000);
		expect(() => readContents(text(1_000_000))).toThrow(NotThrift);
		expect(readerWithKey().read(parsed(relay(text(980_000), '2'))).readable.decrypted).toBe(true);
		expect(parseEvent(relay(text(1_000_000), '2').toString('base64'))).toBeUndefined();
	});
});
