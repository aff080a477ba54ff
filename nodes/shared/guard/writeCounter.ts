/** When a workflow wrote, in whole minutes, counted by processes that know of each other only what was stored. */
import { z } from 'zod';
import { DAY, MINUTE } from '../util/time';

/** How many writes each process counted in each minute since 1970. */
const storedShape = z.record(z.record(z.number().nonnegative().finite()).catch({})).catch({});

/**
 * Counts writes in windows that move with the time. A write counts until its whole minute has left the window, so a
 * window has rather fewer writes than it may have. States are merged as those of `DayCounter` are.
 */
export class WriteCounter {
	private readonly minutes = new Map<string, Map<number, number>>();

	/** @param writer The name of this process. */
	constructor(private readonly writer: string) {}

	/**
	 * Counts writes.
	 *
	 * @param count Negative to take back what was counted at that time and did not happen.
	 */
	add(count: number, now: number): void {
		const own = this.of(this.writer);
		const minute = Math.floor(now / MINUTE);
		own.set(minute, Math.max(0, (own.get(minute) ?? 0) + count));
		this.forget(now);
	}

	/** How many writes there were in the last milliseconds. */
	within(window: number, now: number): number {
		let sum = 0;
		for (const [minute, count] of this.entries()) if (isWithin(minute, window, now)) sum += count;
		return sum;
	}

	/** When a window has room for one more write under a limit. */
	opensAt(limit: number, window: number, now: number): Date {
		let left = this.within(window, now) - limit + 1;
		const counted = [...this.entries()].filter(([minute]) => isWithin(minute, window, now));
		for (const [minute, count] of counted.sort(([one], [other]) => one - other)) {
			left -= count;
			if (left <= 0) return new Date((minute + 1) * MINUTE + window);
		}
		return new Date(now);
	}

	merge(stored: unknown, now: number): void {
		for (const [writer, counts] of Object.entries(storedShape.parse(stored))) {
			const known = this.of(writer);
			for (const [name, count] of Object.entries(counts)) {
				const minute = Number(name);
				if (Number.isInteger(minute)) known.set(minute, Math.max(count, known.get(minute) ?? 0));
			}
		}
		this.forget(now);
	}

	get state(): Record<string, Record<string, number>> {
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
			for (const minute of counts.keys()) if (!isWithin(minute, DAY, now)) counts.delete(minute);
			if (counts.size === 0 && writer !== this.writer) this.minutes.delete(writer);
		}
	}
}

/** A clock that was ahead and was set right must not block for ever. */
const isWithin = (minute: number, window: number, now: number): boolean =>
	(minute + 1) * MINUTE > now - window && minute * MINUTE <= now + DAY;
