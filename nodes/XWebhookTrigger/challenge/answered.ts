import { BoundedMap } from '../../shared/util/boundedMap';

/** By node: when this process last answered a challenge, in milliseconds since 1970. */
const answered = new BoundedMap<string, number>(500);

/** Notes that a node answered a challenge just now. */
export function noteAnswer(scope: string): void {
	answered.set(scope, Date.now());
}

/**
 * Whether this process answered a challenge for a node since a moment. In queue mode another process may have.
 *
 * @param scope Names the node; see `scopeOf`.
 * @param since In milliseconds since 1970.
 */
export const hasAnswered = (scope: string, since: number): boolean => (answered.get(scope) ?? 0) >= since;
