import type { FailureKind } from './kinds';

export type { FailureKind } from './kinds';

export type Problem = Record<string, unknown>;

/** A failed request, whatever its cause, in one form. */
export interface Failure {
	kind: FailureKind;
	status?: number;
	/** The failure in plain words, with X's own text. */
	message: string;
	description: string;
	/** Every problem in the body, as sent. Empty if none could be read. */
	problems: Problem[];
	/** X's own code: a problem slug, a number of the legacy bodies, an ads error code or a connection code. */
	code?: string;
	/** The request parameter that X blames, by its name on the wire. */
	parameter?: string;
	/** The field of the form behind that parameter. */
	field?: string;
	/** The moment at which the rate limit or cap is reset, or X expects to be available again. */
	retryAt?: Date;
	/** The request certainly never reached X, so even a create may be sent again. */
	notSent: boolean;
	/** X may have done and billed it: a create is looked for before it is sent again. */
	unsure: boolean;
	/** The answer of a success that does not say what became of the request. */
	answer?: unknown;
	/** X may have billed a read. It can be sent again, because nothing is done twice. */
	mayBeBilled?: boolean;
}

/** Carries a failure through code that can only throw, such as a credential's token exchange. */
export class FailureError extends Error {
	override readonly name = 'FailureError';

	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/** The request that failed. Some refusals are recognized by their path alone, and the advice depends on the method. */
export interface AnsweredRequest {
	readonly method: string;
	/** The path without the host, e.g. `/2/users/12/likes`. */
	readonly path: string;
	/** Sending it twice does no harm. */
	readonly idempotent?: boolean;
}

/** A request for a token. Asking twice does no harm, so it gets the advice of a read. */
export const TOKEN_REQUEST: AnsweredRequest = { method: 'GET', path: '/oauth2/token' };
