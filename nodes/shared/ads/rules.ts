/** Rules across fields that several nodes share. */
import { broken, type BrokenRule } from '../operation/operation';

type Check<V, Key extends string> = (values: V) => Iterable<BrokenRule<Key>>;

/** Combines two rules. */
export const both = <V, W, Key extends string, More extends string>(
	one: Check<V, Key>,
	other: Check<W, More>,
) =>
	function* (values: V & W): Generator<BrokenRule<Key | More>> {
		yield* one(values);
		yield* other(values);
	};

interface Window {
	readonly start_time?: string | undefined;
	readonly end_time?: string | undefined;
}

const HOUR = 3_600_000;

/** X takes whole hours only. */
export function* checkWholeHours(window: Window) {
	for (const name of ['start_time', 'end_time'] as const) {
		const moment = window[name];
		if (moment && Date.parse(moment) % HOUR !== 0)
			yield broken(name, 'wholeHour', `must be a whole hour, such as 2026-01-31T09:00:00Z, and is ${moment}`);
	}
}
