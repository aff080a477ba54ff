import { labelOf, type FieldName } from './fields';

/** A rule that a value breaks, before it is known which field the value is of. */
export interface Violation {
	/** Stable name of the rule. */
	readonly rule: string;
	/** Completes the label of the field; `{name}` stands for the label of another one. */
	readonly text: string;
}

/** A rule that a product breaks; without a field where its whole row does. */
export interface ProductProblem extends Violation {
	readonly field?: FieldName;
}

export const violation = (rule: string, text: string): Violation => ({ rule, text });

/** The problem as a sentence, with the fields named as the form does. */
export function sentenceOf({ field, text }: ProductProblem): string {
	const said = text.replace(/\{([a-z_0-9]+)\}/g, (_whole, name: string) => labelOf(name));
	return field === undefined ? said : `${labelOf(field)} ${said}`;
}

/** A value as a message quotes it. */
export const quoted = (value: string): string => `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
