import { DayCounter } from './dayCounter';
import { microsOfUsd } from './requestCost';

/** What a node may spend on a day, and what still fits. Pure: it gets the time as an argument. */
export class DailyBudget {
	/** A node is in one place at a time. */
	private readonly counter = new DayCounter('node');
	private stored: unknown;

	/**
	 * @param most Most US dollars a day.
	 * @param stored What `spending` gave before a restart.
	 */
	constructor(
		readonly most: number,
		stored?: unknown,
	) {
		this.stored = stored;
	}

	/** How many things of a price still fit today. */
	room(usd: number, now: number): number {
		const left = microsOfUsd(this.most) - this.counterAt(now).spentToday(now);
		return usd === 0 ? Infinity : Math.max(0, Math.floor(left / microsOfUsd(usd)));
	}

	spend(usd: number, now: number): void {
		this.counterAt(now).spend(microsOfUsd(usd), now);
	}

	/** Counts things that are charged only once a day. */
	spendOnce(usd: number, keys: readonly string[], now: number): void {
		this.spend(this.counterAt(now).charge('', keys, now) * usd, now);
	}

	spentToday(now: number): number {
		return this.counterAt(now).spentToday(now) / 1_000_000;
	}

	/** Whether a report that the limit is reached is the first one today. It counts as made from then on. */
	isFirstReport(now: number): boolean {
		return this.counterAt(now).isFirstReport(now);
	}

	/** The state to store. */
	get spending(): object {
		return this.stored === undefined ? this.counter.state : (this.stored as object);
	}

	/** The counter, with what was stored before, which counts only on its own day. */
	private counterAt(now: number): DayCounter {
		if (this.stored !== undefined) this.counter.merge(this.stored, now);
		this.stored = undefined;
		return this.counter;
	}
}
