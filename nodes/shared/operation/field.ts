/** One parameter of an operation: how the form shows it, and how its value becomes the wire's. */
import type { INodeProperties } from 'n8n-workflow';
import type { Api } from '../http/connection';

/** Where a value travels. `form` values are read by `check` and `run` only. */
export type FieldPlace = 'path' | 'query' | 'body' | 'form';

/** The collections in which a form has its optional fields, by n8n's names for them. */
export type Collection = 'additionalFields' | 'updateFields' | 'filters' | 'options';

/** Reads a parameter of the form by its name: its value, or what the user wrote, where that may be an expression. */
export type ParameterSource = (name: string, as?: 'value' | 'written') => unknown;

/** What encoding may know besides the value. */
export interface FieldContext {
	/** The workflow's IANA time zone, for dates written without one. */
	readonly timezone: string;
	/** Another top-level value of the form, for fields whose meaning depends on it (an amount and its unit). */
	readonly parameter?: ParameterSource;
	/** What the user wrote, where that is an expression. */
	readonly expression?: () => string | undefined;
}

/** What a look-up may ask X for, before the request is built. */
export interface Lookup {
	readonly api: Api;
	/** The ID of the authenticated user, asked for once per execution. */
	readonly ownUserId: () => Promise<string>;
	/** The ID that belongs to a username (without @), asked for once per execution and name. */
	readonly userId: (username: string) => Promise<string>;
	/** Values of other fields, already resolved. */
	readonly values: Values;
}

/** Values by field key, in the wire's form. */
export type Values = Readonly<Record<string, unknown>>;

/** A parameter whose value on the wire is a `T`. */
export interface Field<T = unknown> {
	/**
	 * The editor's property without its names; absent where the value needs no form (`me()`, `constant()`).
	 * `displayOptions` are for members of a collection and look at its other members; at the top level use `when`.
	 */
	readonly property?: Omit<INodeProperties, 'name' | 'displayName'>;
	/** Name in the form where it is not made from the key. */
	readonly label?: string;
	/** Name of the property where it is not the key with dots as underscores. */
	readonly name?: string;
	/** Top-level fields are required unless this is false; members of groups and rows only if it is true. */
	readonly required?: boolean;
	/** The collection that contains the field; absent at the top level of the form. */
	readonly collection?: Collection;
	/** Whether an empty text is sent, because it unsets; true for fields of an update unless this says otherwise. */
	readonly sendsEmpty?: boolean;
	readonly place?: FieldPlace;
	/** Key on the wire where it differs from the field's key; dots nest in a body. */
	readonly wire?: string;
	/** Shown (and read) only while other top-level properties hold one of these values. */
	readonly when?: Readonly<Record<string, readonly (string | boolean)[]>>;
	/** Shown and read, but not required, while other top-level properties hold one of these values. */
	readonly optionalWhen?: Field['when'];
	/** The fields inside of this one, by which messages name them. */
	readonly members?: Fields;
	/** For the compiler only: the type of the value, with undefined where the field may be left out. */
	readonly valueType?: () => T;
	/** Reads the form where the value is not the parameter of the field's name. */
	read?(parameter: ParameterSource): unknown;
	/**
	 * Form value → wire value; undefined leaves the field out.
	 *
	 * @throws InvalidValue or InvalidMembers where a documented rule is broken.
	 */
	encode(value: unknown, context: FieldContext): T | undefined;
	/** A step that needs a request, taken after all values were checked. */
	resolve?(value: unknown, lookup: Lookup): Promise<T | undefined>;
}

export type Fields = Readonly<Record<string, Field>>;

/** The type of a field's value. */
export type ValueOf<F> = F extends Field<infer T> ? T : unknown;

/** The types of the values of some fields, by their keys. */
export type ValuesOf<F> = { readonly [Key in keyof F]: ValueOf<F[Key]> };
