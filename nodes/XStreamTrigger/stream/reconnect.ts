/** This file decides when to connect again: https://docs.x.com/x-api/fundamentals/handling-disconnections */
import { SECOND } from '../../shared/util/time';

/** The way in which a connection, or an attempt to connect, ended. */
export type Ending =
	/** An established connection was lost. */
	| { readonly kind: 'dropped'; /** Milliseconds that it was up. */ readonly lived: number }
	/** The node ended it to request other fields. */
	| { readonly kind: 'renewed' }
	| { readonly kind: 'network' }
	/** X answered that it cannot serve the stream now. */
	| { readonly kind: 'http' }
	/** X answered 429. `until` is the start of the next window, if X gave it. */
	| { readonly kind: 'limited'; readonly until?: number }
	/** X already has as many connections of the app as it allows. */
	| { readonly kind: 'tooMany' };

export interface Retry {
	readonly wait: number;
	/** Whether the wait has just reached its maximum, so that a person should know. */
	readonly isAlarming: boolean;
	/** Whether that maximum, or a second refusal, was reached before: it is no short disturbance. */
	readonly isLasting?: boolean;
	/** Whether X may still count a connection that this side has just closed. */
	readonly isFirstAfterClose?: boolean;
}

const NETWORK_STEP = 250;
const LONGEST_NETWORK = 16 * SECOND;
const FIRST_HTTP = 5 * SECOND;
const LONGEST_HTTP = 320 * SECOND;
const FIRST_LIMIT = 60 * SECOND;
/** The windows of X's limits are 15 minutes long. */
const LONGEST_LIMIT = 960 * SECOND;
/** X may take so long to notice a closed connection. It often refuses the first attempt after that, not the next. */
const GHOST = 60 * SECOND;
const GHOST_WAIT = 5 * SECOND;
/** A connection that lasted for one keep-alive interval was established. */
const UP = 20 * SECOND;

/** Counts failures in a row and decides how long to wait. It has no clock: callers pass the time. */
export class ReconnectPolicy {
	private readonly failures = { network: 0, http: 0, limit: 0 };
	private closedHere = -Infinity;

	closed(now: number): void {
		this.closedHere = now;
	}

	after(ending: Ending, now: number): Retry {
		switch (ending.kind) {
			case 'renewed':
				return at(0);
			case 'dropped':
				// A connection that is lost soon after it was made counts as a failed attempt.
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
					isLasting: this.failures.limit >= 2,
				};
			case 'limited': {
				const { wait, isAlarming } = doubled(FIRST_LIMIT, LONGEST_LIMIT, ++this.failures.limit);
				const named = Math.min((ending.until ?? now) - now, LONGEST_LIMIT);
				return { wait: Math.max(wait, named), isAlarming };
			}
		}
	}

	/** Notes that a connection is established, so the waits start again from the shortest. */
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
