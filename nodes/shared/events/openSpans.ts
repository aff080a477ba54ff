/**
 * The ledger of what a trigger still owes: spans of time from which events may be missing, until X has been asked for
 * them. Without it, an outage is forgotten with the first search that fails, the second restart, or a person who
 * switches the workflow off and on.
 */
import { cloneDeep, isNumber, pickBy } from 'lodash';
import { z } from 'zod';
import { MINUTE } from '../util/time';

export interface Span {
	readonly from: number;
	readonly to: number;
}

/** A span that X has not been asked for yet, or not with success. */
export interface OpenSpan<Progress = unknown> {
	from: number;
	to: number;
	reason: string;
	tries: number;
	nextTry: number;
	/** The beginning of what X no longer reached before the span was asked for. That ends where the span begins now. */
	lostFrom?: number | undefined;
	/** Whether X has answered once, and showed nothing near the end of the span. */
	isLookedAt?: boolean | undefined;
	/** What an attempt has done so far, so that the next one goes on from there. */
	progress?: Progress | undefined;
}

interface SpanRules {
	/** The age of the oldest events that X still gives. */
	readonly reach: number;
	readonly settles?: number;
	/** Untouched spans that are no further apart than this become one. */
	readonly joins?: number;
}

/** More spans than these are joined, the nearest ones first: n8n stores them with each run. */
const MOST = 20;
/** The pauses between attempts double from the first to the last. */
const FIRST_PAUSE = MINUTE;
const LAST_PAUSE = 15 * MINUTE;
/** After this many failed attempts, some 15 minutes, a report says that a span is still open. */
const SAID_AFTER = 5;
/** X's indexes may be late by minutes: a span in which nothing was found is asked for once more. */
export const SECOND_LOOK = 5 * MINUTE;
/** A second look goes over the last of what X has shown again. */
const SHOWN = MINUTE / 2;
const LONGEST = 300;

const FIRST = Date.UTC(2020, 0);
export const timeShape = z.number().min(FIRST);

/** The stored form of the spans. */
export const openSpansShape = <Progress>(progress: z.ZodType<Progress>): z.ZodType<OpenSpan<Progress>[]> =>
	z.array(
		z.object({
			from: timeShape,
			to: timeShape,
			reason: z.string(),
			tries: z.number().int().nonnegative(),
			nextTry: timeShape,
			lostFrom: timeShape.optional(),
			isLookedAt: z.boolean().optional(),
			progress: progress.optional(),
		}),
	) as z.ZodType<OpenSpan<Progress>[]>;

const pauseAfter = (tries: number): number => Math.min(LAST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1));

/** Keeps open spans. It has no clock: callers pass the time, by the clock of X. */
export class OpenSpans<Progress = unknown> {
	private spans: OpenSpan<Progress>[];

	/** @param now A next attempt in a far future, which a wrong clock has noted, is made now. */
	constructor(
		private readonly rules: SpanRules,
		stored: readonly OpenSpan<Progress>[] = [],
		now = Infinity,
	) {
		const settles = rules.settles ?? 0;
		this.spans = stored.map((span) => ({
			...span,
			nextTry: span.nextTry > now + LAST_PAUSE + settles ? now : span.nextTry,
		}));
	}

	/** Notes a span from which events may be missing. It takes in those that it covers, and one that it continues. */
	open({ from, to, reason }: Span & { readonly reason: string }, notBefore = to): void {
		if (!(from <= to)) return;
		const { settles = 0, joins = 0 } = this.rules;
		let span: OpenSpan<Progress> = {
			from,
			to,
			reason: reason.slice(0, LONGEST),
			tries: 0,
			nextTry: notBefore + settles,
		};
		const others: OpenSpan<Progress>[] = [];
		for (const other of this.spans) {
			const isCovered = from <= other.from && other.to <= to;
			const isNear = from <= other.to + joins && other.from - joins <= to;
			// What was asked for in part would be asked for again.
			if (isCovered || (isNear && isUntouched(other))) span = together(other, span);
			else others.push(other);
		}
		this.spans = [...others, span];
		while (this.spans.length > MOST) this.joinNearest();
	}

	/** Returns the span whose turn it is, without what X no longer reaches. It stays open until it is closed. */
	next(now: number, least = now): OpenSpan<Progress> | undefined {
		const [first] = this.inTurn;
		if (!first || first.nextTry > now) return undefined;
		const oldest = least - this.rules.reach;
		if (first.from < oldest) {
			first.lostFrom ??= first.from;
			first.from = Math.min(oldest, first.to);
		}
		return first;
	}

	get nextTry(): number | undefined {
		return this.inTurn[0]?.nextTry;
	}

	/** Checks whether a span still counts: a longer one may have taken its place. */
	has(span: OpenSpan<Progress>): boolean {
		return this.spans.includes(span);
	}

	/** Notes an attempt that failed, and returns whether a report should say now that the span is still open. */
	tried(span: OpenSpan<Progress>, now: number, reason: string): boolean {
		span.tries++;
		span.reason = reason.slice(0, LONGEST);
		span.nextTry = now + pauseAfter(span.tries);
		return span.tries === SAID_AFTER;
	}

	/**
	 * Notes that X has answered. The span is closed if X has shown something near its end, or at the second look: what
	 * X's index did not have yet would be lost. Returns what X no longer reached, once, for a report.
	 */
	looked(span: OpenSpan<Progress>, now: number, shown: number | undefined): Span | undefined {
		const { from, to, lostFrom } = span;
		delete span.lostFrom;
		if (span.isLookedAt || (shown !== undefined && shown >= to - SHOWN)) this.close(span);
		else {
			span.from = Math.max(from, (shown ?? from) - SHOWN);
			span.isLookedAt = true;
			span.nextTry = now + SECOND_LOOK;
			delete span.progress;
		}
		return lostFrom === undefined ? undefined : { from: lostFrom, to: from };
	}

	/** Removes a span that X was asked for, or never can be. */
	close(span: OpenSpan<Progress>): void {
		this.spans = this.spans.filter((each) => each !== span);
	}

	/** Removes the spans that X no longer reaches, and returns them for a report. */
	giveUp(least: number): Span[] {
		const oldest = least - this.rules.reach;
		const lost = this.spans.filter(({ to }) => to <= oldest);
		this.spans = this.spans.filter(({ to }) => to > oldest);
		return lost.map(({ lostFrom, from, to }) => ({ from: lostFrom ?? from, to }));
	}

	/** Drops all spans, because nothing in them is wanted. */
	clear(): void {
		this.spans = [];
	}

	get all(): readonly OpenSpan<Progress>[] {
		return this.spans;
	}

	get stored(): OpenSpan<Progress>[] {
		return cloneDeep(this.spans);
	}

	private get inTurn(): OpenSpan<Progress>[] {
		return [...this.spans].sort((one, other) => one.nextTry - other.nextTry);
	}

	private joinNearest(): void {
		this.spans.sort((one, other) => one.from - other.from);
		const between = (place: number) =>
			(this.spans[place + 1]?.from ?? Infinity) - (this.spans[place]?.to ?? 0);
		const places = [...this.spans.keys()].slice(0, -1);
		const place = places.reduce((best, each) => (between(each) < between(best) ? each : best), 0);
		const [one, other] = this.spans.slice(place, place + 2);
		if (one && other) this.spans.splice(place, 2, together(one, other));
	}
}

const isUntouched = ({ tries, progress, isLookedAt }: OpenSpan): boolean =>
	tries === 0 && progress === undefined && isLookedAt !== true;

/** Joins two spans. What was done of either is not known of the other, so the attempt begins anew. */
const together = <Progress>(one: OpenSpan<Progress>, other: OpenSpan<Progress>): OpenSpan<Progress> => ({
	from: Math.min(one.from, other.from),
	to: Math.max(one.to, other.to),
	reason: other.reason,
	tries: Math.max(one.tries, other.tries),
	nextTry: Math.max(one.nextTry, other.nextTry),
	...pickBy({ lostFrom: one.lostFrom ?? other.lostFrom }, isNumber),
});
