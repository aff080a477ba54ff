import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 500;

/**
 * Runs `work` while holding a lock file, so that two processes on this machine do not do it at once. A lock whose
 * owner no longer lives is taken over.
 * @param file the lock file; it names the owner's process id
 * @param onWait called once when somebody else holds the lock
 */
export async function withLock<T>(
	file: string,
	onWait: (owner: number) => void,
	work: () => Promise<T>,
): Promise<T> {
	await mkdir(dirname(file), { recursive: true });
	let told = false;
	while (!(await take(file))) {
		const owner = Number(await readFile(file, 'utf8').catch(() => ''));
		if (owner > 0 && !isAlive(owner)) {
			await rm(file, { force: true });
			continue;
		}
		if (!told) onWait(owner);
		told = true;
		await delay(POLL_MS);
	}
	try {
		return await work();
	} finally {
		await rm(file, { force: true });
	}
}

async function take(file: string): Promise<boolean> {
	// written first and linked then, so that nobody ever sees a lock without its owner
	const own = `${file}.${process.pid}.${randomUUID()}`;
	await writeFile(own, String(process.pid));
	try {
		await link(own, file);
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		throw error;
	} finally {
		await rm(own, { force: true });
	}
}

function codeOf(error: unknown): unknown {
	return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Whether a process with this id lives (also when it belongs to another user). */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return codeOf(error) === 'EPERM';
	}
}
