/** This file counts the cost of a day (UTC, as X bills), in processes that share only what n8n has stored. */
import { z } from 'zod';
import type { Micros } from './requestCost';
import { dayOf } from '../util/time';

/** Things of a kind beyond the last so many may be counted twice: the sum is rather too high than too low. */
const REMEMBERED = 10_000;
/** The number of remembered things that n8n stores. */
const STORED = 1000;

/** A million US dollars: no one spends that on a day, so a larger amount is damage. */
const MOST: Micros = 1e12;

const count = z.number().int().nonnegative().max(MOST);

export const dayShape = z.object({
	day: count,
	/** The amounts in micros, by the process that counted them. */
	spent: z.record(count),
	/** The objects that X bills once a day and that were counted already. */
	charged: z.record(z.array(z.string())),
	isReported: z.boolean(),
});

export type DayState = z.infer<typeof dayShape>;

/**
 * Counts by days. Each process counts under a name of its own, and the largest amount of a name is the newest. So
 * several states can be merged in any order, and as often as one likes, and no amount is counted twice or lost.
 */
export class DayCounter {
	private day = 0;
	private spent: Record<string, Micros> = {};
	private readonly charged = new Map<string, Set<string>>();
	private isReported = false;

	constructor(private readonly writer: string) {}

	spend(micros: Micros, now: number): void {
		this.turn(now);
		this.spent[this.writer] = (this.spent[this.writer] ?? 0) + micros;
	}

	/** Notes things that are charged once a day, by kind, and returns how many were not charged before. */
	charge(kind: string, ids: Iterable<string>, now: number): number {
		this.turn(now);
		const charged = this.charged.get(kind) ?? new Set();
		const before = charged.size;
		for (const id of ids) charged.add(id);
		// The older ones are forgotten together: one by one took a fifth of the time of a long list.
		const isFull = charged.size > 2 * REMEMBERED;
		this.charged.set(kind, isFull ? new Set([...charged].slice(-REMEMBERED)) : charged);
		return charged.size - before;
	}

	spentToday(now: number): Micros {
		this.turn(now);
		return Object.values(this.spent).reduce((sum, each) => sum + each, 0);
	}

	/** Returns the cost of the other processes, as far as n8n has stored it. */
	spentByOthers(now: number): Micros {
		return this.spentToday(now) - (this.spent[this.writer] ?? 0);
	}

	/** Checks whether a report that the day's limit is reached is the first today. From then on it counts as made. */
	isFirstReport(now: number): boolean {
		this.turn(now);
		const { isReported } = this;
		this.isReported = true;
		return !isReported;
	}

	merge(stored: DayState | undefined, now: number): void {
		const known = this.mergeCharged(stored, now);
		if (!known) return;
		for (const [writer, amount] of Object.entries(known.spent))
			this.spent[writer] = Math.max(amount, this.spent[writer] ?? 0);
		this.isReported ||= known.isReported;
	}

	/** As `merge`, but only what was charged already: what one workflow stored can block no other one. */
	mergeCharged(stored: DayState | undefined, now: number): DayState | undefined {
		this.turn(now);
		if (stored?.day !== this.day) return undefined;
		for (const [kind, ids] of Object.entries(stored.charged)) this.charge(kind, ids, now);
		return stored;
	}

	get state(): DayState {
		const { day, spent, isReported } = this;
		const share = Math.ceil(STORED / this.charged.size);
		const charged = [...this.charged].map(([kind, ids]) => [kind, [...ids].slice(-share)] as const);
		return { day, spent: { ...spent }, charged: Object.fromEntries(charged), isReported };
	}

	private turn(now: number): void {
		const day = dayOf(now);
		// A request that crossed midnight counts for the new day. A clock that was wrong by more begins anew.
		if (day === this.day || day === this.day - 1) return;
		this.day = day;
		this.spent = {};
		this.charged.clear();
		this.isReported = false;
	}
}
