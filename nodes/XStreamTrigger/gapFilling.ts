/** This file finds Posts from a silence of the stream: it notes the gap, searches it, and emits the results. */
import type { Notices } from '../shared/events/notices';
import { type OpenSpan, OpenSpans, type Span } from '../shared/events/openSpans';
import { firstFew } from '../shared/report/wording';
import { messageOf } from '../shared/util/text';
import { HOUR, MINUTE, SECOND, utc } from '../shared/util/time';
import { wait } from '../shared/util/wait';
import {
	type Gap,
	type GapProgress,
	OVERLAP,
	RECENT_SEARCH,
	searchedSpan,
	type UnsearchedRule,
} from './search/gap';
import type { GapSearch } from './search/searchGap';
import type { StreamSource } from './sources/source';
import type { KnownState } from './storedState';
import type { XClock } from './stream/xClock';

/** The longest wait without a look at the clock, because a machine that sleeps does not wait. */
const STEP = MINUTE;
/** After this silence, the stream was down. */
const SILENCE = 30 * SECOND;
/** New rules match within some 20 seconds: https://docs.x.com/x-api/posts/filtered-stream/integrate/matching-returned-tweets */
export const RULES_COUNT_AFTER = 30 * SECOND;

interface GapOptions extends Omit<GapSearch, 'gap'> {
	/** The time of the stream's last signal before a restart. */
	readonly heard: number | undefined;
	readonly before: readonly Gap[] | undefined;
	readonly clock: XClock;
	/** Searches a gap. Absent if there is no search, or if the settings exclude it. */
	readonly fill: StreamSource['fill'];
	readonly rules: readonly string[];
	readonly notices: Notices;
}

export class GapFilling {
	readonly reports: GapReports;
	private readonly spans: OpenSpans<GapProgress>;
	private heard: number | undefined;
	private isFilling = false;

	constructor(private readonly options: GapOptions) {
		const { heard, before, clock, notices, rules } = options;
		this.heard = heard;
		this.spans = new OpenSpans(RECENT_SEARCH, before, clock.time());
		this.reports = new GapReports(notices, rules);
		this.noteOwed();
	}

	/** The time of the stream's last signal: nothing is missing until then but the gaps. Without it, nothing is known to be. */
	get lastHeard(): number | undefined {
		return this.heard;
	}

	/** Notes that nothing is missing until a time. */
	heardUntil(time: number): void {
		this.heard = time;
	}

	/** True if the node searches for missed Posts. */
	get isPossible(): boolean {
		return this.options.fill !== undefined && !this.options.signal.aborted;
	}

	get stored(): Gap[] {
		return this.options.fill ? this.spans.stored : [];
	}

	/** The spans that searches may still ask for, now or after a restart that goes on from this time. */
	askedFor(heard = this.lastHeard ?? Infinity): Span[] {
		return [...this.stored.map(searchedSpan), { from: heard - OVERLAP, to: Infinity }];
	}

	/** Goes on after a restart. The end of the app's last connection, which X knows, replaces a damaged note. */
	async goOn(before: KnownState, hadOwn: boolean, lastUp: () => Promise<number | undefined>): Promise<void> {
		const { reports } = this;
		const now = this.options.clock.time();
		const { heard = now } = before;
		const isGone = before.isEmpty && hadOwn;
		if (!this.isPossible) {
			if (isGone) reports.gone(undefined, now);
			return;
		}
		if (before.hasLostGaps) reports.damaged(now);
		reports.dropped(before.dropped);
		const isDamaged = before.isDamaged || heard > now + OVERLAP;
		// n8n stores notes with runs, and there may have been nothing to run since.
		const isOld = heard < now - RECENT_SEARCH.reach;
		if (!isDamaged && !isGone && !isOld) return;
		const last = await lastUp().catch(() => undefined);
		this.heard = isOld && !isDamaged ? Math.max(heard, last ?? heard) : last;
		if (isOld && !isDamaged) return;
		if (isGone) return reports.gone(last, now);
		this.options.notices.log(
			last === undefined
				? 'What was stored about the stream is damaged, and X does not say when it was last connected: nothing is searched for'
				: `What was stored about the stream is damaged: it is searched since X last had a connection of this app, ${utc(last)}`,
		);
	}

	alive(): void {
		this.heardUntil(this.options.clock.earliest());
		void this.fillAll();
	}

	connected(): void {
		if (this.lastHeard !== undefined)
			this.open(this.lastHeard, this.options.clock.time(), 'the stream was down');
		this.alive();
	}

	/** Notes that the stream is down, for a start that asks for the gaps alone: a person may switch the workflow off. */
	noteSilence(): void {
		const now = this.options.clock.time();
		const { heard = now } = this;
		if (now - heard > SILENCE) this.open(heard, now, 'the stream was down');
	}

	missingSince(time: number, until = this.options.clock.time()): void {
		this.open(time, until, 'rules were missing, or events had no run');
		void this.fillAll();
	}

	/** Discards the noted gaps, because nothing in them was wanted, nor before a time. */
	forget(until: number | undefined): void {
		this.spans.clear();
		this.noteOwed();
		this.heard = until;
	}

	private open(from: number, to: number, reason: string): void {
		const { fill, clock } = this.options;
		const isOver = clock.earliest() + to - clock.time();
		if (fill) this.spans.open({ from: Math.min(from, to), to, reason }, isOver);
		this.noteOwed();
	}

	private noteOwed(): void {
		this.options.notices.owes(this.stored);
	}

	private async fillAll(): Promise<void> {
		const { fill, clock, signal } = this.options;
		if (!fill || this.isFilling) return;
		this.isFilling = true;
		try {
			// The rest of a gap stays noted for the next start.
			for (let at = this.spans.nextTry; at !== undefined && !signal.aborted; at = this.spans.nextTry) {
				for (const lost of this.spans.giveUp(clock.earliest())) this.reports.lost(lost);
				const left = at - clock.time();
				if (left > 0) await wait(Math.min(left, STEP), signal);
				else await this.fillNext(fill);
				this.noteOwed();
			}
		} catch {
			// The workflow was switched off during the search.
		} finally {
			this.isFilling = false;
		}
	}

	/** Fills the gap whose turn it is. What fails stays open, unless X names the query or a rule. */
	private async fillNext(fill: NonNullable<StreamSource['fill']>): Promise<void> {
		const { clock, give, onRead, signal } = this.options;
		const { spans, reports } = this;
		const gap = spans.next(clock.time(), clock.earliest());
		if (!gap) return;
		try {
			const searched = await fill({ gap, give, onRead, signal });
			if (signal.aborted || !spans.has(gap)) return;
			if (!searched) return spans.close(gap);
			const { unsearched, shown } = searched;
			if (gap.isLookedAt !== true) reports.unsearched(gap, unsearched);
			const refused = gap.progress?.refused ?? [];
			const lost = spans.looked(gap, clock.time(), shown);
			if (lost) reports.lost(lost);
			if (spans.has(gap)) gap.progress = { done: [], refused };
		} catch (error) {
			if (signal.aborted || !spans.has(gap)) return;
			if (spans.tried(gap, clock.time(), messageOf(error))) reports.stillOpen(gap);
		}
	}
}

/** The most rules that a message names. The data of the error have all of them. */
const NAMED = 10;

const LOOK =
	'Posts of that time that matched the rules may have started no run. X Core (Post: Search) finds them.';

/** Reports what is missing of a stream: each gap by one failed execution, with the same facts as data. */
class GapReports {
	constructor(
		private readonly notices: Notices,
		private readonly rules: readonly string[],
	) {}

	lost(span: Span): void {
		this.report(
			span,
			'the time is too long ago for a search',
			`The stream was down for longer than a search reaches back: ${Math.ceil((span.to - span.from) / HOUR)} hours before ${utc(span.to)} are missing`,
			'Posts of that time that matched the rules have started no run. A search of the full archive (X Core, Post: Search) can find them.',
		);
	}

	/** Reports that some rules could not be searched; the others were. */
	unsearched(gap: Span, rules: readonly UnsearchedRule[]): void {
		if (rules.length === 0) return;
		const named = rules.map(({ rule, reason }) => `${rule} (${reason})`);
		this.report(
			gap,
			rules,
			`Posts from ${utc(gap.from)} to ${utc(gap.to)} may be missing, because ${rules.length === 1 ? 'a rule' : `${rules.length} rules`} cannot be searched for: ${firstFew(named, NAMED, '; ')}`,
			'The other rules were searched. What only the stream can match cannot be found later: use operators that recent search has as well, if gaps matter.',
		);
	}

	/** Reports that the node cannot read its stored gaps, so it does not know what they were. */
	damaged(now: number): void {
		this.report(
			{ from: now - RECENT_SEARCH.reach, to: now },
			'what n8n stored about it is damaged',
			`What n8n stored about gaps of the stream is damaged: Posts of outages before ${utc(now)} may be missing`,
			'The stream goes on, and what was missed since its last connection is searched for. Older gaps are not known any more: search for their Posts with X Core (Post: Search).',
		);
	}

	/** Reports that nothing is stored, although what the node made on X shows that it has run before. */
	gone(lastUp: number | undefined, now: number): void {
		this.report(
			{ from: lastUp ?? now, to: now },
			'what n8n stored about the node is gone',
			'What n8n stored about this node is gone, as after a restored backup: X still has what the node made there',
			lastUp === undefined
				? `The stream goes on. It is not known since when something is missing. ${this.rules.length > 0 ? LOOK : 'X has no search for it.'}`
				: `What was missed since the last connection, ${utc(lastUp)}, is searched for. Posts from shortly before may start the workflow again, and earlier gaps are not known any more.`,
		);
	}

	/** Reports gaps that were open when a person switched the workflow off, and that are not searched now. */
	dropped(gaps: readonly Span[]): void {
		const reason = 'the workflow was switched off for more than a day, or its rules were changed meanwhile';
		for (const gap of gaps)
			this.report(
				gap,
				reason,
				`The Posts from ${utc(gap.from)} to ${utc(gap.to)} were not searched for: ${reason}`,
				LOOK,
			);
	}

	stillOpen(gap: OpenSpan): void {
		this.report(
			gap,
			gap.reason,
			`The Posts from ${utc(gap.from)} to ${utc(gap.to)} could not be searched for so far: ${gap.reason}`,
			`They are searched for every 15 minutes until ${utc(gap.from + RECENT_SEARCH.reach)}, and later as far as X still has them. ${LOOK}`,
		);
	}

	private report(
		{ from, to }: Span,
		why: string | readonly UnsearchedRule[],
		message: string,
		advice: string,
	): void {
		const rules = typeof why === 'string' ? this.rules.map((rule) => ({ rule, reason: why })) : [...why];
		const [start, end] = [from, to].map((time) => new Date(time).toISOString());
		const gap = { from: start, to: end, seconds: Math.round((to - from) / 1000) };
		this.notices.report(this.notices.problem(message, advice, { gap, rules, advice }));
	}
}
