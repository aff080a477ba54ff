import { remembered } from '../../shared/memory/process';

const answered = remembered<number>({ name: 'when a challenge was answered', of: 'node' });

export function noteAnswer(scope: string): void {
	answered.set(scope, Date.now());
}

/** Returns whether this process has answered a challenge since a time. In queue mode, another process may have. */
export const hasAnswered = (scope: string, since: number): boolean => (answered.get(scope) ?? 0) >= since;
