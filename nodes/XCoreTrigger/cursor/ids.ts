/** Arithmetic of IDs that contain the time of creation: https://docs.x.com/fundamentals/x-ids */

/** An ID counts milliseconds above its lowest 22 bits. */
const ID_BITS = 22n;

export const isAbove = (one: string, other: string): boolean => BigInt(one) > BigInt(other);

export const descending = (one: string, other: string): number =>
	one === other ? 0 : isAbove(one, other) ? -1 : 1;

export const highest = (...ids: (string | undefined)[]): string | undefined =>
	ids.filter((id) => id !== undefined).sort(descending)[0];

/** The ID of something created this much earlier. */
export function before(id: string, milliseconds: number): string {
	const earlier = BigInt(id) - (BigInt(milliseconds) << ID_BITS);
	return String(earlier > 1n ? earlier : 1n);
}
