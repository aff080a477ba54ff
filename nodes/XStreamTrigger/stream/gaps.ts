/** A span of time in which Posts may have been missed, in milliseconds. */
export interface Gap {
	readonly from: number;
	readonly to: number;
}

const SECOND = 1000;
/** The stream delivers Posts within seconds, nearly all of them within a minute. Repeated Posts are recognized. */
const OVERLAP = 120 * SECOND;
/** A search finds Posts of the last seven days: https://docs.x.com/x-api/posts/search/introduction */
const REACH = 7 * 24 * 3600 * SECOND - 60 * SECOND;
/** A search can find a Post some seconds after it was written. */
const SEARCHABLE_AFTER = 30 * SECOND;

/** Keeps the times for which Posts may be missing. It has no clock: callers pass the time. */
export class GapLedger {
	private open: Gap | undefined;

	/** @param heard When the last signal of the stream arrived before a restart. */
	constructor(private heard?: number) {}

	/** A signal of the stream has arrived: nothing is missing until now except the noted gaps. */
	alive(now: number): void {
		this.heard = now;
	}

	get lastHeard(): number | undefined {
		return this.heard;
	}

	/** The stream is connected again. What was written since its last signal may be missing. */
	connected(now: number): void {
		if (this.heard !== undefined) this.note(this.heard, now);
		this.heard = now;
	}

	/** Notes a time for which Posts may be missing. */
	note(from: number, to: number): void {
		const start = from - OVERLAP;
		this.open = {
			from: Math.min(start, this.open?.from ?? start),
			to: Math.max(to, this.open?.to ?? to),
		};
	}

	/**
	 * Takes the gap to fill. It counts as filled from then on.
	 *
	 * @returns The gap, and the length of the part that is too old to be found.
	 */
	take(now: number): { gap: Gap; lost: number } | undefined {
		const { open } = this;
		this.open = undefined;
		if (!open) return undefined;
		const oldest = now - REACH;
		const from = Math.max(open.from, oldest);
		return { gap: { from, to: Math.max(open.to, from) }, lost: Math.max(0, oldest - open.from - OVERLAP) };
	}

	/** Discards the noted gaps, because nothing in them was wanted. */
	forget(): void {
		this.open = undefined;
		this.heard = undefined;
	}

	/** Notes a gap again that could not be filled. */
	putBack({ from, to }: Gap): void {
		this.note(from + OVERLAP, to);
	}

	/** When everything that may be missing can be found. Undefined if nothing is missing. */
	get searchableAt(): number | undefined {
		return this.open && this.open.to + SEARCHABLE_AFTER;
	}
}
