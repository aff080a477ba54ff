/** Both ways against libsodium and Node's own ECDH: what one side encrypts, the other opens. */
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { unwrapKey, wrapKey, openBox, sealBox } from '../../../nodes/shared/chat/cipher/boxes';
import { readPrivateKeys, verifyingKey } from '../../../nodes/shared/chat/trust/keys';
import { decryptMedia, encryptMedia } from '../../../nodes/shared/chat/cipher/secretstream';
import { isSigned, signText } from '../../../nodes/shared/chat/trust/publicKeys';
import { newKey, newMessageId } from '../../../nodes/shared/chat/events/write';
import { fc } from '../../support/properties';
import { Person } from '../../simulator/chat/person';
import * as witness from '../../simulator/chat/cipher';
import { cases } from '../../support/cases';
import { effortOf } from '../../support/effort';
import { publicKeysOf, writerOf } from '../../support/ourChat';

const key = () => fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
const bytes = (maxLength: number) =>
	fc.uint8Array({ maxLength, size: 'max' }).map((each) => Buffer.from(each));

/** Ways to change one bit of some bytes: every one, or one in so many. */
function* flipped(whole: Buffer, step: number): Generator<Buffer> {
	for (let bit = 0; bit < whole.length * 8; bit += step) {
		const other = Buffer.from(whole);
		other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
		yield other;
	}
}

/** How many of the changed bytes something accepts. */
async function accepted(whole: Buffer, open: (changed: Buffer) => unknown, step = 1): Promise<number> {
	let count = 0;
	for (const changed of flipped(whole, step))
		try {
			if ((await open(changed)) !== false) count++;
		} catch {
			// Refused, as it has to be.
		}
	return count;
}

beforeAll(witness.isReady);

describe('contents of messages', () => {
	test('ours opens theirs and theirs opens ours', () => {
		fc.assert(
			fc.property(key(), bytes(3000), (secret, plain) => {
				expect(openBox(secret, witness.seal(secret, plain)).equals(plain)).toBe(true);
				expect(witness.open(secret, sealBox(secret, plain)).equals(plain)).toBe(true);
			}),
			{ numRuns: cases(60, 600) },
		);
	});

	test('every flipped bit is refused, every shorter one, and every other key', async () => {
		const secret = randomBytes(32);
		const sealed = sealBox(secret, Buffer.from('Meet me at nine'));
		expect(await accepted(sealed, (changed) => openBox(secret, changed))).toBe(0);
		expect(await accepted(secret, (changed) => openBox(changed, sealed))).toBe(0);
		for (let length = 0; length < sealed.length; length++)
			expect(() => openBox(secret, sealed.subarray(0, length))).toThrow('cannot be decrypted');
		expect(openBox(secret, sealed).toString()).toBe('Meet me at nine');
	});
});

describe('keys of conversations', () => {
	const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const own = createECDH('prime256v1');
	own.setPrivateKey(Buffer.from(String(pair.privateKey.export({ format: 'jwk' }).d), 'base64url'));
	const point = witness.pointOf(pair.publicKey);

	test('ours opens theirs and theirs opens ours', () => {
		fc.assert(
			fc.property(key(), (secret) => {
				expect(unwrapKey(own, witness.wrap(pair.publicKey, secret)).equals(secret)).toBe(true);
				expect(witness.unwrap(pair.privateKey, wrapKey(point, secret)).equals(secret)).toBe(true);
			}),
			{ numRuns: cases(50, 400) },
		);
	});

	test('every flipped bit is refused, and every shorter one', async () => {
		const secret = randomBytes(32);
		const wrapped = wrapKey(point, secret);
		expect(await accepted(wrapped, (changed) => unwrapKey(own, changed))).toBe(0);
		for (let length = 0; length < wrapped.length; length++)
			expect(() => unwrapKey(own, wrapped.subarray(0, length))).toThrow('cannot be decrypted');
		expect(unwrapKey(own, wrapped).equals(secret)).toBe(true);
	});
});

describe('signatures', () => {
	test('every flipped bit of a signature and of what was signed is refused', async () => {
		const keys = readPrivateKeys(Buffer.concat([randomBytes(32), randomBytes(32)]).toString('base64'));
		const verifying = verifyingKey(keys.signingPoint);
		if (!verifying) throw new Error('no key');
		const signature = signText(keys.signing, 'MessageCreateEvent,1,2');
		expect(isSigned(verifying, signature, 'MessageCreateEvent,1,2')).toBe(true);
		const raw = Buffer.from(signature, 'base64');
		expect(
			await accepted(raw, (changed) =>
				isSigned(verifying, changed.toString('base64'), 'MessageCreateEvent,1,2'),
			),
		).toBe(0);
		const text = Buffer.from('MessageCreateEvent,1,2');
		expect(await accepted(text, (changed) => isSigned(verifying, signature, changed))).toBe(0);
	});
});

describe('media', () => {
	test('ours opens theirs and theirs opens ours, of any length', async () => {
		const lengths = fc.oneof(
			fc.integer({ min: 0, max: 3100 }),
			fc.constantFrom(0, 1, 15, 16, 17, 1023, 1024, 1025, 2047, 2048, 2049),
		);
		await fc.assert(
			fc.asyncProperty(key(), lengths, async (secret, length) => {
				const plain = randomBytes(length);
				const ours = await encryptMedia(secret, plain);
				expect(ours.length).toBe(witness.sealMedia(secret, plain).length);
				expect(witness.openMedia(secret, ours)?.equals(plain)).toBe(true);
				const opened = await decryptMedia(secret, witness.sealMedia(secret, plain));
				expect(opened.equals(plain)).toBe(true);
			}),
			{ numRuns: cases(60, 600) },
		);
	});

	test('every flipped bit is refused, and every end that is missing', async () => {
		const secret = randomBytes(32);
		const sealed = await encryptMedia(secret, randomBytes(1100));
		const step = cases(7, 1);
		expect(await accepted(sealed, (changed) => decryptMedia(secret, changed), step)).toBe(0);
		// A header alone is an empty file.
		for (let length = 25; length < sealed.length; length += 13)
			await expect(decryptMedia(secret, sealed.subarray(0, length))).rejects.toThrow('cannot be decrypted');
	});

	test('frames cannot change places, come twice or follow the last one', async () => {
		const secret = randomBytes(32);
		const sealed = await encryptMedia(secret, randomBytes(2 * 1024 + 5));
		const [header, first, second, last] = [
			sealed.subarray(0, 24),
			sealed.subarray(24, 1065),
			sealed.subarray(1065, 2106),
			sealed.subarray(2106),
		];
		for (const frames of [
			[second, first, last],
			[first, first, last],
			[first, second],
			[first, second, last, last],
		])
			await expect(decryptMedia(secret, Buffer.concat([header, ...frames]))).rejects.toThrow(
				'cannot be decrypted',
			);
	});

	test('a file that ends without its last frame is refused, goes on after it, or changes its key on the way', async () => {
		const secret = randomBytes(32);
		const plain = randomBytes(1024);
		const [PLAIN, PUSH, REKEY, FINAL] = [0, 1, 2, 3];
		const opened = (kinds: readonly number[]) =>
			decryptMedia(secret, witness.sealFrames(secret, plain, kinds));
		for (const kinds of [[FINAL], [PLAIN, FINAL]])
			expect((await opened(kinds)).length).toBe(1024 * kinds.length);
		for (const kinds of [[PLAIN], [PUSH], [REKEY], [FINAL, FINAL], [FINAL, PLAIN], [REKEY, FINAL]])
			await expect(opened(kinds)).rejects.toThrow('cannot be decrypted');
	});

	describe('of 4 MB', () => {
		const secret = randomBytes(32);
		const plain = randomBytes(4 * 1024 * 1024);

		test('cost both ways at most 48 times what a fixed calculation costs', async () => {
			const sealed = witness.sealMedia(secret, plain);
			const bothWays = async () => {
				expect((await decryptMedia(secret, sealed)).equals(plain)).toBe(true);
				expect((await encryptMedia(secret, plain)).length).toBe(sealed.length);
			};
			expect(await effortOf(bothWays, 48)).toBeLessThan(48);
		});

		test('leave turns for other work', async () => {
			let turns = 0;
			const other = setInterval(() => turns++, 0);
			const sealed = await encryptMedia(secret, plain);
			const whileEncrypting = turns;
			await decryptMedia(secret, sealed);
			clearInterval(other);
			expect(Math.min(whileEncrypting, turns - whileEncrypting)).toBeGreaterThanOrEqual(2);
		});

		test('stop when the execution is cancelled', async () => {
			const cancelled = AbortSignal.abort();
			await expect(encryptMedia(secret, plain, cancelled)).rejects.toThrow('was cancelled');
			const sealed = witness.sealMedia(secret, plain);
			await expect(decryptMedia(secret, sealed, cancelled)).rejects.toThrow('was cancelled');
		});
	});
});

const MADE = cases(150, 500);

test('nothing is encrypted twice under the same nonce, header, passing key or key, and no ID comes twice', async () => {
	const secret = randomBytes(32);
	const plain = Buffer.from('Meet me at nine');
	const person = new Person('11', '1000');
	const [writer, publicKeys] = [writerOf(person), publicKeysOf([person])];
	const heads = async (make: () => Promise<Buffer> | Buffer, length: number) => {
		const made = await Promise.all(Array.from({ length: MADE }, async () => await make()));
		const parts = made.map((bytes) => bytes.subarray(0, length));
		// No byte is the same in all of them, besides the first one of a point, which says its form.
		for (let place = length === 65 ? 1 : 0; place < length; place++)
			expect(new Set(parts.map((part) => part[place])).size).toBeGreaterThan(50);
		return new Set(parts.map((part) => part.toString('hex'))).size;
	};
	expect(await heads(() => sealBox(secret, plain), 24)).toBe(MADE);
	expect(await heads(() => encryptMedia(secret, plain), 24)).toBe(MADE);
	expect(await heads(() => wrapKey(writer.keys.identityPoint, secret), 65)).toBe(MADE);
	expect(await heads(() => newKey(writer, '11:22', ['11'], publicKeys, '1').key, 32)).toBe(MADE);
	expect(new Set(Array.from({ length: MADE }, newMessageId)).size).toBe(MADE);
});
