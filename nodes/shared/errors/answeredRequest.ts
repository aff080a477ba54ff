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
