const INTERVAL_MS = 15_000;

/** Prints how long each step has been running, so that a silent minute does not look like a hang. */
export class Progress {
	constructor(
		private readonly say: (line: string) => void,
		private readonly intervalMs: number = INTERVAL_MS,
	) {}

	/**
	 * Runs one step, saying when it begins, that it goes on, and how long it took.
	 *
	 * @param done How much of it is done, in words.
	 */
	async step<T>(name: string, work: () => Promise<T>, done?: () => Promise<string>): Promise<T> {
		const startedAt = Date.now();
		const seconds = (): number => Math.round((Date.now() - startedAt) / 1000);
		this.say(`  ${name} …`);
		let isOver = false;
		const goesOn = async (): Promise<void> => {
			const much = done === undefined ? '' : `, ${await done()}`;
			if (!isOver) this.say(`  ${name} … ${seconds()} s${much}`);
		};
		const timer = setInterval(() => void goesOn(), this.intervalMs);
		try {
			const result = await work();
			this.say(`  ${name}: done in ${seconds()} s`);
			return result;
		} finally {
			isOver = true;
			clearInterval(timer);
		}
	}
}
