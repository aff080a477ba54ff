/**
 * Encrypts media with libsodium's secretstream (XChaCha20-Poly1305) in frames of 1,024 bytes. The last frame is marked,
 * so that a file without its end is noticed. https://doc.libsodium.org/secret-key_cryptography/secretstream,
 * https://docs.x.com/xchat/media
 */
import { randomBytes, timingSafeEqual } from 'crypto';
import { chacha20, hchacha20 } from './chacha20';
import { poly1305 } from './poly1305';
import { NotOpened } from './notOpened';

const HEADER = 24;
const FRAME = 1024;
const TAG = 16;
/** What a frame adds to its contents: a byte for its kind, and the tag. */
const OVERHEAD = 1 + TAG;
const MESSAGE = 0;
const FINAL = 3;
const KIND_BLOCK = 64;

/**
 * Encrypts a file.
 *
 * @param key The key of the conversation.
 * @param plain The file; an empty one becomes a header only.
 * @param header 24 bytes, random by default, and never used twice with the same key.
 */
export function encryptMedia(key: Buffer, plain: Buffer, header: Buffer = randomBytes(HEADER)): Buffer {
	const stream = new SecretStream(key, header);
	const frames = [header];
	for (let start = 0; start < plain.length; start += FRAME) {
		const isLast = start + FRAME >= plain.length;
		frames.push(stream.push(plain.subarray(start, start + FRAME), isLast ? FINAL : MESSAGE));
	}
	return Buffer.concat(frames);
}

/**
 * Decrypts a file.
 *
 * @param key The key of the conversation, in the version that the message with the file names.
 * @param encrypted The downloaded file.
 * @throws NotOpened if it was encrypted with another key, a byte was changed, or the end is missing.
 */
export function decryptMedia(key: Buffer, encrypted: Buffer): Buffer {
	if (encrypted.length < HEADER) throw new NotOpened('The media');
	const stream = new SecretStream(key, encrypted.subarray(0, HEADER));
	const frames: Buffer[] = [];
	let kind: number | undefined;
	for (let start = HEADER; start < encrypted.length; start += FRAME + OVERHEAD) {
		// Nothing may follow the final frame.
		if (kind === FINAL) throw new NotOpened('The media');
		const frame = stream.pull(encrypted.subarray(start, start + FRAME + OVERHEAD));
		({ kind } = frame);
		if (kind !== MESSAGE && kind !== FINAL) throw new NotOpened('The media');
		frames.push(frame.plain);
	}
	if (kind === MESSAGE) throw new NotOpened('The media');
	return Buffer.concat(frames);
}

/**
 * A stream that encrypts or decrypts. The nonce of each frame depends on the frames before it, so frames cannot be
 * swapped.
 */
class SecretStream {
	private readonly key: Buffer;
	/** Four bytes count the frames from 1, and every tag changes the other eight. */
	private readonly nonce = Buffer.alloc(12);

	constructor(key: Buffer, header: Buffer) {
		this.key = hchacha20(key, header.subarray(0, 16));
		this.nonce.writeUInt32LE(1, 0);
		header.copy(this.nonce, 4, 16, HEADER);
	}

	push(plain: Buffer, kind: number): Buffer {
		const kindBlock = Buffer.alloc(KIND_BLOCK);
		kindBlock[0] = kind;
		const cipherKind = chacha20(this.key, this.nonce, 1, kindBlock);
		const cipher = chacha20(this.key, this.nonce, 2, plain);
		const tag = this.tag(cipherKind, cipher);
		this.next(tag);
		return Buffer.concat([cipherKind.subarray(0, 1), cipher, tag]);
	}

	pull(frame: Buffer): { readonly kind: number; readonly plain: Buffer } {
		if (frame.length < OVERHEAD) throw new NotOpened('The media');
		const given = Buffer.alloc(KIND_BLOCK);
		frame.copy(given, 0, 0, 1);
		const cipherKind = chacha20(this.key, this.nonce, 1, given);
		const kind = cipherKind[0] ?? 0;
		frame.copy(cipherKind, 0, 0, 1);
		const cipher = frame.subarray(1, frame.length - TAG);
		const tag = this.tag(cipherKind, cipher);
		if (!timingSafeEqual(tag, frame.subarray(frame.length - TAG))) throw new NotOpened('The media');
		const plain = chacha20(this.key, this.nonce, 2, cipher);
		this.next(tag);
		return { kind, plain };
	}

	private tag(cipherKind: Buffer, cipher: Buffer): Buffer {
		const sizes = Buffer.alloc(16);
		sizes.writeBigUInt64LE(BigInt(cipherKind.length + cipher.length), 8);
		// libsodium pads by the remainder, and not to the next full block.
		const padding = Buffer.alloc(cipher.length % 16);
		const tagKey = chacha20(this.key, this.nonce, 0, Buffer.alloc(32));
		return poly1305(tagKey, Buffer.concat([cipherKind, cipher, padding, sizes]));
	}

	private next(tag: Buffer): void {
		for (let index = 0; index < 8; index++)
			this.nonce[4 + index] = (this.nonce[4 + index] ?? 0) ^ (tag[index] ?? 0);
		this.nonce.writeUInt32LE((this.nonce.readUInt32LE(0) + 1) >>> 0, 0);
	}
}
