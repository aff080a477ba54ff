/** What a field is in an operation: required or not, in which collection, where it travels. */
import { mapValues } from 'lodash';
import type { DisplayCondition } from 'n8n-workflow';
import type { Box, Field, Fields, Place, Section, ValueOf } from '../operation/operation';

/** The same fields, each of which may be left out. */
export type Optional<F> = { readonly [Key in keyof F]: Field<ValueOf<F[Key]> | undefined> };

/** The same fields, each of which may be left out or emptied. */
export type Changes<F> = { readonly [Key in keyof F]: Field<ValueOf<F[Key]> | '' | undefined> };

const into =
	(section: Section) =>
	<F extends Fields>(fields: F): Optional<F> =>
		mapValues(fields, (field) => ({ ...field, section, required: false })) as Optional<F>;

/** Optional fields of a Get Many. */
export const filters = into('filters');
/** Optional fields of a create. */
export const additional = into('additionalFields');
/** Fields of an update: only those that are added are sent; an empty one unsets. */
export const update = <F extends Fields>(fields: F): Changes<F> => into('updateFields')(fields);
/** Field selections and expansions of a read. */
export const selection = into('fields');
/** Everything else that is optional. */
export const options = into('options');
/** What every operation has besides its own: how it waits, and when it fails. */
export const requestOptions = into('requestOptions');

const placed =
	(place: Place) =>
	<T>(field: Field<T>): Field<T> => ({ ...field, place });

export const body = placed('body');
export const query = placed('query');
/** A field that `check` or `run` reads and no request carries by itself. */
export const formOnly = placed('form');

/** A top-level field that may stay empty. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({ ...field, required: false });

/**
 * Optional fields of the top level that version 0.1.0 had in a collection. Where a workflow has a value there, the form
 * shows it there and nowhere else.
 */
export const movedFrom = <F extends Fields>(formerly: Box, fields: F): Optional<F> =>
	mapValues(fields, (field) => ({ ...field, formerly, required: false })) as Optional<F>;

/** A member of a group or row that may not stay empty. */
export const required = <T>(field: Field<T>): Field<T> & { readonly required: true } => ({
	...field,
	required: true,
});

/** Shows a field only while other top-level properties hold one of the given values. */
export const when = <T>(conditions: NonNullable<Field['when']>, field: Field<T>): Field<T | undefined> => ({
	...field,
	when: conditions,
});

/** Shows a member of a group or row only while members beside it hold one of the given values. */
export const whenSibling = <T>(
	show: Record<string, string[]>,
	{ property, ...field }: Field<T>,
): Field<T | undefined> => ({
	...field,
	...(property && { property: { ...property, displayOptions: { show } } }),
});

/** Meets a condition of the form as long as there is a value. */
export const HAS_VALUE: DisplayCondition[] = [{ _cnd: { exists: true } }];

/** A member of a collection that is offered no more, and stays as long as a workflow has a value for it. */
export const whileSaved = <T>(name: string, { property, ...field }: Field<T>): Field<T> => ({
	...field,
	...(property && { property: { ...property, displayOptions: { show: { [name]: HAS_VALUE } } } }),
});

/** Sends a field under another name, dots nesting in a body. */
export const wireName = <T>(wire: string, field: Field<T>): Field<T> => ({ ...field, wire });
