import { wait } from '../../shared/util/wait';

const WINDOW = 900_000;
/** Recent search allows an app 450 requests in 15 minutes. The rest is for other workflows. */
export const MOST_SEARCHES = 300;

/** Spreads the searches of an app, so that long gaps and many rules do not use up its limit. */
export class SearchAllowance {
	private sent: number[] = [];

	constructor(private readonly ticks: () => number) {}

	async take(signal: AbortSignal): Promise<void> {
		for (;;) {
			const since = this.ticks() - WINDOW;
			this.sent = this.sent.filter((at) => at > since);
			const [first] = this.sent;
			if (first === undefined || this.sent.length < MOST_SEARCHES) break;
			await wait(first - since, signal);
		}
		this.sent.push(this.ticks());
	}
}
