import type { FailureKind } from './kinds';

export type { FailureKind } from './kinds';

/** One machine-readable problem as X sent it, secrets removed. */
export type Problem = Record<string, unknown>;

/** A failed request, whatever its cause, in the one form the rest of the package works with. */
export interface Failure {
	kind: FailureKind;
	/** HTTP status; absent when no answer came. */
	status?: number;
	/** What happened, in plain words, with what X said about it. */
	message: string;
	/** What to do about it. */
	description: string;
	/** Every problem in the body, as sent. Empty when the body held none that could be read. */
	problems: Problem[];
	/** X's own code: a problem slug, a number of the legacy bodies, an ads error code or a connection code. */
	code?: string;
	/** The request parameter that X blames, by its name on the wire. */
	parameter?: string;
	/** The field of the form behind that parameter. */
	field?: string;
	/** When the rate limit starts afresh, or X expects to be available again. */
	retryAt?: Date;
	/** The request certainly never reached X, so that even a create may be sent again. */
	notSent: boolean;
	/** X may have done what was asked, and bills it then: a create is looked for before it is sent again. */
	mayBeDone: boolean;
}

/** Carries a failure through code that can only throw, such as a credential's token exchange. */
export class FailureError extends Error {
	override readonly name = 'FailureError';

	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}
