/** A moment in words: 2026-11-21 08:00:00 UTC. */
export const iso = (time: number): string =>
	`${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A span in words, in whole hours. */
export const hours = (milliseconds: number): string => `${Math.ceil(milliseconds / 3_600_000)} hours`;
