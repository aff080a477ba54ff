/** ChaCha20 (RFC 8439) and the key derivation HChaCha20 (draft-irtf-cfrg-xchacha). */
import { at, bytesOf, CONSTANTS, mixed, turned, wordsOf, xorStream } from './streamCipher';

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

const COUNTER = 12;

const stateOf = (key: Buffer, counter: number, nonce: Buffer): Uint32Array =>
	Uint32Array.of(...CONSTANTS, ...wordsOf(key), counter, ...wordsOf(nonce));

/**
 * Encrypts or decrypts: both XOR the data with the key stream.
 *
 * @param key 32 bytes.
 * @param nonce 12 bytes.
 * @param counter The block to start with.
 * @param data The plain or encrypted bytes.
 */
export const chacha20 = (key: Buffer, nonce: Buffer, counter: number, data: Uint8Array): Buffer =>
	xorStream(doubleRound, stateOf(key, counter, nonce), COUNTER, data);

/**
 * Derives a key from a key and 16 bytes.
 *
 * @param key 32 bytes.
 * @param input 16 bytes.
 */
export function hchacha20(key: Buffer, input: Buffer): Buffer {
	const words = mixed(doubleRound, Uint32Array.of(...CONSTANTS, ...wordsOf(key), ...wordsOf(input)));
	return bytesOf([0, 1, 2, 3, 12, 13, 14, 15].map((index) => at(words, index)));
}
