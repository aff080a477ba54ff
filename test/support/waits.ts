import { setImmediate } from 'node:timers/promises';
import { host } from '.';
import type { Simulator } from './simulator';

/**
 * Lets requests over the loopback device, and what they set off, come to their end: each hop is a turn of the event loop,
 * whatever the machine does besides.
 */
export async function turns(count = 100): Promise<void> {
	for (let turn = 0; turn < count; turn++) await setImmediate();
}

/** How the nodes have waited in the present test. */
export interface Waits {
	/** The milliseconds of each wait. */
	readonly taken: number[];
	/** What happens during the next waits. */
	meanwhile: () => Promise<unknown> | void;
	/** Which waits end. The others last beyond the end of the test. */
	isSkipped: (milliseconds: number) => boolean;
}

/**
 * Lets the nodes wait from now on without taking time: each wait moves the only clock that they and X read, and
 * nothing else does. So the tests see the same times on a machine of any speed.
 *
 * @returns The waits, and what lets time pass again.
 */
export function skipWaits(sim: Simulator): { waits: Waits; waitAgain: () => void } {
	const { clock } = sim.platform;
	const waits: Waits = { taken: [], meanwhile: () => undefined, isSkipped: () => true };
	clock.stop();
	const stopReading = host().readClock(() => clock.now());
	const stopSkipping = host().skipWaits(async (milliseconds) => {
		waits.taken.push(milliseconds);
		if (!waits.isSkipped(milliseconds)) await new Promise<never>(() => {});
		clock.advance(milliseconds);
		await waits.meanwhile();
	});
	const waitAgain = () => {
		stopSkipping();
		stopReading();
		clock.start();
	};
	return { waits, waitAgain };
}

/**
 * Lets the nodes wait in each test without taking time; see `skipWaits`.
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

/** Ends each wait of the nodes at once, in each test: for a host without a clock of its own. */
export function useEndedWaits(): void {
	let waitAgain: () => void;
	beforeEach(() => (waitAgain = host().skipWaits(async () => await Promise.resolve())));
	afterEach(() => waitAgain());
}
