/** X Chat's encryption by libsodium and Node: the witness against which the nodes' own code is held. */
import {
	createCipheriv,
	createDecipheriv,
	createHash,
	createPublicKey,
	diffieHellman,
	generateKeyPairSync,
	randomBytes,
	type KeyObject,
} from 'node:crypto';
import sodium from 'libsodium-wrappers-sumo';

/** Resolves when libsodium is loaded. */
export const isReady = (): Promise<void> => sodium.ready;

const NONCE = 24;

/** Encrypts the contents of a message. */
export function seal(key: Buffer, plain: Buffer): Buffer {
	const nonce = randomBytes(NONCE);
	return Buffer.concat([nonce, sodium.crypto_secretbox_easy(plain, nonce, key)]);
}

/** Decrypts the contents of a message; throws where the key is another one. */
export const open = (key: Buffer, sealed: Buffer): Buffer =>
	Buffer.from(sodium.crypto_secretbox_open_easy(sealed.subarray(NONCE), sealed.subarray(0, NONCE), key));

const FRAME = 1024;
const FINAL = 3;

/** Encrypts a file in frames. */
export function sealMedia(key: Buffer, plain: Buffer): Buffer {
	const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(key);
	const frames = [header];
	for (let start = 0; start < plain.length; start += FRAME) {
		const tag = start + FRAME >= plain.length ? FINAL : 0;
		const frame = plain.subarray(start, start + FRAME);
		frames.push(sodium.crypto_secretstream_xchacha20poly1305_push(state, frame, null, tag));
	}
	return Buffer.concat(frames);
}

/** The same frame several times, each of the given kind. */
export function sealFrames(key: Buffer, plain: Buffer, kinds: readonly number[]): Buffer {
	const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(key);
	const frames = kinds.map((kind) =>
		sodium.crypto_secretstream_xchacha20poly1305_push(state, plain, null, kind),
	);
	return Buffer.concat([header, ...frames]);
}

/** Decrypts a file; undefined where a frame is not right or the end is missing. */
export function openMedia(key: Buffer, sealed: Buffer): Buffer | undefined {
	const state = sodium.crypto_secretstream_xchacha20poly1305_init_pull(sealed.subarray(0, NONCE), key);
	const frames: Uint8Array[] = [];
	let last = FINAL;
	for (let start = NONCE; start < sealed.length; start += FRAME + 17) {
		const frame = sealed.subarray(start, start + FRAME + 17);
		const pulled = sodium.crypto_secretstream_xchacha20poly1305_pull(state, frame);
		if (pulled === false) return undefined;
		frames.push(pulled.message);
		last = pulled.tag;
	}
	return last === FINAL ? Buffer.concat(frames) : undefined;
}

/** The 65 bytes of a public key. */
export const pointOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-65);

const keyOf = (point: Buffer): KeyObject =>
	createPublicKey({
		format: 'jwk',
		key: {
			kty: 'EC',
			crv: 'P-256',
			x: point.subarray(1, 33).toString('base64url'),
			y: point.subarray(33).toString('base64url'),
		},
	});

function derive(shared: Buffer, point: Buffer): [key: Buffer, iv: Buffer] {
	const made = createHash('sha256')
		.update(Buffer.concat([shared, Buffer.from('00000001', 'hex'), point]))
		.digest();
	return [made.subarray(0, 16), made.subarray(16)];
}

/** Wraps the key of a conversation for someone. */
export function wrap(recipient: KeyObject, key: Buffer): Buffer {
	const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const point = pointOf(ephemeral.publicKey);
	const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: recipient });
	const cipher = createCipheriv('aes-128-gcm', ...derive(shared, point));
	return Buffer.concat([point, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** Unwraps the key of a conversation; throws where it was wrapped for someone else. */
export function unwrap(own: KeyObject, wrapped: Buffer): Buffer {
	const point = wrapped.subarray(0, 65);
	const shared = diffieHellman({ privateKey: own, publicKey: keyOf(point) });
	const decipher = createDecipheriv('aes-128-gcm', ...derive(shared, point));
	decipher.setAuthTag(wrapped.subarray(-16));
	return Buffer.concat([decipher.update(wrapped.subarray(65, -16)), decipher.final()]);
}
