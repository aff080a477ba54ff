/** A span of time in which Posts may have been missed, in milliseconds. */
export interface Gap {
	readonly from: number;
	readonly to: number;
}

const SECOND = 1000;
/** Posts come within seconds, nearly all of them within a minute; those that came already are known. */
const OVERLAP = 120 * SECOND;
/** A search finds Posts of the last seven days: https://docs.x.com/x-api/posts/search/introduction */
const REACH = 7 * 24 * 3600 * SECOND - 60 * SECOND;
/** A Post can be found some seconds after it was written. */
const SEARCHABLE_AFTER = 30 * SECOND;

/** Keeps account of the time from which on Posts may be missing. Pure: it is told the time. */
export class GapLedger {
	private open: Gap | undefined;

	/** @param heard When the stream was last heard before a restart. */
	constructor(private heard?: number) {}

	/** The stream was heard: until now nothing is missing but what is noted already. */
	alive(now: number): void {
		this.heard = now;
	}

	/** When it was last heard. */
	get lastHeard(): number | undefined {
		return this.heard;
	}

	/** The stream is there again; what was written since it was last heard may be missing. */
	connected(now: number): void {
		if (this.heard !== undefined) this.note(this.heard, now);
		this.heard = now;
	}

	/** Notes a span of which something may be missing. */
	note(from: number, to: number): void {
		const start = from - OVERLAP;
		this.open = {
			from: Math.min(start, this.open?.from ?? start),
			to: Math.max(to, this.open?.to ?? to),
		};
	}

	/**
	 * The span to be filled, which counts as filled from then on.
	 *
	 * @returns The span, and how much of it is too old to be found.
	 */
	take(now: number): { gap: Gap; lost: number } | undefined {
		const { open } = this;
		this.open = undefined;
		if (!open) return undefined;
		const oldest = now - REACH;
		const from = Math.max(open.from, oldest);
		return { gap: { from, to: Math.max(open.to, from) }, lost: Math.max(0, oldest - open.from - OVERLAP) };
	}

	/** Nothing is missing: what was missed was not wanted. */
	forget(): void {
		this.open = undefined;
		this.heard = undefined;
	}

	/** Notes a span again that could not be filled. */
	putBack({ from, to }: Gap): void {
		this.note(from + OVERLAP, to);
	}

	/** When everything that may be missing can be found; undefined where nothing is. */
	get searchableAt(): number | undefined {
		return this.open && this.open.to + SEARCHABLE_AFTER;
	}
}
