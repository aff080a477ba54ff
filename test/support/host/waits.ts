/** Waits of our nodes, without the time that they take. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from './registry';

interface WaitModule {
	wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Lets every wait of our nodes be over at once from now on; their clock moves ahead by it.
 *
 * @param meanwhile What happens instead of the waiting.
 * @returns What makes the nodes wait again.
 */
export function skipWaits(meanwhile: (milliseconds: number) => Promise<void>): () => void {
	const load = createRequire(join(packageRoot, 'package.json'));
	const module = load('./dist/nodes/shared/util/wait.js') as WaitModule;
	const { wait } = module;
	const now = Date.now.bind(Date);
	let skipped = 0;
	module.wait = async (milliseconds, signal) => {
		skipped += milliseconds;
		await meanwhile(milliseconds);
		await wait(0, signal);
	};
	Date.now = () => now() + skipped;
	return () => {
		module.wait = wait;
		Date.now = now;
	};
}

/**
 * Moves the clock of our nodes ahead.
 *
 * @returns What moves it back.
 */
export function moveClock(milliseconds: number): () => void {
	const now = Date.now;
	Date.now = () => now.call(Date) + milliseconds;
	return () => {
		Date.now = now;
	};
}
