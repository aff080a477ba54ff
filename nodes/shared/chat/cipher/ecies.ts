/**
 * Wraps the key of a conversation for one participant: ECIES with P-256, SHA-256 (X9.63) and AES-128-GCM. The result is
 * an ephemeral public key (65 bytes), the ciphertext and a tag (16 bytes). https://docs.x.com/xchat/cryptography-primer
 */
import { createCipheriv, createDecipheriv, createECDH, createHash, type ECDH } from 'crypto';
import { NotOpened } from './notOpened';
import { unless } from '../../util/unless';

const CURVE = 'prime256v1';
const CIPHER = 'aes-128-gcm';
const POINT = 65;
const TAG = 16;
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
