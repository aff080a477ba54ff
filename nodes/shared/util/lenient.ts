/** Readers for values of any form. They reject nothing: a missing value or one of another type is skipped. */
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as an object; an empty one if it is something else. */
export const object = (value: unknown): IDataObject => (isObject(value) ? value : {});

/** The objects of a list; a single object counts as a list of one. */
export const objects = (value: unknown): IDataObject[] =>
	(Array.isArray(value) ? value : [value]).filter(isObject);

/** A text or number as text; undefined for anything else and for an empty text. */
export function text(value: unknown): string | undefined {
	if (typeof value === 'string') return value === '' ? undefined : value;
	return typeof value === 'number' ? String(value) : undefined;
}

/** The first of the values that is a text or number, as text. */
export const firstText = (...values: unknown[]): string | undefined =>
	values.map(text).find((value) => value !== undefined);

const lenientText = z
	.union([z.string().min(1), z.number().transform(String)])
	.optional()
	.catch(undefined);

/** Members of zod shapes that reject nothing either. */
export const lenient = {
	text: lenientText,
	/** Text; empty if there is none. */
	textOrEmpty: lenientText.transform((value = '') => value),
	flag: z.boolean().catch(false),
	shaped: <T extends z.ZodRawShape>(shape: T) => z.object(shape).optional().catch(undefined),
	/** The objects of a list; a single object counts as a list of one. */
	listOf: <T extends z.ZodTypeAny>(shape: T) => z.unknown().transform(objects).pipe(z.array(shape)),
};

/** Returns the value under a key that came from outside, unless it is inherited, such as `constructor`. */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
	return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** An object without its undefined members, as `exactOptionalPropertyTypes` requires. */
export function defined<T extends object>(value: { [Key in keyof T]: T[Key] | undefined }): T {
	return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
