/**
 * The requests of an execution share the rate limits that its answers report: one refusal stops them all, one wait
 * serves them all, and none is sent beyond a known limit: https://docs.x.com/x-api/fundamentals/rate-limits
 */
import { sleep } from 'n8n-workflow';
import { remaining, resetAt } from '../errors';
import { CancelledError, wait } from '../util/wait';

type Headers = Readonly<Record<string, unknown>>;

export interface Admission {
	readonly place: number;
	/** Requests in progress when it started. Its answer may or may not have counted them. */
	readonly beside: number;
	/** Milliseconds that it waited for a new window. */
	readonly waited: number;
}

/** The limits of an execution. Each endpoint has its own: https://docs.x.com/x-api/fundamentals/rate-limits */
export class RateLimits {
	private readonly windows = new Map<string, RateLimitWindow>();
	private waitsUntil = 0;
	private sum = 0;

	/** Milliseconds in which at least one request waited for a new window. */
	get waited(): number {
		return this.sum;
	}

	/** Whether any answer has come. */
	get isAnswered(): boolean {
		return [...this.windows.values()].some(({ isAnswered }) => isAnswered);
	}

	/** Records a wait that begins now. */
	waits(milliseconds: number): void {
		const [now, end] = [Date.now(), Date.now() + milliseconds];
		this.sum += Math.max(0, end - Math.max(now, this.waitsUntil));
		this.waitsUntil = Math.max(this.waitsUntil, end);
	}

	of(endpoint: string): RateLimitWindow {
		const window = this.windows.get(endpoint) ?? new RateLimitWindow();
		this.windows.set(endpoint, window);
		return window;
	}
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;
/** Clocks differ a little, and a reset is a whole second. */
const MARGIN = 250;

/** The window of one endpoint. */
export class RateLimitWindow {
	/** Whether any answer has come that is not an error of a gateway. */
	isAnswered = false;
	private started = 0;
	private underWay = 0;
	/** Requests that the window certainly still accepts; undefined if no answer named a number. */
	private left: number | undefined;
	private hasAnswer = false;
	/** The latest place that counts as answered. */
	private lastHeard = 0;
	private closedUntil = 0;
	/** Refusals without a success in between. */
	private refusals = 0;
	/** Lets the next request look again. */
	private wake = (): void => {};
	private turn: Promise<unknown> = Promise.resolve();
	/** Milliseconds that requests have waited for a new window, one after the other. */
	private waited = 0;

	/**
	 * Admits a request as soon as the limit allows it. The first one goes alone: its answer says how many may follow.
	 *
	 * @param patience Longest wait for a new window, in milliseconds.
	 * @param onWait Gets the length of a wait for a new window, in milliseconds.
	 * @returns undefined if the wait would be longer.
	 * @throws CancelledError when the execution is cancelled.
	 */
	async admit(patience: number, ...by: [AbortSignal?, ((milliseconds: number) => void)?]) {
		if (this.closedUntil - Date.now() > patience) return undefined;
		const before = this.waited;
		const admitted = this.turn.then(async () => await this.admitNext(before, patience, ...by));
		this.turn = Promise.allSettled([admitted]);
		return await admitted;
	}

	/** @param before What had been waited when the request came: it waits behind others, too. */
	private async admitNext(
		before: number,
		patience: number,
		signal?: AbortSignal,
		onWait?: (milliseconds: number) => void,
	): Promise<Admission | undefined> {
		for (;;) {
			if (signal?.aborted) throw new CancelledError();
			const pause = this.closedUntil - Date.now();
			const waited = this.waited - before;
			if (pause > 0) {
				const needed = pause + Math.random() * 750;
				if (waited + needed > patience) return undefined;
				onWait?.(needed);
				await wait(needed, signal);
				this.waited += needed;
			} else if (this.mayStart()) {
				const admission = { place: ++this.started, beside: this.underWay++, waited };
				if (this.left !== undefined) this.left--;
				return admission;
			} else await new Promise<void>((resolve) => (this.wake = resolve));
		}
	}

	/**
	 * Records an answer, or a request without one.
	 *
	 * @param headers The headers of the answer. If they name no limit, the last one still holds.
	 * @param isUsable Whether more requests of the same kind are worth sending: a refused one may have to be changed
	 *   first.
	 */
	done({ place, beside }: Admission, headers: Headers | undefined, isUsable = true): void {
		this.underWay--;
		if (headers) {
			this.isAnswered = true;
			this.refusals = 0;
			const left = remaining(headers);
			const reset = left === 0 ? resetAt(headers, new Date()) : undefined;
			if (place > this.lastHeard) {
				this.hasAnswer ||= isUsable;
				this.lastHeard = place;
				// X may not have counted the requests beside it, and cannot have counted those admitted later.
				if (left !== undefined) this.left = left - beside - (this.started - place);
			}
			if (reset) this.closeUntil(reset.getTime() + MARGIN);
		}
		// A refused request is corrected and sent again first: the others would be refused for the same reason.
		if (isUsable) this.wake();
		else void sleep(0).then(() => this.wake());
	}

	/**
	 * Records a refusal (429). If the clocks differ, X may go on refusing after the reset seems past: the pause
	 * doubles each time.
	 */
	refused(reset: Date): void {
		this.underWay--;
		// Requests that were in progress together were refused for the same reason.
		if (this.closedUntil <= Date.now()) this.refusals++;
		const least = this.refusals <= 1 ? MARGIN : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.refusals);
		this.closeUntil(Math.max(Date.now() + least, reset.getTime() + MARGIN));
		this.wake();
	}

	/** The moment at which the next window begins, as far as known. */
	get reopens(): Date {
		return new Date(this.closedUntil);
	}

	private mayStart(): boolean {
		if (this.underWay === 0) return true;
		return this.hasAnswer && (this.left === undefined || this.left > 0);
	}

	private closeUntil(time: number): void {
		this.closedUntil = Math.max(this.closedUntil, time);
		// The first answer of the next window names its limit. Late answers still belong to this window.
		this.hasAnswer = false;
		this.left = undefined;
		this.lastHeard = this.started;
	}
}
