/** One parameter of an operation: how the form shows it, and how its value is sent. */
import type { INodeProperties } from 'n8n-workflow';
import type { Api } from '../http/connection';

/** The part of a request for a value. Only `check` and `run` read `form` values. */
export type FieldPlace = 'path' | 'query' | 'body' | 'form';

/** The collections of optional fields in a form, with n8n's names for them. */
export type Collection = 'additionalFields' | 'updateFields' | 'filters' | 'options';

/** Reads a parameter of the form by name: its value, or what the user wrote if that may be an expression. */
export type ParameterSource = (name: string, as?: 'value' | 'written') => unknown;

export interface FieldContext {
	/** The workflow's IANA time zone, for dates written without one. */
	readonly timezone: string;
	/** Another top-level value of the form, for fields whose meaning depends on it (an amount and its unit). */
	readonly parameter?: ParameterSource;
	/** The expression of the user, if there is one. */
	readonly expression?: () => string | undefined;
}

export interface Lookup {
	readonly api: Api;
	readonly ownUserId: () => Promise<string>;
	/** The ID of a username (without @), requested once per execution and name. */
	readonly userId: (username: string) => Promise<string>;
	/** Values of other fields, already resolved. */
	readonly values: Values;
}

/** Values by field key, as they are sent. */
export type Values = Readonly<Record<string, unknown>>;

export interface Field<T = unknown> {
	/**
	 * The editor's property without its names; absent if the value needs no form (`me()`, `constant()`).
	 * `displayOptions` is for members of a collection and depends on its other members; at the top level use `when`.
	 */
	readonly property?: Omit<INodeProperties, 'name' | 'displayName'>;
	/** Label in the form. Default: made from the key. */
	readonly label?: string;
	/** Name of the property. Default: the key with underscores instead of dots. */
	readonly name?: string;
	/** Top-level fields are required unless this is false; members of groups and rows only if it is true. */
	readonly required?: boolean;
	/** The collection that contains the field; absent at the top level of the form. */
	readonly collection?: Collection;
	/** Whether empty text is sent because it unsets the value. Default: true for fields of an update, otherwise false. */
	readonly sendsEmpty?: boolean;
	readonly place?: FieldPlace;
	/** Key in the request if it differs from the field's key; dots nest in a body. */
	readonly wire?: string;
	/** Shown and read only while other top-level properties have one of these values. */
	readonly when?: Readonly<Record<string, readonly (string | boolean)[]>>;
	/** Shown and read, but not required, while other top-level properties have one of these values. */
	readonly optionalWhen?: Field['when'];
	/** The fields inside this one, so that messages can name them. */
	readonly members?: Fields;
	/** For the compiler only: the type of the value, with undefined if the field may be left out. */
	readonly valueType?: () => T;
	/** Whether its text is a list, with commas, lines or the brackets of JSON. */
	readonly isList?: boolean;
	/** Reads the form if the value is not simply the parameter with the field's name. */
	read?(parameter: ParameterSource): unknown;
	/** Turns a form value into what is sent; undefined leaves the field out. Throws InvalidValue or InvalidMembers. */
	encode(value: unknown, context: FieldContext): T | undefined;
	/** Checks whether its expression may have no value: it is a cell of a table, and tables have empty cells. */
	isCell?(form: ParameterSource): boolean;
	/** A step that needs a request. It runs after all values have been checked. */
	resolve?(value: unknown, lookup: Lookup): Promise<T | undefined>;
}

export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F> = F extends Field<infer T> ? T : unknown;

/** The types of the values of some fields, by their keys. */
export type ValuesOf<F> = { readonly [Key in keyof F]: ValueOf<F[Key]> };

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
