/**
 * Max Cost per Day: counts what events cost, and stops the node for the rest of a day (UTC) when the budget is used
 * up.
 */
import type { XEvent } from '../shared/events/event';
import type { Notices } from '../shared/events/notices';
import type { LimitedDay } from '../shared/guard/credentialDay';
import { DailyBudget } from '../shared/guard/dailyBudget';
import { wait } from '../shared/util/wait';
import { utc } from '../shared/util/utc';
import { cheapestOf, priceOf } from './prices';
import type { XClock } from './stream/xClock';
import { nextDay } from '../shared/util/time';

/** The longest wait without a look at the clock. */
const STEP = 300_000;

interface DailyLimitOptions {
	/** The most US dollars a day. Absent without a limit. */
	readonly most: number | undefined;
	/** The value of `stored` before a restart. */
	readonly spending: unknown;
	/** Bills follow the days of X. */
	readonly clock: XClock;
	/** The stream that the events come from, because prices differ. */
	readonly events: string;
	readonly notices: Notices;
	/** What the credential has spent today, and its limit; absent in a test. */
	readonly day: LimitedDay | undefined;
	/** Ends the supply of further events. */
	readonly stop: () => Promise<void>;
	/** @param since When the pause has ended. */
	readonly resume: (since: number) => Promise<void>;
	readonly onFailure: (error: unknown) => void;
	readonly signal: AbortSignal;
}

export class DailyLimit {
	private readonly budget: DailyBudget;
	private end: number | undefined;

	constructor(private readonly options: DailyLimitOptions) {
		const { most = Infinity, spending } = options;
		this.budget = new DailyBudget(most, spending);
	}

	get isPaused(): boolean {
		return this.end !== undefined;
	}

	/** When the present pause ends. */
	get pausedUntil(): number | undefined {
		return this.end;
	}

	get spending(): object {
		return this.budget.spending;
	}

	count({ eventType }: XEvent, now: number): void {
		const usd = priceOf(this.options.events, eventType);
		this.budget.spend(usd, now);
		this.options.day?.spend(usd);
	}

	/**
	 * Stops the node until the next day if the budget does not even allow the cheapest event.
	 *
	 * @returns Whether it is stopped.
	 */
	pauseIfSpent(now: number): boolean {
		const { budget, options } = this;
		const cheapest = cheapestOf(options.events);
		const isSpent = budget.room(cheapest, now) === 0;
		if (!isSpent && options.day?.roomFor(cheapest) !== 0) return false;
		const next = nextDay(now);
		this.end = next;
		void this.pauseUntil(next);
		if (!budget.isFirstReport(now)) return true;
		options.notices.report(
			options.notices.problem(
				'The events of this day have cost as much as they may',
				`The node goes on at ${utc(next)}. For more, raise "Max Cost per Day (USD)"${isSpent ? '' : ' in the credential'}.`,
			),
			'Max Cost per Day is reached',
		);
		return true;
	}

	private async pauseUntil(time: number): Promise<void> {
		const { clock, stop, resume, onFailure, signal } = this.options;
		try {
			await stop();
			// In steps, because a machine that sleeps does not wait.
			for (let left = time - clock.time(); left > 0; left = time - clock.time())
				await wait(Math.min(left, STEP), signal);
			this.end = undefined;
			await resume(time);
		} catch (error) {
			if (!signal.aborted) onFailure(error);
		}
	}
}
