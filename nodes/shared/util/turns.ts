import { sleep } from 'n8n-workflow';

/** Milliseconds of work before n8n gets a turn; it should wait 50 at most. */
const TURN = 10;

/** Gives pieces of what strangers wrote. Once the work on them takes long, n8n does something else before the next one. */
export async function* inTurns<T>(pieces: Iterable<T>, ticks = () => performance.now()): AsyncGenerator<T> {
	let since = ticks();
	for (const piece of pieces) {
		yield piece;
		if (ticks() - since < TURN) continue;
		await sleep(0);
		since = ticks();
	}
}
