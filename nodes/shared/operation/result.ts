/** A record says here where an answer contains its entities, and how they are shown. */
import type { EntityType } from '../model/entityType';
import type { Entity } from '../model/escapedText';
import type { Values } from './field';

/** The shape of an entity: a row of the entity table, or only the fields that Simplified keeps, as dotted paths. */
export type Shape = Partial<EntityType> &
	Pick<EntityType, 'simplifiedFields'> & {
		/** Replaces an entity in Simplified. Selected Fields can use the fields of both. */
		readonly present?: (entity: Entity) => Entity;
	};

/** The place of the entities in an answer, and their shape. */
export interface Result<V = Values> {
	readonly isList: boolean;
	/** Dotted path of the entities. Default: `data`. */
	readonly at?: string;
	/** Absent if the answer is passed on unchanged; the form then has no Output choice. */
	readonly shape?: Shape;
	/** Replaces an entity that has no shape. */
	readonly present?: (entity: Entity) => Entity;
	/** For a delete: the fields whose values are added to `deleted: true`. */
	readonly deleted?: readonly string[];
	/** Makes the items of an answer that the members above cannot describe. */
	items?(body: unknown, values: V): Record<string, unknown>[];
}

/** Makes the result of one entity, passed on unchanged without a shape. */
export const one = (shape?: Shape, at = 'data'): Result => ({ isList: false, at, ...(shape && { shape }) });

/** Makes the result of any number of entities, passed on unchanged without a shape. */
export const many = (shape?: Shape, at = 'data'): Result => ({ isList: true, at, ...(shape && { shape }) });

/** Returns the confirmation of a delete. */
export const deleted = (...fields: string[]): Result => ({ isList: false, deleted: fields });
