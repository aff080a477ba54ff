/** Rules across fields that several nodes share. */
import type { BrokenRule } from '../operation/operation';

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
