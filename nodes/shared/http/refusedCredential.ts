/** A refused credential is not tried for each of a thousand items: token endpoints have limits of their own. */
import type { Failure } from '../errors';

const MOST = 3;

/** The number of refusals of the credential in a row, and the last one. */
export interface AuthFailureCounter {
	count: number;
	last?: Failure;
}

/** Counts the outcome of a request; undefined for a success. */
export function countAuthFailure(refusals: AuthFailureCounter, failure: Failure | undefined): void {
	const refused = failure?.kind === 'authentication';
	refusals.count = refused ? refusals.count + 1 : 0;
	if (refused) refusals.last = failure;
}

/** Returns the last refusal, in place of another request; undefined while the credential may be tried. */
export const refusedOften = ({ count, last }: AuthFailureCounter): Failure | undefined =>
	last && count >= MOST
		? {
				...last,
				description: `${last.description}. The credential was refused ${MOST} times in a row, so nothing more was sent.`,
			}
		: undefined;
