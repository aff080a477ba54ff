/** The request that failed: some refusals are known by their path alone, and what helps depends on the method. */
export interface AnsweredRequest {
	readonly method: string;
	/** The path without the host, e.g. `/2/users/12/likes`. */
	readonly path: string;
	/** Sending it twice does no harm. */
	readonly idempotent?: boolean;
}

/** A request for a token: asking twice does no harm, so that what helps is what helps a read. */
export const TOKEN_REQUEST: AnsweredRequest = { method: 'GET', path: '/oauth2/token' };
