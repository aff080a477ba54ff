/**
 * When to connect again, as the documentation asks for it:
 * https://docs.x.com/x-api/fundamentals/handling-disconnections
 */

/** How an attempt to connect, or a connection, ended. */
export type Ending =
	/** A connection that had been up was lost. */
	| { readonly kind: 'dropped'; /** Milliseconds that it was up. */ readonly lived: number }
	/** The node itself ended it, to ask for other fields. */
	| { readonly kind: 'renewed' }
	/** X could not be reached. */
	| { readonly kind: 'network' }
	/** It answered that it cannot serve now. */
	| { readonly kind: 'http' }
	/** It answered 429; when its window starts afresh, where it said so. */
	| { readonly kind: 'limited'; readonly until?: number }
	/** It has as many connections of the app as it allows. */
	| { readonly kind: 'tooMany' };

/** What to do then. */
export interface Retry {
	/** Milliseconds to wait before the next attempt. */
	readonly wait: number;
	/** Whether the longest wait has just been reached: time to tell somebody. */
	readonly isAlarming: boolean;
	/** Whether X counts a connection that this side has just closed. */
	readonly isFirstAfterClose?: boolean;
}

const SECOND = 1000;
const NETWORK_STEP = 250;
const LONGEST_NETWORK = 16 * SECOND;
const FIRST_HTTP = 5 * SECOND;
const LONGEST_HTTP = 320 * SECOND;
const FIRST_LIMIT = 60 * SECOND;
/** The windows of X's limits are 15 minutes long. */
const LONGEST_LIMIT = 960 * SECOND;
/**
 * How long X may take to see that a connection has been closed on this side: the first attempt after such
 * an end is often refused, the next one is not.
 */
const GHOST = 60 * SECOND;
const GHOST_WAIT = 5 * SECOND;
/** A connection that lasted for one keep-alive was up. */
const UP = 20 * SECOND;

/** Counts the failures in a row and says how long to wait. Knows no clock: it is told the time. */
export class ReconnectPolicy {
	private readonly failures = { network: 0, http: 0, limit: 0 };
	private closedHere = -Infinity;

	/** Takes note that this side closed a connection, which X may count for a while. */
	closed(now: number): void {
		this.closedHere = now;
	}

	/**
	 * @param ending What happened.
	 * @param now The present time in milliseconds.
	 */
	after(ending: Ending, now: number): Retry {
		switch (ending.kind) {
			case 'renewed':
				return at(0);
			case 'dropped':
				// A connection that is lost again and again right after it was made is no connection.
				if (ending.lived < UP) return at(this.step(this.failures.network++));
				this.connected();
				return at(0);
			case 'network':
				return this.network();
			case 'http':
				return doubled(FIRST_HTTP, LONGEST_HTTP, ++this.failures.http);
			case 'tooMany':
				if (now - this.closedHere < GHOST) {
					this.closedHere = -Infinity;
					return { ...at(GHOST_WAIT), isFirstAfterClose: true };
				}
				return {
					...doubled(FIRST_LIMIT, LONGEST_LIMIT, ++this.failures.limit),
					isAlarming: this.failures.limit === 2,
				};
			case 'limited': {
				const { wait, isAlarming } = doubled(FIRST_LIMIT, LONGEST_LIMIT, ++this.failures.limit);
				const named = Math.min((ending.until ?? now) - now, LONGEST_LIMIT);
				return { wait: Math.max(wait, named), isAlarming };
			}
		}
	}

	/** Takes note that a connection is up: the waits start anew. */
	connected(): void {
		Object.assign(this.failures, { network: 0, http: 0, limit: 0 });
	}

	private network(): Retry {
		const wait = this.step(++this.failures.network);
		return { wait, isAlarming: this.failures.network * NETWORK_STEP === LONGEST_NETWORK };
	}

	private readonly step = (tries: number) => Math.min(tries * NETWORK_STEP, LONGEST_NETWORK);
}

const at = (wait: number): Retry => ({ wait, isAlarming: false });

function doubled(first: number, longest: number, tries: number): Retry {
	const wait = Math.min(first * 2 ** (tries - 1), longest);
	return { wait, isAlarming: wait === longest && first * 2 ** (tries - 2) < longest };
}
