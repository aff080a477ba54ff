/**
 * Encrypts the contents of messages with XSalsa20-Poly1305: 24 bytes of nonce, 16 of tag, then the ciphertext.
 * https://nacl.cr.yp.to/secretbox.html, https://docs.x.com/xchat/cryptography-primer
 */
import { randomBytes, timingSafeEqual } from 'crypto';
import { fromBase64 } from './base64';
import { poly1305 } from './poly1305';
import { xsalsa20 } from './salsa20';
import { NotOpened } from './notOpened';

const NONCE = 24;
const TAG = 16;
/** The first 32 bytes of the key stream are the key of the tag. */
const TAG_KEY = Buffer.alloc(32);

/**
 * Encrypts.
 *
 * @param key 32 bytes.
 * @param plain The bytes to encrypt.
 * @param nonce 24 bytes, random by default. Never use one twice with a key: the two messages would reveal each other.
 */
export function sealBox(key: Buffer, plain: Uint8Array, nonce: Buffer = randomBytes(NONCE)): Buffer {
	const stream = xsalsa20(key, nonce, Buffer.concat([TAG_KEY, plain]));
	const [tagKey, cipher] = split(stream);
	return Buffer.concat([nonce, poly1305(tagKey, cipher), cipher]);
}

/**
 * Decrypts.
 *
 * @param key 32 bytes.
 * @param sealed The result of `sealBox`.
 * @throws NotOpened if it was encrypted with another key, or a byte was changed.
 */
export function openBox(key: Buffer, sealed: Buffer): Buffer {
	if (sealed.length < NONCE + TAG) throw new NotOpened('The message');
	const nonce = sealed.subarray(0, NONCE);
	const cipher = sealed.subarray(NONCE + TAG);
	const tag = poly1305(xsalsa20(key, nonce, TAG_KEY), cipher);
	if (!timingSafeEqual(tag, sealed.subarray(NONCE, NONCE + TAG))) throw new NotOpened('The message');
	return split(xsalsa20(key, nonce, Buffer.concat([TAG_KEY, cipher])))[1];
}

const split = (stream: Buffer): [tagKey: Buffer, rest: Buffer] => [
	stream.subarray(0, TAG_KEY.length),
	stream.subarray(TAG_KEY.length),
];

/**
 * The encrypted bytes of a text that may also be plain, as the name of a group may be.
 *
 * @param value A plain name, or Base64 of a nonce, a tag and at least one byte.
 * @returns Undefined if it cannot be encrypted text.
 */
export function sealedBytes(value: unknown): Buffer | undefined {
	const bytes = typeof value === 'string' && value.length > 0 ? fromBase64(value) : undefined;
	return bytes !== undefined && bytes.length > NONCE + TAG ? bytes : undefined;
}
