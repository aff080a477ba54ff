/** What a kind of failure means for the code that goes on after it. Nothing else decides this. */
import { advice } from './advice';

interface Meaning {
	/**
	 * The same request can succeed when it is sent again: `soon`, so that what is safe to repeat is repeated, or `later`,
	 * in minutes or days. Where it is left out, something has to be changed first.
	 */
	readonly passes?: 'soon' | 'later';
	/** X may have done what was asked, and bills it then. */
	readonly mayBeDone?: true;
	/** What to do about it, where no more than the kind is known. */
	readonly advice: string;
}

/** What went wrong, in one word. */
export const KINDS = {
	badRequest: { advice: advice.values },
	authentication: { advice: advice.reconnect },
	wrongCredentialKind: { advice: advice.otherCredential },
	missingScope: { advice: advice.newToken },
	forbidden: { advice: advice.access },
	notFound: { advice: advice.byId },
	conflict: { advice: advice.existing },
	locked: { advice: advice.oneByOne },
	rateLimit: { passes: 'later', advice: advice.wait },
	usageCap: { passes: 'later', advice: advice.cap },
	noCredit: { advice: advice.buyCredit },
	server: { passes: 'soon', mayBeDone: true, advice: advice.again },
	unavailable: { passes: 'soon', mayBeDone: true, advice: advice.again },
	connection: { passes: 'soon', mayBeDone: true, advice: advice.lookFirst },
	timeout: { passes: 'soon', mayBeDone: true, advice: advice.lookFirst },
	dns: { passes: 'soon', advice: advice.host },
	refused: { passes: 'soon', advice: advice.host },
	tls: { advice: advice.host },
	notJson: { mayBeDone: true, advice: advice.lookFirst },
	cancelled: { mayBeDone: true, advice: advice.ifNotIntended },
	unknown: { mayBeDone: true, advice: advice.runAgain },
} as const satisfies Readonly<Record<string, Meaning>>;

export type FailureKind = keyof typeof KINDS;

export const meaningOf = (kind: FailureKind): Meaning => KINDS[kind];

/**
 * Whether X may have done what was asked although no success came. The kind decides; a status from 300 to 499 is a
 * refusal, whatever came with it. X says of 500, 502, 503 and 504 alike that they pass, and of none that the request
 * was left undone (https://docs.x.com/x-api/fundamentals/response-codes-and-errors, read on 2026-11-22). HTTP promises
 * no more: a 503 may come from a server that had already begun, and 520 is a gateway's word for an answer that it could
 * not read. 408 counts with them, because the Ads API answers so when it stops working on a request (CANCELLED_REQUEST:
 * https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses).
 *
 * @param status HTTP status; undefined where no answer came.
 */
export const mayBeDoneAfter = (kind: FailureKind, status: number | undefined): boolean =>
	meaningOf(kind).mayBeDone === true &&
	(status === undefined || status < 300 || status === 408 || status >= 500);
