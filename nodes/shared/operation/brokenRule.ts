/** This file keeps broken rules as data: which field, which rule, and the words for it. */
import type { Collection } from './field';

/** A rule that a value breaks. */
export interface BrokenRule<Key extends string = string> {
	/** Key of the field, with dots for groups and rows (`items.2.bid`), or a collection of the form. */
	readonly field: Key;
	/** A name that stays the same when the text changes: `required`, `maxLength`, `before`, … */
	readonly rule: string;
	/** Completes the field's label; `{key}` stands for the label of another field. */
	readonly text: string;
}

/** The fields and collections that a rule across fields may blame. */
export type Blamable<F> = (keyof F & string) | `${keyof F & string}.${string}` | Collection;

/** Makes a broken rule of a field or collection. `{key}` in the text becomes the label of that field. */
export const broken = <const Key extends string>(field: Key, rule: string, text: string) => ({
	field,
	rule,
	text,
});

/** Thrown by `encode` for a value that breaks a rule. The reader adds the field. */
export class InvalidValue extends Error {
	/** @param rule Name of the rule, as in JSON Schema if it has one. */
	constructor(
		readonly rule: string,
		readonly text: string,
	) {
		super(text);
	}
}

/** Thrown by `encode` of a field with members. The keys in its rules are relative to this field. */
export class InvalidMembers extends Error {
	constructor(readonly rules: readonly BrokenRule[]) {
		super(rules.map(({ field, text }) => `${field} ${text}`).join('; '));
	}
}
