/** Requests per catalog in 15 minutes: https://docs.x.com/x-ads-api/catalog-management#rate-limits */
export const RATE_LIMITS = { reads: 1000, writes: 600, deletes: 150 } as const;

/** Products per request. The limit for deletes is not documented, so it is that for writes. */
export const BATCH_SIZE = { writes: 25, deletes: 25, reads: 100 } as const;

export type Requests = Record<keyof typeof RATE_LIMITS, number>;

const WINDOW_SECONDS = 15 * 60;

/** The usual seconds per request, for the estimate before the first one. */
export const USUAL_SECONDS = 0.3;

/** Counts the requests for a number of products. */
export const requestsFor = ({ reads = 0, writes = 0, deletes = 0 }: Partial<Requests>): Requests => ({
	reads: Math.ceil(reads / BATCH_SIZE.reads),
	writes: Math.ceil(writes / BATCH_SIZE.writes),
	deletes: Math.ceil(deletes / BATCH_SIZE.deletes),
});

/**
 * Estimates how long requests will take, in seconds: the requests themselves, and the pauses for rate limits, none of
 * which is used up yet. Reads, writes and deletes have separate limits, but are sent one after the other.
 *
 * @param concurrency The number of parallel requests. Reads follow each other: each needs the cursor of the one before.
 */
export function estimateSeconds(requests: Requests, secondsPerRequest: number, concurrency: number): number {
	let seconds = 0;
	for (const kind of ['reads', 'writes', 'deletes'] as const) {
		const count = requests[kind];
		if (count === 0) continue;
		const atOnce = kind === 'reads' ? 1 : concurrency;
		const windows = Math.ceil(count / RATE_LIMITS[kind]);
		const lastWindow = count - (windows - 1) * RATE_LIMITS[kind];
		const inFullWindow = Math.max(WINDOW_SECONDS, (RATE_LIMITS[kind] / atOnce) * secondsPerRequest);
		seconds += (windows - 1) * inFullWindow + Math.ceil(lastWindow / atOnce) * secondsPerRequest;
	}
	return Math.ceil(seconds);
}

/** Puts a duration in words: `45 s`, `12 min`, `3 h 5 min`. */
export function formatDuration(seconds: number): string {
	if (seconds < 90) return `${Math.ceil(seconds)} s`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 90) return `${minutes} min`;
	return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
