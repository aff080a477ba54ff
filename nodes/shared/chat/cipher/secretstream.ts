/**
 * Encrypts media with libsodium's secretstream (XChaCha20-Poly1305) in frames of 1,024 bytes. The last frame is marked,
 * so that a file without its end is noticed. https://doc.libsodium.org/secret-key_cryptography/secretstream,
 * https://docs.x.com/xchat/media
 */
import { createCipheriv, randomBytes, timingSafeEqual } from 'crypto';
import { wait } from '../../util/wait';
import { hchacha, poly1305 } from '../../vendor/ciphers';
import { NotOpened } from './boxes';

const HEADER = 24;
const FRAME = 1024;
const TAG = 16;
/** The bytes that a frame adds to its contents: one for its kind, and the tag. */
const OVERHEAD = 1 + TAG;
const MESSAGE = 0;
const FINAL = 3;
/** The words of "expand 32-byte k", with which the cipher starts. */
const CONSTANTS = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);
/** Node.js takes the number of the first block in front of the nonce. */
const FIRST_BLOCK = Buffer.alloc(4);
/** A block of the key stream. The first one gives the key of the tag, the second one encrypts the kind. */
const BLOCK = 64;
/** After so many frames (a megabyte) other work of n8n gets its turn. */
const FRAMES_IN_A_TURN = 1024;

/** Encrypts a file, in portions between which n8n can do other work. An empty file becomes a header only. */
export async function encryptMedia(key: Buffer, plain: Buffer, signal?: AbortSignal): Promise<Buffer> {
	const header = randomBytes(HEADER);
	const stream = new SecretStream(key, header);
	const count = Math.ceil(plain.length / FRAME);
	const encrypted = Buffer.alloc(HEADER + plain.length + count * OVERHEAD);
	header.copy(encrypted);
	for (let frame = 0; frame < count; frame++) {
		await pause(frame, signal);
		const kind = frame === count - 1 ? FINAL : MESSAGE;
		const sealed = stream.push(plain.subarray(frame * FRAME, (frame + 1) * FRAME), kind);
		sealed.copy(encrypted, HEADER + frame * (FRAME + OVERHEAD));
	}
	return encrypted;
}

/**
 * Decrypts a file, in portions between which n8n can do other work.
 *
 * @throws NotOpened if it was encrypted with another key, a byte was changed, or the end is missing.
 */
export async function decryptMedia(key: Buffer, encrypted: Buffer, signal?: AbortSignal): Promise<Buffer> {
	if (encrypted.length < HEADER) throw new NotOpened('The media');
	const stream = new SecretStream(key, encrypted.subarray(0, HEADER));
	const count = Math.ceil((encrypted.length - HEADER) / (FRAME + OVERHEAD));
	const plain = Buffer.alloc(Math.max(0, encrypted.length - HEADER - count * OVERHEAD));
	for (let frame = 0; frame < count; frame++) {
		await pause(frame, signal);
		const start = HEADER + frame * (FRAME + OVERHEAD);
		const opened = stream.pull(encrypted.subarray(start, start + FRAME + OVERHEAD));
		// Only the last frame is marked as final, and nothing may follow it.
		if (opened.kind !== (frame === count - 1 ? FINAL : MESSAGE)) throw new NotOpened('The media');
		opened.plain.copy(plain, frame * FRAME);
	}
	return plain;
}

async function pause(frame: number, signal: AbortSignal | undefined): Promise<void> {
	if (frame > 0 && frame % FRAMES_IN_A_TURN === 0) await wait(0, signal);
}

/** Encrypts or decrypts a stream. The nonce of a frame depends on those before it, so frames cannot be swapped. */
class SecretStream {
	private readonly key: Buffer;
	/** Four bytes count the frames from 1, and every tag changes the other eight. */
	private readonly nonce = Buffer.alloc(12);

	constructor(key: Buffer, header: Buffer) {
		const derived = new Uint32Array(8);
		hchacha(CONSTANTS, wordsOf(key), wordsOf(header.subarray(0, 16)), derived);
		this.key = Buffer.from(derived.buffer);
		this.nonce.writeUInt32LE(1, 0);
		header.copy(this.nonce, 4, 16, HEADER);
	}

	push(plain: Buffer, kind: number): Buffer {
		const { tagKey, text } = this.stream(kind, plain);
		const tag = tagOf(tagKey, text);
		this.next(tag);
		return Buffer.concat([text.subarray(0, 1), text.subarray(BLOCK), tag]);
	}

	pull(frame: Buffer): { readonly kind: number; readonly plain: Buffer } {
		if (frame.length < OVERHEAD) throw new NotOpened('The media');
		const given = frame[0] ?? 0;
		const cipher = frame.subarray(1, frame.length - TAG);
		const { tagKey, text } = this.stream(given, cipher);
		const kind = text[0] ?? 0;
		// The tag is that of the encrypted bytes.
		const sealed = Buffer.from(text);
		sealed[0] = given;
		cipher.copy(sealed, BLOCK);
		const tag = tagOf(tagKey, sealed);
		if (!timingSafeEqual(tag, frame.subarray(frame.length - TAG))) throw new NotOpened('The media');
		this.next(tag);
		return { kind, plain: text.subarray(BLOCK) };
	}

	/** The key of the tag, and the kind (in a block of its own) and contents, encrypted or decrypted. */
	private stream(kind: number, contents: Buffer): { readonly tagKey: Buffer; readonly text: Buffer } {
		const input = Buffer.alloc(2 * BLOCK + contents.length);
		input[BLOCK] = kind;
		contents.copy(input, 2 * BLOCK);
		const output = createCipheriv('chacha20', this.key, Buffer.concat([FIRST_BLOCK, this.nonce])).update(
			input,
		);
		return { tagKey: output.subarray(0, 32), text: output.subarray(BLOCK) };
	}

	private next(tag: Uint8Array): void {
		for (let index = 0; index < 8; index++)
			this.nonce[4 + index] = (this.nonce[4 + index] ?? 0) ^ (tag[index] ?? 0);
		this.nonce.writeUInt32LE((this.nonce.readUInt32LE(0) + 1) >>> 0, 0);
	}
}

/** Tags a frame: the encrypted kind and contents, padding, and their length after that of additional data. */
function tagOf(key: Buffer, sealed: Buffer): Uint8Array {
	// libsodium pads by the remainder, and not to the next full block.
	const padded = sealed.length + (sealed.length % 16);
	const input = Buffer.alloc(padded + 16);
	sealed.copy(input);
	input.writeBigUInt64LE(BigInt(sealed.length), padded + 8);
	return poly1305(input, key);
}

const wordsOf = (bytes: Buffer): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer);
