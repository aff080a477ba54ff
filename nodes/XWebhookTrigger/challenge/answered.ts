import { remembered } from '../../shared/memory/process';

/** In milliseconds since 1970. */
const answered = remembered<number>({ name: 'when a challenge was answered', of: 'node' });

export function noteAnswer(scope: string): void {
	answered.set(scope, Date.now());
}

/**
 * Returns whether this process has answered a challenge for a node since a given time. In queue mode, another
 * process may have.
 *
 * @param scope The name of the node; see `scopeOf`.
 * @param since In milliseconds since 1970.
 */
export const hasAnswered = (scope: string, since: number): boolean => (answered.get(scope) ?? 0) >= since;
