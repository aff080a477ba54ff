import type { Field, Place, Section } from '../operation/operation';

type Fields = Record<string, Field>;

const each =
	(change: Partial<Field>) =>
	(fields: Fields): Fields =>
		Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, ...change }]));

const into = (section: Section) => each({ section, required: false });

/** Optional fields of a Get Many. */
export const filters = into('filters');
/** Optional fields of a create. */
export const additional = into('additionalFields');
/** Fields of an update: only those that are added are sent; an empty one unsets. */
export const update = into('updateFields');
/** Field selections and expansions of a read. */
export const selection = into('fields');
/** Everything else that is optional. */
export const options = into('options');

const placed =
	(place: Place) =>
	(field: Field): Field => ({ ...field, place });

export const body = placed('body');
export const query = placed('query');
/** A field that `check` or `run` reads and no request carries by itself. */
export const formOnly = placed('form');

/** A top-level field that may stay empty. */
export const optional = (field: Field): Field => ({ ...field, required: false });

/** Shows a field only while other top-level properties hold one of the given values. */
export const when = (conditions: NonNullable<Field['when']>, field: Field): Field => ({
	...field,
	when: conditions,
});

/** Shows a member of a group or row only while members beside it hold one of the given values. */
export const whenSibling = (show: Record<string, string[]>, { property, ...field }: Field): Field => ({
	...field,
	...(property && { property: { ...property, displayOptions: { show } } }),
});

/** Sends a field under another name, dots nesting in a body. */
export const wireName = (wire: string, field: Field): Field => ({ ...field, wire });
