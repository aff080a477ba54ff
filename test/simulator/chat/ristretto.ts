/** The group ristretto255, for the servers of a backup: https://www.rfc-editor.org/rfc/rfc9496 */

const P = 2n ** 255n - 19n;
/** The order of the group. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const mod = (value: bigint, by = P): bigint => ((value % by) + by) % by;

function power(base: bigint, exponent: bigint): bigint {
	let result = 1n;
	let square = mod(base);
	for (let rest = exponent; rest > 0n; rest >>= 1n) {
		if (rest & 1n) result = mod(result * square);
		square = mod(square * square);
	}
	return result;
}

const inverse = (value: bigint): bigint => power(value, P - 2n);
const D = mod(-121665n * inverse(121666n));
const SQRT_M1 = power(2n, (P - 1n) / 4n);
const isNegative = (value: bigint): boolean => (value & 1n) === 1n;
const absolute = (value: bigint): bigint => (isNegative(value) ? mod(-value) : value);

/** Section 4.2: the root of u/v, or of √-1·u/v. */
function ratioRoot(u: bigint, v: bigint): { readonly isSquare: boolean; readonly root: bigint } {
	const v3 = mod(v * v * v);
	const root = mod(u * v3 * power(u * v3 * v3 * v, (P - 5n) / 8n));
	const check = mod(v * root * root);
	const isFlipped = check === mod(-u);
	const isOther = check === mod(-u * SQRT_M1);
	return {
		isSquare: check === mod(u) || isFlipped,
		root: absolute(isFlipped || isOther ? mod(root * SQRT_M1) : root),
	};
}

const INVSQRT_A_MINUS_D = ratioRoot(1n, mod(-1n - D)).root;

/** In extended coordinates. */
interface Point {
	readonly x: bigint;
	readonly y: bigint;
	readonly z: bigint;
	readonly t: bigint;
}

const ZERO: Point = { x: 0n, y: 1n, z: 1n, t: 0n };

/** The unified addition of a = -1: https://www.rfc-editor.org/rfc/rfc8032#section-5.1.4 */
function add(one: Point, other: Point): Point {
	const a = mod((one.y - one.x) * (other.y - other.x));
	const b = mod((one.y + one.x) * (other.y + other.x));
	const c = mod(2n * D * one.t * other.t);
	const d = mod(2n * one.z * other.z);
	const [e, f, g, h] = [b - a, d - c, d + c, b + a];
	return { x: mod(e * f), y: mod(g * h), z: mod(f * g), t: mod(e * h) };
}

export function times(point: Point, scalar: bigint): Point {
	let result = ZERO;
	let doubled = point;
	for (let rest = mod(scalar, ORDER); rest > 0n; rest >>= 1n) {
		if (rest & 1n) result = add(result, doubled);
		doubled = add(doubled, doubled);
	}
	return result;
}

/** A number in little-endian bytes. */
export const numberIn = (bytes: Buffer): bigint =>
	BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
const bytesOf = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();

/** A scalar of any number of bytes, reduced. */
export const scalarIn = (bytes: Buffer): bigint => mod(numberIn(bytes), ORDER);
export const scalarBytes = (scalar: bigint): Buffer => bytesOf(mod(scalar, ORDER));

/** Section 4.3.1. */
export function decompress(bytes: Buffer): Point {
	const s = numberIn(bytes);
	if (bytes.length !== 32 || s >= P || isNegative(s)) throw new RangeError('no point');
	const square = mod(s * s);
	const [u1, u2] = [mod(1n - square), mod(1n + square)];
	const v = mod(-(D * u1 * u1) - u2 * u2);
	const { isSquare, root } = ratioRoot(1n, mod(v * u2 * u2));
	const x = absolute(mod(2n * s * root * u2));
	const y = mod(u1 * root * root * u2 * v);
	const t = mod(x * y);
	if (!isSquare || isNegative(t) || y === 0n) throw new RangeError('no point');
	return { x, y, z: 1n, t };
}

/** Section 4.3.2. */
export function compress({ x: x0, y: y0, z, t }: Point): Buffer {
	const u1 = mod((z + y0) * (z - y0));
	const u2 = mod(x0 * y0);
	const { root } = ratioRoot(1n, mod(u1 * u2 * u2));
	const [den1, den2] = [mod(root * u1), mod(root * u2)];
	const zInverse = mod(den1 * den2 * t);
	const isRotated = isNegative(mod(t * zInverse));
	const [x, y, den] = isRotated
		? [mod(y0 * SQRT_M1), mod(x0 * SQRT_M1), mod(den1 * INVSQRT_A_MINUS_D)]
		: [x0, y0, den2];
	const signed = isNegative(mod(x * zInverse)) ? mod(-y) : y;
	return bytesOf(absolute(mod(den * (z - signed))));
}

/** Section 4.3, the generator. */
export const BASE = decompress(
	Buffer.from('e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76', 'hex'),
);
