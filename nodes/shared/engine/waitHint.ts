/** The editor does not show how long a run waited, so a hint does. */

/** Shorter waits, in milliseconds, are not mentioned. */
const NOTICEABLE = 10_000;

/** Returns the hint on a wait that is long enough to mention. */
export function waitHint(milliseconds: number): string | undefined {
	if (milliseconds < NOTICEABLE) return undefined;
	const seconds = Math.round(milliseconds / 1000);
	return `Waited ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} for the rate limit of X`;
}
