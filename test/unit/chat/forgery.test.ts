/** What someone who relays events, or a member of a conversation, can put into it: believed by no one. */
import { PublicKeys } from '../../../nodes/shared/chat/trust/publicKeys';
import { EventReader } from '../../../nodes/shared/chat/events/readEvent';
import { isReady } from '../../simulator/chat/cipher';
import { contents, newKey, Person, relayed, type Key, type SignedAction } from '../../simulator/chat/person';
import { readFields, structure, textAt, write } from '../../simulator/chat/thrift';
import { parsed, publicKeysOf, writerOf } from '../../support/ourChat';

const PAIR = '11:22';
const [ada, me, eve] = [new Person('11', '1000'), new Person('22', '1001'), new Person('33', '1002')];
/** Eve under Ada's name: Eve's keys, and everything else as Ada would write it. */
const impostor = Object.assign(new Person('33', '1002'), { userId: '11', version: '1000' });

const key = newKey('5000');
let sequence = 0;

const relay = (action: SignedAction, senderId = '11', conversation = PAIR) =>
	relayed(action, senderId, conversation, String(++sequence), 1_700_000_000_000);
const handedOver = (by = ada, of: Key = key) => relay(by.keyChange(PAIR, [ada, me, eve], of));

function signedAs({ signature, ...action }: SignedAction, version: string, publicKey?: string): SignedAction {
	const fields = readFields(signature);
	const [signed, keyVersion] = [textAt(fields, 1), textAt(fields, 2)];
	return {
		...action,
		signature: structure(
			write.text(1, signed),
			write.text(2, keyVersion),
			write.text(3, version),
			write.text(4, publicKey),
		),
	};
}

const publicKeys = publicKeysOf([ada, me, eve]);

function readerOf(...events: readonly Buffer[]): EventReader {
	const reader = new EventReader(publicKeys, writerOf(me));
	reader.learn(events.map(parsed));
	return reader;
}

const read = (event: Buffer, ...known: readonly Buffer[]) => readerOf(...known).read(parsed(event)).readable;

beforeAll(isReady);

describe('a message', () => {
	const said = (by = ada) => by.message(PAIR, key, contents.text('Send me the money'));

	it('is verified by the public key that X has, not by one that it brings along', () => {
		const forged = signedAs(said(impostor), '7', eve.row.signing_public_key);
		expect(read(relay(forged), handedOver()).verified).toBe(false);
		expect(read(relay(signedAs(said(), '7', eve.row.signing_public_key)), handedOver()).verified).toBe(true);
	});

	it.each([
		['1', false],
		['', false],
		['x', false],
		['2', true],
		['7', true],
	])('whose signature is of version "%s" is verified: %s', (version, verified) => {
		expect(read(relay(signedAs(said(), version)), handedOver()).verified).toBe(verified);
	});

	it('of another conversation proves nothing to who has no private keys', () => {
		const asked = (conversation: string) => new EventReader(publicKeys, undefined, { conversation });
		const verified = ['22', '11:22', '33'].map(
			(id) => asked(id).read(parsed(relay(said()))).readable.verified,
		);
		expect(verified).toEqual([true, true, false]);
	});

	it('whose signature is cut, longer or no Base64 is not verified', () => {
		const { signature, ...action } = said();
		const signed = textAt(readFields(signature), 1) ?? '';
		for (const other of [
			signed.slice(0, -4),
			`${signed.slice(0, 84)}AAAA`,
			`${signed}AAAA`,
			'',
			'=',
			'====A',
		]) {
			const changed = structure(write.text(1, other), write.text(2, ada.version), write.text(3, '7'));
			expect(read(relay({ ...action, signature: changed }), handedOver()).verified).toBe(false);
		}
	});

	it('cannot be moved to another sender, conversation or key', () => {
		expect(read(relay(said(), ada.userId, 'g7'), handedOver()).verified).toBe(false);
		expect(read(relay(said(), eve.userId), handedOver()).verified).not.toBe(true);
		const other = newKey('6000');
		const [detail, { detail: foreign }] = [said(), ada.message(PAIR, other, contents.text('Hello'))];
		const swapped = relay({ ...detail, detail: foreign });
		expect(read(swapped, handedOver(), handedOver(ada, other))).toMatchObject({
			text: 'Hello',
			verified: false,
		});
	});

	it('opens with the key that it names, and with no other', () => {
		const newer = newKey('6000');
		const known = [handedOver(), handedOver(ada, newer)];
		expect(read(relay(said()), ...known)).toMatchObject({ text: 'Send me the money', key_version: '5000' });
		const wrong = relay(ada.message(PAIR, { version: '6000', key: key.key }, contents.text('Hello')));
		expect(read(wrong, ...known)).toMatchObject({ decrypted: false, kind: 'encrypted' });
		expect(read(relay(said()), known[1]!)).toMatchObject({
			decrypted: false,
			problem: 'the events hold no key of version 5000',
		});
	});

	it('cannot be deleted by a deletion whose list was put together anew', () => {
		const deletion = ada.deletion(PAIR, ['5', '6']);
		const joined = structure(write.inner(7, write.texts(1, ['5,6']), write.i32(2, 2)));
		expect(read(relay(deletion))).toMatchObject({ target_ids: ['5', '6'], verified: true });
		expect(read(relay({ ...deletion, detail: joined })).verified).toBe(false);
	});

	it('that is not encrypted is shown, and never as proven', () => {
		const plain = structure(write.inner(1, write.bytes(100, contents.text('Hello'))));
		expect(read(relay({ ...said(), detail: plain }))).toMatchObject({
			text: 'Hello',
			decrypted: false,
			verified: false,
		});
	});
});

describe('a key of a conversation', () => {
	const message = () => relay(ada.message(PAIR, key, contents.text('Hello')));

	it('that was slipped in under another name opens nothing, and nothing is written with it', () => {
		const reader = readerOf(handedOver(impostor));
		expect(reader.keysOf(PAIR)?.newest()).toMatchObject({
			missing: expect.stringContaining('not handed over by the sender') as string,
		});
		expect(reader.read(parsed(message())).readable).toMatchObject({ decrypted: false, verified: true });
	});

	it('stays where another one of the same version comes after it', () => {
		const other = newKey(key.version);
		for (const later of [
			handedOver(impostor, other),
			relay(signedAs(ada.keyChange(PAIR, [ada, me], other), '5')),
			handedOver(ada, other),
		])
			expect(read(message(), handedOver(), later)).toMatchObject({ text: 'Hello', verified: true });
	});

	it.each([
		['5', 'unknown'],
		['6', true],
	])('whose signature is of version %s makes its messages verified: %s', (version, verified) => {
		const change = relay(signedAs(ada.keyChange(PAIR, [ada, me], key), version));
		expect(read(message(), change)).toMatchObject({ text: 'Hello', verified });
	});

	it.each<[string, Person, boolean | 'unknown']>([
		['made with it', ada, true],
		['of another one, put beside it', eve, 'unknown'],
	])('proves the making of a group that was %s: %s', (_which, by, verified) => {
		const change = relay(by.keyChange('g7', [ada, me], key), by.userId, 'g7');
		expect(read(relay(ada.groupCreation(['11', '22'], key.version), '11', 'g7'), change).verified).toBe(
			verified,
		);
	});

	it('has 32 bytes', () => {
		const short = { version: key.version, key: key.key.subarray(0, 16) };
		expect(readerOf(handedOver(ada, short)).keysOf(PAIR)?.newest()).toHaveProperty('missing');
	});
});

describe('a quotation', () => {
	interface Preview {
		readonly sender?: string;
		readonly text?: string;
		readonly edit?: Buffer;
	}

	/** My answer to a message, with what it says of that message. */
	const answer = (original: Buffer, { sender = '11', text = 'Hello', edit }: Preview = {}) => {
		const preview = structure(
			write.i64(1, BigInt(sender)),
			write.text(2, text),
			write.raw(8, original),
			...(edit ? [write.raw(9, edit)] : []),
		);
		const plain = structure(write.inner(1, write.inner(1, write.text(1, 'Yes'), write.raw(4, preview))));
		return relay(me.message(PAIR, key, plain), me.userId);
	};
	const hello = () => relay(ada.message(PAIR, key, contents.text('Hello')));
	const edited = (by: Person, of: Buffer) => {
		const { sequence_id: id = '' } = parsed(of);
		return relay(by.message(PAIR, key, contents.edit(id, 'Goodbye')), by.userId);
	};
	const answerAfterEdit = (by: Person, of = hello(), named = of) =>
		answer(of, { text: 'Goodbye', edit: edited(by, named) });
	const elsewhere = () => relay(ada.message('g7', key, contents.text('Hello')), '11', 'g7');

	it.each(['Hell', ''])('that says only "%s" of a message is shown whole, and said to be cut', (text) => {
		const { reply_to: quoted } = read(answer(hello(), { text }), handedOver());
		expect(quoted).toMatchObject({ text: 'Hello', is_cut: true, verified: true });
	});

	it.each<[string, boolean, () => Buffer]>([
		['says what the message says', true, () => answer(hello())],
		['says something else', false, () => answer(hello(), { text: 'Goodbye' })],
		['names another sender', false, () => answer(hello(), { sender: '33' })],
		['is of another conversation', false, () => answer(elsewhere())],
		['is of an edit by the sender', true, () => answerAfterEdit(ada)],
		['is of an edit by the other one', false, () => answerAfterEdit(me)],
		['is of an edit by a stranger', false, () => answerAfterEdit(eve)],
		['is of an edit of another message', false, () => answerAfterEdit(ada, hello(), hello())],
	])('that %s is verified: %s', (_case, verified, make) => {
		// The reader has the key of the other conversation, too.
		const elsewhereToo = relay(ada.keyChange('g7', [ada, me], key), '11', 'g7');
		const { reply_to: quoted, ...reply } = read(make(), handedOver(), elsewhereToo);
		expect(reply).toMatchObject({ text: 'Yes', verified: true });
		expect(quoted).toMatchObject({ verified });
	});
});

describe('the newest public key', () => {
	const [older, newer] = [new Person('11', '999'), new Person('11', '1000')];
	const newest = (...rows: readonly object[]) => {
		const keys = new PublicKeys();
		keys.set('11', rows);
		return keys.newest('11')?.version;
	};

	it('is that of the largest number, in whatever order they come', () => {
		expect([newest(older.row, newer.row), newest(newer.row, older.row)]).toEqual(['1000', '1000']);
	});

	it('is one whose two halves belong together', () => {
		expect(newest(older.row, { ...newer.row, public_key: eve.row.public_key })).toBe('999');
		expect(newest({ ...newer.row, signing_public_key: eve.row.signing_public_key })).toBeUndefined();
	});
});
