/**
 * Remembers the events that a node has taken, and which of them have run. Only a search gives an event again, so what
 * lies in the spans that a search may still ask for is remembered by event, and the rest by the end of those spans.
 */
import { createHash } from 'crypto';
import type { Span } from '../../shared/events/openSpans';
import { MINUTE } from '../../shared/util/time';
import { numbersInText, numbersToText } from '../../shared/util/numberSet';

/** The number of newest events that a running node remembers, besides those in open spans. */
export const REMEMBERED = 20_000;
const MOST_IN_SPANS = 100_000;
/** The number of the newest that survive a restart at least. */
export const STORED = 500;
/** The most that are stored one by one, before all are written anew: a run must not wait for thousands of others. */
const ONE_BY_ONE = 16;
const BYTES = 6;
/** The bits of a stored digest. Of 400,000 other events, one is taken for one of 2,500. Two more bits break the bound of 10 kB. */
const BITS = 30;

interface Seen {
	readonly at: number;
	hasRun: boolean;
}

export class SeenEvents {
	private seen = new Map<number, Seen>();
	private readonly restored: ReadonlySet<number>;
	private readonly restoredAt: number;
	private full = 2 * REMEMBERED;
	/** The text for the spans from a time on, and the events that have run since it was written. */
	private written: { readonly text: string; readonly from: number } | undefined;
	private since: number[] = [];

	/** @param stored A result of `toText` from before a restart, and the present time. */
	constructor(
		private readonly spans: () => readonly Span[] = () => [],
		{ text = '', now = Infinity }: { readonly text?: string | undefined; readonly now?: number } = {},
	) {
		this.restored = new Set(text.split('.').flatMap(numbersInText));
		this.restoredAt = now;
	}

	take(key: string, at = Infinity): void {
		this.seen.set(digestOf(key), { at, hasRun: false });
		if (this.seen.size >= this.full) this.forget();
	}

	ran(key: string): void {
		const digest = digestOf(key);
		const seen = this.seen.get(digest);
		if (!seen) return;
		seen.hasRun = true;
		this.since.push(stored(digest));
	}

	/** @param at The time at which it was written. What is newer than the restart is not among the restored ones. */
	has(key: string, at = -Infinity): boolean {
		const digest = digestOf(key);
		if (this.seen.has(digest)) return true;
		return at <= this.restoredAt + MINUTE && this.restored.has(stored(digest));
	}

	drop(key: string): void {
		this.seen.delete(digestOf(key));
	}

	/** Returns the events that have run, for static data: those that a search after a restart could find again. */
	toText(spans: readonly Span[] = []): string {
		const from = Math.min(...spans.map((span) => span.from));
		if (!this.written || from < this.written.from || this.since.length >= ONE_BY_ONE) {
			this.written = { text: this.allToText(spans), from };
			this.since = [];
		}
		return [this.written.text, ...this.since.map((digest) => numbersToText([digest]))].join('.');
	}

	private allToText(spans: readonly Span[]): string {
		const ran = [...this.seen].filter(([, { hasRun }]) => hasRun);
		const kept = ran.filter(
			([, { at }], place) => place >= ran.length - STORED || spans.some((span) => isIn(span, at)),
		);
		const isRestoredNeeded = spans.some(({ from }) => from <= this.restoredAt) || kept.length < STORED;
		const digests = kept.slice(-REMEMBERED).map(([digest]) => stored(digest));
		return numbersToText(isRestoredNeeded ? [...this.restored, ...digests].slice(-REMEMBERED) : digests);
	}

	private forget(): void {
		const spans = this.spans();
		const all = [...this.seen];
		const older = all.slice(0, -REMEMBERED).filter(([, { at }]) => spans.some((span) => isIn(span, at)));
		this.seen = new Map([...older.slice(-MOST_IN_SPANS), ...all.slice(-REMEMBERED)]);
		this.full = this.seen.size + REMEMBERED;
	}
}

const isIn = ({ from, to }: Span, at: number): boolean => from <= at && at <= to;

const digestOf = (key: string): number => createHash('sha256').update(key).digest().readUIntBE(0, BYTES);

const stored = (digest: number): number => Math.floor(digest / 2 ** (8 * BYTES - BITS));
