/**
 * X's time: what it said last, and what has passed since by a clock that nobody can set. The clock of this
 * machine may be wrong, and a gap that is searched for at the wrong time stays a gap.
 */
export class XClock {
	private said: { readonly time: number; readonly at: number } | undefined;

	/**
	 * @param now Milliseconds since 1970, by the clock of this machine.
	 * @param ticks Milliseconds since some moment, by a clock that only runs forward.
	 */
	constructor(
		private readonly now: () => number,
		private readonly ticks: () => number,
	) {}

	/** Takes note of what X says the time is. */
	sync(date: Date | undefined): void {
		if (date) this.said = { time: date.getTime(), at: this.ticks() };
	}

	/** Milliseconds since 1970, by the clock of X; by that of this machine until it has said one. */
	time(): number {
		return this.said ? this.said.time + Math.round(this.ticks() - this.said.at) : this.now();
	}
}
