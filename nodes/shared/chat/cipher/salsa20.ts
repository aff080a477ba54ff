/**
 * Salsa20 with a nonce of 24 bytes (XSalsa20), which Node.js lacks: https://cr.yp.to/snuffle/xsalsa-20110204.pdf. Every
 * message that strangers write goes through it, so the words of the state are variables: in an array they take five
 * times as long.
 */
import { bytesOf, CONSTANTS, turned, wordsOf } from './words';

const DOUBLE_ROUNDS = 10;
const BLOCK = 64;
/** The word of the state that counts blocks. */
const COUNTER = 8;

/** The state after all rounds, before the initial state is added. */
function mixed(state: Int32Array, words: Int32Array): void {
	let [x0 = 0, x1 = 0, x2 = 0, x3 = 0, x4 = 0, x5 = 0, x6 = 0, x7 = 0] = state;
	let [, , , , , , , , x8 = 0, x9 = 0, x10 = 0, x11 = 0, x12 = 0, x13 = 0, x14 = 0, x15 = 0] = state;
	for (let round = 0; round < DOUBLE_ROUNDS; round++) {
		x4 ^= turned(x0 + x12, 7);
		x8 ^= turned(x4 + x0, 9);
		x12 ^= turned(x8 + x4, 13);
		x0 ^= turned(x12 + x8, 18);
		x9 ^= turned(x5 + x1, 7);
		x13 ^= turned(x9 + x5, 9);
		x1 ^= turned(x13 + x9, 13);
		x5 ^= turned(x1 + x13, 18);
		x14 ^= turned(x10 + x6, 7);
		x2 ^= turned(x14 + x10, 9);
		x6 ^= turned(x2 + x14, 13);
		x10 ^= turned(x6 + x2, 18);
		x3 ^= turned(x15 + x11, 7);
		x7 ^= turned(x3 + x15, 9);
		x11 ^= turned(x7 + x3, 13);
		x15 ^= turned(x11 + x7, 18);
		x1 ^= turned(x0 + x3, 7);
		x2 ^= turned(x1 + x0, 9);
		x3 ^= turned(x2 + x1, 13);
		x0 ^= turned(x3 + x2, 18);
		x6 ^= turned(x5 + x4, 7);
		x7 ^= turned(x6 + x5, 9);
		x4 ^= turned(x7 + x6, 13);
		x5 ^= turned(x4 + x7, 18);
		x11 ^= turned(x10 + x9, 7);
		x8 ^= turned(x11 + x10, 9);
		x9 ^= turned(x8 + x11, 13);
		x10 ^= turned(x9 + x8, 18);
		x12 ^= turned(x15 + x14, 7);
		x13 ^= turned(x12 + x15, 9);
		x14 ^= turned(x13 + x12, 13);
		x15 ^= turned(x14 + x13, 18);
	}
	[words[0], words[1], words[2], words[3]] = [x0, x1, x2, x3];
	[words[4], words[5], words[6], words[7]] = [x4, x5, x6, x7];
	[words[8], words[9], words[10], words[11]] = [x8, x9, x10, x11];
	[words[12], words[13], words[14], words[15]] = [x12, x13, x14, x15];
}

/** A state of 16 words: constants, key and input, each at the position that Salsa20 gives it. */
function stateOf(key: Buffer, input: Buffer): Int32Array {
	const [c0 = 0, c1 = 0, c2 = 0, c3 = 0] = CONSTANTS;
	const words = wordsOf(key);
	return Int32Array.of(c0, ...words.slice(0, 4), c1, ...wordsOf(input), c2, ...words.slice(4), c3);
}

function hsalsa20(key: Buffer, input: Buffer): Buffer {
	const words = new Int32Array(16);
	mixed(stateOf(key, input), words);
	return bytesOf([0, 5, 10, 15, 6, 7, 8, 9].map((index) => at(words, index)));
}

/**
 * Encrypts or decrypts: both XOR the data with the key stream.
 *
 * @param key 32 bytes.
 * @param nonce 24 bytes.
 * @param data The plain or encrypted bytes.
 */
export function xsalsa20(key: Buffer, nonce: Buffer, data: Uint8Array): Buffer {
	const input = Buffer.concat([nonce.subarray(16, 24), Buffer.alloc(8)]);
	const state = stateOf(hsalsa20(key, nonce.subarray(0, 16)), input);
	const words = new Int32Array(16);
	// Whole blocks, so that words can be read to the end.
	const output = Buffer.alloc(Math.ceil(data.length / BLOCK) * BLOCK);
	output.set(data);
	for (let start = 0; start < output.length; start += BLOCK) {
		mixed(state, words);
		for (let index = 0; index < 16; index++) {
			const place = start + index * 4;
			output.writeInt32LE(output.readInt32LE(place) ^ (at(words, index) + at(state, index)), place);
		}
		state[COUNTER] = at(state, COUNTER) + 1;
	}
	return output.subarray(0, data.length);
}

const at = (words: Int32Array, index: number): number => words[index] ?? 0;
