import { inTurns } from '../../../nodes/shared/util/turns';

/** Goes through pieces, each of which takes so many milliseconds, and notes after which of them something else may run. */
async function others(pieces: number, each: number): Promise<number[]> {
	let now = 0;
	const turns: number[] = [];
	const given = inTurns(Array<number>(pieces).fill(each), () => now);
	for (let gone = 0; ; gone++) {
		let isHere = false;
		const next = given.next().finally(() => (isHere = true));
		// Promises alone are kept here, however busy the machine is: a piece that is not here by then waits for a timer.
		for (let i = 0; i < 10; i++) await Promise.resolve();
		if (!isHere) turns.push(gone);
		const piece = await next;
		if (piece.done === true) return turns;
		now += piece.value;
	}
}

test('something else may run after each 10 milliseconds of work, and not before', async () => {
	expect(await others(9, 4)).toEqual([3, 6, 9]);
	expect(await others(2, 12)).toEqual([1, 2]);
	expect(await others(1000, 0)).toEqual([]);
});
