/**
 * Finds the present time of X with clocks that may be wrong: a gateway in front of X writes a `Date` of its own, and
 * machines are set wrongly. What X shows is certain, because it shows nothing before it was made.
 */
import { SECOND } from '../util/time';

/** A `Date` has whole seconds, and X's machines differ a little. */
const PRECISION = 2 * SECOND;

/** Returns the time of the first clock that fits what X has shown, at most `within` ago; else the later of the two. */
export function fittingTime(
	clocks: readonly [number, ...number[]],
	shown: number | undefined,
	within = Infinity,
): number {
	if (shown === undefined) return clocks[0];
	const fits = (time: number) => time >= shown - PRECISION && time <= shown + within;
	return clocks.find(fits) ?? Math.max(clocks[0], shown);
}
