/** What was written while nothing was heard: noted, searched for, and given out like the rest. */
import { isUnreachable } from '../shared/errors';
import type { Notices } from '../shared/events/notices';
import { wait } from '../shared/util/wait';
import type { Source } from './sources/source';
import { GapLedger } from './stream/gaps';
import type { XClock } from './stream/xClock';
import { hours, iso } from './format';

/** Pauses before a gap is searched for again that X could not be asked about. */
const FIRST_PAUSE = 60_000;
const LAST_PAUSE = 900_000;

export interface GapOptions {
	/** When the stream was last heard before a restart. */
	readonly heard: number | undefined;
	readonly clock: XClock;
	/** Searches; absent where there is no search, or none is wanted. */
	readonly fill: Source['fill'];
	/** Takes what was found, as the stream would have sent it; false where nothing more is wanted. */
	readonly give: Parameters<NonNullable<Source['fill']>>[1];
	readonly notices: Notices;
	/** Aborted when the node is switched off. */
	readonly signal: AbortSignal;
}

/** The gaps of one node. */
export class GapFilling {
	private readonly ledger: GapLedger;
	private isFilling = false;

	constructor(private readonly options: GapOptions) {
		this.ledger = new GapLedger(options.heard);
	}

	/** Whether what was missed is searched for. */
	get isPossible(): boolean {
		return this.options.fill !== undefined && !this.options.signal.aborted;
	}

	/** When the stream was last heard. */
	get lastHeard(): number | undefined {
		return this.ledger.lastHeard;
	}

	/** The stream was heard. */
	alive(): void {
		this.ledger.alive(this.options.clock.time());
	}

	/** The stream is there again. */
	connected(): void {
		this.ledger.connected(this.options.clock.time());
		void this.fillAll();
	}

	/** Something may be missing of what came since. */
	missingSince(time: number): void {
		this.ledger.note(time, this.options.clock.time());
		void this.fillAll();
	}

	/** Nothing is missing: what was missed was not wanted. */
	forget(): void {
		this.ledger.forget();
	}

	/** Fills what may be missing, once X can find it. */
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
			// The workflow was switched off meanwhile.
		} finally {
			this.isFilling = false;
		}
	}

	/** Fills what may be missing now; false where X cannot be asked. */
	private async fillOne(fill: NonNullable<Source['fill']>): Promise<boolean> {
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
