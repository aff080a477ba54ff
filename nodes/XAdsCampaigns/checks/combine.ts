import type { Field, Values } from '../../shared/operation/operation';

export type Check = (values: Values) => Iterable<string>;

/** Several rules as one. */
export const checks = (...all: Check[]) =>
	function* (values: Values): Generator<string> {
		for (const check of all) yield* check(values);
	};

/** An update without a change would be a request for nothing. */
export const somethingToUpdate = (fields: Readonly<Record<string, Field>>) =>
	function* (values: Values): Generator<string> {
		if (Object.keys(fields).every((key) => values[key] === undefined))
			yield 'Update Fields: needs at least one field to change';
	};
