import type { XEvent } from '../../shared/events/event';
import { fittingTime } from '../../shared/events/fittingTime';
import { timeOf } from '../../shared/model/ids';
import { DAY, MINUTE } from '../../shared/util/time';

/** Reads the time of an event, by the clock of X. An ID has the time in it, even if the fields were not requested. */
export function writtenTime({ createdAt, eventId = '' }: Pick<XEvent, 'createdAt' | 'eventId'>) {
	const created = Date.parse(createdAt ?? '');
	if (!Number.isNaN(created)) return created;
	return /^\d{15,20}$/.test(eventId) ? timeOf(eventId) : undefined;
}

/** A time, and when it was noted, by a clock that only runs forward. */
interface Noted {
	readonly time: number;
	readonly at: number;
}

/** The stream delivers nearly all Posts within a minute: after two, the clock that says so is wrong. */
const DELIVERED_WITHIN = 2 * MINUTE;

/**
 * Keeps the time by X's clock: the last time that X sent, plus the time that has passed since. If this time does not
 * fit a Post that has just come, a gateway has set it: then the clock of this machine counts, or else the time of the
 * Post. With the wrong times, a search would not find what a gap has missed.
 */
export class XClock {
	private said: Noted | undefined;
	private shown: (Noted & { readonly within: number }) | undefined;

	/** @param ticks Milliseconds since an arbitrary moment, by a clock that only runs forward. */
	constructor(
		private readonly now: () => number,
		private readonly ticks: () => number,
	) {}

	/** Notes the time in an answer of X, if it is one. */
	sync(date: Date | undefined): void {
		if (date && !Number.isNaN(date.getTime())) this.said = { time: date.getTime(), at: this.ticks() };
	}

	/** Notes a time that has passed for certain, such as that of a Post that has just come, at most `within` ago. */
	passed(time: number | undefined, within = DELIVERED_WITHIN): void {
		const latest = Math.max(this.now(), this.sinceThen(this.said) ?? 0) + DAY;
		if (time === undefined || time > latest || time <= (this.sinceThen(this.shown) ?? 0)) return;
		this.shown = { time, at: this.ticks(), within };
	}

	/** Milliseconds since 1970, by the clock of X. Until X has given a time, by the clock of this machine. */
	time(): number {
		const said = this.sinceThen(this.said);
		const own = this.now();
		return fittingTime(
			said === undefined ? [own] : [said, own],
			this.sinceThen(this.shown),
			this.shown?.within,
		);
	}

	/** The earliest time that it may be: until a Post shows which clock is right, each may be ahead. */
	earliest(): number {
		const { shown } = this;
		const [time, least = 0] = [this.time(), this.sinceThen(shown)];
		if (shown && time <= least + Math.min(shown.within, DELIVERED_WITHIN)) return time;
		if (shown && shown.within < Infinity) return least;
		return Math.max(least, Math.min(this.now(), this.sinceThen(this.said) ?? Infinity));
	}

	private sinceThen(noted: Noted | undefined): number | undefined {
		return noted && noted.time + Math.round(this.ticks() - noted.at);
	}
}
