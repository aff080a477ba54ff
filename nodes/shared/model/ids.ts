/** Calculates with IDs that contain the time of creation: https://docs.x.com/fundamentals/x-ids */

/** An ID counts milliseconds above its lowest 22 bits, from this moment on. */
const ID_BITS = 22n;
const EPOCH = 1_288_834_974_657;

/** X writes its IDs without leading zeros, so a longer one is larger. */
export const isAbove = (one: string, other: string): boolean =>
	one.length === other.length ? one > other : one.length > other.length;

export const descending = (one: string, other: string): number =>
	one === other ? 0 : isAbove(one, other) ? -1 : 1;

export const highest = (...ids: (string | undefined)[]): string | undefined =>
	ids.filter((id) => id !== undefined).sort(descending)[0];

export const lowerOf = (one: string, other: string): string => (isAbove(one, other) ? other : one);

/** Returns the lowest ID of a moment, in milliseconds since 1970. */
export const idAt = (milliseconds: number): string =>
	String(BigInt(Math.max(1, Math.floor(milliseconds) - EPOCH)) << ID_BITS);

/** Returns the time of creation, in milliseconds since 1970. */
export const timeOf = (id: string): number => Number(BigInt(id) >> ID_BITS) + EPOCH;

/** Returns the ID of something created this much earlier. */
export function before(id: string, milliseconds: number): string {
	const earlier = BigInt(id) - (BigInt(milliseconds) << ID_BITS);
	return String(earlier > 1n ? earlier : 1n);
}

/** Returns the time of creation of what contains it, as Posts, messages and lists do; undefined for any other ID. */
export const createdAt = (id: unknown): number | undefined =>
	typeof id === 'string' && /^\d{15,19}$/.test(id) ? timeOf(id) : undefined;
