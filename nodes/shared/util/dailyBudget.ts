import { uniq } from 'lodash';
import { z } from 'zod';

const DAY = 24 * 3600 * 1000;
/** Amounts are counted in thousandths of a cent, to be exact. */
const UNIT = 100_000;
/** More things than these are counted again: the sum errs towards too much. */
const REMEMBERED = 2000;

const units = (usd: number) => Math.round(usd * UNIT);

const count = z.number().nonnegative().catch(0);

const spendingShape = z
	.object({
		/** Days since 1970. */
		day: count,
		spent: count,
		/** What is charged once a day, and was charged today. */
		charged: z.array(z.string()).catch([]),
		/** That the limit was reached has been said. */
		isTold: z.boolean().catch(false),
	})
	.catch(() => ({ day: 0, spent: 0, charged: [], isTold: false }));

type Spending = z.infer<typeof spendingShape>;

/** Counts what is spent by days in UTC, as X bills, and says what still fits. Pure: it gets the time as an argument. */
export class DailyBudget {
	private today: Spending;

	/**
	 * @param most Most US dollars a day.
	 * @param stored What `spending` gave before a restart.
	 */
	constructor(
		readonly most: number,
		stored?: unknown,
	) {
		this.today = spendingShape.parse(stored);
	}

	/** How many things of a price may still be had today. */
	room(usd: number, now: number): number {
		this.turn(now);
		return usd === 0 ? Infinity : Math.max(0, Math.floor((units(this.most) - this.today.spent) / units(usd)));
	}

	/** Counts one thing. */
	spend(usd: number, now: number): void {
		this.turn(now);
		this.today.spent += units(usd);
	}

	/** Counts things that are charged once a day, however often they come. */
	spendOnce(usd: number, keys: readonly string[], now: number): void {
		this.turn(now);
		const { charged } = this.today;
		const known = new Set(charged);
		const added = uniq(keys).filter((key) => !known.has(key));
		this.today.spent += added.length * units(usd);
		this.today.charged = [...added, ...charged].slice(0, REMEMBERED);
	}

	/** US dollars that were spent today. */
	spentToday(now: number): number {
		this.turn(now);
		return this.today.spent / UNIT;
	}

	/** Whether the limit is reported for the first time today. */
	isFirstTold(now: number): boolean {
		this.turn(now);
		const { isTold } = this.today;
		this.today.isTold = true;
		return !isTold;
	}

	/** When the next day begins. */
	nextDay = (now: number): number => (Math.floor(now / DAY) + 1) * DAY;

	/** What is to be stored. */
	get spending(): Spending {
		return { ...this.today };
	}

	private turn(now: number): void {
		const day = Math.floor(now / DAY);
		if (day !== this.today.day) this.today = { day, spent: 0, charged: [], isTold: false };
	}
}
