/**
 * Writes digests as a short text: in ascending order, the difference to the one before as a Golomb-Rice code. n8n
 * writes the text to its database with each run, and a stream of ten events a second has thousands of them.
 */

/** The bits of a digest. Of 400,000 other events, one is taken for one of 2,500 stored ones. Two more bits break the bound of 10 kB. */
export const BITS = 30;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS_OF_LETTER = 6;

export function digestsToText(digests: readonly number[]): string {
	const sorted = [...new Set(digests)].sort((one, other) => one - other);
	if (sorted.length === 0) return '';
	const low = Math.floor(Math.log2((2 ** BITS / sorted.length) * Math.LN2));
	let text = LETTERS.charAt(low);
	let bits = 0;
	let count = 0;
	const add = (more: number, length: number) => {
		bits = bits * 2 ** length + more;
		for (count += length; count >= BITS_OF_LETTER; bits %= 2 ** count) {
			count -= BITS_OF_LETTER;
			text += LETTERS.charAt(Math.floor(bits / 2 ** count));
		}
	};
	for (const [place, digest] of sorted.entries()) {
		const step = digest - (sorted[place - 1] ?? 0);
		for (let left = step; left >= 2 ** low; left -= 2 ** low) add(1, 1);
		add(step % 2 ** low, low + 1);
	}
	// The last letter is filled with ones, which are no whole code.
	while (count > 0) add(1, 1);
	return text;
}

/** Reads the digests. Returns none for a text that was not written by `digestsToText`. */
export function digestsInText(text: string): number[] {
	const [low = -1, ...letters] = [...text].map((letter) => LETTERS.indexOf(letter));
	if (low < 1 || low > BITS || letters.includes(-1)) return [];
	const bits = letters.map((letter) => letter.toString(2).padStart(BITS_OF_LETTER, '0')).join('');
	const digests: number[] = [];
	let digest = 0;
	for (let place = 0; ;) {
		const end = bits.indexOf('0', place);
		if (end < 0 || end + low >= bits.length) return digests;
		digest += (end - place) * 2 ** low + parseInt(bits.slice(end + 1, end + 1 + low), 2);
		digests.push(digest);
		place = end + 1 + low;
	}
}
