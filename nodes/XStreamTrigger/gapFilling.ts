/**
 * This file finds Posts that were written while the stream was silent: it notes the gap, searches it, and emits the
 * results like other events.
 */
import { isUnreachable } from '../shared/errors';
import type { Notices } from '../shared/events/notices';
import { wait } from '../shared/util/wait';
import { GapReports } from './gapReports';
import { NotYetSearchable, type GapSearch } from './search/searchGap';
import type { StreamSource } from './sources/source';
import { GapLedger, type Gap, type Span } from './stream/gaps';
import type { XClock } from './stream/xClock';

/** The pauses before a gap is searched again, if X could not be reached or did not answer what was asked. */
const FIRST_PAUSE = 60_000;
const LAST_PAUSE = 900_000;
/** New rules match within some 20 seconds: https://docs.x.com/x-api/posts/filtered-stream/integrate/matching-returned-tweets */
export const RULES_COUNT_AFTER = 30_000;

interface GapOptions extends Omit<GapSearch, 'gap'> {
	/** The time of the stream's last signal before a restart. */
	readonly heard: number | undefined;
	/** The value of `stored` before a restart. */
	readonly before: readonly Gap[] | undefined;
	readonly clock: XClock;
	/** Searches a gap. Absent if there is no search, or if the settings exclude it. */
	readonly fill: StreamSource['fill'];
	/** Asks X until when the app had a connection before this node began. */
	readonly lastUp: () => Promise<number | undefined>;
	/** The texts of the rules, for reports. */
	readonly rules: readonly string[];
	readonly notices: Notices;
}

export class GapFilling {
	private readonly ledger: GapLedger;
	private readonly reports: GapReports;
	private isFilling = false;

	constructor(private readonly options: GapOptions) {
		this.ledger = new GapLedger(options.heard, options.before);
		this.reports = new GapReports(options.notices, options.rules);
	}

	/** True if the node searches for missed Posts. */
	get isPossible(): boolean {
		return this.options.fill !== undefined && !this.options.signal.aborted;
	}

	get lastHeard(): number | undefined {
		return this.ledger.lastHeard;
	}

	/** The gaps that have not been searched, for static data. */
	get stored(): Gap[] {
		return this.isPossible ? this.ledger.stored : [];
	}

	/** The earliest time that a search may still ask for. */
	get earliest(): number | undefined {
		return this.ledger.earliest;
	}

	/** Reports that gaps were stored and cannot be read. */
	reportDamage(): void {
		if (this.isPossible) this.reports.damaged(this.options.clock.time());
	}

	/** Replaces a damaged note with the time since when events may be missing, if it is known. */
	resume(heard: number | undefined): void {
		this.ledger.resume(heard);
	}

	alive(): void {
		this.ledger.alive(this.options.clock.time());
		void this.fillAll();
	}

	connected(): void {
		this.ledger.connected(this.options.clock.time());
		void this.fillAll();
	}

	/** Notes that events since this time may be missing. Until a rule counts, its Posts are missing as well. */
	missingSince(time: number, until = this.options.clock.time()): void {
		this.ledger.note(time, until);
		void this.fillAll();
	}

	/** Discards the noted gaps, because nothing in them was wanted. */
	forget(): void {
		this.ledger.forget();
	}

	/** Fills all gaps, as soon as X's search can find their Posts. */
	private async fillAll(): Promise<void> {
		const { fill, clock, signal } = this.options;
		if (!fill || this.isFilling) return;
		this.isFilling = true;
		try {
			let pause = FIRST_PAUSE;
			for (let at = this.ledger.searchableAt; at !== undefined; at = this.ledger.searchableAt) {
				// The rest of a gap stays noted for the next start.
				if (signal.aborted) return;
				const left = at - clock.time();
				if (left > 0) await wait(Math.min(left, FIRST_PAUSE), signal);
				else if (await this.fillOne(fill, pause < LAST_PAUSE)) pause = FIRST_PAUSE;
				else {
					await wait(pause, signal);
					pause = Math.min(2 * pause, LAST_PAUSE);
				}
			}
		} catch {
			// The workflow was switched off during the search.
		} finally {
			this.isFilling = false;
		}
	}

	/**
	 * Fills one gap. Returns false if X could not be reached, or may answer what was asked after another pause.
	 *
	 * @param mayWait Whether an answer is waited for that may come later.
	 */
	private async fillOne(fill: NonNullable<StreamSource['fill']>, mayWait: boolean): Promise<boolean> {
		const { clock, give, onRead, signal } = this.options;
		const next = this.ledger.next(clock.time());
		if (!next) return true;
		const { gap, lost } = next;
		if (lost) await this.reportLoss(lost, gap.isFromNote);
		try {
			const unsearched = await fill({ gap, give, onRead, signal });
			if (signal.aborted || !this.ledger.has(gap)) return true;
			this.reports.unsearched(gap, unsearched);
		} catch (error) {
			if (signal.aborted) return true;
			if (isUnreachable(error) || (mayWait && error instanceof NotYetSearchable)) return false;
			this.reports.failed(gap, error);
		}
		this.ledger.finish(gap);
		return true;
	}

	/**
	 * Reports what is too old for a search. An old note alone is no gap: n8n stores notes with runs, and there was
	 * nothing to run. Only what came after the last connection is lost.
	 */
	private async reportLoss({ from, to }: Span, isFromNote: boolean): Promise<void> {
		const lastUp = isFromNote ? await this.options.lastUp().catch(() => undefined) : undefined;
		const since = Math.max(from, lastUp ?? from);
		if (since < to) this.reports.lost({ from: since, to });
	}
}
