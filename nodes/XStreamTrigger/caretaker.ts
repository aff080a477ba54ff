import type { Notices } from '../shared/events/notices';
import { messageOf } from '../shared/util/messageOf';
import { wait } from '../shared/util/wait';

/** Pauses between looks; the requests are free. */
const FIRST_LOOK = 30_000;
const NEXT_LOOK = 600_000;

export interface Care {
	/** Makes what is missing on X; gives how much that was. */
	readonly ensure: () => Promise<number>;
	/** Whether there is nothing to look after, for now or for good. */
	readonly isOver: () => boolean;
	/** What was made again may have been missing since a moment, by the clock of X. */
	readonly onMissing: (since: number) => void;
	readonly now: () => number;
	readonly notices: Notices;
	readonly signal: AbortSignal;
}

/** Looks from time to time whether the rules or subscriptions of a node are still there, and makes them again. */
export async function lookAfter({ ensure, isOver, onMissing, now, notices, signal }: Care): Promise<void> {
	for (let pause = FIRST_LOOK; !isOver(); pause = NEXT_LOOK) {
		const since = now();
		try {
			await wait(pause, signal);
			if (isOver()) return;
			const missing = await ensure();
			if (missing === 0 || signal.aborted) continue;
			notices.log(`${missing} rules or subscriptions were gone and have been made again`);
			onMissing(since);
		} catch (error) {
			if (signal.aborted) return;
			notices.log(`It is not known whether everything is still there: ${messageOf(error)}`);
		}
	}
}
