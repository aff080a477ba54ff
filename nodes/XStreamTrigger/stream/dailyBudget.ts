const DAY = 24 * 3600 * 1000;

/** What was spent on a day, as it is stored. */
export interface Spending {
	readonly day: number;
	/** In thousandths of a cent, to be exact. */
	readonly spent: number;
}

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
		stored: Partial<Spending> = {},
	) {
		this.day = stored.day ?? 0;
		this.spent = stored.spent ?? 0;
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

	get spending(): Spending {
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
