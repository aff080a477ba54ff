import { host } from '.';
import type { Simulator } from './simulator';

/** How the nodes have waited in the present test. */
export interface Waits {
	/** The milliseconds of each wait. */
	readonly taken: number[];
	/** What happens during the next waits. */
	meanwhile: () => Promise<unknown> | void;
}

/**
 * Lets the nodes wait in each test without taking time: the platform's clock, and theirs, move ahead instead.
 *
 * @param sim What `useSimulator` gave.
 * @returns The waits, inside of a test.
 */
export function useSkippedWaits(sim: () => Simulator): () => Waits {
	let waits: Waits;
	let waitAgain: () => void;
	beforeEach(() => {
		waits = { taken: [], meanwhile: () => undefined };
		waitAgain = host().skipWaits(async (milliseconds) => {
			waits.taken.push(milliseconds);
			sim().platform.clock.advance(milliseconds);
			await waits.meanwhile();
		});
	});
	afterEach(() => waitAgain());
	return () => waits;
}
