/** Bytes that someone made up in place of an event: refused within the bytes and bounds there are, or read as any reader does. */
import { fromBase64, withoutPadding } from '../../../nodes/shared/chat/cipher/base64';
import { readContents } from '../../../nodes/shared/chat/events/contents';
import { MESSAGE_EVENT } from '../../../nodes/shared/chat/wire/eventStructures';
import { parseEvent } from '../../../nodes/shared/chat/events/readEvent';
import { decode, NotThrift } from '../../../nodes/shared/chat/wire/thrift';
import published from '../../facts/chat-vectors.json';
import { isReady } from '../../simulator/chat/cipher';
import { newKey, Person, relayed } from '../../simulator/chat/person';
import { structure, write } from '../../simulator/chat/thrift';
import { fc } from '../../support/properties';
import { cases } from '../../support/cases';
import { parsed } from '../../support/ourChat';

const hex = (text: string) => Buffer.from(text.replace(/ /g, ''), 'hex');

describe('a hostile structure', () => {
	/** Types and lengths as https://github.com/apache/thrift/blob/master/doc/specs/thrift-binary-protocol.md has them. */
	it.each([
		['a text of 2 GB', '0b 0002 7fffffff 6162'],
		['a text that would lead back', '0b 0002 fffffff9 00'],
		['an unknown text that would lead back', '0b 0063 fffffff9 00'],
		['a list of 2 billion entries', '0c 0007 0c 0003 0f 0002 0c 7fffffff 00 00 00 00'],
		['a list of a negative number of entries', '0c 0007 0c 0003 0f 0002 0c ffffffff 00 00 00'],
		['an unknown list of 2 billion entries', '0f 0063 02 7fffffff 01 00'],
		['an unknown map of 2 billion entries', '0d 0063 0b 0b 7fffffff 00'],
		['a list of texts where structures belong', '0c 0007 0c 0003 0f 0002 0b 00000001 00000000 00 00 00'],
		['a value of a type that there is not', '01 0063 00'],
		['no end', '0b 0002 00000001 61'],
		['nothing', ''],
	])('is no event where it has %s', (_case, bytes) => {
		expect(() => decode(MESSAGE_EVENT, hex(bytes))).toThrow(NotThrift);
		expect(parseEvent(hex(bytes).toString('base64'))).toBeUndefined();
	});

	it.each([
		['structures', '0c 0063'],
		['lists', '0f 00000001'],
		['sets', '0e 00000001'],
		['maps', '0d 0d 00000001'],
	])('is refused where 300,000 %s stand in each other', (kind, level) => {
		const inner = Buffer.concat(Array<Buffer>(300_000).fill(hex(level)));
		const outer =
			kind === 'structures' ? inner : Buffer.concat([hex(level).subarray(0, 1), hex('0063'), inner]);
		expect(() => decode(MESSAGE_EVENT, outer)).toThrow(NotThrift);
	});

	it('costs no more than its bytes, whatever is changed in it', () => {
		const event = Buffer.from(published.event_reply_valid_b64, 'base64');
		const change = fc.tuple(fc.nat(event.length - 1), fc.nat(255));
		fc.assert(
			fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
				const changed = Buffer.from(event);
				for (const [place, byte] of changes) changed[place] = byte;
				const read = parseEvent(changed.toString('base64'));
				expect(JSON.stringify(read ?? {}).length).toBeLessThan(10 * event.length);
			}),
			{ numRuns: cases(300, 5000) },
		);
	});
});

describe('a structure of a newer version', () => {
	const text = write.inner(1, write.inner(1, write.text(1, 'Hello')));
	const unknown = [
		hex('02 0063 01'),
		hex('03 0063 07'),
		hex('04 0063 4009 21fb 5444 2d18'),
		hex('06 0063 0001'),
		write.i32(99, 7),
		write.i64(99, 7n),
		write.text(99, 'x'),
		write.inner(99, write.texts(1, ['a', 'b'])),
		write.structures(99, [structure(write.text(1, 'a')), structure()]),
		hex('0e 0063 0a 00000001 0000000000000007'),
		hex('0d 0063 0b 0c 00000001 00000001 61 02 0001 01 00'),
		hex('0f 0063 0d 00000001 0b 08 00000001 00000000 00000007'),
	];

	it('is read, and what is unknown of any type is passed over', () => {
		fc.assert(
			fc.property(fc.shuffledSubarray(unknown), fc.shuffledSubarray(unknown), (before, after) => {
				const contents = readContents(structure(...before, text, ...after));
				expect(contents).toEqual({ message: { message_text: 'Hello' } });
			}),
			{ numRuns: cases(60, 1000) },
		);
	});

	it('loses a known field that has another type, and no other', () => {
		const message = write.inner(1, write.i32(1, 7), write.text(99, 'x'), write.text(6, 'Hello'));
		expect(readContents(structure(write.inner(1, message)))).toEqual({ message: {} });
	});

	it('that says two things at once is refused, as each client could show another one', () => {
		const edit = write.inner(4, write.text(1, '5'), write.text(2, 'Goodbye'));
		const both = write.inner(1, write.inner(1, write.text(1, 'Hello')), edit);
		expect(() => readContents(structure(both))).toThrow('not a message of X Chat');
	});
});

describe('lists', () => {
	const [ada, key] = [new Person('11', '1000'), newKey('5000')];
	beforeAll(isReady);

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
		for (const count of [101, 200_000]) expect(() => read(attachments(count))).toThrow(NotThrift);
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
		const relay = (length: number) =>
			relayed(ada.message('11:22', key, text(length)), '11', '11:22', '2', 1).toString('base64');
		expect(parseEvent(relay(980_000))).toBeDefined();
		expect(parseEvent(relay(1_000_000))).toBeUndefined();
	});
});

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

	it('is written without padding as others write it', () => {
		for (let length = 0; length < 10; length++)
			expect(withoutPadding(Buffer.alloc(length, 0xfb))).toBe(
				Buffer.alloc(length, 0xfb).toString('base64').replaceAll('=', ''),
			);
	});
});
