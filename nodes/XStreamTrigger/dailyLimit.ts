/** This file counts what events cost, and stops the node for the rest of a day (UTC) at Max Cost per Day. */
import type { INode } from 'n8n-workflow';
import type { XEvent } from '../shared/events/event';
import type { Notices } from '../shared/events/notices';
import { DayBook, dayLimit } from '../shared/ledger/day';
import { DayCounter, type DayState } from '../shared/ledger/dayCounter';
import { Ledger } from '../shared/ledger/ledger';
import { microsOfUsd } from '../shared/ledger/requestCost';
import { mostUsd, priceOfEvent } from '../shared/model/prices';
import { dayOf, nextDay } from '../shared/util/time';
import { wait } from '../shared/util/wait';
import { writtenTime, type XClock } from './stream/xClock';

/** Returns the price of an event. It is 0 if a plan's contract covers it, or if no public source has a price. */
function priceOf(source: string, eventType: string): number {
	if (source === 'filteredStream') return mostUsd(priceOfEvent('stream.post')) ?? 0;
	return source === 'activity' ? (mostUsd(priceOfEvent(eventType)) ?? 0) : 0;
}

/** Prices the cheapest event that a stream may deliver next, which the day's budget must still allow. */
const cheapestOf = (source: string): number => priceOf(source, 'post.create');

const STEP = 300_000;

interface DailyLimitOptions {
	readonly node: INode;
	readonly most: number | undefined;
	readonly spending: DayState | undefined;
	readonly clock: XClock;
	/** The stream that the events come from, because prices differ. */
	readonly events: string;
	readonly notices: Notices;
	/** The spending of the credential today, and its limit; absent in a test. */
	readonly day: Ledger | undefined;
	readonly stop: () => Promise<void>;
	readonly resume: (since: number) => Promise<void>;
	readonly onFailure: (error: unknown) => void;
	readonly signal: AbortSignal;
}

export class DailyLimit {
	private readonly counter = new DayCounter('node');
	private readonly own: Ledger;
	private pauseEnds: number | undefined;

	constructor(private readonly options: DailyLimitOptions) {
		const { node, most = Infinity, spending, clock } = options;
		const now = () => clock.time();
		this.counter.merge(spending, now());
		this.own = new Ledger(new DayBook('node', this.counter, now), dayLimit('node', node, most));
	}

	get pausedUntil(): number | undefined {
		return this.pauseEnds;
	}

	get spending(): DayState {
		return this.counter.state;
	}

	count({ eventType }: XEvent): void {
		const usd = priceOf(this.options.events, eventType);
		this.own.spend(usd);
		this.options.day?.spend(usd);
	}

	/**
	 * Counts a known Post that a search has returned again. X bills a Post once on a day (UTC), and a new one is counted
	 * when it is taken: https://docs.x.com/x-api/getting-started/pricing
	 */
	countAgain(event: XEvent): void {
		if (dayOf(writtenTime(event) ?? 0) !== dayOf(this.options.clock.time())) this.count(event);
	}

	/** Stops the node until the next day if the budget does not allow the cheapest event. Returns whether it did. */
	pauseIfSpent(now: number): boolean {
		const { own, options } = this;
		const cheapest = cheapestOf(options.events);
		const spent = [own, options.day].find((ledger) => ledger?.roomFor(cheapest) === 0);
		if (!spent) return false;
		const next = nextDay(now);
		this.pauseEnds = next;
		void this.pauseUntil(next);
		const refusal = spent.refusal(microsOfUsd(cheapest), 'another event');
		if (this.counter.isFirstReport(now)) options.notices.report(refusal);
		return true;
	}

	private async pauseUntil(time: number): Promise<void> {
		const { clock, stop, resume, onFailure, signal } = this.options;
		try {
			await stop();
			// In steps, because a machine that sleeps does not wait.
			for (let left = time - clock.time(); left > 0; left = time - clock.time())
				await wait(Math.min(left, STEP), signal);
			this.pauseEnds = undefined;
			await resume(time);
		} catch (error) {
			if (!signal.aborted) onFailure(error);
		}
	}
}
