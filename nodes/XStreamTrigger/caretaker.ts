import type { Notices } from '../shared/events/notices';
import { messageOf } from '../shared/util/messageOf';
import { wait } from '../shared/util/wait';

/** The pauses between checks, whose requests are free. */
const FIRST_LOOK = 30_000;
const NEXT_LOOK = 600_000;

interface Care {
	/** Creates what is missing on X, and returns how much was missing. */
	readonly ensure: () => Promise<number>;
	/** Whether nothing needs checking, for now or ever again. */
	readonly isOver: () => boolean;
	/** Called with the time, by the clock of X, since when the recreated things may have been missing. */
	readonly onMissing: (since: number) => void;
	readonly now: () => number;
	readonly notices: Notices;
	readonly signal: AbortSignal;
}

/** Checks at intervals whether a node's rules or subscriptions still exist, and creates missing ones again. */
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
