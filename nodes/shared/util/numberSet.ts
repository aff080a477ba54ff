/**
 * Writes a set of numbers as a short text: in ascending order, the difference to the one before as a Golomb-Rice code.
 * n8n writes the text to its database with each run, and at ten events a second a trigger remembers thousands of them.
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS_OF_LETTER = 6;
/** A code of more bits and the rest of a letter would not be exact as one number. */
const MOST_BITS = 46;

/** The values and the bits of all letters, and the powers of two, because a poll writes and reads thousands of numbers. */
const PARTS = [...LETTERS].map((_, value) => value.toString(2).padStart(BITS_OF_LETTER, '0'));
const POWERS = PARTS.map((_, exponent) => 2 ** exponent);
const powerOf = (exponent: number): number => POWERS[exponent] ?? 0;

/** Writes whole numbers from 0 up. */
export function numbersToText(numbers: readonly number[]): string {
	const sorted = Float64Array.from(new Set(numbers)).sort();
	const highest = sorted.at(-1);
	if (highest === undefined) return '';
	const fitting = Math.floor(Math.log2((highest / sorted.length) * Math.LN2));
	const low = Math.max(1, Math.min(MOST_BITS, fitting));
	let text = LETTERS.charAt(low);
	let bits = 0;
	let count = 0;
	const add = (more: number, length: number) => {
		bits = bits * powerOf(length) + more;
		for (count += length; count >= BITS_OF_LETTER; bits %= powerOf(count)) {
			count -= BITS_OF_LETTER;
			text += LETTERS.charAt(Math.floor(bits / powerOf(count)));
		}
	};
	let last = 0;
	for (const number of sorted) {
		for (; number - last >= powerOf(low); last += powerOf(low)) add(1, 1);
		add(number - last, low + 1);
		last = number;
	}
	// The last letter is filled with ones, which are no whole code.
	while (count > 0) add(1, 1);
	return text;
}

/** Reads the numbers. Returns none for a text that was not written by `numbersToText`. */
export function numbersInText(text: string): number[] {
	const low = LETTERS.indexOf(text.charAt(0));
	let bits = '';
	for (const letter of text.slice(1)) bits += PARTS[LETTERS.indexOf(letter)] ?? '?';
	if (low < 1 || low > MOST_BITS || bits.includes('?')) return [];
	const numbers: number[] = [];
	let number = 0;
	for (let place = 0; ;) {
		const end = bits.indexOf('0', place);
		if (end < 0 || end + low >= bits.length) return numbers;
		number += (end - place) * 2 ** low + parseInt(bits.slice(end + 1, end + 1 + low), 2);
		numbers.push(number);
		place = end + 1 + low;
	}
}
