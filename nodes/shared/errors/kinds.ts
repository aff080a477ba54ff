/** What each kind of failure means for the code that continues after it. Nothing else decides this. */
import { advice } from './advice';

interface Meaning {
	/**
	 * Whether the same request can succeed later: `soon`, so that safe requests are repeated, or `later`, in minutes
	 * or days. If it is missing, something has to be changed first.
	 */
	readonly passes?: 'soon' | 'later';
	/** X may have acted on the request and billed it. */
	readonly mayBeDone?: true;
	/** What to do about it if only the kind is known. */
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
	unsaid: { mayBeDone: true, advice: advice.lookFirst },
	notJson: { mayBeDone: true, advice: advice.lookFirst },
	cancelled: { mayBeDone: true, advice: advice.ifNotIntended },
	unknown: { mayBeDone: true, advice: advice.runAgain },
} as const satisfies Readonly<Record<string, Meaning>>;

export type FailureKind = keyof typeof KINDS;

export const meaningOf = (kind: FailureKind): Meaning => KINDS[kind];

/**
 * Whether X may have acted on the request although no success came. The kind decides; a status from 300 to 499 is
 * always a refusal. X describes 500, 502, 503 and 504 as temporary, and for none of them rules out that the request
 * was carried out (https://docs.x.com/x-api/fundamentals/response-codes-and-errors, read on 2026-11-22). Nor does
 * HTTP: a 503 may come from a server that had already begun, and a gateway sends 520 for an answer that it could not
 * read. 408 is included because the Ads API sends it when it stops working on a request (CANCELLED_REQUEST:
 * https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses).
 *
 * @param status HTTP status; undefined if no answer came.
 */
export const mayBeDoneAfter = (kind: FailureKind, status: number | undefined): boolean =>
	meaningOf(kind).mayBeDone === true &&
	(status === undefined || status < 300 || status === 408 || status >= 500);
