import { z } from 'zod';
import { DAY, MINUTE, SECOND } from '../../shared/util/time';

/** A rule that was not searched, and why. */
export interface UnsearchedRule {
	readonly rule: string;
	readonly reason: string;
}

/** A span of time, in milliseconds since 1970. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** A span of time in which Posts may have been missed. */
export interface Gap extends Span {
	from: number;
	/** Digests of the rules whose search has ended. */
	readonly done: string[];
	/** Rules whose search X has refused. */
	readonly refused: UnsearchedRule[];
	/** The place that the search of the present query has reached. */
	page?: { readonly query: string; readonly token: string } | undefined;
	/**
	 * Whether it begins with a note from before a restart. The stream may have been read after the note was stored,
	 * because n8n stores notes with runs only.
	 */
	readonly isFromNote: boolean;
}

/** The stream delivers Posts within seconds, nearly all of them within a minute. Repeated Posts are recognized. */
export const OVERLAP = 2 * MINUTE;
/** A search finds Posts of the last seven days: https://docs.x.com/x-api/posts/search/introduction */
const REACH = 7 * DAY - MINUTE;
/** A search can find a Post some seconds after it was written. */
const SEARCHABLE_AFTER = 30 * SECOND;
/** More gaps than these become one, whose search begins anew. */
const MOST = 20;

/** Times before this are damaged notes. */
const FIRST = Date.UTC(2020, 0);
export const timeShape = z.number().min(FIRST);

/** The stored form of a gap. */
export const gapShape: z.ZodType<Gap> = z.object({
	from: timeShape,
	to: timeShape,
	done: z.array(z.string()),
	refused: z.array(z.object({ rule: z.string(), reason: z.string() })),
	page: z.object({ query: z.string(), token: z.string() }).optional(),
	isFromNote: z.boolean(),
});

/** Returns the oldest time that a search reaches. */
export const oldestFound = (now: number): number => now - REACH;

/**
 * Keeps the times for which Posts may be missing, until they have been searched. It has no clock: callers pass the
 * time.
 */
export class GapLedger {
	private readonly gaps: Gap[];
	private isResumed: boolean;

	/**
	 * @param heard The time of the stream's last signal before a restart.
	 * @param before The value of `stored` before the restart.
	 */
	constructor(
		private heard?: number,
		before: readonly Gap[] = [],
	) {
		this.gaps = [...before];
		this.isResumed = heard !== undefined;
	}

	/** Replaces a damaged note. Without a time, nothing is known to be missing. */
	resume(heard: number | undefined): void {
		this.heard = heard;
		this.isResumed = heard !== undefined;
	}

	/** Notes a signal of the stream: nothing is missing until now except the noted gaps. */
	alive(now: number): void {
		this.heard = now;
		this.isResumed = false;
	}

	get lastHeard(): number | undefined {
		return this.heard;
	}

	/** Notes that the stream is connected again. What was written since its last signal may be missing. */
	connected(now: number): void {
		if (this.heard !== undefined) this.note(this.heard, now, this.isResumed);
		this.alive(now);
	}

	/** Notes a time for which Posts may be missing. */
	note(since: number, to: number, isFromNote = false): void {
		const from = since - OVERLAP;
		const isCovered = (gap: Gap) => from <= gap.from && gap.to <= to;
		const open = this.gaps.filter((gap) => !isCovered(gap));
		const last = open.at(-1);
		// A gap whose search has not begun grows. Otherwise what has been searched would be searched again.
		const grows = last !== undefined && isUntouched(last) && from <= last.to && last.from <= to;
		const rest = grows ? open.slice(0, -1) : open;
		const gap: Gap = grows ? together([last, newGap(from, to, isFromNote)]) : newGap(from, to, isFromNote);
		const all = [...rest, gap];
		this.gaps.splice(0, this.gaps.length, ...(all.length > MOST ? [together(all)] : all));
	}

	/**
	 * Returns the gap to search next. It stays noted until it is finished.
	 *
	 * @returns The gap, and the part that has become too old to be found, without the overlap. That part is returned once.
	 */
	next(now: number): { gap: Gap; lost?: Span } | undefined {
		const [gap] = this.gaps;
		if (!gap) return undefined;
		const oldest = oldestFound(now);
		const lost = { from: gap.from + OVERLAP, to: Math.min(oldest, gap.to) };
		gap.from = Math.max(gap.from, lost.to);
		return { gap, ...(lost.from < lost.to && { lost }) };
	}

	/** Checks whether a gap still counts. A longer one may have replaced it, or it may not be wanted any more. */
	has(gap: Gap): boolean {
		return this.gaps.includes(gap);
	}

	/** Removes a gap that was searched, or cannot be. */
	finish(gap: Gap): void {
		const place = this.gaps.indexOf(gap);
		if (place >= 0) this.gaps.splice(place, 1);
	}

	/** Discards the noted gaps, because nothing in them was wanted. */
	forget(): void {
		this.gaps.length = 0;
		this.heard = undefined;
	}

	/** The time at which everything that may be missing in the next gap can be found. Is undefined if nothing is. */
	get searchableAt(): number | undefined {
		const [gap] = this.gaps;
		return gap && gap.to + SEARCHABLE_AFTER;
	}

	/** The earliest time that a search may still ask for. */
	get earliest(): number | undefined {
		const from = this.gaps.map((gap) => gap.from);
		return from.length > 0 ? Math.min(...from) : undefined;
	}

	/** The gaps, for static data. */
	get stored(): Gap[] {
		return this.gaps.map((gap) => ({ ...gap, done: [...gap.done], refused: [...gap.refused] }));
	}
}

const newGap = (from: number, to: number, isFromNote: boolean): Gap => ({
	from,
	to,
	done: [],
	refused: [],
	isFromNote,
});

const isUntouched = ({ done, refused, page }: Gap): boolean =>
	done.length === 0 && refused.length === 0 && page === undefined;

const together = (gaps: readonly Gap[]): Gap =>
	newGap(
		Math.min(...gaps.map(({ from }) => from)),
		Math.max(...gaps.map(({ to }) => to)),
		gaps.some(({ isFromNote }) => isFromNote),
	);
