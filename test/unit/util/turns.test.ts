import { setImmediate } from 'node:timers/promises';
import { inTurns } from '../../../nodes/shared/util/turns';

/** Goes through pieces, each of which takes so many milliseconds, and notes after which of them something else ran. */
async function others(pieces: number, each: number): Promise<number[]> {
	let [now, gone] = [0, 0];
	const ran: number[] = [];
	const ended = new AbortController();
	const other = (async () => {
		for (; !ended.signal.aborted; await setImmediate()) if (ran.at(-1) !== gone) ran.push(gone);
	})();
	for await (const piece of inTurns(Array<number>(pieces).fill(each), () => now)) {
		now += piece;
		gone++;
	}
	ended.abort();
	await other;
	return ran;
}

test('something else runs after each 10 milliseconds of work, and not before', async () => {
	expect(await others(9, 4)).toEqual([0, 3, 6, 9]);
	expect(await others(2, 12)).toEqual([0, 1, 2]);
	expect(await others(1000, 0)).toEqual([0]);
});
