/**
 * Finds Posts that were written while the stream was silent: notes the gap, searches it, and emits the results like
 * other events.
 */
import { isUnreachable } from '../shared/errors';
import type { Notices } from '../shared/events/notices';
import { wait } from '../shared/util/wait';
import type { StreamSource } from './sources/source';
import { GapLedger } from './stream/gaps';
import type { XClock } from './stream/xClock';
import { hours, iso } from './format';

/** The pauses before a gap is searched again, if X could not be reached. */
const FIRST_PAUSE = 60_000;
const LAST_PAUSE = 900_000;

interface GapOptions {
	/** When the last signal of the stream arrived before a restart. */
	readonly heard: number | undefined;
	readonly clock: XClock;
	/** Searches a gap. Absent if there is no search, or if the settings exclude it. */
	readonly fill: StreamSource['fill'];
	/** Takes what was found, in the form in which the stream would have sent it. False if nothing more is wanted. */
	readonly give: Parameters<NonNullable<StreamSource['fill']>>[1];
	readonly notices: Notices;
	readonly signal: AbortSignal;
}

export class GapFilling {
	private readonly ledger: GapLedger;
	private isFilling = false;

	constructor(private readonly options: GapOptions) {
		this.ledger = new GapLedger(options.heard);
	}

	/** Whether missed Posts are searched for. */
	get isPossible(): boolean {
		return this.options.fill !== undefined && !this.options.signal.aborted;
	}

	get lastHeard(): number | undefined {
		return this.ledger.lastHeard;
	}

	alive(): void {
		this.ledger.alive(this.options.clock.time());
	}

	connected(): void {
		this.ledger.connected(this.options.clock.time());
		void this.fillAll();
	}

	/** Events since this time may be missing. */
	missingSince(time: number): void {
		this.ledger.note(time, this.options.clock.time());
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
				const left = at - clock.time();
				if (left > 0) await wait(left, signal);
				else if (await this.fillOne(fill)) pause = FIRST_PAUSE;
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

	/** Fills one gap. False if X could not be reached. */
	private async fillOne(fill: NonNullable<StreamSource['fill']>): Promise<boolean> {
		const { clock, give, notices, signal } = this.options;
		const span = this.ledger.take(clock.time());
		if (!span) return true;
		const { gap, lost } = span;
		if (lost > 0)
			notices.report(
				new Error(`The stream was down for longer than a search reaches back: ${hours(lost)} are missing`),
				'A gap could not be filled',
			);
		try {
			await fill(gap, give);
		} catch (error) {
			if (signal.aborted) return true;
			if (isUnreachable(error)) {
				this.ledger.putBack(gap);
				return false;
			}
			notices.report(error, `The Posts from ${iso(gap.from)} to ${iso(gap.to)} could not be searched for`);
		}
		return true;
	}
}
