/**
 * Encrypts the contents of messages with XSalsa20-Poly1305: 24 bytes of nonce, 16 of tag, then the ciphertext.
 * https://nacl.cr.yp.to/secretbox.html, https://docs.x.com/xchat/cryptography-primer
 */
import { randomBytes } from 'crypto';
import { unless } from '../../util/unless';
import { xsalsa20poly1305 } from '../../vendor/ciphers';
import { fromBase64 } from './base64';
import { NotOpened } from './notOpened';

const NONCE = 24;
const TAG = 16;

/**
 * Encrypts.
 *
 * @param key 32 bytes.
 * @param nonce 24 bytes, random by default. Never use one twice with a key: the two messages would reveal each other.
 */
export const sealBox = (key: Buffer, plain: Uint8Array, nonce: Buffer = randomBytes(NONCE)): Buffer =>
	Buffer.concat([nonce, xsalsa20poly1305(key, nonce).encrypt(plain)]);

/**
 * Decrypts.
 *
 * @param key 32 bytes.
 * @throws NotOpened if it was encrypted with another key, or a byte was changed.
 */
export function openBox(key: Buffer, sealed: Buffer): Buffer {
	// The cipher throws for a wrong tag, and for bytes that cannot have one.
	const plain = unless(() =>
		xsalsa20poly1305(key, sealed.subarray(0, NONCE)).decrypt(sealed.subarray(NONCE)),
	);
	if (!plain) throw new NotOpened('The message');
	return Buffer.from(plain.buffer, plain.byteOffset, plain.length);
}

/**
 * Finds the encrypted bytes of a text that may also be plain, as the name of a group may be.
 *
 * @param value A plain name, or Base64 of a nonce, a tag and at least one byte.
 * @returns The bytes, or undefined if it cannot be encrypted text.
 */
export function sealedBytes(value: unknown): Buffer | undefined {
	const bytes = typeof value === 'string' && value.length > 0 ? fromBase64(value) : undefined;
	return bytes !== undefined && bytes.length > NONCE + TAG ? bytes : undefined;
}
