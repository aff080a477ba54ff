/** This file finds Posts from a silence of the stream: it notes the gap, searches it, and emits the results. */
import { OpenSpans, type Span } from '../shared/events/openSpans';
import type { Notices } from '../shared/events/notices';
import { MINUTE, SECOND, utc } from '../shared/util/time';
import { messageOf } from '../shared/util/text';
import { wait } from '../shared/util/wait';
import { GapReports } from './gapReports';
import { OVERLAP, RECENT_SEARCH, searchedSpan, type Gap, type GapProgress } from './search/gap';
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
