/** Decides alone what each kind of failure means for the code that continues after it. */
import type { Failure as CauseForN8n } from 'n8n-workflow';
import { MINUTE } from '../util/time';
import { advice } from './advice';

interface Meaning {
	/**
	 * Whether the same request can succeed later: `soon`, so that safe requests are repeated, or `later`, in minutes
	 * or days. If it is missing, something has to be changed first.
	 */
	readonly passes?: 'soon' | 'later';
	/** X may have acted on the request and billed it. */
	readonly unsure?: true;
	/** The advice if only the kind is known. */
	readonly advice: string;
	/**
	 * Why it failed in n8n's words, by which n8n decides how long the next poll waits. Missing where the kind does not
	 * say whether waiting helps: then n8n asks again after 5 seconds, and each time after twice as long.
	 */
	readonly cause?: CauseForN8n;
}

const CONFIGURATION = { cause: 'configuration-invalid' } as const;
const CREDENTIAL = { cause: 'credential-invalid' } as const;
const TEMPORARY = { cause: 'temporarily-unavailable' } as const;

export const KINDS = {
	badRequest: { advice: advice.values, cause: CONFIGURATION },
	authentication: { advice: advice.reconnect, cause: CREDENTIAL },
	wrongCredentialKind: { advice: advice.otherCredential, cause: CONFIGURATION },
	missingScope: { advice: advice.newToken, cause: CREDENTIAL },
	forbidden: { advice: advice.access, cause: CONFIGURATION },
	notFound: { advice: advice.byId, cause: CONFIGURATION },
	conflict: { advice: advice.existing },
	locked: { advice: advice.oneByOne, cause: TEMPORARY },
	rateLimit: { passes: 'later', advice: advice.wait, cause: { cause: 'rate-limited' } },
	usageCap: { passes: 'later', advice: advice.cap, cause: { cause: 'quota-exhausted' } },
	// Auto-recharge adds credit at most once in 5 minutes, so asking earlier is of no use.
	noCredit: { advice: advice.buyCredit, cause: { cause: 'quota-exhausted', retryAfterMs: 5 * MINUTE } },
	server: { passes: 'soon', unsure: true, advice: advice.again, cause: TEMPORARY },
	unavailable: { passes: 'soon', unsure: true, advice: advice.again, cause: TEMPORARY },
	connection: { passes: 'soon', unsure: true, advice: advice.lookFirst, cause: TEMPORARY },
	timeout: { passes: 'soon', unsure: true, advice: advice.lookFirst, cause: TEMPORARY },
	dns: { passes: 'soon', advice: advice.host, cause: TEMPORARY },
	refused: { passes: 'soon', advice: advice.host, cause: TEMPORARY },
	tls: { advice: advice.host },
	unsaid: { unsure: true, advice: advice.lookFirst },
	notJson: { unsure: true, advice: advice.lookFirst },
	cancelled: { unsure: true, advice: advice.ifNotIntended },
	unknown: { unsure: true, advice: advice.runAgain },
} as const satisfies Readonly<Record<string, Meaning>>;

export type FailureKind = keyof typeof KINDS;

export const meaningOf = (kind: FailureKind): Meaning => KINDS[kind];

/**
 * Checks whether X may have acted on the request without a success. The kind decides; a status from 300 to 499 is
 * always a refusal. X describes 500, 502, 503 and 504 as temporary, and for none of them rules out that the request
 * was carried out (https://docs.x.com/x-api/fundamentals/response-codes-and-errors, read on 2026-11-22). Nor does
 * HTTP: a 503 may come from a server that had already begun, and a gateway sends 520 for an answer that it could not
 * read. 408 is included because the Ads API sends it when it stops working on a request (CANCELLED_REQUEST:
 * https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses).
 *
 * @param status HTTP status; undefined if no answer came.
 */
export const isUnsureAfter = (kind: FailureKind, status: number | undefined): boolean =>
	meaningOf(kind).unsure === true &&
	(status === undefined || status < 300 || status === 408 || status >= 500);
