import { setTimeout as delay } from 'node:timers/promises';

/** How long and how often to look; both in milliseconds. */
export interface Patience {
	timeoutMs?: number;
	everyMs?: number;
}

/**
 * Waits until `look` gives something other than undefined, and gives that.
 * @param what names the awaited thing in the error, e.g. "the execution 12 to finish"
 * @throws Error when it has not come in time; what `look` throws is passed on at once
 */
export async function until<T>(
	what: string,
	look: () => Promise<T | undefined>,
	patience: Patience = {},
): Promise<T> {
	const { timeoutMs = 180_000, everyMs = 100 } = patience;
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() >= deadline) throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}`);
		await delay(everyMs);
	}
}
