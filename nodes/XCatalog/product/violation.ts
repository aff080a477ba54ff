import { labelOf, type FieldName } from './fields';

/** A rule that a value breaks, without the name of the field. */
export interface Violation {
	/** The name of the rule. It never changes. */
	readonly rule: string;
	/** Continues the sentence after the label of the field. `{name}` is replaced by the label of another field. */
	readonly text: string;
}

/** A rule that a product breaks. Without a field, the whole row breaks it. */
export interface ProductProblem extends Violation {
	readonly field?: FieldName;
}

export const violation = (rule: string, text: string): Violation => ({ rule, text });

/** Writes the problem as a sentence, with the labels of the form. */
export function sentenceOf({ field, text }: ProductProblem): string {
	const said = text.replace(/\{([a-z_0-9]+)\}/g, (_whole, name: string) => labelOf(name));
	return field === undefined ? said : `${labelOf(field)} ${said}`;
}

/** Puts a value in quotes, shortened for messages. */
export const quoted = (value: string): string => `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
