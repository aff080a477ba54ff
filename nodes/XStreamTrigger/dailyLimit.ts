/** Max Cost per Day: counts what events cost, and stops the node for the rest of a day (UTC) that is paid up. */
import type { XEvent } from '../shared/events/event';
import type { Notices } from '../shared/events/notices';
import { DailyBudget } from '../shared/util/dailyBudget';
import { wait } from '../shared/util/wait';
import { iso } from './format';
import { cheapestOf, priceOf } from './prices';

export interface DailyLimitOptions {
	/** Most US dollars a day; absent where there is no limit. */
	readonly most: number | undefined;
	/** What `stored` gave before a restart. */
	readonly spending: unknown;
	/** Which stream the events are of: they differ in price. */
	readonly events: string;
	readonly notices: Notices;
	/** Ends what brings further events. */
	readonly stop: () => Promise<void>;
	readonly resume: () => Promise<void>;
	readonly onFailure: (error: unknown) => void;
	/** Aborted when the node is switched off. */
	readonly signal: AbortSignal;
}

export class DailyLimit {
	private readonly budget: DailyBudget | undefined;
	private isWaiting = false;

	constructor(private readonly options: DailyLimitOptions) {
		const { most, spending } = options;
		this.budget = most === undefined ? undefined : new DailyBudget(most, spending);
	}

	/** Whether the node waits for the next day. */
	get isPaused(): boolean {
		return this.isWaiting;
	}

	/** What is to be stored. */
	get spending(): object | undefined {
		return this.budget?.spending;
	}

	count({ eventType }: XEvent, now: number): void {
		this.budget?.spend(priceOf(this.options.events, eventType), now);
	}

	/**
	 * Stops the node until the next day if not even an event of the cheapest kind fits into this one.
	 *
	 * @returns Whether it is stopped.
	 */
	pauseIfSpent(now: number): boolean {
		const { budget, options } = this;
		if (budget?.room(cheapestOf(options.events), now) !== 0) return false;
		this.isWaiting = true;
		const next = budget.nextDay(now);
		void this.pauseUntil(next);
		options.notices.report(
			options.notices.problem(
				'The events of this day have cost as much as they may',
				`The node goes on at ${iso(next)}. For more, raise "Max Cost per Day (USD)".`,
			),
			'Max Cost per Day is reached',
		);
		return true;
	}

	private async pauseUntil(time: number): Promise<void> {
		const { stop, resume, onFailure, signal } = this.options;
		try {
			await stop();
			await wait(time - Date.now(), signal);
			this.isWaiting = false;
			await resume();
		} catch (error) {
			if (!signal.aborted) onFailure(error);
		}
	}
}
