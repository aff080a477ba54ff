/** The one-time authenticator Poly1305: https://www.rfc-editor.org/rfc/rfc8439#section-2.5 */

const PRIME = (1n << 130n) - 5n;
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;
const LOW_128 = (1n << 128n) - 1n;
const BLOCK = 16;

/** 16 bytes as a number in little-endian order. */
const numberAt = (bytes: Buffer, start: number): bigint =>
	bytes.readBigUInt64LE(start) | (bytes.readBigUInt64LE(start + 8) << 64n);

/**
 * The tag that authenticates a message.
 *
 * @param key 32 bytes, used for this message only.
 * @param message The bytes to authenticate.
 */
export function poly1305(key: Buffer, message: Buffer): Buffer {
	const factor = numberAt(key, 0) & CLAMP;
	let sum = 0n;
	for (let start = 0; start < message.length; start += BLOCK) {
		const length = Math.min(BLOCK, message.length - start);
		const whole = length === BLOCK;
		const number = whole ? numberAt(message, start) : numberAt(padded(message.subarray(start)), 0);
		sum = ((sum + number + (1n << BigInt(length * 8))) * factor) % PRIME;
	}
	const tag = (sum + numberAt(key, BLOCK)) & LOW_128;
	const bytes = Buffer.alloc(BLOCK);
	bytes.writeBigUInt64LE(tag & 0xffffffffffffffffn, 0);
	bytes.writeBigUInt64LE(tag >> 64n, 8);
	return bytes;
}

const padded = (rest: Buffer): Buffer => Buffer.concat([rest, Buffer.alloc(BLOCK - rest.length)]);
