import { uniq } from 'lodash';
import { z } from 'zod';

const DAY = 24 * 3600 * 1000;
/** Amounts are counted in thousandths of a cent, to be exact. */
const UNIT = 100_000;
/** Things beyond this number may be counted twice: the sum is rather too high than too low. */
const REMEMBERED = 2000;

const units = (usd: number) => Math.round(usd * UNIT);

const count = z.number().nonnegative().catch(0);

const spendingShape = z
	.object({
		/** Days since 1970. */
		day: count,
		spent: count,
		/** Things that are charged once a day, already charged today. */
		charged: z.array(z.string()).catch([]),
		/** The user already knows that the limit was reached. */
		isTold: z.boolean().catch(false),
	})
	.catch(() => ({ day: 0, spent: 0, charged: [], isTold: false }));

type Spending = z.infer<typeof spendingShape>;

/** Counts spending by days in UTC, as X bills, and says what still fits. Pure: it gets the time as an argument. */
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

	/** How many things of a price still fit today. */
	room(usd: number, now: number): number {
		this.turn(now);
		return usd === 0 ? Infinity : Math.max(0, Math.floor((units(this.most) - this.today.spent) / units(usd)));
	}

	spend(usd: number, now: number): void {
		this.turn(now);
		this.today.spent += units(usd);
	}

	/** Counts things that are charged only once a day. */
	spendOnce(usd: number, keys: readonly string[], now: number): void {
		this.turn(now);
		const { charged } = this.today;
		const known = new Set(charged);
		const added = uniq(keys).filter((key) => !known.has(key));
		this.today.spent += added.length * units(usd);
		this.today.charged = [...added, ...charged].slice(0, REMEMBERED);
	}

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

	/** The state to store. */
	get spending(): Spending {
		return { ...this.today };
	}

	private turn(now: number): void {
		const day = Math.floor(now / DAY);
		if (day !== this.today.day) this.today = { day, spent: 0, charged: [], isTold: false };
	}
}
