import pWaitFor from 'p-wait-for';

/** How long and how often to look; both in milliseconds. */
export interface Patience {
	timeoutMs?: number;
	everyMs?: number;
}

/**
 * Waits until `look` gives something other than undefined, and gives that.
 * @param what Names the awaited thing in the error, e.g. "the execution 12 to finish".
 * @param look Looks once; what it throws is passed on at once.
 * @throws Error when it has not come in time.
 */
export async function until<T>(
	what: string,
	look: () => Promise<T | undefined>,
	{ timeoutMs = 180_000, everyMs = 100 }: Patience = {},
): Promise<T> {
	const found: T[] = [];
	const hasCome = async (): Promise<boolean> => {
		const value = await look();
		if (value !== undefined) found.push(value);
		return value !== undefined;
	};
	try {
		await pWaitFor(hasCome, { interval: everyMs, timeout: timeoutMs });
	} catch (error) {
		if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
		throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}`, { cause: error });
	}
	return found[0] as T;
}
