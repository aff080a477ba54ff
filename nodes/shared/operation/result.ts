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

/** A record says how its endpoint pages: the core API uses tokens, the Ads API cursors. */
export interface Paging {
	readonly kind: 'token' | 'cursor';
	readonly size?: string;
	readonly min: number;
	readonly max: number;
	readonly request: string;
	/** Whether X documents no parameter for further pages: the first one is all that can be asked for. */
	readonly isSingle?: boolean;
	/** Whether a part of the entities means nothing, so that every run reads all and the form has no Limit. */
	readonly isWhole?: boolean;
	readonly startLimit?: number;
}

/** Pages by `meta.next_token`. */
export const token = (max: number, min = 1, request = 'pagination_token'): Paging => ({
	kind: 'token',
	size: 'max_results',
	min,
	max,
	request,
});

/** One page, for endpoints without a parameter for further ones. */
export const onePage = (max: number): Paging => ({ ...token(max), isSingle: true });

/** Pages by `meta.next_token` where the endpoint has no page size. */
export const tokenWithoutSize = (request = 'pagination_token'): Paging => ({
	kind: 'token',
	min: 1,
	max: 1,
	request,
});

/** Pages by `next_cursor` where the endpoint has no page size. */
export const cursorWithoutSize: Paging = { kind: 'cursor', min: 1, max: 1, request: 'cursor' };

/** Pages by `next_cursor`. */
export const cursor = (max = 1000): Paging => ({
	kind: 'cursor',
	size: 'count',
	min: 1,
	max,
	request: 'cursor',
});
