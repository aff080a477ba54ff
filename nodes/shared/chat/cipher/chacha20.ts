/** ChaCha20 (RFC 8439) by Node.js, and the key derivation HChaCha20 (draft-irtf-cfrg-xchacha), which Node.js lacks. */
import { createCipheriv } from 'crypto';
import { bytesOf, CONSTANTS, turned, wordsOf } from './words';

/**
 * Encrypts or decrypts, starting with block 0: both XOR the data with the key stream.
 *
 * @param key 32 bytes.
 * @param nonce 12 bytes.
 * @param data The plain or encrypted bytes.
 */
export const chacha20 = (key: Buffer, nonce: Buffer, data: Buffer): Buffer =>
	createCipheriv('chacha20', key, Buffer.concat([FIRST_BLOCK, nonce])).update(data);

/** Node.js takes the number of the first block in front of the nonce. */
const FIRST_BLOCK = Buffer.alloc(4);

const DOUBLE_ROUNDS = 10;

/**
 * Derives a key from a key and 16 bytes.
 *
 * @param key 32 bytes.
 * @param input 16 bytes.
 */
export function hchacha20(key: Buffer, input: Buffer): Buffer {
	const words = Uint32Array.of(...CONSTANTS, ...wordsOf(key), ...wordsOf(input));
	for (let round = 0; round < DOUBLE_ROUNDS; round++) doubleRound(words);
	return bytesOf([0, 1, 2, 3, 12, 13, 14, 15].map((index) => at(words, index)));
}

function doubleRound(state: Uint32Array): void {
	quarter(state, 0, 4, 8, 12);
	quarter(state, 1, 5, 9, 13);
	quarter(state, 2, 6, 10, 14);
	quarter(state, 3, 7, 11, 15);
	quarter(state, 0, 5, 10, 15);
	quarter(state, 1, 6, 11, 12);
	quarter(state, 2, 7, 8, 13);
	quarter(state, 3, 4, 9, 14);
}

function quarter(state: Uint32Array, a: number, b: number, c: number, d: number): void {
	state[a] = at(state, a) + at(state, b);
	state[d] = turned(at(state, d) ^ at(state, a), 16);
	state[c] = at(state, c) + at(state, d);
	state[b] = turned(at(state, b) ^ at(state, c), 12);
	state[a] = at(state, a) + at(state, b);
	state[d] = turned(at(state, d) ^ at(state, a), 8);
	state[c] = at(state, c) + at(state, d);
	state[b] = turned(at(state, b) ^ at(state, c), 7);
}

const at = (words: Uint32Array, index: number): number => words[index] ?? 0;
