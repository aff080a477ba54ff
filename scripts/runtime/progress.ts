const INTERVAL_MS = 15_000;

/** Prints how long each step has been running, so that a silent minute does not look like a hang. */
export class Progress {
	constructor(
		private readonly say: (line: string) => void,
		private readonly intervalMs: number = INTERVAL_MS,
	) {}

	/** Runs one step, saying when it begins, that it goes on, and how long it took. */
	async step<T>(name: string, work: () => Promise<T>): Promise<T> {
		const startedAt = Date.now();
		const seconds = (): number => Math.round((Date.now() - startedAt) / 1000);
		this.say(`  ${name} …`);
		const timer = setInterval(() => this.say(`  ${name} … ${seconds()} s`), this.intervalMs);
		try {
			const result = await work();
			this.say(`  ${name}: done in ${seconds()} s`);
			return result;
		} finally {
			clearInterval(timer);
		}
	}
}
