/** Counts the writes of a workflow by the minute, in processes that know of each other only what was stored. */
import { sumBy } from 'lodash';
import { z } from 'zod';
import { DAY, MINUTE } from '../util/time';

/** No workflow writes so often in a minute: a larger count is damage. */
const MOST = 1_000_000;

/** The number of writes that each process counted, by the minute since 1970. */
export const writesShape = z.record(
	z.record(z.coerce.number().int(), z.number().int().nonnegative().max(MOST)),
);

type Writes = z.infer<typeof writesShape>;

/**
 * Counts writes in 24 hours that move with the time. A write counts until its whole minute is older than that, so a
 * workflow writes rather less than it may. States are merged as those of `DayCounter` are.
 */
export class WriteCounter {
	private readonly minutes = new Map<string, Map<number, number>>();

	constructor(private readonly writer: string) {}

	/** Counts writes. A negative count takes back what did not happen. */
	add(count: number, now: number): void {
		const own = this.of(this.writer);
		const minute = Math.floor(now / MINUTE);
		own.set(minute, Math.max(0, (own.get(minute) ?? 0) + count));
		this.forget(now);
	}

	count(now: number): number {
		this.forget(now);
		return sumBy([...this.entries()], ([, count]) => count);
	}

	opensAt(limit: number, now: number): Date {
		let left = this.count(now) - limit + 1;
		for (const [minute, count] of [...this.entries()].sort(([one], [other]) => one - other)) {
			left -= count;
			if (left <= 0) return new Date((minute + 1) * MINUTE + DAY);
		}
		return new Date(now);
	}

	merge(stored: Writes, now: number): void {
		for (const [writer, counts] of Object.entries(stored)) {
			const known = this.of(writer);
			for (const [key, count] of Object.entries(counts)) {
				const [minute, own] = [Number(key), known.get(Number(key)) ?? 0];
				// What this process has counted is newer than what is stored: X may have refused a write since.
				if (writer !== this.writer || !known.has(minute)) known.set(minute, Math.max(count, own));
			}
		}
		this.forget(now);
	}

	get state(): Writes {
		return Object.fromEntries(
			[...this.minutes].map(([writer, counts]) => [writer, Object.fromEntries(counts)]),
		);
	}

	private *entries(): Generator<[number, number]> {
		for (const counts of this.minutes.values()) yield* counts;
	}

	private of(writer: string): Map<number, number> {
		const known = this.minutes.get(writer) ?? new Map<number, number>();
		this.minutes.set(writer, known);
		return known;
	}

	private forget(now: number): void {
		for (const [writer, counts] of this.minutes) {
			for (const minute of counts.keys()) if (!isRecent(minute, now)) counts.delete(minute);
			if (counts.size === 0 && writer !== this.writer) this.minutes.delete(writer);
		}
	}
}

/** A clock that was ahead and was set right must not block for ever. */
const isRecent = (minute: number, now: number): boolean =>
	(minute + 1) * MINUTE > now - DAY && minute * MINUTE <= now + DAY;
