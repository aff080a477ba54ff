/**
 * Writes digests as a short text: in ascending order, the difference to the one before as a Golomb-Rice code. n8n
 * writes the text to its database with each run, and a stream of ten events a second has thousands of them.
 */

/** The bits of a digest. Of 400,000 other events, one is taken for one of 2,500 stored ones. Two more bits break the bound of 10 kB. */
export const BITS = 30;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS_OF_LETTER = 6;

class BitText {
	private text = '';
	private letter = 0;
	private length = 0;

	add(bit: boolean): void {
		this.letter = 2 * this.letter + Number(bit);
		if (++this.length < BITS_OF_LETTER) return;
		this.text += LETTERS[this.letter];
		[this.letter, this.length] = [0, 0];
	}

	/** Fills the last letter with ones, which are no whole code. */
	end(): string {
		while (this.length > 0) this.add(true);
		return this.text;
	}
}

export function digestsToText(digests: readonly number[]): string {
	const sorted = [...new Set(digests)].sort((one, other) => one - other);
	if (sorted.length === 0) return '';
	const low = Math.floor(Math.log2((2 ** BITS / sorted.length) * Math.LN2));
	const text = new BitText();
	for (const [place, digest] of sorted.entries()) {
		const step = digest - (sorted[place - 1] ?? 0);
		for (let left = step; left >= 2 ** low; left -= 2 ** low) text.add(true);
		text.add(false);
		for (let bit = low - 1; bit >= 0; bit--) text.add(Math.floor(step / 2 ** bit) % 2 === 1);
	}
	return `${LETTERS[low]}${text.end()}`;
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
