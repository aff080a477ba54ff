/** Where the entities of an answer are, and what becomes of them. */
import type { EntityType } from '../model/entities';
import type { Entity } from '../model/escapedText';
import type { Values } from './field';

/** What an entity looks like: a row of the table of entities, or only the fields that Simplified keeps, as dotted paths. */
export type Shape = Partial<EntityType> &
	Pick<EntityType, 'simplifiedFields'> & {
		/** What Simplified shows in place of an entity; Selected Fields knows the fields of both. */
		readonly present?: (entity: Entity) => Entity;
	};

/** Where the entities of an answer are, and of what shape. */
export interface Result<V = Values> {
	readonly isList: boolean;
	/** Dotted path of the entities; `data` unless said. */
	readonly at?: string;
	/** Absent where the answer is passed on as it is: then the form has no Output choice. */
	readonly shape?: Shape;
	/** What is shown in place of an entity that has no shape. */
	readonly present?: (entity: Entity) => Entity;
	/** For a delete: the fields whose values go beside `deleted: true`. */
	readonly deleted?: readonly string[];
	/** Items for one answer, where none of the above describes it. */
	items?(body: unknown, values: V): Record<string, unknown>[];
}

/**
 * One entity.
 *
 * @param shape What it looks like; absent where it is passed on as it is.
 * @param at Dotted path of the entity in the answer.
 */
export const one = (shape?: Shape, at = 'data'): Result => ({ isList: false, at, ...(shape && { shape }) });

/**
 * Any number of entities.
 *
 * @param shape What each looks like; absent where they are passed on as they are.
 * @param at Dotted path of the entities in the answer.
 */
export const many = (shape?: Shape, at = 'data'): Result => ({ isList: true, at, ...(shape && { shape }) });

/**
 * The confirmation of a delete.
 *
 * @param fields Keys of the fields that name what was deleted.
 */
export const deleted = (...fields: string[]): Result => ({ isList: false, deleted: fields });
