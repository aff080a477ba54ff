/** A refused credential is not tried for each of a thousand items: token endpoints have limits of their own. */
import type { Failure } from '../errors';
import { MINUTE } from '../util/time';

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
export function countAuthFailure(refusals: AuthFailureCounter, failure: Failure | undefined): void {
	const refused = failure?.kind === 'authentication';
	refusals.count = refused ? refusals.count + 1 : 0;
	if (refused) Object.assign(refusals, { last: failure, at: performance.now() });
}

/** Returns the last refusal, in place of another request; undefined while the credential may be tried. */
export const refusedOften = ({ count, last, at = 0 }: AuthFailureCounter): Failure | undefined =>
	last && count >= MOST && performance.now() - at < PAUSE
		? {
				...last,
				description: `${last.description}. The credential was refused ${MOST} times in a row, so nothing more was sent.`,
			}
		: undefined;
