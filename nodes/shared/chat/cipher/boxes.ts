/**
 * Encrypts the contents of messages with XSalsa20-Poly1305: 24 bytes of nonce, 16 of tag, then the ciphertext
 * (https://nacl.cr.yp.to/secretbox.html). Wraps the key of a conversation for one participant: ECIES with P-256, SHA-256
 * (X9.63) and AES-128-GCM. The result is an ephemeral public key (65 bytes), the ciphertext and a tag (16 bytes).
 * https://docs.x.com/xchat/cryptography-primer
 */
import { createCipheriv, createDecipheriv, createECDH, createHash, randomBytes, type ECDH } from 'crypto';
import { unless } from '../../util/unless';
import { xsalsa20poly1305 } from '../../vendor/ciphers';
import { fromBase64 } from './base64';

/** The bytes cannot be decrypted: they need another key, or they were changed. */
export class NotOpened extends Error {
	/** @param what Names the bytes, and reveals nothing of their contents. */
	constructor(readonly what: string) {
		super(`${what} cannot be decrypted with this key`);
		this.name = 'NotOpened';
	}
}

const NONCE = 24;
const TAG = 16;

/** Encrypts with a key of 32 bytes. A nonce that was used twice with it would reveal both messages. */
export function sealBox(key: Buffer, plain: Uint8Array): Buffer {
	const nonce = randomBytes(NONCE);
	return Buffer.concat([nonce, xsalsa20poly1305(key, nonce).encrypt(plain)]);
}

/**
 * Decrypts with a key of 32 bytes.
 *
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

const CURVE = 'prime256v1';
const CIPHER = 'aes-128-gcm';
const POINT = 65;
const COUNTER = Buffer.from([0, 0, 0, 1]);

/** Wraps a key for a participant with the public identity key `publicPoint` of 65 bytes. */
export function wrapKey(publicPoint: Buffer, key: Buffer): Buffer {
	const ephemeral = createECDH(CURVE);
	const point = ephemeral.generateKeys();
	const { secret, iv } = derive(ephemeral, publicPoint, point);
	const cipher = createCipheriv(CIPHER, secret, iv);
	return Buffer.concat([point, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Unwraps a key.
 *
 * @throws NotOpened if it was wrapped for another key, or a byte was changed.
 */
export function unwrapKey(keyPair: ECDH, wrapped: Buffer): Buffer {
	// Crypto throws for a point that is not on the curve, and for a wrong tag.
	const key = wrapped.length < POINT + TAG ? undefined : unless(() => unwrap(keyPair, wrapped));
	if (!key) throw new NotOpened('The key of the conversation');
	return key;
}

function unwrap(keyPair: ECDH, wrapped: Buffer): Buffer {
	const point = wrapped.subarray(0, POINT);
	const { secret, iv } = derive(keyPair, point, point);
	const decipher = createDecipheriv(CIPHER, secret, iv, { authTagLength: TAG });
	decipher.setAuthTag(wrapped.subarray(wrapped.length - TAG));
	return Buffer.concat([decipher.update(wrapped.subarray(POINT, wrapped.length - TAG)), decipher.final()]);
}

/** Derives the AES key and nonce from the shared secret and the ephemeral public key. */
function derive(keyPair: ECDH, other: Buffer, point: Buffer) {
	const shared = keyPair.computeSecret(other);
	const derived = createHash('sha256').update(shared).update(COUNTER).update(point).digest();
	return { secret: derived.subarray(0, 16), iv: derived.subarray(16) };
}
