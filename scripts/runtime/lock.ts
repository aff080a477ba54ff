import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';

/** A lock that was not renewed for this long belongs to a process that has ended. */
const STALE_MS = 10_000;
const POLL_MS = 500;

/**
 * Runs `work` while holding a lock, so that two processes on this machine do not do it at once. The lock of a process
 * that has ended is taken over.
 * @param name Path that names the lock; `.lock` is added.
 * @param onWait Called once when someone else holds the lock.
 */
export async function withLock<T>(name: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
	await mkdir(dirname(name), { recursive: true });
	const options = {
		stale: STALE_MS,
		realpath: false,
		// a machine that slept has lost its lock; the work goes on regardless
		onCompromised: () => undefined,
	};
	const release = await lock(name, options).catch(async (error: unknown) => {
		if (!isHeld(error)) throw error;
		onWait();
		return await lock(name, {
			...options,
			retries: { forever: true, minTimeout: POLL_MS, maxTimeout: POLL_MS },
		});
	});
	try {
		return await work();
	} finally {
		// a lock that another process has taken over is released by that process
		await release().catch(() => undefined);
	}
}

const isHeld = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'ELOCKED';
