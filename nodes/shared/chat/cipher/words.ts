/** What Salsa20 and ChaCha20 share: their states have 16 words, and begin with the same constants. */

/** The words of "expand 32-byte k", with which both ciphers start. */
export const CONSTANTS: readonly number[] = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** A word rotated to the left. */
export const turned = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/** Bytes as words in little-endian order. */
export const wordsOf = (bytes: Buffer): number[] =>
	Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4));

/** Words as bytes in little-endian order. */
export function bytesOf(words: readonly number[]): Buffer {
	const bytes = Buffer.alloc(words.length * 4);
	words.forEach((word, index) => bytes.writeUInt32LE(word >>> 0, index * 4));
	return bytes;
}
