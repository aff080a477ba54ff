import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cpuTime, withTurns } from './effort';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The bytes that this process holds now: objects, and what they have outside of the heap, without garbage. */
function held(): number {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/** Milliseconds of CPU between two looks: a collection of garbage takes as long, and many turns only wait. */
const BETWEEN = 50;

/**
 * The most bytes that a function holds at the end of some turns of the event loop, or with its result. What it holds
 * within a turn is bounded by the work of the turn.
 */
export async function heldBy(run: () => Promise<unknown>): Promise<number> {
	const before = held();
	let [most, looked] = [0, cpuTime()];
	await withTurns(run, (isLast) => {
		if (!isLast && cpuTime() - looked < BETWEEN) return;
		most = Math.max(most, held() - before);
		looked = cpuTime();
	});
	return most;
}
