/**
 * What the answers of an execution said of rate limits. All its requests share it, so that one refusal stops them all,
 * one wait serves them all, and none is sent beyond the limit that was named:
 * https://docs.x.com/x-api/fundamentals/rate-limits
 */
import { sleep } from 'n8n-workflow';
import { remaining, resetAt } from '../errors';
import { CancelledError, wait } from '../util/wait';

type Headers = Readonly<Record<string, unknown>>;

/** A request that was let through. */
export interface Admission {
	/** Its place among all that were let through. */
	readonly place: number;
	/** How many were under way when it started: its answer may or may not have counted them. */
	readonly beside: number;
	/** Milliseconds that it waited for a new window. */
	readonly waited: number;
}

/** The limits of an execution, by endpoint: https://docs.x.com/x-api/fundamentals/rate-limits counts each by itself. */
export class RateLimits {
	private readonly windows = new Map<string, RateLimitWindow>();
	private waitsUntil = 0;
	private sum = 0;

	/** Milliseconds in which at least one request waited for a new window. */
	get waited(): number {
		return this.sum;
	}

	/** Takes note of a wait that begins now. */
	waits(milliseconds: number): void {
		const [now, end] = [Date.now(), Date.now() + milliseconds];
		this.sum += Math.max(0, end - Math.max(now, this.waitsUntil));
		this.waitsUntil = Math.max(this.waitsUntil, end);
	}

	/** @param endpoint Method and path template. */
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
	private started = 0;
	private underWay = 0;
	/** Requests that the window certainly takes yet; undefined where no answer says so. */
	private left: number | undefined;
	private hasAnswer = false;
	/** The latest place that counts as heard of. */
	private lastHeard = 0;
	private closedUntil = 0;
	/** Refusals without a success in between. */
	private refusals = 0;
	private waiting: (() => void)[] = [];

	/**
	 * Lets a request through as soon as the limit allows it. The first one goes alone: its answer says how many may
	 * follow.
	 *
	 * @param patience Longest wait for a new window, in milliseconds.
	 * @param onWait Told how long the wait for a new window is, in milliseconds.
	 * @returns undefined where the wait would be longer.
	 * @throws CancelledError when the execution is cancelled.
	 */
	async admit(
		patience: number,
		signal?: AbortSignal,
		onWait?: (milliseconds: number) => void,
	): Promise<Admission | undefined> {
		let waited = 0;
		for (;;) {
			if (signal?.aborted) throw new CancelledError();
			const pause = this.closedUntil - Date.now();
			if (pause > 0) {
				const needed = pause + Math.random() * 750;
				if (waited + needed > patience) return undefined;
				onWait?.(needed);
				await wait(needed, signal);
				waited += needed;
			} else if (this.mayStart()) {
				const admission = { place: ++this.started, beside: this.underWay++, waited };
				if (this.left !== undefined) this.left--;
				return admission;
			} else await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
	}

	/**
	 * Takes note of an answer, or of a request that got none.
	 *
	 * @param headers The headers of the answer. Where they name no limit, the one that was named last still holds.
	 * @param isUsable Whether more of the same kind are worth sending: a refused one may have to be changed first.
	 */
	done({ place, beside }: Admission, headers: Headers | undefined, isUsable = true): void {
		this.underWay--;
		if (headers) {
			this.refusals = 0;
			const left = remaining(headers);
			const reset = resetAt(headers, new Date());
			if (place > this.lastHeard) {
				this.hasAnswer ||= isUsable;
				this.lastHeard = place;
				// It may have been answered before those beside it, and was before those after it.
				if (left !== undefined) this.left = left - beside - (this.started - place);
			}
			if (left === 0 && reset) this.closeUntil(reset.getTime() + MARGIN);
		}
		// Who was refused sends its changed request before the others send theirs.
		if (isUsable) this.wake();
		else void sleep(0).then(() => this.wake());
	}

	/**
	 * Takes note of a refusal (429). Where the clocks differ a reset may seem past while X goes on refusing:
	 * the pause doubles each time.
	 */
	refused(reset: Date): void {
		this.underWay--;
		// Those that were under way together were refused for the same reason.
		if (this.closedUntil <= Date.now()) this.refusals++;
		const least = this.refusals <= 1 ? MARGIN : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.refusals);
		this.closeUntil(Math.max(Date.now() + least, reset.getTime() + MARGIN));
		this.wake();
	}

	/** When the next window begins, as far as known. */
	get reopens(): Date {
		return new Date(this.closedUntil);
	}

	private mayStart(): boolean {
		if (this.underWay === 0) return true;
		return this.hasAnswer && (this.left === undefined || this.left > 0);
	}

	private closeUntil(time: number): void {
		this.closedUntil = Math.max(this.closedUntil, time);
		// What the window after it takes, its first answer says; answers that are still to come are of this one.
		this.hasAnswer = false;
		this.left = undefined;
		this.lastHeard = this.started;
	}

	private wake(): void {
		const waiting = this.waiting;
		this.waiting = [];
		for (const resume of waiting) resume();
	}
}
