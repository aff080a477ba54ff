/** X's own vectors: https://github.com/xdevplatform/chat-xdk/blob/main/tests/fixtures/sdk_vectors.json */
import { pick } from 'lodash';
import { InvalidKeys, readPrivateKeys, toSpki, verifyingKey } from '../../../nodes/shared/chat/trust/keys';
import { PublicKeys, isSigned } from '../../../nodes/shared/chat/trust/publicKeys';
import { EventReader, parseEvent, type ReadableEvent } from '../../../nodes/shared/chat/events/readEvent';
import published from '../../facts/chat-vectors.json';
import { cases } from '../../support/cases';
import { parsed } from '../../support/ourChat';

const bytes = (text: string) => Buffer.from(text, 'base64');
const keys = readPrivateKeys(published.private_keys_concat_b64);
const SENDER = published.event_sender_id;

/** The sender's row, as X would answer with it. */
const row = {
	public_key: toSpki(bytes(published.identity_public_b64)).toString('base64'),
	signing_public_key: toSpki(bytes(published.signing_public_b64)).toString('base64'),
	identity_public_key_signature: published.identity_public_key_signature_b64,
	public_key_version: published.event_signing_key_version,
};

function readerOf(rows: readonly object[] = [row], blob = published.private_keys_concat_b64): EventReader {
	const publicKeys = new PublicKeys();
	publicKeys.set(SENDER, rows);
	return new EventReader(publicKeys, { userId: SENDER, keys: readPrivateKeys(blob), version: '1' });
}

function read(name: `event_${string}_b64` & keyof typeof published, reader = readerOf()) {
	reader.learn([parsed(bytes(published.event_key_change_b64))]);
	return reader.read(parsed(bytes(published[name]))).readable;
}

describe("X's published vectors", () => {
	test('the private keys have the published public halves', () => {
		expect(keys.identityPoint.toString('base64')).toBe(published.identity_public_b64);
		expect(keys.signingPoint.toString('base64')).toBe(published.signing_public_b64);
	});

	test.each([
		['zero', Buffer.alloc(64).toString('base64'), 'are no keys of the curve P-256'],
		['beyond the curve', Buffer.alloc(64, 255).toString('base64'), 'are no keys of the curve P-256'],
		[
			'one key alone',
			published.private_keys_concat_b64.slice(0, 43),
			'must have 64 bytes in Base64, and have 32',
		],
		['no Base64', '{"secret"}', 'are not Base64'],
	])('private keys that are %s are refused, and not shown', (_case, blob, message) => {
		expect(() => readPrivateKeys(blob)).toThrow(new InvalidKeys(message));
	});

	test('the signature of a text is right, and of another text wrong', () => {
		const key = verifyingKey(bytes(published.signing_public_b64));
		if (!key) throw new Error('no key');
		expect(isSigned(key, published.signature_b64, published.message_utf8)).toBe(true);
		expect(isSigned(key, published.signature_b64, `${published.message_utf8}.`)).toBe(false);
	});

	test('the key of the conversation is the published one', () => {
		const reader = readerOf();
		read('event_message_b64', reader);
		expect(reader.keysOf(published.event_conversation_id)?.newest()).toMatchObject([
			{
				version: published.event_conversation_key_version,
				key: bytes(published.conversation_key_b64),
				verdict: { verified: true, reason: 'Signed by the sender' },
			},
		]);
	});

	test('a message is decrypted and verified', () => {
		expect(read('event_message_b64')).toEqual({
			id: '1',
			message_id: '2c2a1d32-988b-4b0e-9e63-c3baab3003fd',
			conversation_id: published.event_conversation_id,
			sender_id: SENDER,
			created_at: '2023-11-14T22:13:20.000Z',
			kind: 'message',
			text: published.event_message_text,
			key_version: '1001',
			unsigned: { should_notify: true },
			decrypted: true,
			verified: true,
			verification: 'Signed by the sender',
			fingerprint: expect.any(String) as string,
		});
	});

	test('a reply proves what it quotes', () => {
		expect(read('event_reply_valid_b64')).toMatchObject({
			text: published.event_reply_text,
			verified: true,
			reply_to: { text: published.event_message_text, sender_id: SENDER, verified: true },
		});
	});

	test('a forged quotation is told, though the reply itself is by its sender', () => {
		expect(read('event_reply_forged_b64')).toMatchObject({
			verified: true,
			reply_to: { text: published.event_reply_forged_preview_text, verified: false },
		});
	});
});

describe('the published vectors without the right keys', () => {
	test('an event of failure is read without keys', () => {
		const event = parsed(bytes(published.event_failure_b64));
		expect(new EventReader(new PublicKeys()).read(event).readable).toMatchObject({
			kind: 'failure',
			failure: expect.stringMatching(/limit/) as string,
			verified: 'unknown',
		});
	});

	test('another private key decrypts nothing and says why', () => {
		const other = Buffer.alloc(64, 7).toString('base64');
		expect(read('event_message_b64', readerOf([row], other))).toMatchObject({
			decrypted: false,
			problem: 'its key does not open with your private key',
		});
	});

	test.each([
		['no public key is known', [], 'unknown'],
		['the key is of another version', [{ ...row, public_key_version: '2' }], 'unknown'],
		['the identity key was put in place of another', [{ ...row, public_key: row.signing_public_key }], false],
		['the signing key is another one', [{ ...row, signing_public_key: row.public_key }], false],
	])('a message is not verified where %s', (_case, rows, verified) => {
		const reader = readerOf(rows);
		const event = parsed(bytes(published.event_message_b64));
		expect(reader.read(event).readable.verified).toBe(verified);
	});

	test('every flipped bit is told: what is verified says what was signed', () => {
		const whole = Buffer.from(published.event_message_b64, 'base64');
		const SIGNED = ['message_id', 'sender_id', 'conversation_id', 'kind', 'text', 'key_version'] as const;
		const signed = (readable: ReadableEvent) => pick(readable, SIGNED);
		const reader = readerOf();
		const expected = signed(read('event_message_b64', reader));
		const counts = { noEvent: 0, refused: 0, same: 0 };
		// By sevens, each place in a byte comes in turn.
		const step = cases(7, 1);
		for (let bit = 0; bit < whole.length * 8; bit += step) {
			const changed = Buffer.from(whole);
			changed[bit >> 3]! ^= 1 << (bit & 7);
			const event = parseEvent(changed.toString('base64'));
			const readable = event && reader.read(event).readable;
			if (!readable) counts.noEvent++;
			else if (readable.verified !== true) counts.refused++;
			else {
				expect(signed(readable)).toEqual(expected);
				counts.same++;
			}
		}
		// The same are what no one signs: the number and the time that X gave it, and bits that mean nothing.
		expect(counts.noEvent + counts.refused).toBeGreaterThan((whole.length * 6) / step);
		expect(counts.same).toBeLessThan(whole.length / step);
	});
});
