/**
 * The one-time authenticator Poly1305: https://www.rfc-editor.org/rfc/rfc8439#section-2.5. A number of 132 bits is six
 * limbs of 22 bits, because the sum of six products of limbs fits exactly into a number of JavaScript: BigInt takes
 * ten times as long.
 */

const { floor } = Math;

const PRIME = (1n << 130n) - 5n;
const LOW_128 = (1n << 128n) - 1n;
const BLOCK = 16;
const LIMBS = 6;
const LIMB = 2 ** 22;
const LOW_LIMB = LIMB - 1;
/** 2 ** 132 is 20 modulo the prime. */
const AROUND = 20;
/** The bit after the 16 bytes of a block, in its last limb. */
const BIT_128 = 1 << 18;

/**
 * The tag that authenticates a message.
 *
 * @param key 32 bytes, used for this message only.
 * @param message The bytes to authenticate.
 */
export function poly1305(key: Buffer, message: Buffer): Buffer {
	const factors = factorsOf(key);
	const sum = new Float64Array(LIMBS);
	const product = new Float64Array(LIMBS);
	const whole = message.length - (message.length % BLOCK);
	for (let start = 0; start < whole; start += BLOCK) {
		addBlock(sum, message, start, BIT_128);
		multiply(sum, factors, product);
	}
	if (whole < message.length) {
		const last = Buffer.alloc(BLOCK);
		message.copy(last, 0, whole);
		last[message.length - whole] = 1;
		addBlock(sum, last, 0, 0);
		multiply(sum, factors, product);
	}
	const total = sum.reduceRight((high, limb) => (high << 22n) + BigInt(limb), 0n) % PRIME;
	const tag = (total + key.readBigUInt64LE(16) + (key.readBigUInt64LE(24) << 64n)) & LOW_128;
	const bytes = Buffer.alloc(BLOCK);
	bytes.writeBigUInt64LE(tag & 0xffffffffffffffffn, 0);
	bytes.writeBigUInt64LE(tag >> 64n, 8);
	return bytes;
}

/** What each limb of a sum contributes to each limb of the product: six rows, one for each limb of the product. */
function factorsOf(key: Buffer): Float64Array {
	const clamped = Buffer.from(key.subarray(0, BLOCK));
	for (const [index, mask] of CLAMP) clamped[index] = (clamped[index] ?? 0) & mask;
	const factor = new Float64Array(LIMBS);
	addBlock(factor, clamped, 0, 0);
	return Float64Array.from({ length: LIMBS * LIMBS }, (_, place) => {
		const column = place % LIMBS;
		const difference = (place - column) / LIMBS - column;
		return difference < 0 ? AROUND * at(factor, difference + LIMBS) : at(factor, difference);
	});
}

const CLAMP = [
	[3, 15],
	[7, 15],
	[11, 15],
	[15, 15],
	[4, 252],
	[8, 252],
	[12, 252],
] as const;

/** Adds 16 bytes in little-endian order, and the bit after them. */
function addBlock(sum: Float64Array, bytes: Buffer, start: number, bit: number): void {
	const [a, b] = [bytes.readUInt32LE(start), bytes.readUInt32LE(start + 4)];
	const [c, d] = [bytes.readUInt32LE(start + 8), bytes.readUInt32LE(start + 12)];
	sum[0] = at(sum, 0) + (a & LOW_LIMB);
	sum[1] = at(sum, 1) + (((a >>> 22) | (b << 10)) & LOW_LIMB);
	sum[2] = at(sum, 2) + (((b >>> 12) | (c << 20)) & LOW_LIMB);
	sum[3] = at(sum, 3) + ((c >>> 2) & LOW_LIMB);
	sum[4] = at(sum, 4) + (((c >>> 24) | (d << 8)) & LOW_LIMB);
	sum[5] = at(sum, 5) + ((d >>> 14) | bit);
}

/** Multiplies a sum modulo the prime. The limbs of the result may be a little longer than 22 bits. */
function multiply(sum: Float64Array, factors: Float64Array, product: Float64Array): void {
	for (let row = 0; row < LIMBS; row++) {
		let value = 0;
		for (let column = 0; column < LIMBS; column++)
			value += at(sum, column) * at(factors, row * LIMBS + column);
		product[row] = value;
	}
	let carry = 0;
	for (let limb = 0; limb < LIMBS; limb++) {
		const value = at(product, limb) + carry;
		carry = floor(value / LIMB);
		sum[limb] = value - carry * LIMB;
	}
	// The carry has up to 30 bits, and times 20 more than a limb.
	const first = at(sum, 0) + carry * AROUND;
	carry = floor(first / LIMB);
	sum[0] = first - carry * LIMB;
	sum[1] = at(sum, 1) + carry;
}

const at = (limbs: Float64Array, index: number): number => limbs[index] ?? 0;
