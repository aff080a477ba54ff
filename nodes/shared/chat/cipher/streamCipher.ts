/** What Salsa20 and ChaCha20 share: a state of 16 words, ten double rounds, and a counter. */

/** Mixes the 16 words of a state once by columns, and once by rows or diagonals. */
type DoubleRound = (state: Uint32Array) => void;

const DOUBLE_ROUNDS = 10;
const BLOCK = 64;

/** The words of "expand 32-byte k", with which both ciphers start. */
export const CONSTANTS: readonly number[] = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** A word of a state. */
export const at = (state: Uint32Array, index: number): number => state[index] ?? 0;

/** A word rotated to the left. */
export const turned = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/** Bytes as words in little-endian order. */
export const wordsOf = (bytes: Buffer): number[] =>
	Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4));

/** Words as bytes in little-endian order. */
export function bytesOf(words: Iterable<number>): Buffer {
	const list = [...words];
	const bytes = Buffer.alloc(list.length * 4);
	list.forEach((word, index) => bytes.writeUInt32LE(word >>> 0, index * 4));
	return bytes;
}

/**
 * The state after all rounds, before the initial state is added. HSalsa20 and HChaCha20 derive their keys from it.
 *
 * @param doubleRound The double round of the cipher.
 * @param state 16 words; they are not modified.
 */
export function mixed(doubleRound: DoubleRound, state: Uint32Array): Uint32Array {
	const words = Uint32Array.from(state);
	for (let round = 0; round < DOUBLE_ROUNDS; round++) doubleRound(words);
	return words;
}

/**
 * Encrypts or decrypts: XORs bytes with the key stream of a state.
 *
 * @param doubleRound The double round of the cipher.
 * @param state 16 words.
 * @param counter Index of the word that counts blocks.
 * @param data The bytes.
 */
export function xorStream(
	doubleRound: DoubleRound,
	state: Uint32Array,
	counter: number,
	data: Uint8Array,
): Buffer {
	const input = Uint32Array.from(state);
	const output = Buffer.from(data);
	const block = Buffer.alloc(BLOCK);
	for (let start = 0; start < output.length; start += BLOCK) {
		const words = mixed(doubleRound, input);
		for (let index = 0; index < 16; index++)
			block.writeUInt32LE((at(words, index) + at(input, index)) >>> 0, index * 4);
		const end = Math.min(BLOCK, output.length - start);
		for (let index = 0; index < end; index++)
			output[start + index] = (output[start + index] ?? 0) ^ (block[index] ?? 0);
		input[counter] = at(input, counter) + 1;
	}
	return output;
}
