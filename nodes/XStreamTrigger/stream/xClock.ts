/**
 * The time by X's clock: the last time that X sent, plus the time that has passed since. The clock of this machine may
 * be wrong, and a search with the wrong times would not find what a gap has missed.
 */
export class XClock {
	private said: { readonly time: number; readonly at: number } | undefined;

	/**
	 * @param now Milliseconds since 1970, by the clock of this machine.
	 * @param ticks Milliseconds since an arbitrary moment, by a clock that only runs forward.
	 */
	constructor(
		private readonly now: () => number,
		private readonly ticks: () => number,
	) {}

	/** Notes the time in an answer of X, if it is one. */
	sync(date: Date | undefined): void {
		if (date && !Number.isNaN(date.getTime())) this.said = { time: date.getTime(), at: this.ticks() };
	}

	/** Milliseconds since 1970, by the clock of X. Until X has given a time, by the clock of this machine. */
	time(): number {
		return this.said ? this.said.time + Math.round(this.ticks() - this.said.at) : this.now();
	}
}
