/** Changes a field for an operation: whether it is required, its collection, and its place in the request. */
import { mapValues } from 'lodash';
import type { Collection, Field, Fields, FieldPlace, ValueOf } from '../operation/operation';
import { isNothing } from '../util/text';
import { flag, list, number, oneOf, text, type Appearance, type Choices } from './basic';

/** A field of `preset` has a value although it was not added to its collection. */
type Unset<F> = F extends { readonly isPreset: true } ? never : undefined;

export type Optional<F> = { readonly [Key in keyof F]: Field<ValueOf<F[Key]> | Unset<F[Key]>> };

export type Changes<F> = { readonly [Key in keyof F]: Field<ValueOf<F[Key]> | '' | undefined> };

const into =
	(collection: Collection) =>
	<F extends Fields>(fields: F): Optional<F> =>
		mapValues(fields, (field) => ({ ...field, collection, required: false })) as Optional<F>;

/**
 * Optional fields of a create.
 *
 * @example
 * ...additional({ description: text({ max: 100 }) }),
 */
export const additional = into('additionalFields');
/**
 * Fields of an update: only added fields are sent, and an empty one unsets.
 *
 * @example
 * ...update({ name: text({ max: 25 }), private: flag() }),
 */
export const update = <F extends Fields>(fields: F): Changes<F> => into('updateFields')(fields);
/**
 * Optional fields that narrow a list.
 *
 * @example
 * ...filters({ start_time: date(), end_time: date() }),
 */
export const filters = into('filters');
/**
 * All other optional fields: what to return, and how to ask for it.
 *
 * @example
 * ...options({ shared: flag({ description: 'Whether others may use it' }) }),
 */
export const options = into('options');

/**
 * Takes a default where an optional field was not added, as X would take another. An expression without a value still
 * stops its item, and an empty list is a choice.
 *
 * @example
 * ...additional({ status: preset(choice({ live: 'Live', paused: 'Paused' }), 'paused') }),
 */
export const preset = <T>(
	field: Field<T>,
	initial: unknown = field.property?.default,
): Field<T> & { readonly isPreset: true } => ({
	...field,
	isPreset: true,
	encode: (value, context) =>
		field.encode(isNothing(value) && !Array.isArray(value) ? initial : value, context),
});

const placed =
	(place: FieldPlace) =>
	<T>(field: Field<T>): Field<T> => ({ ...field, place });

/** @example user_id: body(id()), */
export const body = placed('body');
/** @example dry_run: query(flag({ description: 'Whether to check the rules without saving them' })), */
export const query = placed('query');
/**
 * A field for `check` or `run` that is not sent.
 *
 * @example
 * fileName: formOnly(text()),
 */
export const formOnly = placed('form');

const unsent =
	<Rules extends unknown[], T>(make: (...rules: Rules) => Field<T>) =>
	(...rules: Rules): Field<T> =>
		formOnly(make(...rules));

/** @example dryRun: formFlag({ description: 'Whether to only show what would be sent' }), */
export const formFlag = unsent(flag);
/** @example fileName: formText({ max: 100 }), */
export const formText = unsent(text);
/** @example minutes: formNumber({ min: 1 }), */
export const formNumber = unsent(number);
/** @example keys: formList({ placeholder: 'e.g. A1,B2' }), */
export const formList = unsent(list);

/**
 * A choice for `check` or `run` that is not sent.
 *
 * @example
 * sendAs: formChoice({ file: 'File', url: 'URL' }),
 */
export const formChoice = <C extends Choices>(choices: C, rest?: Appearance): Field<keyof C & string> =>
	formOnly(oneOf(choices, rest));

/**
 * A top-level field that may stay empty.
 *
 * @example
 * text: optional(text({ rows: 4 })),
 */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({ ...field, required: false });

/**
 * Top-level fields that may stay empty.
 *
 * @example
 * ...allOptional({ start_time: date(), end_time: date() }),
 */
export const allOptional = <F extends Fields>(fields: F): Optional<F> =>
	mapValues(fields, (field) => optional(field)) as Optional<F>;

/**
 * A member of a group or row that may not stay empty.
 *
 * @example
 * poll: group({ options: required(list({ min: 2 })), duration_minutes: number({ min: 5 }) }),
 */
export const required = <T>(field: Field<T>): Field<T> & { readonly required: true } => ({
	...field,
	required: true,
});

/**
 * Shows a field only while other top-level properties hold one of the given values.
 *
 * @example
 * sendAs: formChoice({ file: 'File', url: 'URL' }),
 * url: when({ sendAs: ['url'] }, text()),
 */
export const when = <T>(conditions: NonNullable<Field['when']>, field: Field<T>): Field<T | undefined> => ({
	...field,
	when: conditions,
});

/**
 * Shows a member of a group or row only while members beside it hold one of the given values.
 *
 * @example
 * button: group({
 * 	type: oneOf({ call: 'Call', link: 'Link' }),
 * 	url: whenSibling({ type: ['link'] }, text()),
 * }),
 */
export const whenSibling = <T>(show: Record<string, string[]>, { property, ...field }: Field<T>) => ({
	...field,
	...(property && { property: { ...property, displayOptions: { show } } }),
});

/**
 * Sends a field under another name, dots nesting in a body.
 *
 * @example
 * replyTo: wireName('reply.in_reply_to_tweet_id', body(id())),
 */
export const wireName = <T>(wire: string, field: Field<T>): Field<T> => ({ ...field, wire });
