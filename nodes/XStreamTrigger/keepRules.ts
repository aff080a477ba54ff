import type { Notices } from '../shared/events/notices';
import { messageOf } from '../shared/util/text';
import { wait } from '../shared/util/wait';

/** The pauses between checks, whose requests are free. */
const FIRST_LOOK = 30_000;
const NEXT_LOOK = 600_000;
/** The shortest time between checks for which a message of the stream gives a reason. */
const DOUBTS = 60_000;

interface Care {
	readonly ensure: () => Promise<number>;
	readonly isOver: () => boolean;
	readonly onMissing: (since: number) => void;
	readonly now: () => number;
	readonly notices: Notices;
	readonly signal: AbortSignal;
}

/** Checks whether a node's rules or subscriptions still exist, and creates missing ones again. */
export class RuleKeeper {
	/** The last time at which everything was there, by the clock of X. */
	checkedAt: number;
	private doubtedAt = -Infinity;

	constructor(private readonly care: Care) {
		this.checkedAt = care.now();
	}

	async run(): Promise<void> {
		const { isOver, signal } = this.care;
		for (let pause = FIRST_LOOK; !isOver(); pause = NEXT_LOOK) {
			try {
				await wait(pause, signal);
			} catch {
				return;
			}
			await this.check();
		}
	}

	/** Checks now, because a message is about an unknown rule. */
	async doubt(): Promise<void> {
		const now = this.care.now();
		if (now - this.doubtedAt < DOUBTS) return;
		this.doubtedAt = now;
		await this.check();
	}

	private async check(): Promise<void> {
		const { ensure, isOver, onMissing, now, notices, signal } = this.care;
		if (isOver()) return;
		const since = this.checkedAt;
		const time = now();
		try {
			const missing = await ensure();
			this.checkedAt = time;
			if (missing === 0 || signal.aborted) return;
			notices.log(`${missing} rules or subscriptions were gone and have been made again`);
			onMissing(since);
		} catch (error) {
			if (signal.aborted) return;
			notices.log(`It is not known whether everything is still there: ${messageOf(error)}`);
		}
	}
}
