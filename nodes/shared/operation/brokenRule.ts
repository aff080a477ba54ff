/** Broken rules as data: which field, which rule, and the words for it. */
import type { Collection } from './field';

/** A rule that a value breaks. */
export interface BrokenRule<Key extends string = string> {
	/** Key of the field, dotted into groups and rows (`items.2.bid`); or a collection of the form. */
	readonly field: Key;
	/** What does not change when the words do: `required`, `maxLength`, `before`, … */
	readonly rule: string;
	/** Completes the field's label; `{key}` stands for the label of another field. */
	readonly text: string;
}

/** What a rule across fields may blame. */
export type Blamable<F> = (keyof F & string) | `${keyof F & string}.${string}` | Collection;

/**
 * A broken rule.
 *
 * @param field Key of the field, dotted into groups and rows, or the name of a collection.
 * @param rule The rule's name, the same whatever the words are.
 * @param text Completes the field's label; `{key}` is replaced by the label of that field.
 */
export const broken = <const Key extends string>(
	field: Key,
	rule: string,
	text: string,
): BrokenRule<Key> => ({
	field,
	rule,
	text,
});

/** Thrown by `encode`: a value that breaks a rule. The reader adds which field it is. */
export class InvalidValue extends Error {
	/**
	 * @param rule The rule's name: where JSON Schema has a word for it, that word.
	 * @param text Completes the field's label.
	 */
	constructor(
		readonly rule: string,
		readonly text: string,
	) {
		super(text);
	}
}

/** Thrown by `encode` of a field that holds others: what is wrong with them, their names counted from this field on. */
export class InvalidMembers extends Error {
	constructor(readonly rules: readonly BrokenRule[]) {
		super(rules.map(({ field, text }) => `${field} ${text}`).join('; '));
	}
}
