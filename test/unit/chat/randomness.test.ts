/** What the other tests of chat would not notice: keys that are not random, and files that go on after their end. */
import { NotOpened } from '../../../nodes/shared/chat/cipher/notOpened';
import { chacha20, hchacha20 } from '../../../nodes/shared/chat/cipher/chacha20';
import { poly1305 } from '../../../nodes/shared/chat/cipher/poly1305';
import { decryptMedia } from '../../../nodes/shared/chat/cipher/secretstream';
import { newKey, newMessageId } from '../../../nodes/shared/chat/events/write';
import { readPrivateKeys } from '../../../nodes/shared/chat/trust/keys';
import { PublicKeys } from '../../../nodes/shared/chat/trust/publicKeys';
import { Person } from '../../simulator/chat/person';

const COUNT = 500;
const ada = new Person('11', '1000');
const publicKeys = new PublicKeys();
publicKeys.set(ada.userId, [ada.row]);
const writer = { userId: ada.userId, version: ada.version, keys: readPrivateKeys(ada.blob) };

test(`${COUNT} new keys of conversations differ, and no byte is the same in all of them`, () => {
	const keys = Array.from(
		{ length: COUNT },
		() => newKey(writer, '11:22', [ada.userId], publicKeys, '1').key,
	);
	expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(COUNT);
	expect(keys.every(({ length }) => length === 32)).toBe(true);
	for (let place = 0; place < 32; place++)
		expect(new Set(keys.map((key) => key[place])).size).toBeGreaterThan(COUNT / 10);
});

test(`${COUNT} new messages have different IDs`, () => {
	expect(new Set(Array.from({ length: COUNT }, newMessageId)).size).toBe(COUNT);
});

/** A file of frames with these kinds, as only a holder of the key could make it. */
function fileOf(key: Buffer, header: Buffer, kinds: readonly number[]): Buffer {
	const subkey = hchacha20(key, header.subarray(0, 16));
	const nonce = Buffer.concat([Buffer.from([1, 0, 0, 0]), header.subarray(16)]);
	const frames = kinds.map((kind, frame) => {
		const plain = Buffer.alloc(1024, 7);
		const kindBlock = Buffer.concat([Buffer.from([kind]), Buffer.alloc(63)]);
		const stream = chacha20(subkey, nonce, Buffer.concat([Buffer.alloc(64), kindBlock, plain]));
		const sealed = stream.subarray(64);
		const sizes = Buffer.alloc(16);
		sizes.writeBigUInt64LE(BigInt(sealed.length), 8);
		const tag = poly1305(stream.subarray(0, 32), Buffer.concat([sealed, sizes]));
		for (let place = 0; place < 8; place++) nonce[4 + place]! ^= tag[place]!;
		nonce.writeUInt32LE(frame + 2, 0);
		return Buffer.concat([sealed.subarray(0, 1), sealed.subarray(64), tag]);
	});
	return Buffer.concat([header, ...frames]);
}

describe('a file', () => {
	const [key, header] = [Buffer.alloc(32, 1), Buffer.alloc(24, 2)];

	it.each([
		['ends with its final frame', [0, 3], true],
		['goes on after a final frame', [3, 3], false],
		['goes on with a frame that is not final', [3, 0], false],
		['has no final frame', [0, 0], false],
	])('that %s', async (_case, kinds, isWhole) => {
		const opened = decryptMedia(key, fileOf(key, header, kinds));
		if (isWhole) expect(await opened).toHaveLength(2048);
		else await expect(opened).rejects.toThrow(NotOpened);
	});
});
