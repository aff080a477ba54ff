/** The columns of the table of X's entities. */

export interface Expansion {
	readonly name: string;
	readonly newer?: string;
	/** Dotted paths of the identifiers in the referring entity, the usual path first. */
	readonly from: readonly string[];
	readonly label?: string;
	/** Key of the included entities in the Simplified output: the path itself if references are completed in place. */
	readonly to: string;
	readonly target: string;
	/** Whether to request it by default if X refuses the field that it replaces. */
	readonly isEssential?: boolean;
}

export interface EntityType {
	readonly label: string;
	/** Completes "Which fields of … to return" in the form. */
	readonly noun?: string;
	readonly fieldsParam: string;
	readonly fields: readonly string[];
	/** The fields that Simplified requests and keeps: those that most workflows use. */
	readonly simplifiedFields: readonly string[];
	/** Of these, what a model that reads the answer has no use for. Each is a token or more that it pays for. */
	readonly asides?: readonly string[];
	readonly includes?: string;
	/** The field that identifies it; `id` by default. */
	readonly identifier?: string;
	readonly expansions?: readonly Expansion[];
	readonly escaped?: readonly string[];
	/** Fields with a text that X cuts, and the paths of the whole text. */
	readonly whole?: Readonly<Record<string, string>>;
	/** Parameters, fields, counts and keys of answers in the older vocabulary, with their newer names. */
	readonly newer?: Readonly<Record<string, string>>;
	/** Fields that the newer description has neither under the same name nor under a newer one. */
	readonly dropped?: readonly string[];
	/** Adds what follows from the entity, and X does not send. */
	readonly complete?: (entity: Record<string, unknown>) => Record<string, unknown>;
	/** Fields that are not in the newer description any more, with their replacements. */
	readonly replaced?: Readonly<Record<string, string>>;
}

/** Returns an expansion whose name is the path of the identifier, unless `rest` changes that. */
export const expansion = (name: string, to: string, target: string, rest: Partial<Expansion> = {}) => ({
	name,
	from: [name],
	to,
	target,
	...rest,
});
