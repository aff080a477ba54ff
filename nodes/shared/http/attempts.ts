/** This file attempts a request: it waits for limits, and repeats what is safe to repeat. */
import { classify, meaningOf, type Failure } from '../errors';
import { wait } from '../util/wait';
import type { ApiRequest, ApiResponse } from './api';
import type { Admission, RateLimits } from './rateLimits';
import { MINUTE } from '../util/time';

/** The outcome of an attempt, with the headers of the answer if there was one. */
export interface AttemptOutcome {
	readonly outcome: ApiResponse | Failure;
	readonly headers?: ApiResponse['headers'];
}

/** The state and functions that all requests of a connection share. */
interface SharedByAttempts {
	readonly once: (request: ApiRequest) => Promise<AttemptOutcome>;
	/** Makes the error to throw. */
	readonly fail: (failure: Failure) => Error;
	readonly tellWait: (milliseconds: number) => void;
	readonly limits: RateLimits;
	readonly refusals: AuthFailureCounter;
	/** Longest wait for rate limits, in milliseconds, per request. */
	readonly maxWait: number;
	/** Ends the waits of a cancelled run. */
	readonly signal: AbortSignal | undefined;
}

const ATTEMPTS = 4;
const FIRST_PAUSE = 500;

export class Attempts {
	private readonly isSafe: boolean;
	private readonly window: ReturnType<RateLimits['of']>;
	private readonly signal: AbortSignal | undefined;
	private patience: number;
	private repeats = 0;
	/** After an earlier attempt, X may have done what was asked. */
	private unsure = false;
	private limited: Failure | undefined;

	constructor(
		private readonly sending: SharedByAttempts,
		private readonly request: ApiRequest,
	) {
		const { method, path, template = path, idempotent = false, isCleanUp = false } = request;
		this.isSafe = method === 'GET' || method === 'DELETE' || idempotent;
		this.window = sending.limits.of(`${method} ${template}`);
		this.signal = isCleanUp ? undefined : sending.signal;
		this.patience = isCleanUp ? 0 : sending.maxWait;
	}

	/** @throws NodeApiError for every answer that is not a success. */
	async run(): Promise<ApiResponse> {
		for (;;) {
			const admission = await this.admitted();
			const { outcome, headers } = await this.sending.once(this.prepared(admission));
			const failure = isFailure(outcome) ? outcome : undefined;
			if (!this.request.own) countAuthFailure(this.sending.refusals, failure);
			if (failure?.kind === 'rateLimit') {
				this.window.refused(failure.retryAt ?? afterAMinute());
				this.limited = failure;
				continue;
			}
			// An error of the connection or of a gateway says nothing about limits.
			const isOfLimits = (outcome.status ?? 0) < 500;
			this.window.done(admission, isOfLimits ? headers : undefined, failure?.kind !== 'badRequest');
			if (!isFailure(outcome)) return outcome;
			// An earlier attempt has deleted it, but its answer was lost.
			if (this.unsure && this.request.method === 'DELETE' && outcome.kind === 'notFound')
				return ALREADY_DELETED;
			await this.beforeNext(outcome);
		}
	}

	/** Waits for the rate limit. */
	private async admitted(): Promise<Admission> {
		const admission = await this.window.admit(this.patience, this.signal, (milliseconds) => {
			this.sending.tellWait(milliseconds);
			this.request.onWait?.(milliseconds);
		});
		if (!admission) throw this.failed(this.limited ?? windowUsedUp(this.window.reopens));
		this.patience -= admission.waited;
		const refused = refusedOften(this.sending.refusals);
		if (!refused) return admission;
		this.window.done(admission, undefined);
		throw this.failed(refused);
	}

	/** The request to send. If it is invalid, its place in the window is given back. */
	private prepared(admission: Admission): ApiRequest {
		let made: ApiRequest | undefined;
		try {
			return (made = this.request.prepare?.() ?? this.request);
		} finally {
			if (!made) this.window.done(admission, undefined);
		}
	}

	/** Waits before the next attempt, or throws if there is none. */
	private async beforeNext(failure: Failure): Promise<void> {
		const { kind, notSent, unsure, retryAt } = failure;
		const isRepeated = notSent || (this.isSafe && meaningOf(kind).passes === 'soon');
		if (!isRepeated || ++this.repeats >= ATTEMPTS) throw this.failed(failure);
		this.unsure ||= unsure;
		const pause = FIRST_PAUSE * 2 ** (this.repeats - 1) * (0.5 + Math.random());
		const asked = this.request.isCleanUp === true ? 0 : pauseUntil(retryAt);
		if (asked > this.patience) throw this.failed(failure);
		this.patience -= asked;
		await wait(Math.max(pause, asked), this.signal);
	}

	/** A later refusal does not undo what an earlier attempt may have done. A read does nothing, but may have a price. */
	private failed(failure: Failure): Error {
		const may = failure.unsure || this.unsure;
		const { method, own } = this.request;
		const isRead = method === 'GET';
		const whole = { ...failure, unsure: may && !isRead, mayBeBilled: may && isRead };
		return this.sending.fail(own?.explain(whole) ?? whole);
	}
}

const isFailure = (outcome: ApiResponse | Failure): outcome is Failure => 'kind' in outcome;

/** The refusal that X would answer with: the limit is known to be used up. */
const windowUsedUp = (reopens: Date): Failure =>
	classify({ status: 429, headers: { 'x-rate-limit-reset': String(Math.ceil(reopens.getTime() / 1000)) } });

const ALREADY_DELETED: ApiResponse = { status: 204, headers: {}, body: undefined };

/** Milliseconds until X expects to be available again. */
const pauseUntil = (time: Date | undefined): number => Math.max(0, (time?.getTime() ?? 0) - Date.now());

/** The documentation's advice if an answer names no reset. */
const afterAMinute = () => new Date(Date.now() + MINUTE);

/** A refused credential is not tried for each of a thousand items: token endpoints have limits of their own. */
const MOST = 3;
/** So long nothing more is sent. A trigger keeps its connection for months, and what X refuses for minutes passes. */
const PAUSE = MINUTE / 2;

/** The number of refusals of the credential in a row, and the last one. */
export interface AuthFailureCounter {
	count: number;
	last?: Failure;
	/** When that was, by a clock that only runs forward. */
	at?: number;
}

/** Counts the outcome of a request; undefined for a success. */
function countAuthFailure(refusals: AuthFailureCounter, failure: Failure | undefined): void {
	const refused = failure?.kind === 'authentication';
	refusals.count = refused ? refusals.count + 1 : 0;
	if (refused) Object.assign(refusals, { last: failure, at: performance.now() });
}

/** Returns the last refusal, in place of another request; undefined while the credential may be tried. */
const refusedOften = ({ count, last, at = 0 }: AuthFailureCounter): Failure | undefined =>
	last && count >= MOST && performance.now() - at < PAUSE
		? {
				...last,
				description: `${last.description}. The credential was refused ${MOST} times in a row, so nothing more was sent.`,
			}
		: undefined;
