/** How long a run stood still, which the editor shows nowhere. */

/** Shorter waits, in milliseconds, need no word. */
const NOTICEABLE = 10_000;

/**
 * Says how long a run waited.
 *
 * @param milliseconds How long.
 * @returns undefined where nobody noticed.
 */
export function waitHint(milliseconds: number): string | undefined {
	if (milliseconds < NOTICEABLE) return undefined;
	const seconds = Math.round(milliseconds / 1000);
	return `Waited ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} for the rate limit of X`;
}
