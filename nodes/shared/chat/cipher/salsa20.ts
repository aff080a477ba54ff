/** Salsa20 with a nonce of 24 bytes (XSalsa20): https://cr.yp.to/snuffle/xsalsa-20110204.pdf */
import { at, bytesOf, CONSTANTS, mixed, turned, wordsOf, xorStream } from './streamCipher';

function quarter(state: Uint32Array, a: number, b: number, c: number, d: number): void {
	state[b] = at(state, b) ^ turned((at(state, a) + at(state, d)) | 0, 7);
	state[c] = at(state, c) ^ turned((at(state, b) + at(state, a)) | 0, 9);
	state[d] = at(state, d) ^ turned((at(state, c) + at(state, b)) | 0, 13);
	state[a] = at(state, a) ^ turned((at(state, d) + at(state, c)) | 0, 18);
}

function doubleRound(state: Uint32Array): void {
	quarter(state, 0, 4, 8, 12);
	quarter(state, 5, 9, 13, 1);
	quarter(state, 10, 14, 2, 6);
	quarter(state, 15, 3, 7, 11);
	quarter(state, 0, 1, 2, 3);
	quarter(state, 5, 6, 7, 4);
	quarter(state, 10, 11, 8, 9);
	quarter(state, 15, 12, 13, 14);
}

const COUNTER = 8;

/** A state of 16 words: constants, key and input, each at the position that Salsa20 gives it. */
function stateOf(key: Buffer, input: Buffer): Uint32Array {
	const [c0 = 0, c1 = 0, c2 = 0, c3 = 0] = CONSTANTS;
	const words = wordsOf(key);
	return Uint32Array.of(c0, ...words.slice(0, 4), c1, ...wordsOf(input), c2, ...words.slice(4), c3);
}

function hsalsa20(key: Buffer, input: Buffer): Buffer {
	const words = mixed(doubleRound, stateOf(key, input));
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
	return xorStream(doubleRound, stateOf(hsalsa20(key, nonce.subarray(0, 16)), input), COUNTER, data);
}
