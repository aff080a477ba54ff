/** Lengths of time in milliseconds, and days as X bills them, which begin at midnight UTC. */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The day of a time, in days since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY);

/** When the next day begins. */
export const nextDay = (time: number): number => (dayOf(time) + 1) * DAY;

/** A moment in words: 2026-11-21 08:00:00 UTC. */
export const utc = (time: number | Date): string =>
	`${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
