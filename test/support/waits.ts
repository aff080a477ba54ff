import { host } from '.';
import type { Simulator } from './simulator';

/** How the nodes have waited in the present test. */
export interface Waits {
	/** The milliseconds of each wait. */
	readonly taken: number[];
	/** What happens during the next waits. */
	meanwhile: () => Promise<unknown> | void;
}

/** Lets the nodes wait from now on without taking time; gives the waits, and what makes them wait again. */
export function skipWaits(sim: Simulator): { waits: Waits; waitAgain: () => void } {
	const waits: Waits = { taken: [], meanwhile: () => undefined };
	const waitAgain = host().skipWaits(async (milliseconds) => {
		waits.taken.push(milliseconds);
		sim.platform.clock.advance(milliseconds);
		await waits.meanwhile();
	});
	return { waits, waitAgain };
}

/**
 * Lets the nodes wait in each test without taking time: X's clock, and theirs, move ahead instead.
 *
 * @param sim What `useSimulator` gave.
 * @returns The waits, inside of a test.
 */
export function useSkippedWaits(sim: () => Simulator): () => Waits {
	let waits: Waits;
	let waitAgain: () => void;
	beforeEach(() => {
		({ waits, waitAgain } = skipWaits(sim()));
	});
	afterEach(() => waitAgain());
	return () => waits;
}
