import { z } from 'zod';

const DAY = 24 * 3600 * 1000;

const count = z.number().nonnegative().catch(0);

/** What was spent on a day, in thousandths of a cent, to be exact. */
const spendingShape = z.object({ day: count, spent: count }).catch({ day: 0, spent: 0 });

/** Counts what events cost, by days in UTC, as the platform bills. Pure: it is told the time. */
export class DailyBudget {
	private day = 0;
	private spent = 0;

	/**
	 * @param most Most US dollars a day.
	 * @param stored What was spent before a restart.
	 */
	constructor(
		private readonly most: number,
		stored?: unknown,
	) {
		Object.assign(this, spendingShape.parse(stored));
	}

	/** Counts an event. */
	spend(dollars: number, now: number): void {
		this.turn(now);
		this.spent += Math.round(dollars * UNIT);
	}

	/** Whether another event of this price is not to be had today. */
	isUsedUp(dollars: number, now: number): boolean {
		this.turn(now);
		return dollars > 0 && this.spent + Math.round(dollars * UNIT) > Math.round(this.most * UNIT);
	}

	/** When the next day begins. */
	nextDay = (now: number): number => (Math.floor(now / DAY) + 1) * DAY;

	/** What is to be stored. */
	get spending() {
		return { day: this.day, spent: this.spent };
	}

	private turn(now: number): void {
		const day = Math.floor(now / DAY);
		if (day === this.day) return;
		this.day = day;
		this.spent = 0;
	}
}

const UNIT = 100_000;
