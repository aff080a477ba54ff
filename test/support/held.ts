import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withTurns } from './effort';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The bytes that this process holds now: objects, and what they have outside of the heap, without garbage. */
function held(): number {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

/**
 * The most bytes that a function holds at the end of a turn of the event loop, or with its result. What it holds within
 * a turn is bounded by the work of the turn.
 */
export async function heldBy(run: () => Promise<unknown>): Promise<number> {
	const before = held();
	let most = 0;
	await withTurns(run, () => {
		most = Math.max(most, held() - before);
	});
	return most;
}
