/** A moment in words: 2026-11-21 08:00:00 UTC. */
export const utc = (time: number | Date): string =>
	`${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
